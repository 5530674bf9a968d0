import type { AccountTransaction, Lock } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { validateDecimals } from '../money.rules.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { recordWrites } from '../records/record-writes.js';
import { validateReferences } from '../records/reference.js';
import { toStoredHours } from '../resource/opening-hours.rules.js';
import { ServiceNeed } from '../service/service-need.entity.js';
import { maxPool } from '../service/service-need.rules.js';
import type { ProviderInput } from './provider.entity.js';
import { Provider } from './provider.entity.js';

export const providerWrites = recordWrites({
  type: 'provider',
  entity: Provider,
  title: 'provider',
  // The need, before the provider: nobody deletes it meanwhile, or fills its pool.
  locks: (input?: ProviderInput): Lock[] => (typeof input?.needId === 'number' ? [[ServiceNeed, input.needId]] : []),
  assign: async ({ context, tx }, provider, input: ProviderInput, before) => ({
    errors: await changeProvider(context, tx, provider, input, before),
  }),
});

/** Assigns the input to the provider and returns the errors of the result. */
async function changeProvider(
  { account }: RequestContext,
  tx: AccountTransaction,
  provider: Provider,
  input: ProviderInput,
  before: Provider | undefined,
): Promise<FieldErrors> {
  const { price } = provider;
  const { needId: _, ...others } = input;
  const referenceErrors = await validateReferences(tx, Provider, provider, others);
  const { hours, errors: hoursErrors } = toStoredHours(input, provider);
  const attributeErrors = assignAttributes(tx, provider, { ...input, ...hours });
  const errors = {
    ...validateAttributes(Provider, provider),
    ...validateDecimals(account.currency, { price: provider.price }, { price }),
    ...attributeErrors,
    ...hoursErrors,
    ...referenceErrors,
    ...(await validateNeed(tx, provider, before)),
  };
  return hasErrors(errors) ? errors : validateUniqueness(tx, provider);
}

/** Checks that the need is one of the service, with room in its pool for another resource. */
async function validateNeed(
  tx: AccountTransaction,
  { needId, serviceId }: Provider,
  before: Provider | undefined,
): Promise<FieldErrors> {
  if (needId === null || (needId === before?.needId && serviceId === before.serviceId)) return {};
  const need = await tx.find(ServiceNeed, needId);
  if (!need) return { needId: ['does not exist'] };
  if (need.serviceId !== serviceId) return { needId: ['is invalid', 'must be a need of the service'] };
  if (needId === before?.needId || (await tx.count(Provider, { needId })) < maxPool) return {};
  return { needId: [`has ${maxPool} resources already, which is the maximum`] };
}

/** A resource has at most one provider for each need of a service, or for a service without needs. */
async function validateUniqueness(
  tx: AccountTransaction,
  { id, resourceId, serviceId, needId }: Provider,
): Promise<FieldErrors> {
  const [same] = await tx.rows(Provider, { resourceId, serviceId, needId });
  return same && same.id !== id ? { resourceId: ['has already been taken'] } : {};
}
