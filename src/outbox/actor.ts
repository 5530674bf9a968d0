/** What someone is to an account; what each may do is said in `domain/account/permissions.rules.ts`. */
export type Role = 'admin' | 'manager' | 'staff';

/**
 * Who makes a change: an API key of the account, a user who has signed in, the operator's partner, a background task, or
 * a visitor of the public site.
 */
export type Actor =
  | { kind: 'api_key'; id: number; role: Role }
  | { kind: 'user'; id: number; name: string; role: Role }
  | { kind: 'partner' }
  | { kind: 'background' }
  | { kind: 'public' };

/** How an actor is named in `created_by` and `updated_by`. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'api_key':
      return 'api';
    case 'user':
      return actor.name;
    case 'partner':
      return 'partner';
    case 'background':
      return 'background';
    case 'public':
      return 'public';
  }
}
