import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors, rejectIfAny } from '../../platform/errors.js';
import { changedBy, type RequestContext } from '../context.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { requireRevision } from '../records/record.rules.js';
import { validateReferences } from '../records/reference.js';
import { toStoredHours } from '../resource/opening-hours.rules.js';
import type { ProviderInput } from './provider.entity.js';
import { Provider } from './provider.entity.js';

/** @throws DomainError INVALID by attribute */
export function createProvider(context: RequestContext, input: ProviderInput): Promise<Provider> {
  return context.db.transaction(async (tx) => {
    const provider = tx.create(Provider, context.clock.now());
    rejectIfAny(await changeProvider(tx, provider, input));
    await recordChange(tx, 'provider.created', provider, changedBy(context));
    return provider;
  });
}

/** @throws DomainError INVALID by attribute, NOT_FOUND, PRECONDITION_FAILED */
export function updateProvider(
  context: RequestContext,
  id: number,
  input: ProviderInput,
  ifRevision?: number | null,
): Promise<Provider> {
  return context.db.transaction(async (tx) => {
    const provider = await tx.getLocked(Provider, id);
    requireRevision(provider, ifRevision, 'provider');
    rejectIfAny(await changeProvider(tx, provider, input));
    await recordChange(tx, 'provider.modified', provider, changedBy(context));
    return provider;
  });
}

/** Deletes a provider and returns its last state. @throws DomainError NOT_FOUND, PRECONDITION_FAILED */
export function deleteProvider(context: RequestContext, id: number, ifRevision?: number | null): Promise<Provider> {
  return context.db.transaction(async (tx) => {
    const provider = await tx.getLocked(Provider, id);
    requireRevision(provider, ifRevision, 'provider');
    await recordRemoval(tx, 'provider.deleted', provider, changedBy(context));
    return provider;
  });
}

/** Assigns the input to the provider and returns the errors of the result. */
async function changeProvider(tx: AccountTransaction, provider: Provider, input: ProviderInput): Promise<FieldErrors> {
  const referenceErrors = await validateReferences(tx, Provider, provider, input);
  const { hours, errors: hoursErrors } = toStoredHours(input, provider);
  const attributeErrors = assignAttributes(tx, provider, { ...input, ...hours });
  const errors = { ...validateAttributes(Provider, provider), ...attributeErrors, ...hoursErrors, ...referenceErrors };
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
