import type { Role } from '../../outbox/actor.js';
import { ClientNetworks } from '../../platform/client-networks.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { methodsOf, readFactorState } from '../second-factor/second-factor.queries.js';
import type { SecurityEventSource } from '../security-event/record-security-event.actions.js';
import { type StartedSession, startSession } from './session.actions.js';

/** Rules of the account that decide whether a link is enough to sign in. */
interface Rules {
  isOpen: boolean;
  dashboardNetworks: readonly string[];
  needsSecondFactor: boolean;
  /** Whether the account lets this user in by its identity provider only. */
  needsProvider: boolean;
}

/**
 * Begins a session for a user who has opened a link that only this user has, without asking for the password.
 *
 * @param tx has locked the user
 * @returns undefined if more than the link is needed, or the account lets nobody in from there: the form to sign in says what
 */
export async function startSessionByLink(
  tx: AccountTransaction,
  source: SecurityEventSource,
  user: { id: number; name: string; role: Role },
  method: 'password_link' | 'demo_link',
): Promise<StartedSession | undefined> {
  const [rules] = await tx.query<Rules>(
    `select account.api_enabled and account.suspended_at is null as "isOpen",
       account.dashboard_networks as "dashboardNetworks", account.second_factor_required as "needsSecondFactor",
       provider.account_id is not null as "needsProvider"
     from account
     join account_user member on member.account_id = account.id and member.id = $2
     left join identity_provider provider on provider.account_id = account.id and provider.active
       and provider.required and coalesce(member.password_until <= $3, true)
     where account.id = $1 and member.account_id = $1`,
    [user.id, source.serverClock.now()],
  );
  if (!rules?.isOpen || rules.needsSecondFactor || rules.needsProvider) return undefined;
  const { dashboardNetworks: networks } = rules;
  if (networks.length > 0 && !new ClientNetworks(networks).contain(source.clientAddress)) return undefined;
  if (methodsOf(await readFactorState(tx, user.id)).length > 0) return undefined;
  return startSession(tx, source, user, method);
}
