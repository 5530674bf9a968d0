import { Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import { languageList } from '../../platform/language.js';
import { listCost } from '../../platform/list-cost.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField, createContextLoader } from '../records/computed-field.js';
import { hasFactor, readFactorStates } from '../second-factor/second-factor.queries.js';
import { changeOwnLanguage } from './own-language.actions.js';
import { resetSecondFactor } from './user.actions.js';
import { AccountUser, ClientUserLink } from './user.entity.js';
import { endOtherSessions, endSession } from './user-session.actions.js';
import { loadSessions, maxSessions, UserSession, usualSessions } from './user-session.queries.js';

const loadHasFactor = createContextLoader<boolean, boolean>(async ({ db }, ids) => {
  const states = await readFactorStates(db, ids);
  return new Map([...states].map(([id, state]) => [id, hasFactor(state)]));
}, false);

/** The sessions of users, their language and, for admins, whether a user has a second factor. */
@Resolver(() => ClientUserLink)
export class UserSessionResolver {
  @RequiresPermission('signIn')
  @Mutation(() => UserSession, {
    description:
      "Ends a session: one of the user's own or, with the permission `USERS`, one of any user. It is refused from the next request on.",
  })
  endSession(
    @Arg('id', () => Int, { description: 'The id of the session.' }) id: number,
    @Ctx() context: RequestContext,
  ): Promise<UserSession> {
    return endSession(context, id);
  }

  @RequiresPermission('signIn')
  @Mutation(() => [UserSession], {
    description: 'Ends all sessions of the user but the one of this request, and returns them.',
    complexity: listCost(usualSessions),
  })
  endOtherSessions(@Ctx() context: RequestContext): Promise<UserSession[]> {
    return endOtherSessions(context);
  }

  @RequiresPermission('signIn')
  @Mutation(() => AccountUser, { description: 'Changes the language in which the user reads the dashboard.' })
  changeOwnLanguage(
    @Arg('language', () => String, {
      nullable: true,
      description: `The language: ${languageList}. Null for that of the account.`,
    })
    language: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<AccountUser> {
    return changeOwnLanguage(context, language ?? null);
  }

  @RequiresPermission('users')
  @Mutation(() => ClientUserLink, {
    description:
      'Removes the app for codes, the passkeys and the recovery codes of a user who has lost them, and ends the sessions of that user.',
  })
  resetSecondFactor(
    @Arg('id', () => Int, { description: 'The id of the user, as in `clientUsers`.' }) id: number,
    @Ctx() context: RequestContext,
  ): Promise<ClientUserLink> {
    return resetSecondFactor(context, id);
  }

  @ComputedField(() => [UserSession], {
    description: `The sessions that have not ended, the newest first, at most ${maxSessions}.`,
    complexity: listCost(usualSessions),
  })
  sessions({ userId }: ClientUserLink, context: RequestContext): Promise<UserSession[]> {
    return loadSessions(context, userId);
  }

  @ComputedField(() => Boolean, { description: 'Whether the user has an app for codes or a passkey.' })
  hasSecondFactor({ userId }: ClientUserLink, context: RequestContext): Promise<boolean> {
    return loadHasFactor(context, userId);
  }
}
