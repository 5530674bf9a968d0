import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import {
  flag,
  instantColumn,
  longText,
  requiredInstant,
  requiredInteger,
  requiredText,
  text,
} from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';
import { listCost } from '../../platform/list-cost.js';
import { JsonObject } from '../../platform/scalars.js';
import type { AccountAttributes } from '../account-attributes.js';

/** The channel by which a person verifies a booking. The account stores it as a number: 0 none, 1 email, 2 SMS. */
export type VerificationMethod = 'email' | 'sms';

/** The tenant that owns bookings, people and resources, with its settings (spec, Account). */
@Entity()
@ObjectType({ simpleResolvers: true })
export class Account implements AccountAttributes {
  static readonly lockKind = 'account';
  static readonly constraintMessages: ConstraintMessagesOf<Account> = {
    account_subdomain_unique: { subdomain: ['has already been taken'] },
  };

  @PrimaryKey({ type: 'integer' })
  @Field(() => Int)
  id!: number;

  @requiredInstant() createdAt!: Date;
  @requiredInstant() updatedAt!: Date;
  @requiredText(63) subdomain!: string;
  @requiredText() name!: string;
  @requiredText() email!: string;
  @requiredText(64) timeZone!: string;
  @requiredText(2) countryCode!: string;
  @requiredText(2) locale = 'en';
  @requiredInteger() template = 1;
  @text(3) currency: string | null = null;
  @text() phoneNumber: string | null = null;
  @longText() address: string | null = null;

  /** The digest of the image, which is stored in another table. */
  @Property({ type: 'text', nullable: true })
  logo: string | null = null;

  @text(2048) cssUrl: string | null = null;
  /** The colour of links and buttons of the booking page, such as `#1f5fbf`. Null means the built-in one. */
  @text(7) accentColour: string | null = null;

  /** Web origins whose pages may show the booking page in a frame. */
  @Property({ type: 'text[]' })
  @Field(() => [String], { complexity: listCost(5) })
  embedOrigins: string[] = [];

  @longText() footer: string | null = null;
  @text() googleAnalytics: string | null = null;
  @text() googleMerchantId: string | null = null;

  /** The resolver returns it only to actors who may update the account. */
  @Property({ type: 'string', length: 255, nullable: true, hidden: true })
  googleMerchantKey: string | null = null;

  @text() serviceTemplate: string | null = null;
  @text() paymentProvider: string | null = null;
  @text() verificationMethods: string | null = null;
  @requiredInteger() verificationMethod = 0;
  @flag() emailNotification = false;
  @flag() smsNotification = false;
  @text() mailNotificationRecipient: string | null = null;
  @flag() confirmManually = false;
  @flag() publicAccess = false;
  @flag() reminderSms = false;
  @flag() closedForHolidays = false;
  @flag() allowCancellation = false;
  @requiredInteger() intervalRounding = 15;
  @requiredInteger() slotGenerationType = 2;
  @text() futureBookablePeriod: string | null = null;
  @text() firstBookablePeriod: string | null = null;
  @text() cancellationPeriod: string | null = null;
  /** The time for which an offer is held for a person on the waitlist. */
  @requiredInteger() waitlistHoldMinutes = 60;

  @Property({ type: 'json', nullable: true })
  @Field(() => JsonObject, { nullable: true })
  settings: Record<string, unknown> | null = null;

  @longText() newUserText: string | null = null;
  @longText() newBookingText: string | null = null;
  @longText() bookingForm: string | null = null;
  @longText() personForm: string | null = null;
  @longText() resourceForm: string | null = null;
  @longText() serviceForm: string | null = null;
  @longText() eventForm: string | null = null;
  @longText() appointmentForm: string | null = null;
  @longText() categoryForm: string | null = null;
  @longText() smsVerification: string | null = null;
  @longText() smsConfirmation: string | null = null;
  @longText() smsModification: string | null = null;
  @longText() smsCancellation: string | null = null;
  @longText() smsReminder: string | null = null;
  @longText() smsWaitlistOffer: string | null = null;
  @longText() mailVerification: string | null = null;
  @longText() mailConfirmation: string | null = null;
  @longText() mailModification: string | null = null;
  @longText() mailCancellation: string | null = null;
  @longText() mailWaitlistOffer: string | null = null;
  @text() mailVerificationSubject: string | null = null;
  @text() mailConfirmationSubject: string | null = null;
  @text() mailModificationSubject: string | null = null;
  @text() mailCancellationSubject: string | null = null;
  @text() mailWaitlistOfferSubject: string | null = null;

  /** The key that signs webhooks. It is shown only when the account is created. */
  @Property({ type: 'string', length: 255, hidden: true })
  secret!: string;

  /** The key from which the links to bookings are derived. */
  @Property({ type: 'string', length: 64, hidden: true })
  linkSecret!: string;

  /** The random part of the ids of calendar entries. Never changed, so that calendars recognise their entries. */
  @Property({ type: 'uuid', hidden: true })
  calendarId!: string;

  /** Set when the account is created, and never changed. */
  @Property({ type: 'boolean' })
  @Field(() => Boolean, {
    description: 'Whether this is an account for tests: its clock can be advanced, and its messages are never sent.',
  })
  sandbox = false;

  /** How many seconds the clock of a sandbox is ahead of the server's; 0 for other accounts. */
  @Property({ type: 'integer' })
  clockOffset = 0;

  /** The offset to which the clock is being advanced; null if it is not. */
  @Property({ type: 'integer', nullable: true })
  clockTarget: number | null = null;

  /** When the clock was last advanced, in real time. */
  @instantColumn({ nullable: true, hidden: true })
  clockAdvancedAt: Date | null = null;

  @Property({ type: 'boolean' })
  apiEnabled = true;

  /** When the account was suspended for an unpaid bill. */
  @instantColumn()
  suspendedAt: Date | null = null;
}
