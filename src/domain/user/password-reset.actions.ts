import { recordChange } from '../../outbox/change-log.js';
import type { BackgroundTasks } from '../../platform/background-tasks.js';
import { clientNetwork } from '../../platform/client-address.js';
import { countAttemptSequentially } from '../../platform/database/attempt-limiter.js';
import type { Database } from '../../platform/database/database.js';
import { invalid } from '../../platform/errors.js';
import { noAddress } from '../../platform/public-address.js';
import { textKey } from '../../platform/text.js';
import type { Clock } from '../../platform/time/clock.js';
import { findAccountId } from '../account/account-of-subdomain.queries.js';
import { createBackgroundContext } from '../account/create-context.js';
import { changedBy, type RequestContext } from '../context.js';
import { AccountUser } from './account-user.entity.js';
import { assignPasswordLink, findByEmail, sendPasswordLink } from './password-link.actions.js';
import { passwordLinkRequests } from './session.rules.js';

export interface PasswordLinkRequest {
  subdomain: string;
  email: string;
  /** The IP address of the client. */
  clientAddress: string;
  /** Base URL for the link; empty if it is unknown. */
  address: string;
}

/**
 * Sends a user a link to choose a new password, which is valid for an hour. The current password and the sessions stay
 * valid until then. If no such account or user exists, nothing is sent, but the response is the same.
 *
 * The user is looked up by one of `tasks`: until the response, a known and an unknown email cost the same work, so the
 * time of the response does not reveal which users exist.
 *
 * @throws DomainError INVALID if the server does not know its address; RateLimitError within an existing account, whether it has the user or not
 */
export async function requestPasswordLink(
  database: Database,
  clock: Clock,
  { subdomain, email, clientAddress, address }: PasswordLinkRequest,
  tasks: BackgroundTasks,
): Promise<void> {
  if (address === '') throw invalid({ base: [noAddress] });
  const accountId = await findAccountId(database, subdomain.trim());
  if (accountId === undefined) return;
  const context = await createBackgroundContext(database, clock, accountId, undefined, { address });
  const subject = textKey(email.trim());
  await countAttemptSequentially(context, [
    { name: 'password-link:network', subject: clientNetwork(clientAddress), ...passwordLinkRequests.perNetwork },
    { name: 'password-link:user', subject, ...passwordLinkRequests.perUser },
  ]);
  tasks.start(() => resetPassword(context, subject));
}

async function resetPassword(context: RequestContext, email: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [found] = await findByEmail(tx, email);
    if (!found) return;
    const user = await tx.getLocked(AccountUser, found.id);
    const token = assignPasswordLink(context, user, 'reset');
    await recordChange(tx, 'user.modified', user, changedBy(context));
    await sendPasswordLink(context, tx, { user, token }, 'reset');
  });
}
