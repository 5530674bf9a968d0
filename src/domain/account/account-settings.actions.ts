import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { sha256 } from '../../platform/digest.js';
import type { FieldErrors } from '../../platform/errors.js';
import { assignAttributes, rejectIfAny } from '../attributes.js';
import { by, type RequestContext } from '../context.js';
import { liquidProblems, liquidTexts } from '../liquid-text.rules.js';
import { Account } from './account.entity.js';
import type { AccountInput } from './account.input.js';
import { accountProblems } from './account.rules.js';
import { dropLogo, logoAddress, storeLogo } from './account-logo.js';
import { settingsProblems } from './account-settings.rules.js';
import { imageType, logoProblems } from './logo.rules.js';

/** Changes the account itself; a time zone holds from the next request on. @throws DomainError INVALID by attribute */
export function updateAccount(context: RequestContext, input: AccountInput): Promise<Account> {
  return context.db.transaction(async (tx) => {
    await tx.lock([Account, tx.accountId]);
    const account = await tx.own(Account);
    rejectIfAny(changeAccount(context, tx, account, input));
    await changeLogo(tx, account, input);
    await recordChange(tx, 'account.modified', account, by(context));
    return account;
  });
}

/** Writes the input, but for the logo, into the account, and gives all that is wrong with what results. */
function changeAccount(
  context: RequestContext,
  tx: AccountTransaction,
  account: Account,
  { logo, removeLogo, ...input }: AccountInput,
): FieldErrors {
  const isForeign = typeof logo === 'string' && logo !== logoAddress(account, context);
  const unfit = assignAttributes(tx, account, input);
  account.countryCode = account.countryCode.toUpperCase();
  return {
    ...accountProblems(account),
    ...settingsProblems(account),
    ...liquidProblems(input, liquidTexts.account),
    ...unfit,
    ...(logo instanceof Uint8Array && logoProblems(logo)),
    ...(isForeign && { logo: ['is invalid'] }),
  };
}

/** A new image goes before the wish to have none. */
async function changeLogo(tx: AccountTransaction, account: Account, { logo, removeLogo }: AccountInput): Promise<void> {
  const type = logo instanceof Uint8Array ? imageType(logo) : undefined;
  if (logo instanceof Uint8Array && type) {
    account.logo = sha256(logo);
    await storeLogo(tx, account.logo, { type, bytes: Buffer.from(logo) });
  } else if (logo === null || removeLogo) {
    account.logo = null;
    await dropLogo(tx);
  }
}
