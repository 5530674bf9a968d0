import { Field, Int, ObjectType } from 'type-graphql';
import type { AccountQueries } from '../../platform/database/account-database.js';
import { listCost } from '../../platform/list-cost.js';
import { Instant } from '../../platform/scalars.js';
import { maxPasskeys } from './passkey.rules.js';

/** A proof that a user may give beside a password. */
export type FactorMethod = 'totp' | 'passkey' | 'recovery_code';

/** The second factors of a user, without secrets. */
export interface FactorState {
  /** The time since which the user has an app for codes; null without one. */
  totpSince: Date | null;
  recoveryCodesLeft: number;
  passkeyCount: number;
}

const none: FactorState = { totpSince: null, recoveryCodesLeft: 0, passkeyCount: 0 };

/** Reads which second factors some users have. Users without any are missing. */
export async function readFactorStates(
  db: AccountQueries,
  userIds: readonly number[],
): Promise<Map<number, FactorState>> {
  const rows = await db.query<FactorState & { userId: number }>(
    `select user_id as "userId", totp_since as "totpSince", cardinality(recovery_codes) as "recoveryCodesLeft",
       (select count(*)::integer from passkey
        where passkey.account_id = $1 and passkey.user_id = second_factor.user_id) as "passkeyCount"
     from second_factor where account_id = $1 and user_id = any ($2::integer[])`,
    [userIds],
  );
  return new Map(rows.map(({ userId, ...state }) => [userId, state]));
}

export async function readFactorState(db: AccountQueries, userId: number): Promise<FactorState> {
  return (await readFactorStates(db, [userId])).get(userId) ?? none;
}

/** Whether a user needs more than the password to sign in. */
export function hasFactor({ totpSince, passkeyCount }: FactorState): boolean {
  return totpSince !== null || passkeyCount > 0;
}

/** The ways in which a user with a second factor can prove it. */
export function methodsOf(state: FactorState): FactorMethod[] {
  const methods: FactorMethod[] = [];
  if (state.totpSince !== null) methods.push('totp');
  if (state.passkeyCount > 0) methods.push('passkey');
  if (hasFactor(state) && state.recoveryCodesLeft > 0) methods.push('recovery_code');
  return methods;
}

@ObjectType({ simpleResolvers: true, description: 'A passkey of a user. Its private key never leaves the device.' })
export class Passkey {
  @Field(() => Int, { description: 'The id, unique among the passkeys of the account.' })
  id!: number;

  @Field(() => String, { description: 'The name that the user gave it, at most 63 characters.' })
  name!: string;

  @Field(() => Instant, { description: 'When it was added.' })
  createdAt!: Date;

  @Field(() => Instant, { nullable: true, description: 'When the user last signed in with it. Null: never.' })
  lastUsedAt!: Date | null;
}

/** Lists the passkeys of a user, the oldest first. There are at most `maxPasskeys`. */
export function listPasskeys(db: AccountQueries, userId: number): Promise<Passkey[]> {
  return db.query<Passkey>(
    `select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkey
     where account_id = $1 and user_id = $2 order by id`,
    [userId],
  );
}

@ObjectType({
  simpleResolvers: true,
  description: 'The second factor that a user proves beside the password to sign in.',
})
export class SecondFactor {
  @Field(() => Boolean, {
    description: 'Whether the account requires a second factor of users who sign in by password.',
  })
  isRequired!: boolean;

  @Field(() => Instant, {
    nullable: true,
    description: 'The time since which an app shows codes for the user. Null without one.',
  })
  totpSince!: Date | null;

  @Field(() => Int, { description: 'The number of recovery codes that were not used yet.' })
  recoveryCodesLeft!: number;

  @Field(() => [Passkey], { description: 'The passkeys, at most ten.', complexity: listCost(maxPasskeys) })
  passkeys!: Passkey[];
}
