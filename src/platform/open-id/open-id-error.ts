/**
 * The reason why a sign-in by an identity provider failed:
 *
 * - `unavailable`: the provider did not answer, or does not accept this server as its client;
 * - `denied`: the provider answered that the user may not sign in, or the user left its page;
 * - `invalid`: the answer is forged, was used before, is too old, or is meant for another client.
 */
export type OpenIdFailure = 'unavailable' | 'denied' | 'invalid';

/** The message says what was wrong, without values of the answer. */
export class OpenIdError extends Error {
  override name = 'OpenIdError';

  constructor(
    readonly failure: OpenIdFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Returns the innermost message of an error of a package: the outer ones are more general. */
export function reasonOf(error: unknown): string {
  let reason = error;
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause;
  return reason instanceof Error ? reason.message : String(reason);
}
