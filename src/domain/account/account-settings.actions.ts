import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { recordChange } from '../../outbox/change-log.js';
import { ClientNetworks } from '../../platform/client-networks.js';
import { decimalsOf } from '../../platform/currencies.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, invalid, rejectIfAny } from '../../platform/errors.js';
import { normaliseFees, validateFees } from '../cancellation-fee.rules.js';
import { changedBy, type RequestContext } from '../context.js';
import { validateDeposit } from '../deposit.rules.js';
import { toStoredImage, validateImage } from '../image/image.rules.js';
import { assignAttributes } from '../records/attributes.js';
import { requireRevision } from '../records/record.rules.js';
import { recordSecurityEvent } from '../security-event/record-security-event.actions.js';
import { validateTexts } from '../text/contact-details.js';
import { liquidTexts, validateLiquid } from '../text/liquid-text.rules.js';
import { normaliseTipPercentages, validateTipPercentages } from '../tip-percentages.rules.js';
import { Account } from './account.entity.js';
import type { AccountInput } from './account.input.js';
import { normaliseNetworks, validateAccount, validateSettings } from './account.rules.js';
import { slotGenerationNumbers, verificationNumbers } from './account-choices.rules.js';
import { deleteLogo, storeLogo, toLogoUrl } from './account-logo.actions.js';
import { toClosedDays, validateClosedDays } from './closed-days.rules.js';
import { validateMailFrom, validateMailFromName } from './mail-sender.rules.js';
import { normaliseNumbers, validateNumbers } from './organisation-number.rules.js';

/**
 * Updates the account. A new time zone takes effect with the next request.
 *
 * @throws DomainError INVALID by attribute, PRECONDITION_FAILED
 */
export async function updateAccount(
  context: RequestContext,
  input: AccountInput,
  ifRevision?: number | null,
): Promise<Account> {
  let isRenamed = false;
  try {
    return await context.db.transaction(async (tx) => {
      await tx.lock([Account, tx.accountId]);
      const account = await tx.own(Account);
      requireRevision(account, ifRevision, 'account');
      const { currency, subdomain, dashboardNetworks } = account;
      rejectIfAny(await assignAccount(context, tx, account, input));
      const areNetworksChanged = !isDeepStrictEqual(account.dashboardNetworks, dashboardNetworks);
      if (areNetworksChanged && !input.force) rejectLockOut(context, account);
      if (account.currency !== currency) await rejectWithOpenOrders(tx, currency, account.currency);
      await changeLogo(tx, account, input);
      if (context.cell && account.subdomain !== subdomain) {
        isRenamed = true;
        const { id, subdomain: chosen } = account;
        await context.cell.directory.reserve({ id, subdomain: chosen, cell: context.cell.name });
      }
      await recordChange(tx, 'account.modified', account, changedBy(context));
      if (areNetworksChanged) {
        const details = { networks: account.dashboardNetworks };
        await recordSecurityEvent(tx, context, { kind: 'account.networks_changed', details });
      }
      return account;
    });
  } finally {
    if (isRenamed) await releaseSubdomains(context);
  }
}

/**
 * Deletes the entries of the directory with other subdomains than that of the account: the old one after a change, the new
 * one after a refusal. Under the lock under which subdomains are reserved, so that none is deleted whose change is at work.
 * A failure leaves an entry too much, which harms no request: see `Directory`.
 */
async function releaseSubdomains({ db, cell }: RequestContext): Promise<void> {
  const release = db.transaction(async (tx) => {
    await tx.lock([Account, tx.accountId]);
    const { id, subdomain } = await tx.own(Account);
    await cell?.directory.keepOnly(id, subdomain);
  });
  await release.catch(() => {});
}

/** Refuses networks that would lock out the client of this request. @throws DomainError INVALID on `dashboardNetworks` */
function rejectLockOut({ clientAddress }: RequestContext, { dashboardNetworks }: Account): void {
  if (dashboardNetworks.length === 0 || new ClientNetworks(dashboardNetworks).contain(clientAddress)) return;
  throw invalid({
    dashboardNetworks: [`must contain your address ${clientAddress}, unless force is true: you would be locked out`],
  });
}

/**
 * Keeps the currency of open orders: their amounts have no other. The first currency of an account is accepted if they are
 * whole minor units of it.
 *
 * @throws DomainError INVALID on `currency`
 */
async function rejectWithOpenOrders(
  tx: AccountTransaction,
  before: string | null,
  after: string | null,
): Promise<void> {
  // The foreign key of a new order locks the account, too: this waits for those that are being written.
  await tx.query('select id from account where id = $1 for update');
  const decimals = before === null ? decimalsOf(after) : -1;
  const [open] = await tx.query(
    `select id from booking_order where account_id = $1 and state = 'pending'
       and greatest(scale(trim_scale(total)), scale(trim_scale(discount_amount)), scale(trim_scale(paid_amount))) > $2
     limit 1`,
    [decimals],
  );
  if (open) throw invalid({ currency: ["can't be changed while orders are open"] });
}

/** Assigns the input except the logo to the account, and returns the errors of the whole input. */
async function assignAccount(
  context: RequestContext,
  tx: AccountTransaction,
  account: Account,
  { logo, removeLogo, force, verification, slotGeneration, dashboardNetworks, closedDays, ...input }: AccountInput,
): Promise<FieldErrors> {
  const { mailFrom, depositValue, depositFrom, cancellationFees, currency } = account;
  const isUnknownUrl = typeof logo === 'string' && logo !== toLogoUrl(account, context);
  const attributeErrors = assignAttributes(tx, account, {
    ...input,
    ...toNumbers({ verification, slotGeneration }),
    dashboardNetworks: dashboardNetworks && normaliseNetworks(dashboardNetworks),
    closedDays: closedDays && toClosedDays(closedDays),
  });
  account.countryCode = account.countryCode.toUpperCase();
  account.documentCountry = account.documentCountry?.toUpperCase() || null;
  if (account.currency !== currency && input.vatExchangeRate === undefined) account.vatExchangeRate = null;
  Object.assign(account, normaliseNumbers(account));
  normaliseFees(account);
  normaliseTipPercentages(account);
  return {
    ...(account.mailFrom !== null && account.mailFrom !== mailFrom && validateMailFrom(account.mailFrom, context.mail)),
    ...validateMailFromName(input.mailFromName),
    ...validateAccount(account),
    ...validateSettings(account),
    ...validateNumbers(account),
    ...validateDeposit(account, { depositValue, depositFrom }, account.currency),
    ...validateFees(account, cancellationFees, account.currency),
    ...validateTipPercentages(account),
    ...validateClosedDays(closedDays ?? []),
    ...validateTexts(input),
    ...(await validateLiquid(input, liquidTexts.account)),
    ...attributeErrors,
    ...(logo instanceof Uint8Array && validateImage('logo', logo)),
    ...(isUnknownUrl && { logo: ['is invalid'] }),
  };
}

/** Returns the stored numbers of the choices that the input has. Null restores the default. */
function toNumbers({ verification, slotGeneration }: Pick<AccountInput, 'verification' | 'slotGeneration'>): object {
  return {
    ...(verification !== undefined && { verificationMethod: verification && verificationNumbers[verification] }),
    ...(slotGeneration !== undefined && {
      slotGenerationType: slotGeneration && slotGenerationNumbers[slotGeneration],
    }),
  };
}

/** A new image takes precedence over `removeLogo`. */
async function changeLogo(tx: AccountTransaction, account: Account, { logo, removeLogo }: AccountInput): Promise<void> {
  if (logo instanceof Uint8Array) {
    const image = toStoredImage(logo);
    account.logo = hash('sha256', image.bytes);
    await storeLogo(tx, account.logo, image);
  } else if (logo === null || removeLogo) {
    account.logo = null;
    await deleteLogo(tx);
  }
}
