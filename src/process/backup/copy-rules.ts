/**
 * The changes that a copy of an account gets. It is a new account beside the original: it has all that the original knew, but
 * nothing that opens it, and nothing that would reach people, receivers or calendars of the original by itself.
 *
 * All keys begin with the account, so that rows keep their ids, and with them every reference in columns, JSON and texts.
 */

/** The tables of which a copy gets no rows, with the reason. */
export const emptiedTables: Readonly<Record<string, string>> = {
  api_key: 'keys and sign-ins are secrets of the original; the copy gets one new key',
  api_key_requests: 'counts the requests with keys that the copy does not have',
  api_request: 'logs the requests to the original',
  calendar_feed: 'the addresses are secrets, of which only hashes are stored',
  calendar_source_entry: 'the entries are in a calendar that the original writes',
  document_request: 'the original issues the document',
  external_busy: 'calendars are inactive in the copy, and those have no busy times',
  failed_job: 'work of the original',
  idempotency_key: 'belongs to requests with keys that the copy does not have',
  identity_link: 'belongs to the identity provider',
  identity_provider: 'has a secret, and trusts the address of the original',
  message_request: 'the original sends the messages',
  passkey: 'signs in to the original',
  payment_checkout: 'by it the copy would charge or refund what the original was paid',
  payment_notification: 'belongs to the checkouts',
  payment_refund: 'belongs to the checkouts; what was paid back is a payment of the order',
  payment_settings: 'are secrets by which money of the original moves',
  perishable_token: 'a secret',
  planned_message: 'the original sends the messages',
  second_factor: 'a secret, which protects a password that the copy does not have',
  used_identity_token: 'belongs to the identity provider',
  visitor_code: 'a secret',
  visitor_session: 'a secret',
  waitlist_check: 'nobody waits in the copy',
  waitlist_opening: 'the original offers the places',
  web_hook_delivery: 'receivers get the deliveries of the original',
};

/** SQL by table and column, in place of the value of the row `old`. All other columns are copied. */
export const replacedColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account: {
    // These four are written later in the same transaction.
    ...{ subdomain: 'gen_random_uuid()::text', name: 'old.name', secret: `''`, link_secret: `''` },
    ...{ former_secret: 'null', former_secret_until: 'null' },
    calendar_id: 'gen_random_uuid()',
    ...{ moved_to: 'null', paused_at: 'null', clock_target: 'null' },
  },
  account_user: {
    password_hash: 'null',
    ...{ invitation_hash: 'null', invitation_expires_at: 'null', password_until: 'null' },
  },
  booking: { reminder_at: 'null', verification_code: 'null' },
  booking_order: { token_hash: 'null' },
  calendar_source: {
    active: 'false',
    ...{ target: 'null', plans_entries_since: 'null', write_after: 'null', reading_until: 'null' },
    ...{ secret_url: 'old.secret_url', secret_password: 'old.secret_password' },
  },
  message: {
    // Texts have links and codes of the original, and are trimmed as old ones are.
    ...{ body: `''`, html: 'null', calendar: 'null', body_trimmed: 'true' },
    state: `case when old.state in ('queued', 'sending') then 'unsent' else old.state end`,
    ...{ next_attempt_at: 'null', held_until: 'null' },
  },
  message_template: { applied_at: 'coalesce(old.applied_at, old.updated_at)' },
  person: { password_hash: 'null' },
  recurrence: { stopped: 'old.stopped or old.position < jsonb_array_length(old.occurrences)' },
  waitlist_entry: {
    state: `case when old.state in ('waiting', 'offered') then 'left' else old.state end`,
    ...{ offer_expires_at: 'null', token_hash: 'null' },
  },
  waitlist_offer: {
    state: `case when old.state = 'open' then 'withdrawn' else old.state end`,
    token_hash: `encode(sha256(uuid_send(gen_random_uuid())), 'hex')`,
  },
  web_hook: {
    active: 'false',
    ...{ secret: `''`, former_secret: 'null', former_secret_until: 'null' },
  },
};

/** The sealed columns of a copy that keep their value, sealed for the copy. The other ones are replaced or emptied. */
export const resealedColumns = ['calendar_source.secret_url', 'calendar_source.secret_password'] as const;
