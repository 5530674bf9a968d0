/** Every account, with how far the relay of a consumer (its one parameter) is in the account's log. */
export const accountsWithPosition = `account
  left join relay_position on relay_position.account_id = account.id and relay_position.consumer = ?`;

/** Of a change beside an account with its position: whether it is to be relayed yet. */
export const isToBeRelayed = `change.account_id = account.id and (change.era, change.transaction_id, change.id) >
  (coalesce(relay_position.era, 1), coalesce(relay_position.transaction_id, '0'), coalesce(relay_position.change_id, 0))`;
