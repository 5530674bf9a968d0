/** Who makes a change: an API key of the account, a background task, or a visitor of the public site. */
export type Actor =
  | { kind: 'api_key'; id: number; role: 'admin' | 'manager' | 'staff' }
  | { kind: 'background' }
  | { kind: 'public' };

/** How an actor is named in `created_by` and `updated_by`. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'api_key':
      return 'api';
    case 'background':
      return 'background';
    case 'public':
      return 'public';
  }
}
