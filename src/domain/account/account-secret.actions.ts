import { randomBytes } from 'node:crypto';
import { Field, ObjectType } from 'type-graphql';
import { recordChange } from '../../outbox/change-log.js';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import { Instant } from '../../platform/scalars.js';
import { changedBy, type RequestContext } from '../context.js';
import { recordSecurityEvent } from '../security-event/record-security-event.actions.js';
import { Account } from './account.entity.js';
import { endOfOverlap } from './secret-rotation.rules.js';

@ObjectType({ simpleResolvers: true, description: 'The secret that signs the webhooks of the account.' })
export class AccountSecret {
  @Field(() => String, {
    description: 'The key of `X-Service-Signature`, and of `webhook-signature` without decoding. 64 characters.',
  })
  secret!: string;

  @Field(() => Instant, {
    nullable: true,
    description:
      'The end of the time in which the secret before the last rotation signs, too. Null if the secret was never rotated.',
  })
  formerSecretUntil!: Date | null;
}

/** Returns the secret of the account. */
export async function readAccountSecret({ db }: RequestContext): Promise<AccountSecret> {
  return openSecret(db, await db.own(Account));
}

/**
 * Replaces the secret that signs the webhooks of the account. Nothing else depends on it: links and codes are derived from
 * another one.
 *
 * @throws DomainError INVALID on `overlapHours`
 */
export function rotateAccountSecret(context: RequestContext, overlapHours: number): Promise<AccountSecret> {
  const { db, serverClock } = context;
  return db.transaction(async (tx) => {
    await tx.lock([Account, tx.accountId]);
    const account = await tx.own(Account);
    const formerSecretUntil = endOfOverlap(account, overlapHours, serverClock.now());
    const former = db.open('account.secret', account.secret);
    Object.assign(account, {
      secret: db.seal('account.secret', createAccountSecret()),
      formerSecret: overlapHours > 0 ? db.seal('account.former_secret', former) : null,
      formerSecretUntil,
    });
    await recordChange(tx, 'account.modified', account, changedBy(context), { isChangedElsewhere: true });
    await recordSecurityEvent(tx, context, { kind: 'account.secret_rotated', details: { overlapHours } });
    return openSecret(db, account);
  });
}

/** Returns a new secret. */
export function createAccountSecret(): string {
  return randomBytes(32).toString('hex');
}

function openSecret(db: AccountDatabase, { secret, formerSecretUntil }: Account): AccountSecret {
  return { secret: db.open('account.secret', secret), formerSecretUntil };
}
