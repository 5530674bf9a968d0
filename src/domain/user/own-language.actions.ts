import { recordChange } from '../../outbox/change-log.js';
import { mustBeOneOf } from '../../platform/accepted.js';
import { DomainError, invalid } from '../../platform/errors.js';
import { type Language, languageOf, languages } from '../../platform/language.js';
import { changedBy, type RequestContext } from '../context.js';
import { AccountUser } from './user.entity.js';

/** Returns the language in which the user reads the dashboard: that of the account unless the user has chosen one. */
export async function readOwnLanguage({ actor, db, account }: RequestContext): Promise<Language> {
  const user = actor.kind === 'user' ? await db.get(AccountUser, actor.id) : undefined;
  return languageOf(user?.language ?? account.locale);
}

/**
 * Changes the language in which the user reads the dashboard.
 *
 * @param language null for that of the account
 * @throws DomainError FORBIDDEN for a key of the account, INVALID on `language`
 */
export function changeOwnLanguage(context: RequestContext, language: string | null): Promise<AccountUser> {
  const { actor, db } = context;
  if (actor.kind !== 'user') throw new DomainError('FORBIDDEN', 'Only users who have signed in have a language');
  if (language !== null && !languages.some((known) => known === language)) {
    throw invalid({ language: ['is not included in the list', mustBeOneOf(languages)] });
  }
  return db.transaction(async (tx) => {
    const user = await tx.getLocked(AccountUser, actor.id);
    user.language = language;
    await recordChange(tx, 'user.modified', user, changedBy(context));
    return user;
  });
}
