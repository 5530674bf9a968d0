import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import { type FieldErrors, invalid, notFound, rejectIfAny } from '../../platform/errors.js';
import type { PaymentProvider, ProviderCredentials } from '../../platform/payments/payment-provider.js';
import { changedBy, type RequestContext } from '../context.js';
import { recordSecurityEvent } from '../security-event/record-security-event.actions.js';
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
    const stored = isOther ? {} : settings;
    const provider = context.paymentProviders?.get(input.provider);
    const isSigning = provider === undefined || signsNotifications(provider);
    rejectIfAny(
      provider
        ? currencyErrors(context, provider)
        : { provider: ['is not included in the list', `must be ${listOf(context)}`] },
      keyErrors('secretKey', input, stored),
      isSigning ? keyErrors('webhookSecret', input, stored) : {},
      input.asksForCards && provider?.capabilities.savesCards === false
        ? { asksForCards: ['is not possible by this provider'] }
        : {},
    );
    Object.assign(settings, {
      provider: input.provider,
      active: input.active ?? true,
      asksForCards: input.asksForCards ?? settings.asksForCards,
      secretKey: sealKey(context, 'payment_settings.secret_key', input.secretKey) ?? settings.secretKey,
      webhookSecret: isSigning
        ? (sealKey(context, 'payment_settings.webhook_secret', input.webhookSecret) ?? settings.webhookSecret)
        : null,
    });
    await recordChange(
      tx,
      found ? 'payment_settings.modified' : 'payment_settings.created',
      settings,
      changedBy(context),
      {
        isChangedElsewhere: true,
      },
    );
    await recordSecurityEvent(tx, context, {
      kind: 'payment_provider.changed',
      details: { provider: settings.provider, active: settings.active },
    });
    return settings;
  });
}

/** Whether the account has a secret that verifies the notifications of a provider. */
function signsNotifications({ capabilities }: PaymentProvider): boolean {
  return capabilities.events.length > 0;
}

/** An account without a currency cannot be paid, so it may get one later: then the page to pay says the same. */
function currencyErrors({ account: { currency } }: RequestContext, { capabilities }: PaymentProvider): FieldErrors {
  if (currency === null || capabilities.currencies.has(currency)) return {};
  return { provider: [`does not take payments in ${currency}`] };
}

function listOf({ paymentProviders }: RequestContext): string {
  return [...(paymentProviders?.keys() ?? [])].join(' or ');
}

type KeyName = keyof ProviderCredentials;

/** @param stored has the sealed keys of the same provider, which an absent key leaves */
function keyErrors(
  name: KeyName,
  { [name]: given }: Pick<PaymentSettingsInput, KeyName>,
  { [name]: stored }: Partial<ProviderCredentials>,
): FieldErrors {
  const key = given?.trim();
  if (!key) return stored ? {} : { [name]: ["can't be blank"] };
  return keyForm.test(key) ? {} : { [name]: ['is invalid'] };
}

function sealKey({ db }: RequestContext, column: string, given: string | null | undefined): string | undefined {
  const key = given?.trim();
  return key ? db.seal(column, key) : undefined;
}

/** Returns the keys of the account, decrypted, for one call of the provider. @throws EncryptionError */
export function openCredentials(
  { db }: Pick<RequestContext, 'db'>,
  { secretKey, webhookSecret }: PaymentSettings,
): ProviderCredentials {
  return {
    secretKey: db.open('payment_settings.secret_key', secretKey),
    webhookSecret: webhookSecret === null ? null : db.open('payment_settings.webhook_secret', webhookSecret),
  };
}

/** Removes the payment provider and its keys. Payments are recorded by the account again. @throws DomainError NOT_FOUND */
export function removePaymentProvider(context: RequestContext): Promise<PaymentSettings> {
  return context.db.transaction(async (tx) => {
    const [row] = await tx.rows(PaymentSettings, {}, { limit: 1 });
    const settings = row && (await tx.findLocked(PaymentSettings, row.id));
    if (!settings) throw notFound();
    await recordRemoval(tx, 'payment_settings.deleted', settings, changedBy(context));
    await recordSecurityEvent(tx, context, {
      kind: 'payment_provider.changed',
      details: { provider: settings.provider, removed: true },
    });
    return settings;
  });
}

/** Returns the payment settings, or null. */
export async function findPaymentSettings({ db }: Pick<RequestContext, 'db'>): Promise<PaymentSettings | null> {
  const [settings] = await db.rows(PaymentSettings, {}, { limit: 1 });
  return settings ?? null;
}

/** Returns the address of the notifications of a provider; null if the server does not know its own. */
export function notificationAddress({ address, account }: RequestContext, provider: string): string | null {
  return address === '' ? null : `${address}/payments/${provider}/${account.subdomain}`;
}

/** Whether customers of the account can pay by a provider. */
export async function canPayOnline(context: RequestContext): Promise<boolean> {
  return context.account.currency !== null && (await findPaymentSettings(context))?.active === true;
}

/** A provider with the keys of the account. */
export interface OwnProvider {
  provider: PaymentProvider;
  credentials: ProviderCredentials;
  settings: PaymentSettings;
}

/** Returns the provider of the account, active or not. @throws DomainError INVALID on `provider` if it has none */
export async function getOwnProvider(context: RequestContext): Promise<OwnProvider> {
  const settings = await findPaymentSettings(context);
  const provider = settings && context.paymentProviders?.get(settings.provider);
  if (!settings || !provider) throw invalid({ provider: ['is not set'] });
  return { settings, provider, credentials: openCredentials(context, settings) };
}
