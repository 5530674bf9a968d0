import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import { type FieldErrors, invalid, notFound, rejectIfAny } from '../../platform/errors.js';
import type { PaymentProvider } from '../../platform/payments/payment-provider.js';
import { changedBy, type RequestContext } from '../context.js';
import { PaymentSettings } from './payment.entity.js';
import type { PaymentSettingsInput } from './payment.input.js';

/** Keys are sent in a header, so they have visible ASCII characters only. */
const keyForm = /^[!-~]{8,255}$/;

/**
 * Sets the payment provider of the account, in place of another.
 *
 * @throws DomainError INVALID by attribute
 */
export function setPaymentProvider(context: RequestContext, input: PaymentSettingsInput): Promise<PaymentSettings> {
  return context.db.transaction(async (tx) => {
    // One row for an account: the lock of a row that may not exist yet.
    await tx.lockText('payment_settings');
    const [row] = await tx.rows(PaymentSettings, {}, { limit: 1 });
    const found = row && (await tx.findLocked(PaymentSettings, row.id));
    const settings = found ?? tx.create(PaymentSettings, context.clock.now());
    const isOther = settings.provider !== input.provider;
    const secretKey = input.secretKey?.trim() || (isOther ? undefined : settings.secretKey);
    const webhookSecret = input.webhookSecret?.trim() || (isOther ? undefined : settings.webhookSecret);
    const isKnown = context.paymentProviders?.has(input.provider) === true;
    rejectIfAny(
      isKnown ? {} : { provider: ['is not included in the list', `must be ${listOf(context)}`] },
      keyErrors('secretKey', secretKey),
      keyErrors('webhookSecret', webhookSecret),
    );
    Object.assign(settings, { provider: input.provider, active: input.active ?? true, secretKey, webhookSecret });
    await recordChange(
      tx,
      found ? 'payment_settings.modified' : 'payment_settings.created',
      settings,
      changedBy(context),
      {
        isChangedElsewhere: true,
      },
    );
    return settings;
  });
}

function listOf({ paymentProviders }: RequestContext): string {
  return [...(paymentProviders?.keys() ?? [])].join(' or ');
}

function keyErrors(attribute: string, key: string | undefined): FieldErrors {
  if (!key) return { [attribute]: ["can't be blank"] };
  return keyForm.test(key) ? {} : { [attribute]: ['is invalid'] };
}

/** Removes the payment provider and its keys. Payments are recorded by the account again. @throws DomainError NOT_FOUND */
export function removePaymentProvider(context: RequestContext): Promise<PaymentSettings> {
  return context.db.transaction(async (tx) => {
    const [row] = await tx.rows(PaymentSettings, {}, { limit: 1 });
    const settings = row && (await tx.findLocked(PaymentSettings, row.id));
    if (!settings) throw notFound();
    await recordRemoval(tx, 'payment_settings.deleted', settings, changedBy(context));
    return settings;
  });
}

/** Returns the payment settings, or null. */
export async function findPaymentSettings({ db }: Pick<RequestContext, 'db'>): Promise<PaymentSettings | null> {
  const [settings] = await db.rows(PaymentSettings, {}, { limit: 1 });
  return settings ?? null;
}

/** Whether customers of the account can pay by a provider. */
export async function canPayOnline(context: RequestContext): Promise<boolean> {
  return context.account.currency !== null && (await findPaymentSettings(context))?.active === true;
}

/** A provider with the keys of the account. */
export interface OwnProvider {
  provider: PaymentProvider;
  settings: PaymentSettings;
}

/** Returns the provider of the account, active or not. @throws DomainError INVALID on `provider` if it has none */
export async function getOwnProvider(context: RequestContext): Promise<OwnProvider> {
  const settings = await findPaymentSettings(context);
  const provider = settings && context.paymentProviders?.get(settings.provider);
  if (!settings || !provider) throw invalid({ provider: ['is not set'] });
  return { settings, provider };
}
