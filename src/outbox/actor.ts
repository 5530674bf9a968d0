/** The roles of users and API keys in an account. See `domain/account/permissions.rules.ts` for what each may do. */
export const roles = ['admin', 'manager', 'staff'] as const;
export type Role = (typeof roles)[number];

/** An API key. With `permissions`, it has only these of its role: see `ApiKey.permissions`. */
interface ApiKeyActor {
  kind: 'api_key';
  id: number;
  role: Role;
  permissions?: readonly string[];
}

/**
 * Identifies who makes a change: an API key of the account, a signed-in user, the operator's partner, a background
 * task, a visitor of the public site, or a person who has the secret link to a booking.
 */
export type Actor =
  | ApiKeyActor
  | { kind: 'user'; id: number; name: string; role: Role }
  | { kind: 'partner' }
  | { kind: 'background' }
  | { kind: 'public' }
  | { kind: 'booking_link' };

/** The kinds of actors with their descriptions for clients. */
export const actorKinds = {
  api_key: 'a program with an API key',
  user: 'a user who has signed in',
  partner: 'the partner of the operator',
  background: 'a job of the server',
  public: 'a visitor of the public site',
  booking_link: 'a person by the secret link to a booking',
} as const satisfies Record<Actor['kind'], string>;
