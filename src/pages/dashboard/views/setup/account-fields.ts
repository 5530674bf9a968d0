import { languageNames } from '../../../../platform/language.js';
import type { AccountInput } from '../../graphql/schema.types.js';
import type { AttributeOf, FieldDefinition } from '../../records/record.rules.js';
import type { AccountFormFragment } from './records.operations.js';

type AccountField = FieldDefinition<AttributeOf<AccountInput, AccountFormFragment>>;

const access = 'Access';
const booking = 'Rules of the public booking page';
const limits = 'Limits of people, also for staff';
const look = 'Look and texts of the public booking page';
const notification = 'Notifications';
const sender = 'Sender of emails to people';
const waitlist = 'Waitlist';
const retention = 'What is deleted, and when';
const signIn = 'Sign-in of users';
const liquidHint = 'Liquid, with {{ booking.waitlist_link }} and {{ booking.expires_at | i18n_date }}';
const emails = 'Emails to people, in Liquid';
const textMessages = 'SMS to people, in Liquid';

/** A text of a message. Without one of the account, the built-in text is sent. */
const ownText = (name: AccountField['name'], label: string, group: string): AccountField => ({
  name,
  label,
  kind: 'long-text',
  maxLength: 65_536,
  hint: 'Empty: the built-in text',
  group,
});

type Occasion = 'Verification' | 'Confirmation' | 'Modification' | 'Cancellation';

const email = (occasion: Occasion, label: string): AccountField[] => [
  {
    name: `mail${occasion}Subject`,
    label: `${label}: subject`,
    kind: 'text',
    hint: 'Empty: the built-in one',
    group: emails,
  },
  ownText(`mail${occasion}`, label, emails),
];

export const accountFields: readonly AccountField[] = [
  { name: 'name', label: 'Name', kind: 'text', required: true },
  { name: 'email', label: 'Email', kind: 'text', type: 'email', required: true },
  { name: 'phoneNumber', label: 'Phone', kind: 'text', type: 'tel' },
  { name: 'address', label: 'Address', kind: 'long-text' },
  { name: 'timeZone', label: 'Time zone', kind: 'zone', required: true, hint: 'Such as Europe/Oslo' },
  { name: 'countryCode', label: 'Country', kind: 'country' },
  { name: 'currency', label: 'Currency', kind: 'currency' },
  {
    name: 'locale',
    label: 'Language',
    kind: 'choice',
    options: Object.entries(languageNames).map(([value, text]) => ({ value, text })),
  },
  {
    name: 'dashboardNetworks',
    label: 'Networks of the dashboard',
    kind: 'list',
    maxLength: 1_000,
    hint: 'Users sign in only from these, such as 203.0.113.0/24, with commas between. Empty: from everywhere',
    group: access,
  },
  { name: 'publicAccess', label: 'The public booking page is open', kind: 'flag', group: booking },
  {
    name: 'myBookings',
    label: 'People may see all their bookings with a code',
    kind: 'flag',
    group: booking,
  },
  { name: 'confirmManually', label: 'Staff confirm bookings', kind: 'flag', group: booking },
  { name: 'closedForHolidays', label: 'Closed on public holidays', kind: 'flag', group: booking },
  { name: 'allowCancellation', label: 'People may cancel', kind: 'flag', group: booking },
  {
    name: 'cancellationPeriod',
    label: 'Until',
    kind: 'period',
    hint: 'Before the start. Empty: until it begins',
    group: booking,
  },
  {
    name: 'firstBookablePeriod',
    label: 'Booked at least',
    kind: 'period',
    hint: 'Ahead',
    group: booking,
  },
  {
    name: 'futureBookablePeriod',
    label: 'Booked at most',
    kind: 'period',
    hint: 'Ahead',
    group: booking,
  },
  {
    name: 'maxActivePerPerson',
    label: 'Most bookings of a person',
    kind: 'integer',
    hint: 'That are not over yet. Empty or 0: no limit',
    group: limits,
  },
  {
    name: 'maxDailyPerPerson',
    label: 'Most of a person a day',
    kind: 'integer',
    hint: 'Empty or 0: no limit',
    group: limits,
  },
  {
    name: 'maxWeeklyPerPerson',
    label: 'Most of a person a week',
    kind: 'integer',
    hint: 'From Monday to Sunday. Empty or 0: no limit',
    group: limits,
  },
  {
    name: 'verification',
    label: 'Bookings are verified',
    kind: 'choice',
    group: booking,
    options: [
      { value: 'NONE', text: 'Not' },
      { value: 'EMAIL', text: 'By email' },
      { value: 'SMS', text: 'By SMS' },
    ],
  },
  { name: 'emailNotification', label: 'An email to us about bookings', kind: 'flag', group: notification },
  { name: 'mailNotificationRecipient', label: 'To', kind: 'text', type: 'email', group: notification },
  { name: 'smsNotification', label: 'An SMS to us about bookings', kind: 'flag', group: notification },
  { name: 'reminderSms', label: 'An SMS reminder for new bookings', kind: 'flag', group: notification },
  { name: 'mailFromName', label: 'Name of the sender', kind: 'text', hint: 'Empty: the name above', group: sender },
  {
    name: 'mailFrom',
    label: 'Address of the sender',
    kind: 'text',
    type: 'email',
    hint: 'In a domain that the operator of the server allows',
    group: sender,
  },
  {
    name: 'replyTo',
    label: 'Replies go to',
    kind: 'text',
    type: 'email',
    hint: 'Empty: the email address above',
    group: sender,
  },
  {
    name: 'calendarAttachment',
    label: 'Bookings in the calendars of people',
    kind: 'choice',
    hint: 'Mail programs enter and update invitations; files are added by hand',
    group: sender,
    options: [
      { value: 'INVITATION', text: 'Invitations' },
      { value: 'FILE', text: 'Files' },
    ],
  },
  {
    name: 'waitlistHoldMinutes',
    label: 'A freed time is held',
    kind: 'minutes',
    hint: 'For somebody on the waitlist',
    group: waitlist,
  },
  { name: 'mailWaitlistOfferSubject', label: 'Email: subject', kind: 'text', hint: liquidHint, group: waitlist },
  { name: 'mailWaitlistOffer', label: 'Email: text', kind: 'long-text', group: waitlist },
  { name: 'smsWaitlistOffer', label: 'SMS', kind: 'long-text', group: waitlist },
  { name: 'secondFactorRequired', label: 'Users need a second factor', kind: 'flag', group: signIn },
  {
    name: 'sessionIdleMinutes',
    label: 'A session ends without use after',
    kind: 'minutes',
    hint: 'From 5 minutes to 12 hours. Empty: after 12 hours in any case',
    group: signIn,
  },
  {
    name: 'accentColour',
    label: 'Colour',
    kind: 'colour',
    hint: 'Of links and buttons, such as #1f5fbf',
    group: look,
  },
  { name: 'newBookingText', label: 'Above a new booking', kind: 'long-text', maxLength: 65_536, group: look },
  { name: 'newUserText', label: 'For new people', kind: 'long-text', maxLength: 65_536, group: look },
  { name: 'footer', label: 'At the end', kind: 'long-text', maxLength: 65_536, group: look },
  {
    name: 'embedOrigins',
    label: 'Web pages that may embed it',
    kind: 'list',
    maxLength: 6_000,
    hint: 'Such as https://www.example.org, with commas between',
    group: look,
  },
  ...email('Verification', 'Verification'),
  ...email('Confirmation', 'Confirmation'),
  ...email('Modification', 'Change'),
  ...email('Cancellation', 'Cancellation'),
  ownText('smsVerification', 'Verification', textMessages),
  ownText('smsConfirmation', 'Confirmation', textMessages),
  ownText('smsModification', 'Change', textMessages),
  ownText('smsReminder', 'Reminder', textMessages),
  ownText('smsCancellation', 'Cancellation', textMessages),
  {
    name: 'messageRetentionDays',
    label: 'Messages are kept for',
    kind: 'integer',
    hint: 'Days, such as 30. Empty: as long as the server keeps them',
    group: retention,
  },
  {
    name: 'deliveryRetentionDays',
    label: 'Deliveries to webhooks are kept for',
    kind: 'integer',
    hint: 'Days, such as 30. Empty: as long as the server keeps them',
    group: retention,
  },
  {
    name: 'changeRetentionDays',
    label: 'Changes are kept for',
    kind: 'integer',
    hint: 'Days, from 7 to 30. Empty: 30. Histories reach back as far',
    group: retention,
  },
  {
    name: 'personRetentionMonths',
    label: 'People are erased after',
    kind: 'integer',
    hint: 'Months without a booking, such as 24. Empty: never. It cannot be undone',
    group: retention,
  },
];
