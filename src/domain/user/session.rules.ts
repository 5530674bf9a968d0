/** The lifetime of the key of a session. */
export const sessionHours = 12;

/**
 * How often the password of a user may be wrong, from one client network and from all networks together. So an attacker
 * elsewhere does not lock the user out, and many addresses together get few guesses.
 */
export const signInAttempts = {
  perNetwork: { maxAttempts: 10, minutes: 15 },
  perUser: { maxAttempts: 100, minutes: 15 },
} as const;

/** How often a link to choose a new password may be requested, from one client network and for one email. */
export const passwordLinkRequests = {
  perNetwork: { maxAttempts: 10, minutes: 15 },
  perUser: { maxAttempts: 3, minutes: 15 },
} as const;
