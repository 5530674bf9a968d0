import { DomainError, type ErrorCode } from '../../platform/errors.js';

/** The reason why a sign-in by an identity provider is refused: the code of the error, and a sentence with what to do. */
const refusals = {
  address_unknown: [
    'INVALID',
    'The address of this server is unknown: its operator must set PUBLIC_URL, such as https://book.example.org',
  ],
  provider_missing: [
    'UNAUTHENTICATED',
    'There is no such account, or its users do not sign in by an identity provider. Sign in with your password',
  ],
  provider_unavailable: [
    'UNAUTHENTICATED',
    'The identity provider cannot be used at the moment. Try again later, or tell an admin of your account',
  ],
  denied: ['UNAUTHENTICATED', 'The identity provider has not signed you in. Start again if that was a mistake'],
  stale: [
    'UNAUTHENTICATED',
    'The sign-in began in another browser, or more than ten minutes ago, or its settings have changed. Start again',
  ],
  invalid: [
    'UNAUTHENTICATED',
    'The answer of the identity provider is not valid, or was used before. Start again, and tell an admin of your account if it happens again',
  ],
  email_unverified: [
    'FORBIDDEN',
    'The identity provider does not confirm an email address of yours. Ask an admin of your account',
  ],
  role_missing: [
    'FORBIDDEN',
    'The identity provider gives you no role in this account. Ask an admin of your account to add you to a group',
  ],
  user_unknown: ['FORBIDDEN', 'You are not a user of this account. Ask an admin of the account to add you'],
  user_deleted: ['FORBIDDEN', 'You are no longer a user of this account. Ask an admin of the account to add you again'],
  identity_taken: [
    'FORBIDDEN',
    'Another identity of the provider belongs to the user with your email address. Ask an admin of the account to delete that user and to add you',
  ],
} as const satisfies Record<string, readonly [ErrorCode, string]>;

export type RefusalReason = keyof typeof refusals;

/** A sign-in by an identity provider is refused. The message says what the user can do. */
export class SignInRefusal extends DomainError {
  /**
   * @param problem what was wrong, for the security log: without values of the answer
   * @param user as whom it was tried, if that is known
   */
  constructor(
    readonly reason: RefusalReason,
    readonly problem = '',
    readonly user: { id: number | null; name: string } | undefined = undefined,
  ) {
    const [code, message] = refusals[reason];
    super(code, message);
  }
}
