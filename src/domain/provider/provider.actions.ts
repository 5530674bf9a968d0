import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { validateDecimals } from '../money.rules.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { recordWrites } from '../records/record-writes.js';
import { validateReferences } from '../records/reference.js';
import { toStoredHours } from '../resource/opening-hours.rules.js';
import type { ProviderInput } from './provider.entity.js';
import { Provider } from './provider.entity.js';

export const providerWrites = recordWrites({
  type: 'provider',
  entity: Provider,
  title: 'provider',
  assign: async ({ context, tx }, provider, input: ProviderInput) => ({
    errors: await changeProvider(context, tx, provider, input),
  }),
});

/** Assigns the input to the provider and returns the errors of the result. */
async function changeProvider(
  { account }: RequestContext,
  tx: AccountTransaction,
  provider: Provider,
  input: ProviderInput,
): Promise<FieldErrors> {
  const { price } = provider;
  const referenceErrors = await validateReferences(tx, Provider, provider, input);
  const { hours, errors: hoursErrors } = toStoredHours(input, provider);
  const attributeErrors = assignAttributes(tx, provider, { ...input, ...hours });
  const errors = {
    ...validateAttributes(Provider, provider),
    ...validateDecimals(account.currency, { price: provider.price }, { price }),
    ...attributeErrors,
    ...hoursErrors,
    ...referenceErrors,
  };
  return hasErrors(errors) ? errors : validateUniqueness(tx, provider);
}

/** A resource has at most one provider per service. */
async function validateUniqueness(
  tx: AccountTransaction,
  { id, resourceId, serviceId }: Provider,
): Promise<FieldErrors> {
  const [same] = await tx.rows(Provider, { resourceId, serviceId });
  return same && same.id !== id ? { resourceId: ['has already been taken'] } : {};
}
