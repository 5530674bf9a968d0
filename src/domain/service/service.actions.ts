import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, rejectIfAny } from '../../platform/errors.js';
import { changedBy, type RequestContext } from '../context.js';
import type { NewImage } from '../image/image.argument.js';
import { changeImage } from '../image/record-image.actions.js';
import { validateDecimals } from '../money.rules.js';
import { assignAttributes } from '../records/attributes.js';
import { requireRevision } from '../records/record.rules.js';
import { liquidTexts, validateLiquid } from '../text/liquid-text.rules.js';
import type { ServiceInput } from './service.entity.js';
import { Service } from './service.entity.js';
import { findBookingType, validateService } from './service.rules.js';

/** @throws DomainError INVALID by attribute */
export function createService(context: RequestContext, input: ServiceInput): Promise<Service> {
  return context.db.transaction(async (tx) => {
    const service = tx.create(Service, context.clock.now());
    rejectIfAny(await changeService(context, tx, service, input));
    await recordChange(tx, 'service.created', service, changedBy(context));
    return service;
  });
}

/** @throws DomainError INVALID by attribute, NOT_FOUND, PRECONDITION_FAILED */
export function updateService(
  context: RequestContext,
  id: number,
  input: ServiceInput,
  ifRevision?: number | null,
): Promise<Service> {
  return context.db.transaction(async (tx) => {
    const service = await tx.getLocked(Service, id);
    requireRevision(service, ifRevision, 'service');
    rejectIfAny(await changeService(context, tx, service, input));
    await recordChange(tx, 'service.modified', service, changedBy(context));
    return service;
  });
}

/**
 * Replaces the image of a service, or removes it.
 *
 * @throws DomainError INVALID on `image`, NOT_FOUND, PRECONDITION_FAILED
 */
export function setServiceImage(
  context: RequestContext,
  id: number,
  image: NewImage,
  ifRevision?: number | null,
): Promise<Service> {
  return context.db.transaction(async (tx) => {
    const service = await tx.getLocked(Service, id);
    requireRevision(service, ifRevision, 'service');
    await changeImage(context, tx, 'service', service, image);
    await recordChange(tx, 'service.modified', service, changedBy(context));
    return service;
  });
}

/** Deactivates a service. Does nothing if it is already deleted. @throws DomainError NOT_FOUND, PRECONDITION_FAILED */
export function deleteService(context: RequestContext, id: number, ifRevision?: number | null): Promise<Service> {
  return context.db.transaction(async (tx) => {
    const service = await tx.getLocked(Service, id);
    requireRevision(service, ifRevision, 'service');
    if (!service.active) return service;
    service.active = false;
    await recordChange(tx, 'service.deleted', service, changedBy(context));
    return service;
  });
}

/** Assigns the input to the service and returns the errors of the result. */
async function changeService(
  { account }: RequestContext,
  tx: AccountTransaction,
  service: Service,
  { bookingTypeId, ...input }: ServiceInput,
): Promise<FieldErrors> {
  const { price } = service;
  const attributeErrors = assignAttributes(tx, service, input);
  return {
    ...validateService(service),
    ...validateDecimals(account.currency, { price: service.price }, { price }),
    ...setTypeById(service, input.bookingType === undefined ? bookingTypeId : null),
    ...(await validateLiquid(input, liquidTexts.service)),
    ...attributeErrors,
  };
}

/** Sets the type by its deprecated number. */
function setTypeById(service: Service, id: number | null | undefined): FieldErrors {
  if (id === null || id === undefined) return {};
  const bookingType = findBookingType(id);
  if (!bookingType) return { bookingTypeId: ['is not included in the list'] };
  service.bookingType = bookingType;
  return {};
}
