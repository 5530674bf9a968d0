import { raw } from '@mikro-orm/postgresql';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { noAddress } from '../../platform/public-address.js';
import { textKey } from '../../platform/text.js';
import type { RequestContext } from '../context.js';
import { MessageChannel } from '../messaging/delivery/message.entity.js';
import { queueMessage, recordFailedMessage } from '../messaging/delivery/message-queue.actions.js';
import { AccountUser } from './account-user.entity.js';
import { createInvitation, type LinkPurpose, passwordLink } from './invitation.rules.js';
import { getInvitationText } from './invitation-texts.rules.js';

const messageKinds = { invitation: 'user_invitation', reset: 'password_reset' } as const satisfies Record<
  LinkPurpose,
  string
>;

/** Finds the user of an account with an email, in any case. */
export function findByEmail(tx: AccountTransaction, email: string): Promise<AccountUser[]> {
  return tx.rows(AccountUser, { [raw((alias) => `text_key(${alias}.email)`)]: textKey(email) });
}

/** Stores the hash and the expiry of a new link to choose a password. Returns its token. */
export function assignPasswordLink(
  { account, serverClock }: RequestContext,
  user: AccountUser,
  purpose: LinkPurpose,
): string {
  const { token, hash, expiresAt } = createInvitation(account.id, serverClock.now(), purpose);
  user.invitationHash = hash;
  user.invitationExpiresAt = expiresAt;
  return token;
}

/** Sends a user the link with that token. Without a base URL for links, the message is stored as failed. */
export async function sendPasswordLink(
  context: RequestContext,
  tx: AccountTransaction,
  { user, token }: { user: AccountUser; token: string },
  purpose: LinkPurpose,
): Promise<void> {
  const { account, address } = context;
  const link = passwordLink(address, token);
  const text = getInvitationText(purpose, account.locale, { user: user.name, account: account.name, link });
  const envelope = { kind: messageKinds[purpose], channel: MessageChannel.EMAIL, recipient: user.email };
  if (address !== '') await queueMessage(context, tx, { ...envelope, ...text });
  else await recordFailedMessage(context, tx, { ...envelope, subject: text.subject, body: '' }, noAddress);
}
