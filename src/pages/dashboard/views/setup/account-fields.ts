import { languageNames } from '../../../../platform/language.js';
import type { AccountInput } from '../../graphql/schema.types.js';
import type { AttributeOf, FieldDefinition } from '../../records/record.rules.js';
import { t } from '../../texts.js';
import type { AccountFormFragment } from './setup.operations.js';

type AccountField = FieldDefinition<AttributeOf<AccountInput, AccountFormFragment>>;

const limits = t.setup.account.limits;

/** These fields name the business, and say how its amounts and times are written. */
export const businessFields: readonly AccountField[] = [
  { name: 'name', label: t.setup.account.name, kind: 'text', required: true },
  { name: 'email', label: t.setup.account.email, kind: 'text', type: 'email', required: true },
  { name: 'phoneNumber', label: t.setup.account.phone, kind: 'text', type: 'tel' },
  { name: 'address', label: t.setup.account.address, kind: 'long-text' },
  {
    name: 'timeZone',
    label: t.setup.account.timeZone,
    kind: 'zone',
    required: true,
    hint: t.setup.account.timeZoneHint,
  },
  { name: 'countryCode', label: t.setup.account.country, kind: 'country' },
  { name: 'currency', label: t.setup.account.currency, kind: 'currency' },
  {
    name: 'locale',
    label: t.setup.account.language,
    kind: 'choice',
    options: Object.entries(languageNames).map(([value, text]) => ({ value, text })),
  },
];

/** The public booking page: whether it is open, how it looks, and its texts. */
export const bookingPageFields: readonly AccountField[] = [
  { name: 'publicAccess', label: t.setup.account.publicAccess, kind: 'flag' },
  {
    name: 'myBookings',
    label: t.setup.account.myBookings,
    kind: 'flag',
  },
  {
    name: 'accentColour',
    label: t.setup.account.colour,
    kind: 'colour',
    hint: t.setup.account.colourHint,
  },
  { name: 'newBookingText', label: t.setup.account.newBookingText, kind: 'long-text', maxLength: 65_536 },
  { name: 'newUserText', label: t.setup.account.newUserText, kind: 'long-text', maxLength: 65_536 },
  { name: 'footer', label: t.setup.account.footer, kind: 'long-text', maxLength: 65_536 },
  {
    name: 'embedOrigins',
    label: t.setup.account.embedOrigins,
    kind: 'list',
    maxLength: 6_000,
    hint: t.setup.account.embedOriginsHint,
  },
];

/** These fields say who can book, when, and how bookings are confirmed. */
export const bookingRuleFields: readonly AccountField[] = [
  { name: 'confirmManually', label: t.setup.account.confirmManually, kind: 'flag' },
  { name: 'trustMoves', label: t.setup.account.trustMoves, kind: 'flag', hint: t.setup.account.trustMovesHint },
  {
    name: 'verification',
    label: t.setup.account.verified,
    kind: 'choice',
    options: [
      { value: 'NONE', text: t.setup.account.verifications.NONE },
      { value: 'EMAIL', text: t.setup.account.verifications.EMAIL },
      { value: 'SMS', text: t.setup.account.verifications.SMS },
    ],
  },
  { name: 'allowCancellation', label: t.setup.account.allowCancellation, kind: 'flag' },
  {
    name: 'cancellationPeriod',
    label: t.setup.account.cancellationPeriod,
    kind: 'period',
    hint: t.setup.account.cancellationPeriodHint,
  },
  {
    name: 'firstBookablePeriod',
    label: t.setup.account.firstBookable,
    kind: 'period',
    hint: t.setup.account.ahead,
  },
  {
    name: 'futureBookablePeriod',
    label: t.setup.account.futureBookable,
    kind: 'period',
    hint: t.setup.account.ahead,
  },
  {
    name: 'waitlistHoldMinutes',
    label: t.setup.account.waitlistHold,
    kind: 'minutes',
    hint: t.setup.account.waitlistHoldHint,
  },
  {
    name: 'maxActivePerPerson',
    label: t.setup.account.maxActivePerPerson,
    kind: 'integer',
    hint: t.setup.account.notOver,
    group: limits,
  },
  {
    name: 'maxDailyPerPerson',
    label: t.setup.account.maxDailyPerPerson,
    kind: 'integer',
    hint: t.setup.account.noLimit,
    group: limits,
  },
  {
    name: 'maxWeeklyPerPerson',
    label: t.setup.account.maxWeeklyPerPerson,
    kind: 'integer',
    hint: t.setup.account.weekly,
    group: limits,
  },
  {
    name: 'personOverlaps',
    label: t.setup.account.overlaps,
    kind: 'choice',
    hint: t.setup.account.overlapsHint,
    options: [
      { value: 'OFF', text: t.setup.account.overlapChoices.OFF },
      { value: 'WARN', text: t.setup.account.overlapChoices.WARN },
      { value: 'REFUSE', text: t.setup.account.overlapChoices.REFUSE },
    ],
    group: limits,
  },
];

/** These fields say how the business is told about bookings, and from whom people get messages. */
export const notificationFields: readonly AccountField[] = [
  { name: 'emailNotification', label: t.setup.account.emailNotification, kind: 'flag' },
  {
    name: 'mailNotificationRecipient',
    label: t.setup.account.recipient,
    kind: 'text',
    type: 'email',
  },
  { name: 'smsNotification', label: t.setup.account.smsNotification, kind: 'flag' },
  { name: 'reminderSms', label: t.setup.account.reminderSms, kind: 'flag' },
  {
    name: 'mailFromName',
    label: t.setup.account.senderName,
    kind: 'text',
    hint: t.setup.account.senderNameHint,
  },
  {
    name: 'mailFrom',
    label: t.setup.account.senderAddress,
    kind: 'text',
    type: 'email',
    hint: t.setup.account.senderAddressHint,
  },
  {
    name: 'replyTo',
    label: t.setup.account.replyTo,
    kind: 'text',
    type: 'email',
    hint: t.setup.account.replyToHint,
  },
  {
    name: 'calendarAttachment',
    label: t.setup.account.attachment,
    kind: 'choice',
    hint: t.setup.account.attachmentHint,
    options: [
      { value: 'INVITATION', text: t.setup.account.attachments.INVITATION },
      { value: 'FILE', text: t.setup.account.attachments.FILE },
    ],
  },
];

/** How users sign in. */
export const accessFields: readonly AccountField[] = [
  { name: 'secondFactorRequired', label: t.setup.account.secondFactor, kind: 'flag' },
  {
    name: 'sessionIdleMinutes',
    label: t.setup.account.sessionIdle,
    kind: 'minutes',
    hint: t.setup.account.sessionIdleHint,
  },
  {
    name: 'dashboardNetworks',
    label: t.setup.account.networks,
    kind: 'list',
    maxLength: 1_000,
    hint: t.setup.account.networksHint,
  },
];

/** These fields say when data are deleted. */
export const retentionFields: readonly AccountField[] = [
  {
    name: 'messageRetentionDays',
    label: t.setup.account.messageRetention,
    kind: 'integer',
    hint: t.setup.account.retentionHint,
  },
  {
    name: 'deliveryRetentionDays',
    label: t.setup.account.deliveryRetention,
    kind: 'integer',
    hint: t.setup.account.retentionHint,
  },
  {
    name: 'changeRetentionDays',
    label: t.setup.account.changeRetention,
    kind: 'integer',
    hint: t.setup.account.changeRetentionHint,
  },
  {
    name: 'personRetentionMonths',
    label: t.setup.account.personRetention,
    kind: 'integer',
    hint: t.setup.account.personRetentionHint,
  },
];
