import { type DomainError, type FieldErrors, invalid } from '../errors.js';

/**
 * What a constraint of the database says when it stops what a rule let pass, because two requests ran at once.
 * One table, by the constraint's name in the migrations.
 */
const problems: Record<string, FieldErrors> = {
  account_subdomain_unique: { subdomain: ['has already been taken'] },
  account_user_email_unique: { email: ['has already been taken'] },
  person_email_unique: { email: ['has already been taken'] },
  person_phone_number_unique: { phoneNumber: ['has already been taken'] },
  person_national_id_no_unique: { nationalIdNo: ['has already been taken'] },
  person_provider_uid_unique: { uid: ['has already been taken'] },
  provider_service_resource_unique: { resourceId: ['has already been taken'] },
  booking_fits_resource: { resourceId: ['is not available'] },
  booking_fits_event: { eventId: ['is full'] },
  coupon_code_unique: { code: ['has already been taken'] },
  coupon_is_available: { couponId: ['is used up'] },
  gift_card_code_unique: { code: ['has already been taken'] },
  order_payment_reference_unique: { reference: ['has already been taken'] },
};

/** The error for whoever sent the request, when `error` comes from one of those constraints. */
export function constraintProblem(error: unknown): DomainError | undefined {
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return undefined;
  const fields = problems[String(error.constraint)];
  return fields && invalid(fields);
}
