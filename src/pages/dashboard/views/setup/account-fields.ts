import { languageNames } from '../../../../platform/language.js';
import type { AccountInput } from '../../graphql/schema.types.js';
import type { AttributeOf, FieldDefinition } from '../../records/record.rules.js';
import { t } from '../../texts.js';
import type { AccountFormFragment } from './records.operations.js';

type AccountField = FieldDefinition<AttributeOf<AccountInput, AccountFormFragment>>;

const access = t.setup.account.access;
const booking = t.setup.account.booking;
const limits = t.setup.account.limits;
const look = t.setup.account.look;
const notification = t.setup.account.notifications;
const sender = t.setup.account.sender;
const waitlist = t.setup.account.waitlist;
const retention = t.setup.account.retention;
const signIn = t.setup.account.signIn;
const liquidHint = t.setup.account.liquidHint;
const emails = t.setup.account.emails;
const textMessages = t.setup.account.textMessages;

/** A text of a message. Without one of the account, the built-in text is sent. */
const ownText = (name: AccountField['name'], label: string, group: string): AccountField => ({
  name,
  label,
  kind: 'long-text',
  maxLength: 65_536,
  hint: t.setup.account.ownTextHint,
  group,
});

const { occasions } = t.setup.account;

type Occasion = 'Verification' | 'Confirmation' | 'Modification' | 'Cancellation';

const email = (occasion: Occasion): AccountField[] => [
  {
    name: `mail${occasion}Subject`,
    label: t.setup.account.subjectOf(occasions[occasion]),
    kind: 'text',
    hint: t.setup.account.ownSubjectHint,
    group: emails,
  },
  ownText(`mail${occasion}`, occasions[occasion], emails),
];

export const accountFields: readonly AccountField[] = [
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
  {
    name: 'dashboardNetworks',
    label: t.setup.account.networks,
    kind: 'list',
    maxLength: 1_000,
    hint: t.setup.account.networksHint,
    group: access,
  },
  { name: 'publicAccess', label: t.setup.account.publicAccess, kind: 'flag', group: booking },
  {
    name: 'myBookings',
    label: t.setup.account.myBookings,
    kind: 'flag',
    group: booking,
  },
  { name: 'confirmManually', label: t.setup.account.confirmManually, kind: 'flag', group: booking },
  { name: 'closedForHolidays', label: t.setup.account.closedForHolidays, kind: 'flag', group: booking },
  { name: 'allowCancellation', label: t.setup.account.allowCancellation, kind: 'flag', group: booking },
  {
    name: 'cancellationPeriod',
    label: t.setup.account.cancellationPeriod,
    kind: 'period',
    hint: t.setup.account.cancellationPeriodHint,
    group: booking,
  },
  {
    name: 'firstBookablePeriod',
    label: t.setup.account.firstBookable,
    kind: 'period',
    hint: t.setup.account.ahead,
    group: booking,
  },
  {
    name: 'futureBookablePeriod',
    label: t.setup.account.futureBookable,
    kind: 'period',
    hint: t.setup.account.ahead,
    group: booking,
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
    name: 'verification',
    label: t.setup.account.verified,
    kind: 'choice',
    group: booking,
    options: [
      { value: 'NONE', text: t.setup.account.verifications.NONE },
      { value: 'EMAIL', text: t.setup.account.verifications.EMAIL },
      { value: 'SMS', text: t.setup.account.verifications.SMS },
    ],
  },
  { name: 'emailNotification', label: t.setup.account.emailNotification, kind: 'flag', group: notification },
  {
    name: 'mailNotificationRecipient',
    label: t.setup.account.recipient,
    kind: 'text',
    type: 'email',
    group: notification,
  },
  { name: 'smsNotification', label: t.setup.account.smsNotification, kind: 'flag', group: notification },
  { name: 'reminderSms', label: t.setup.account.reminderSms, kind: 'flag', group: notification },
  {
    name: 'mailFromName',
    label: t.setup.account.senderName,
    kind: 'text',
    hint: t.setup.account.senderNameHint,
    group: sender,
  },
  {
    name: 'mailFrom',
    label: t.setup.account.senderAddress,
    kind: 'text',
    type: 'email',
    hint: t.setup.account.senderAddressHint,
    group: sender,
  },
  {
    name: 'replyTo',
    label: t.setup.account.replyTo,
    kind: 'text',
    type: 'email',
    hint: t.setup.account.replyToHint,
    group: sender,
  },
  {
    name: 'calendarAttachment',
    label: t.setup.account.attachment,
    kind: 'choice',
    hint: t.setup.account.attachmentHint,
    group: sender,
    options: [
      { value: 'INVITATION', text: t.setup.account.attachments.INVITATION },
      { value: 'FILE', text: t.setup.account.attachments.FILE },
    ],
  },
  {
    name: 'waitlistHoldMinutes',
    label: t.setup.account.waitlistHold,
    kind: 'minutes',
    hint: t.setup.account.waitlistHoldHint,
    group: waitlist,
  },
  {
    name: 'mailWaitlistOfferSubject',
    label: t.setup.account.mailSubject,
    kind: 'text',
    hint: liquidHint,
    group: waitlist,
  },
  { name: 'mailWaitlistOffer', label: t.setup.account.mailText, kind: 'long-text', group: waitlist },
  { name: 'smsWaitlistOffer', label: t.setup.account.sms, kind: 'long-text', group: waitlist },
  { name: 'secondFactorRequired', label: t.setup.account.secondFactor, kind: 'flag', group: signIn },
  {
    name: 'sessionIdleMinutes',
    label: t.setup.account.sessionIdle,
    kind: 'minutes',
    hint: t.setup.account.sessionIdleHint,
    group: signIn,
  },
  {
    name: 'accentColour',
    label: t.setup.account.colour,
    kind: 'colour',
    hint: t.setup.account.colourHint,
    group: look,
  },
  { name: 'newBookingText', label: t.setup.account.newBookingText, kind: 'long-text', maxLength: 65_536, group: look },
  { name: 'newUserText', label: t.setup.account.newUserText, kind: 'long-text', maxLength: 65_536, group: look },
  { name: 'footer', label: t.setup.account.footer, kind: 'long-text', maxLength: 65_536, group: look },
  {
    name: 'embedOrigins',
    label: t.setup.account.embedOrigins,
    kind: 'list',
    maxLength: 6_000,
    hint: t.setup.account.embedOriginsHint,
    group: look,
  },
  ...email('Verification'),
  ...email('Confirmation'),
  ...email('Modification'),
  ...email('Cancellation'),
  ownText('smsVerification', occasions.Verification, textMessages),
  ownText('smsConfirmation', occasions.Confirmation, textMessages),
  ownText('smsModification', occasions.Modification, textMessages),
  ownText('smsReminder', occasions.Reminder, textMessages),
  ownText('smsCancellation', occasions.Cancellation, textMessages),
  {
    name: 'messageRetentionDays',
    label: t.setup.account.messageRetention,
    kind: 'integer',
    hint: t.setup.account.retentionHint,
    group: retention,
  },
  {
    name: 'deliveryRetentionDays',
    label: t.setup.account.deliveryRetention,
    kind: 'integer',
    hint: t.setup.account.retentionHint,
    group: retention,
  },
  {
    name: 'changeRetentionDays',
    label: t.setup.account.changeRetention,
    kind: 'integer',
    hint: t.setup.account.changeRetentionHint,
    group: retention,
  },
  {
    name: 'personRetentionMonths',
    label: t.setup.account.personRetention,
    kind: 'integer',
    hint: t.setup.account.personRetentionHint,
    group: retention,
  },
];
