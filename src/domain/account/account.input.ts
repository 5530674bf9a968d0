import { Field, InputType, Int } from 'type-graphql';
import { Decimal, FileUpload, JsonObject } from '../../platform/scalars.js';
import { DepositFor, DepositType } from '../deposit.rules.js';
import type { RoundingOfTax } from '../money.rules.js';
import { DescribedBy } from '../records/attributes.js';
import { Account } from './account.entity.js';
import {
  AccountVerification,
  AutomaticDocuments,
  CalendarAttachment,
  type IssuedDocuments,
  PersonOverlaps,
  SlotGeneration,
  TaxRounding,
  Trade,
} from './account-choices.rules.js';
import { ClosedDayInput } from './closed-day.type.js';

/** Attributes of the account. An absent attribute stays unchanged; null clears it or restores its default. */
@DescribedBy(Account)
@InputType({
  description: 'Attributes of the account. An absent one stays unchanged. Null clears it or restores its default.',
})
export class AccountInput {
  @Field(() => String, { nullable: true }) subdomain?: string | null;
  @Field(() => String, { nullable: true }) name?: string | null;
  @Field(() => String, { nullable: true }) email?: string | null;
  @Field(() => String, { nullable: true }) timeZone?: string | null;
  @Field(() => String, { nullable: true }) countryCode?: string | null;
  @Field(() => Int, { nullable: true }) template?: number | null;
  @Field(() => String, { nullable: true }) locale?: string | null;
  @Field(() => String, { nullable: true }) googleAnalytics?: string | null;
  @Field(() => String, { nullable: true }) cssUrl?: string | null;
  @Field(() => String, { nullable: true }) address?: string | null;
  @Field(() => String, { nullable: true }) googleMerchantId?: string | null;
  @Field(() => String, { nullable: true }) googleMerchantKey?: string | null;
  @Field(() => String, { nullable: true }) serviceTemplate?: string | null;
  @Field(() => String, { nullable: true }) paymentProvider?: string | null;
  @Field(() => String, { nullable: true }) verificationMethods?: string | null;
  @Field(() => Int, { nullable: true }) verificationMethod?: number | null;
  @Field(() => AccountVerification, {
    nullable: true,
    description: 'The way in which holds are verified. `NONE` by default. Takes precedence over the number.',
  })
  verification?: AccountVerification | null;
  @Field(() => FileUpload, { nullable: true, description: 'A PNG, JPEG, GIF or WebP image of at most 1 MB.' }) logo?:
    | Uint8Array
    | string
    | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether to remove the logo. False by default.' })
  removeLogo?: boolean | null;
  @Field(() => String, { nullable: true }) currency?: string | null;
  @Field(() => Boolean, { nullable: true }) emailNotification?: boolean | null;
  @Field(() => Boolean, { nullable: true }) smsNotification?: boolean | null;
  @Field(() => Boolean, { nullable: true }) confirmManually?: boolean | null;
  @Field(() => Boolean, { nullable: true }) informalGerman?: boolean | null;
  @Field(() => Boolean, { nullable: true }) trustMoves?: boolean | null;
  @Field(() => Boolean, { nullable: true }) publicAccess?: boolean | null;
  @Field(() => Boolean, { nullable: true }) myBookings?: boolean | null;
  @Field(() => Boolean, { nullable: true }) rememberVisitors?: boolean | null;
  @Field(() => Boolean, { nullable: true }) reminderSms?: boolean | null;
  @Field(() => Boolean, { nullable: true }) closedForHolidays?: boolean | null;
  @Field(() => [ClosedDayInput], { nullable: true }) closedDays?: ClosedDayInput[] | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether people may cancel their bookings.' })
  allowCancellation?: boolean | null;
  @Field(() => String, { nullable: true }) mailNotificationRecipient?: string | null;
  @Field(() => String, { nullable: true }) mailFrom?: string | null;
  @Field(() => String, { nullable: true }) mailFromName?: string | null;
  @Field(() => String, { nullable: true }) replyTo?: string | null;
  @Field(() => CalendarAttachment, { nullable: true }) calendarAttachment?: CalendarAttachment | null;
  @Field(() => String, { nullable: true }) phoneNumber?: string | null;
  @Field(() => JsonObject, { nullable: true }) settings?: Record<string, unknown> | null;
  @Field(() => Int, { nullable: true }) intervalRounding?: number | null;
  @Field(() => Int, { nullable: true }) slotGenerationType?: number | null;
  @Field(() => SlotGeneration, {
    nullable: true,
    description: 'The starts of slots. `NEXT_AVAILABLE` by default. Takes precedence over the number.',
  })
  slotGeneration?: SlotGeneration | null;
  @Field(() => String, { nullable: true }) futureBookablePeriod?: string | null;
  @Field(() => String, { nullable: true }) firstBookablePeriod?: string | null;
  @Field(() => Int, { nullable: true }) maxActivePerPerson?: number | null;
  @Field(() => Int, { nullable: true }) maxDailyPerPerson?: number | null;
  @Field(() => Int, { nullable: true }) maxWeeklyPerPerson?: number | null;
  @Field(() => Trade, { nullable: true }) trade?: Trade | null;
  @Field(() => TaxRounding, { nullable: true }) taxRounding?: RoundingOfTax | null;
  @Field(() => DepositType, { nullable: true }) depositType?: DepositType | null;
  @Field(() => Decimal, { nullable: true }) depositValue?: string | null;
  @Field(() => Decimal, { nullable: true }) depositFrom?: string | null;
  @Field(() => DepositFor, { nullable: true }) depositFor?: DepositFor | null;
  @Field(() => String, { nullable: true }) cancellationFees?: string | null;
  @Field(() => String, { nullable: true }) cancellationPolicy?: string | null;
  @Field(() => String, { nullable: true }) tipPercentages?: string | null;
  @Field(() => String, { nullable: true }) legalName?: string | null;
  @Field(() => String, { nullable: true }) organisationNumber?: string | null;
  @Field(() => String, { nullable: true }) vatNumber?: string | null;
  @Field(() => String, { nullable: true }) documentCountry?: string | null;
  @Field(() => AutomaticDocuments, { nullable: true }) documents?: IssuedDocuments | null;
  @Field(() => Int, { nullable: true }) invoiceDueDays?: number | null;
  @Field(() => Decimal, { nullable: true }) vatExchangeRate?: string | null;
  @Field(() => Int, { nullable: true }) documentRetentionYears?: number | null;
  @Field(() => PersonOverlaps, { nullable: true }) personOverlaps?: PersonOverlaps | null;
  @Field(() => String, {
    nullable: true,
    description:
      'The time before its start until which a booking may still be cancelled: a period in English such as `24 hours` or `2 days`.',
  })
  cancellationPeriod?: string | null;
  @Field(() => Int, { nullable: true }) waitlistHoldMinutes?: number | null;
  @Field(() => Int, { nullable: true }) messageRetentionDays?: number | null;
  @Field(() => Int, { nullable: true }) deliveryRetentionDays?: number | null;
  @Field(() => Int, { nullable: true }) changeRetentionDays?: number | null;
  @Field(() => Int, { nullable: true }) personRetentionMonths?: number | null;
  @Field(() => Boolean, { nullable: true }) secondFactorRequired?: boolean | null;
  @Field(() => Int, { nullable: true }) sessionIdleMinutes?: number | null;
  @Field(() => String, { nullable: true }) accentColour?: string | null;
  @Field(() => [String], { nullable: true }) embedOrigins?: string[] | null;
  @Field(() => [String], {
    nullable: true,
    description:
      'At most 20 networks such as `203.0.113.0/24` or `2001:db8::/32`, or single addresses. Users can sign in and use their sessions only from these. Null or empty, the default, allows all addresses. A list without the address of this request is refused, unless `force` is true.',
  })
  dashboardNetworks?: string[] | null;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to accept `dashboardNetworks` without the address of this request. False by default.',
  })
  force?: boolean | null;
  @Field(() => String, { nullable: true }) footer?: string | null;
  @Field(() => String, { nullable: true }) policies?: string | null;
  @Field(() => String, { nullable: true }) newUserText?: string | null;
  @Field(() => String, { nullable: true }) newBookingText?: string | null;
  @Field(() => String, { nullable: true }) bookingForm?: string | null;
  @Field(() => String, { nullable: true }) personForm?: string | null;
  @Field(() => String, { nullable: true }) resourceForm?: string | null;
  @Field(() => String, { nullable: true }) serviceForm?: string | null;
  @Field(() => String, { nullable: true }) eventForm?: string | null;
  @Field(() => String, { nullable: true }) appointmentForm?: string | null;
  @Field(() => String, { nullable: true }) categoryForm?: string | null;
  @Field(() => String, { nullable: true }) smsVerification?: string | null;
  @Field(() => String, { nullable: true }) smsConfirmation?: string | null;
  @Field(() => String, { nullable: true }) smsModification?: string | null;
  @Field(() => String, { nullable: true }) smsCancellation?: string | null;
  @Field(() => String, { nullable: true }) smsReminder?: string | null;
  @Field(() => String, { nullable: true }) smsWaitlistOffer?: string | null;
  @Field(() => String, { nullable: true }) mailVerification?: string | null;
  @Field(() => String, { nullable: true }) mailConfirmation?: string | null;
  @Field(() => String, { nullable: true }) mailModification?: string | null;
  @Field(() => String, { nullable: true }) mailCancellation?: string | null;
  @Field(() => String, { nullable: true }) mailWaitlistOffer?: string | null;
  @Field(() => String, { nullable: true }) mailVerificationSubject?: string | null;
  @Field(() => String, { nullable: true }) mailConfirmationSubject?: string | null;
  @Field(() => String, { nullable: true }) mailModificationSubject?: string | null;
  @Field(() => String, { nullable: true }) mailCancellationSubject?: string | null;
  @Field(() => String, { nullable: true }) mailWaitlistOfferSubject?: string | null;
}
