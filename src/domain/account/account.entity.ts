import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Extensions, Field, Int, ObjectType } from 'type-graphql';
import {
  choice,
  decimal,
  flag,
  instantColumn,
  integer,
  longText,
  requiredInstant,
  requiredInteger,
  requiredText,
  sealedText,
  text,
} from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';
import { languageList } from '../../platform/language.js';
import { listCost } from '../../platform/list-cost.js';
import { JsonObject } from '../../platform/scalars.js';
import { bookingLimit } from '../booking-limit.js';
import type { AccountAttributes } from '../context.js';
import { DepositFor, DepositType } from '../deposit.rules.js';
import type { RoundingOfTax } from '../money.rules.js';
import { shownWhenSet } from '../records/attributes.js';
import {
  AutomaticDocuments,
  CalendarAttachment,
  type IssuedDocuments,
  PersonOverlaps,
  TaxRounding,
  Trade,
} from './account-choices.rules.js';
import { ClosedDay } from './closed-day.type.js';
import type { StoredPicture } from './pictures.rules.js';

/** The channel by which a person verifies a booking. The account stores it as a number: 0 none, 1 email, 2 SMS. */
export type VerificationMethod = 'email' | 'sms';

/** The tenant that owns bookings, people and resources, with its settings (spec, Account). */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'An account with its settings. Everything else belongs to one.' })
export class Account implements AccountAttributes {
  static readonly lockKind = 'account';
  static readonly constraintMessages: ConstraintMessagesOf<Account> = {
    account_subdomain_unique: { subdomain: ['has already been taken'] },
  };

  @PrimaryKey({ type: 'integer' })
  @Field(() => Int, { description: 'The id, unique among the records of its type in the account.' })
  id!: number;

  @requiredInstant({ description: 'When it was created.' }) createdAt!: Date;
  @requiredInstant({ description: 'When it was last changed.' }) updatedAt!: Date;
  @requiredInteger() revisionCount = 0;
  @requiredText({ length: 63, description: 'The name of the account in addresses. Unique on the server.' })
  subdomain!: string;
  @requiredText({ description: 'The name, as people see it in messages.' }) name!: string;
  @requiredText({ description: 'The email address of the account.' }) email!: string;
  @requiredText({
    length: 64,
    description: 'The IANA time zone in which opening hours and recurrence are read, such as `Europe/Oslo`.',
  })
  timeZone!: string;
  @requiredText({
    length: 2,
    description: 'The country by ISO 3166-1 alpha-2. It sets the public holidays and the country of phone numbers.',
  })
  countryCode!: string;
  @requiredText({ length: 2, description: `The language of messages and pages: ${languageList}. Defaults to \`en\`.` })
  locale = 'en';
  @flag({
    description:
      'Whether German texts for customers, on pages and in messages, address them by “du”. False by default: by “Sie”.',
  })
  informalGerman = false;
  @requiredInteger({
    description: 'The number of the design of your booking page. 1 by default. The server only stores it.',
  })
  template = 1;
  @text({ length: 3, description: 'The currency of all amounts by ISO 4217. Null if it is not set.' })
  currency: string | null = null;
  @text({ description: 'The phone number of the account.' }) phoneNumber: string | null = null;
  @longText({ description: 'The postal address.' }) address: string | null = null;

  /** The digest of the image, which is stored in another table. */
  @Property({ type: 'text', nullable: true })
  logo: string | null = null;

  /** The cover and the gallery of the booking page, without the files. The resolver returns them with URLs. */
  @Property({ type: 'json' })
  pictures: StoredPicture[] = [];

  @text({ length: 2048, description: 'The URL of a style sheet for your booking page.' }) cssUrl: string | null = null;
  @text({
    length: 7,
    description:
      'The colour of links and buttons of the booking page, such as `#1f5fbf`. The page darkens or lightens it where it would be hard to read. Null means the built-in one.',
  })
  accentColour: string | null = null;

  /** Web origins whose pages may show the booking page in a frame. */
  @Property({ type: 'text[]' })
  @Field(() => [String], {
    complexity: listCost(5),
    description:
      'Origins such as `https://www.example.org` whose pages may show the booking page in a frame. By default none may. At most 20.',
  })
  embedOrigins: string[] = [];

  /**
   * Networks from which users may sign in and use their sessions. The resolver returns them only to actors who may
   * update the account. Not in the change log, which everybody may read.
   */
  @Property({ type: 'text[]', hidden: true })
  dashboardNetworks: string[] = [];

  @longText({ description: 'The text at the end of your booking page.' }) footer: string | null = null;
  @longText({ description: 'The text about what to know before booking, on the first page of your booking page.' })
  policies: string | null = null;
  @text({ description: 'The id of the account at Google Analytics.' }) googleAnalytics: string | null = null;
  @text({ description: 'The id of the account as a merchant at Google.' }) googleMerchantId: string | null = null;

  /** The resolver returns it only to actors who may update the account. */
  @Property({ type: 'string', length: 255, nullable: true, hidden: true })
  googleMerchantKey: string | null = null;

  @text({ description: 'The name of the design of services on your booking page.' })
  serviceTemplate: string | null = null;
  @text({ description: 'The name of the payment provider.' }) paymentProvider: string | null = null;
  @text({ description: 'The methods of verification that your booking page offers.' })
  verificationMethods: string | null = null;
  @requiredInteger({ description: 'The way in which holds are verified: 0 (the default) not, 1 by email, 2 by SMS.' })
  verificationMethod = 0;
  @flag({ description: 'Whether the account gets an email about bookings. False by default.' })
  emailNotification = false;
  @flag({ description: 'Whether the account gets an SMS about bookings. False by default.' }) smsNotification = false;
  @text({ description: 'The email address for notifications. Null means that of the account.' })
  mailNotificationRecipient: string | null = null;
  @text({
    description:
      'The address from which emails are sent, in a domain that the operator of the server allows (`MAIL_FROM_DOMAINS`). Null, the default: the address of the operator (`MAIL_FROM`), else `email`.',
  })
  mailFrom: string | null = null;
  @text({ description: 'The name of the sender of emails. Null, the default, means that of the account.' })
  mailFromName: string | null = null;
  @text({ description: 'The email address to which replies to emails go. Null, the default, means `email`.' })
  replyTo: string | null = null;

  @Property({ type: 'string', length: 10 })
  @Field(() => CalendarAttachment, {
    description:
      'The way in which emails about a booking put it into the calendar of the person: `INVITATION` by default, `FILE` for accounts from before there were invitations.',
  })
  calendarAttachment = CalendarAttachment.INVITATION;

  @flag({ description: 'Whether staff confirm bookings by hand. False by default.' }) confirmManually = false;
  @flag({
    description:
      'Whether a confirmed booking stays confirmed when its person moves it by its link, although staff confirm bookings by hand. False by default: it awaits their confirmation again.',
  })
  trustMoves = false;
  @flag({ description: 'Whether visitors may use the public API. False by default.' }) publicAccess = false;
  @flag({
    description:
      'Whether visitors may see and change all their bookings, orders and gift cards, after they have proved their address by a code. True by default. It needs `publicAccess`.',
  })
  myBookings = true;
  @flag({
    description:
      'Whether visitors who have entered a code stay signed in for 90 days in their browser, where they see their bookings and book without another code. False by default. It needs `myBookings`.',
  })
  rememberVisitors = false;
  @flag({
    description: 'Whether new bookings have an SMS reminder unless the request chooses otherwise. False by default.',
  })
  reminderSms = false;
  @flag({ description: 'Whether public bookings are refused on public holidays. False by default.' })
  closedForHolidays = false;

  /** Sorted by their first date. */
  @Property({ type: 'json' })
  @Field(() => [ClosedDay], {
    complexity: listCost(20),
    description:
      'Dates on which all resources are closed, at most 200 entries. An exception date with hours opens its resource nevertheless. A list replaces the former one.',
  })
  closedDays: ClosedDay[] = [];

  @flag({ description: 'Whether people may cancel their bookings. False by default.' }) allowCancellation = false;
  @requiredInteger({ description: 'Minutes to which the start of a slot is rounded up. 15 by default.' })
  intervalRounding = 15;
  @requiredInteger({
    description:
      'The starts of slots: 1 on a fixed grid from each opening, 2 (the default) at the start of each free period.',
  })
  slotGenerationType = 2;
  @text({
    description:
      'The time ahead for which the public may book: a period in English such as `3 months`. Null: no limit.',
  })
  futureBookablePeriod: string | null = null;
  @text({
    description:
      'The time before its start until which the public may book: a period such as `2 hours`. Null: no limit.',
  })
  firstBookablePeriod: string | null = null;
  @integer({
    ...bookingLimit,
    description:
      'The most bookings that one person may have which have not ended, from 0 to 10,000. Null, the default, or 0 means no limit.',
  })
  maxActivePerPerson: number | null = null;
  @integer({
    ...bookingLimit,
    description:
      'The most bookings of one person that begin on one day, from 0 to 10,000. Null, the default, or 0 means no limit.',
  })
  maxDailyPerPerson: number | null = null;
  @integer({
    ...bookingLimit,
    description:
      'The most bookings of one person that begin in one week from Monday, from 0 to 10,000. Null, the default, or 0 means no limit.',
  })
  maxWeeklyPerPerson: number | null = null;

  @Property({ type: 'string', length: 6 })
  @Field(() => PersonOverlaps, {
    description:
      'The treatment of a person who is booked with two resources at the same time. `OFF` by default. A booking for somebody else (`bookedForName`) is not one of the person.',
  })
  personOverlaps = PersonOverlaps.OFF;

  @choice(() => Trade, {
    nullable: true,
    length: 6,
    description:
      'The trade of the business, which decides words of its pages and messages, such as “team member”. Null, the default, means `OTHER`.',
  })
  trade: Trade | null = null;

  @Property({ type: 'string', length: 5, nullable: true })
  @Field(() => TaxRounding, {
    nullable: true,
    description:
      'The rounding of the tax of new orders. Null, the default, means `LINE`. An order keeps the rounding that it began with.',
  })
  taxRounding: RoundingOfTax | null = null;

  @choice(() => DepositType, {
    nullable: true,
    length: 10,
    description:
      'The deposit of bookings of services that have none of their own. They are held until it is paid, and the rest is due at the appointment. Null, the default, means none.',
  })
  depositType: DepositType | null = null;
  @decimal({
    description:
      'The percentage, up to 100 with at most three decimals, or the amount of the deposit. Null without one.',
  })
  depositValue: string | null = null;
  @decimal({
    description: 'The lowest price of a booking with a deposit, after its discount. Null, the default, means any.',
  })
  depositFrom: string | null = null;
  @choice(() => DepositFor, {
    nullable: true,
    length: 10,
    description: 'The people whose bookings need the deposit. Null, the default, means `ALWAYS`.',
  })
  depositFor: DepositFor | null = null;
  @Extensions({ [shownWhenSet]: true })
  @text({
    description:
      'The fees for cancelling late and for not coming, which staff may charge. Each is a percentage of the price or an amount, by the hours before the start from which on it applies, such as `24: 50 %, 0: 100 %, no-show: 100 %`. A booking keeps those of the time at which its person made it. Null, the default, means none.',
  })
  cancellationFees: string | null = null;
  @Extensions({ [shownWhenSet]: true })
  @longText({
    description: 'The terms of cancellation in own words, which people see before they book. Null for none.',
  })
  cancellationPolicy: string | null = null;
  @Extensions({ [shownWhenSet]: true })
  @text({
    description:
      'The tips that customers who pay online are offered, as percentages of the price such as `10, 15, 20`, at most four. Null, the default, means that none can be added.',
  })
  tipPercentages: string | null = null;

  @text({ description: 'The name of the business in law, as documents state it. Null, the default, means `name`.' })
  legalName: string | null = null;
  @text({
    description:
      'The number of the business in the register of its country. Nine digits in Norway, where it is checked; free elsewhere.',
  })
  organisationNumber: string | null = null;
  @text({
    description:
      'The VAT number. Null, the default, for a business that is not registered for VAT. In Norway the organisation number with `MVA`, such as `974760673 MVA`; free elsewhere.',
  })
  vatNumber: string | null = null;
  @text({
    length: 2,
    description:
      'The country whose law decides what documents state, by ISO 3166-1 alpha-2. Null, the default, means `countryCode`.',
  })
  documentCountry: string | null = null;

  @Property({ type: 'string', length: 7, nullable: true })
  @Field(() => AutomaticDocuments, {
    nullable: true,
    description: 'The documents that are issued and sent to customers by themselves. Null, the default, means none.',
  })
  documents: IssuedDocuments | null = null;

  @integer({
    description:
      'Days, from 0 to 365, after its issue when an invoice is due. Null, the default, means that invoices have no date for it.',
  })
  invoiceDueDays: number | null = null;

  @decimal({
    description:
      'NOK for one unit of the currency of the account, with at most four decimals: documents of a business in Norway state their VAT in NOK, too. Null, the default, means that each document needs a rate when it is issued. Another currency removes it.',
  })
  vatExchangeRate: string | null = null;

  @integer({
    description:
      'Years, from 1 to 30, for which the documents of an erased person are kept after the year of their issue. Null, the default, means 5.',
  })
  documentRetentionYears: number | null = null;

  @text({
    description: 'The time before its start until which a booking may be cancelled: a period such as `24 hours`.',
  })
  cancellationPeriod: string | null = null;
  @requiredInteger({
    description: 'The minutes for which a time is held for somebody on the waitlist, from 5 to 10,080. 60 by default.',
  })
  waitlistHoldMinutes = 60;
  @integer({
    description:
      'Days, from 7 to 3650, for which messages are kept after they were sent or have failed. Null, the default, means those of the server (`RETENTION_DAYS`, 90 unless it was changed); more than that has no effect. Suggested: 30.',
  })
  messageRetentionDays: number | null = null;
  @integer({
    description:
      'Days, from 7 to 3650, for which deliveries to webhooks are kept after they have ended. Null, the default, means those of the server (`RETENTION_DAYS`, 90 unless it was changed); more than that has no effect. Suggested: 30.',
  })
  deliveryRetentionDays: number | null = null;
  @integer({
    description:
      'Days, from 7 to 30, for which changes are kept: histories, and what a client may miss and read afterwards. Null, the default, means 30. Suggested: 14.',
  })
  changeRetentionDays: number | null = null;
  @integer({
    description:
      'Months, from 1 to 120, after which people are erased who have had no booking since. People who are blocked, have an open order, a valid gift card or an entry on the waitlist, or are the parent of somebody stay. Null, the default: nobody is erased. Suggested: 24.',
  })
  personRetentionMonths: number | null = null;
  @flag({
    description:
      'Whether users who sign in with a password also need a second factor. False by default. A user without one sets one up at the next sign-in.',
  })
  secondFactorRequired = false;
  @integer({
    description:
      'The minutes without a request after which a session of a user ends, from 5 to 720. Null, the default: only after 12 hours.',
  })
  sessionIdleMinutes: number | null = null;

  @Property({ type: 'json', nullable: true })
  @Field(() => JsonObject, { nullable: true, description: 'Settings of your own, which the server only stores.' })
  settings: Record<string, unknown> | null = null;

  @longText({ description: 'The text for new people on your booking page.' }) newUserText: string | null = null;
  @longText({ description: 'The text for new bookings on your booking page.' }) newBookingText: string | null = null;
  @longText({ description: 'A form of your own for bookings, as text that the server only stores.' })
  bookingForm: string | null = null;
  @longText({ description: 'A form of your own for people, as text that the server only stores.' })
  personForm: string | null = null;
  @longText({ description: 'A form of your own for resources, as text that the server only stores.' })
  resourceForm: string | null = null;
  @longText({ description: 'A form of your own for services, as text that the server only stores.' })
  serviceForm: string | null = null;
  @longText({ description: 'A form of your own for events, as text that the server only stores.' })
  eventForm: string | null = null;
  @longText({ description: 'A form of your own for appointments, as text that the server only stores.' })
  appointmentForm: string | null = null;
  @longText({ description: 'A form of your own for categories, as text that the server only stores.' })
  categoryForm: string | null = null;
  @longText({ description: 'The SMS of the verification of a booking, in Liquid. Null means the built-in text.' })
  smsVerification: string | null = null;
  @longText({ description: 'The SMS of the confirmation of a booking, in Liquid. Null means the built-in text.' })
  smsConfirmation: string | null = null;
  @longText({ description: 'The SMS of the change of a booking, in Liquid. Null means the built-in text.' })
  smsModification: string | null = null;
  @longText({ description: 'The SMS of the cancellation of a booking, in Liquid. Null means the built-in text.' })
  smsCancellation: string | null = null;
  @longText({ description: 'The SMS of the reminder of a booking, in Liquid. Null means the built-in text.' })
  smsReminder: string | null = null;
  @longText({ description: 'The SMS of the offer of the waitlist, in Liquid. Null means the built-in text.' })
  smsWaitlistOffer: string | null = null;
  @longText({ description: 'The email of the verification of a booking, in Liquid. Null means the built-in text.' })
  mailVerification: string | null = null;
  @longText({ description: 'The email of the confirmation of a booking, in Liquid. Null means the built-in text.' })
  mailConfirmation: string | null = null;
  @longText({ description: 'The email of the change of a booking, in Liquid. Null means the built-in text.' })
  mailModification: string | null = null;
  @longText({ description: 'The email of the cancellation of a booking, in Liquid. Null means the built-in text.' })
  mailCancellation: string | null = null;
  @longText({ description: 'The email of the offer of the waitlist, in Liquid. Null means the built-in text.' })
  mailWaitlistOffer: string | null = null;
  @text({
    description: 'The subject of the email of the verification of a booking, in Liquid. Null means the built-in one.',
  })
  mailVerificationSubject: string | null = null;
  @text({
    description: 'The subject of the email of the confirmation of a booking, in Liquid. Null means the built-in one.',
  })
  mailConfirmationSubject: string | null = null;
  @text({ description: 'The subject of the email of the change of a booking, in Liquid. Null means the built-in one.' })
  mailModificationSubject: string | null = null;
  @text({
    description: 'The subject of the email of the cancellation of a booking, in Liquid. Null means the built-in one.',
  })
  mailCancellationSubject: string | null = null;
  @text({
    description: 'The subject of the email of the offer of the waitlist, in Liquid. Null means the built-in one.',
  })
  mailWaitlistOfferSubject: string | null = null;

  /** Signs the webhooks that have no secret of their own. It is shown only when it is created. */
  @sealedText('account.secret')
  secret!: string;

  /** The secret before the last rotation, which signs until `formerSecretUntil`. */
  @sealedText('account.former_secret', { nullable: true })
  formerSecret: string | null = null;

  /** The end of the last overlap, in server time. Null if the secret was never rotated. */
  @instantColumn({ nullable: true, hidden: true })
  formerSecretUntil: Date | null = null;

  /**
   * The key from which the links to bookings and the digests of attempts and codes are derived. Never rotated, because links
   * that were sent would end. A context has it opened.
   */
  @sealedText('account.link_secret')
  linkSecret!: string;

  /** The random part of the ids of calendar entries. Never changed, so that calendars recognise their entries. */
  @Property({ type: 'uuid', hidden: true })
  calendarId!: string;

  /** Whether it has calendars of other programs that occupy resources: see `noteRows`. */
  @Property({ type: 'boolean', hidden: true })
  readsCalendars = false;

  /** Whether services have needs, or bookings have places: see `noteRows`. */
  @Property({ type: 'boolean', hidden: true })
  hasNeeds = false;

  /** Set when the account is created, and never changed. */
  @Property({ type: 'boolean' })
  @Field(() => Boolean, {
    description: 'Whether this is an account for tests: its clock can be advanced, and its messages are never sent.',
  })
  sandbox = false;

  /** The seconds by which the clock of a sandbox is ahead of the server's; 0 for other accounts. */
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

  /** The cell that has the account now: requests for it are refused here. Null if it is here. */
  @Property({ type: 'text', nullable: true, hidden: true })
  movedTo: string | null = null;

  /** The time of its pause; null unless it is paused. Until it resumes, the database refuses its writes, and jobs wait. */
  @instantColumn({ nullable: true, hidden: true })
  pausedAt: Date | null = null;
}
