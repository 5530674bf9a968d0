/**
 * The kinds of events in the security log, with their descriptions for clients. Each is recorded by the action that it
 * is about, by `recordSecurityEvent`.
 */
export const securityEventKinds = {
  'sign_in.succeeded': 'A user signed in.',
  'sign_in.failed': 'Someone tried to sign in with a wrong password or as an unknown user.',
  'session.ended': 'A user signed out.',
  'payment_provider.changed': 'The payment provider of the account, or its keys, were set or removed.',
} as const satisfies Record<string, string>;

export type SecurityEventKind = keyof typeof securityEventKinds;
