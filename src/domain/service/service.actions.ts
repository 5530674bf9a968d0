import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import { normaliseFees, validateFees } from '../cancellation-fee.rules.js';
import type { RequestContext } from '../context.js';
import { validateDeposit } from '../deposit.rules.js';
import type { NewImage } from '../image/image.argument.js';
import { changeImage } from '../image/record-image.actions.js';
import { validateDecimals } from '../money.rules.js';
import { assignAttributes } from '../records/attributes.js';
import { deactivate } from '../records/record.rules.js';
import { recordWrites } from '../records/record-writes.js';
import { validateIds, validateReferences } from '../records/reference.js';
import { liquidTexts, validateLiquid } from '../text/liquid-text.rules.js';
import type { ServiceInput } from './service.entity.js';
import { Service } from './service.entity.js';
import { findBookingType, validateService } from './service.rules.js';
import { ServiceNeed } from './service-need.entity.js';
import { validateServiceOfNeeds } from './service-need.rules.js';

/** A service that is deleted becomes inactive. */
export const serviceWrites = recordWrites({
  type: 'service',
  entity: Service,
  title: 'service',
  assign: async ({ context, tx }, service, input: ServiceInput, before) => {
    const errors = await changeService(context, tx, service, input);
    return { errors: { ...(before && (await validateForNeeds(tx, service, before))), ...errors } };
  },
  retire: (_, service) => deactivate(service),
});

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
  return serviceWrites.change(context, id, ifRevision, ({ tx }, service) =>
    changeImage(context, tx, 'service', service, image),
  );
}

/** Assigns the input to the service and returns the errors of the result. */
async function changeService(
  { account }: RequestContext,
  tx: AccountTransaction,
  service: Service,
  { bookingTypeId, ...input }: ServiceInput,
): Promise<FieldErrors> {
  const { price, depositValue, depositFrom, cancellationFees } = service;
  const referenceErrors = await validateReferences(tx, Service, service, input);
  const { packageServiceIds } = input;
  const listErrors = await validateIds(tx, Service, { packageServiceIds }, service);
  const attributeErrors = assignAttributes(tx, service, input);
  normaliseFees(service);
  return {
    ...validateService(service),
    ...validateDecimals(account.currency, { price: service.price }, { price }),
    ...validateDeposit(service, { depositValue, depositFrom }, account.currency),
    ...validateFees(service, cancellationFees, account.currency),
    ...setTypeById(service, input.bookingType === undefined ? bookingTypeId : null),
    ...(await validateLiquid(input, liquidTexts.service)),
    ...referenceErrors,
    ...listErrors,
    ...attributeErrors,
  };
}

/** Checks a changed service, whose lock is held, against its needs. */
async function validateForNeeds(tx: AccountTransaction, service: Service, before: Service): Promise<FieldErrors> {
  const attributes = ['bookingType', 'hasDayBooking', 'interval'] as const;
  if (attributes.every((attribute) => service[attribute] === before[attribute])) return {};
  return validateServiceOfNeeds(service, await tx.rows(ServiceNeed, { serviceId: service.id }));
}

/** Sets the type by its deprecated number. */
function setTypeById(service: Service, id: number | null | undefined): FieldErrors {
  if (id === null || id === undefined) return {};
  const bookingType = findBookingType(id);
  if (!bookingType) return { bookingTypeId: ['is not included in the list'] };
  service.bookingType = bookingType;
  return {};
}
