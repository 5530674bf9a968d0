/**
 * The kinds of events in the security log, with their descriptions for clients. Each is recorded by the action that it
 * is about, by `recordSecurityEvent`.
 */
export const securityEventKinds = {
  'sign_in.succeeded': 'A user signed in.',
  'sign_in.failed': 'Someone tried to sign in with a wrong password or as an unknown user.',
  'sign_in.limited': 'A sign-in was refused after too many failures.',
  'sign_in.refused': 'A user with the right password signed in from a network that the account does not allow.',
  'session.ended': 'A user signed out, or a user or an admin ended a session.',
  'session.refused': 'A session was used from a network that the account does not allow.',
  'second_factor.enabled': 'A user set up an app for codes, or got new recovery codes.',
  'second_factor.disabled':
    'A user removed the app for codes, or an admin or the operator removed all second factors of a user.',
  'second_factor.failed': 'Someone signed in with the right password and a wrong code.',
  'second_factor.recovery_code_used': 'A user signed in with a recovery code.',
  'passkey.added': 'A user added a passkey.',
  'passkey.removed': 'A user removed a passkey.',
  'password.link_requested': 'A user asked for a link to choose a new password.',
  'password.chosen': 'A user chose a password.',
  'api_key.created': 'An API key was created.',
  'api_key.changed': 'An API key was changed.',
  'api_key.revoked': 'An API key was revoked.',
  'api_key.refused': 'An API key was used by a page of an origin, or from a network, that it does not allow.',
  'payment_provider.changed': 'The payment provider of the account, or its keys, were set or removed.',
  'user.created': 'A user was added.',
  'user.invited': 'A user was sent, or given by the operator, a new link to choose a password.',
  'user.changed': 'The name or the phone number of a user was changed.',
  'user.role_changed': 'A user got another role.',
  'user.deleted': 'A user was deleted.',
  'account.keys_rotated': 'The operator revoked all keys and sessions of the account and made a new key.',
  'account.suspended': 'The operator suspended the account.',
  'account.resumed': 'The operator ended the suspension of the account.',
  'account.api_enabled': 'The operator opened the API to the account.',
  'account.api_disabled': 'The operator closed the API to the account.',
  'account.networks_changed': 'The networks of the dashboard were changed.',
  'person.exported': 'All data of a person was exported.',
  'records.exported': 'Bookings, people or orders were exported to a file.',
  'person.erased': 'A person was erased.',
  'identity_provider.changed': 'Someone set, changed or removed the identity provider of the account.',
  'web_hook.secret_rotated': 'The secret that signs the deliveries of a webhook was replaced.',
  'account.secret_rotated': 'The secret that signs the webhooks of the account was replaced.',
} as const satisfies Record<string, string>;

export type SecurityEventKind = keyof typeof securityEventKinds;

/** The names of all kinds, in the order of the table. */
export const securityEventKindNames = Object.keys(securityEventKinds).filter(isSecurityEventKind);

export function isSecurityEventKind(text: string): text is SecurityEventKind {
  return Object.hasOwn(securityEventKinds, text);
}

/**
 * The kinds that somebody without access to the account can cause, as often as they like. Each is also a line of the log
 * of the server, and those of the same sender within a minute are one entry with a count: see `recordSecurityEvent`.
 */
const refusals: ReadonlySet<SecurityEventKind> = new Set([
  'sign_in.failed',
  'sign_in.limited',
  'sign_in.refused',
  'session.refused',
  'api_key.refused',
  'second_factor.failed',
] as const);

export function isRefusal(kind: SecurityEventKind): boolean {
  return refusals.has(kind);
}

/** Entries of one kind of refusal in one account and hour. Further ones are counted on one entry a minute. */
export const maxRefusalsPerHour = 300;
