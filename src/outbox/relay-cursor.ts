/** The consumer under which the relay of jobs stores its position in the change log. */
export const relayConsumer = 'jobs';

/**
 * SQL: every account with the cursor of a consumer's relay in the account's log.
 *
 * @param consumer the placeholder of the consumer
 */
export const accountsWithRelayCursor = (consumer = '?'): string => `account
  left join relay_position on relay_position.account_id = account.id and relay_position.consumer = ${consumer}`;

/** SQL: whether a change, joined with an account and its cursor, comes after the cursor. */
export const isUnrelayed = `change.account_id = account.id and (change.era, change.transaction_id, change.id) >
  (coalesce(relay_position.era, 1), coalesce(relay_position.transaction_id, '0'), coalesce(relay_position.change_id, 0))`;
