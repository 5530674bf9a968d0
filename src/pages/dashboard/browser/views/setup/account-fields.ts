import type { FieldDefinition } from '../../records/record.rules.js';

const booking = 'Rules of the public booking page';
const look = 'Look and texts of the public booking page';
const notification = 'Notifications';
const waitlist = 'Waitlist';
const liquidHint = 'Liquid, with {{ booking.waitlist_link }} and {{ booking.expires_at | i18n_date }}';
const emails = 'Emails to people, in Liquid';
const textMessages = 'SMS to people, in Liquid';

/** A text of a message. Without one of the account, the built-in text is sent. */
const ownText = (name: string, label: string, group: string): FieldDefinition => ({
  name,
  label,
  kind: 'long-text',
  maxLength: 65_536,
  hint: 'Empty: the built-in text',
  group,
});

const email = (occasion: string, label: string): FieldDefinition[] => [
  {
    name: `mail_${occasion}_subject`,
    label: `${label}: subject`,
    kind: 'text',
    hint: 'Empty: the built-in one',
    group: emails,
  },
  ownText(`mail_${occasion}`, label, emails),
];

export const accountFields: readonly FieldDefinition[] = [
  { name: 'name', label: 'Name', kind: 'text', required: true },
  { name: 'email', label: 'Email', kind: 'text', type: 'email', required: true },
  { name: 'phone_number', label: 'Phone', kind: 'text', type: 'tel' },
  { name: 'address', label: 'Address', kind: 'long-text' },
  { name: 'time_zone', label: 'Time zone', kind: 'text', required: true, hint: 'Such as Europe/Oslo' },
  { name: 'country_code', label: 'Country', kind: 'text', maxLength: 2, hint: 'Two letters, such as NO' },
  { name: 'currency', label: 'Currency', kind: 'text', maxLength: 3, hint: 'Three letters, such as NOK' },
  {
    name: 'locale',
    label: 'Language',
    kind: 'choice',
    options: [
      { value: 'en', text: 'English' },
      { value: 'sv', text: 'Svenska' },
      { value: 'nb', text: 'Norsk' },
    ],
  },
  { name: 'public_access', label: 'The public booking page is open', kind: 'flag', group: booking },
  { name: 'confirm_manually', label: 'Staff confirm bookings', kind: 'flag', group: booking },
  { name: 'closed_for_holidays', label: 'Closed on public holidays', kind: 'flag', group: booking },
  { name: 'allow_cancellation', label: 'People may cancel', kind: 'flag', group: booking },
  {
    name: 'cancellation_period',
    label: 'Until',
    kind: 'text',
    hint: 'Before the start, such as: 24 hours',
    group: booking,
  },
  {
    name: 'first_bookable_period',
    label: 'Booked at least',
    kind: 'text',
    hint: 'Ahead, such as: 2 hours',
    group: booking,
  },
  {
    name: 'future_bookable_period',
    label: 'Booked at most',
    kind: 'text',
    hint: 'Ahead, such as: 3 months',
    group: booking,
  },
  {
    name: 'verification_method',
    label: 'Bookings are verified',
    kind: 'choice',
    group: booking,
    options: [
      { value: '0', text: 'Not' },
      { value: '1', text: 'By email' },
      { value: '2', text: 'By SMS' },
    ],
  },
  { name: 'email_notification', label: 'An email to us about bookings', kind: 'flag', group: notification },
  { name: 'mail_notification_recipient', label: 'To', kind: 'text', type: 'email', group: notification },
  { name: 'sms_notification', label: 'An SMS to us about bookings', kind: 'flag', group: notification },
  { name: 'reminder_sms', label: 'An SMS reminder for new bookings', kind: 'flag', group: notification },
  {
    name: 'waitlist_hold_minutes',
    label: 'A freed time is held',
    kind: 'integer',
    hint: 'In minutes, for somebody on the waitlist',
    group: waitlist,
  },
  { name: 'mail_waitlist_offer_subject', label: 'Email: subject', kind: 'text', hint: liquidHint, group: waitlist },
  { name: 'mail_waitlist_offer', label: 'Email: text', kind: 'long-text', group: waitlist },
  { name: 'sms_waitlist_offer', label: 'SMS', kind: 'long-text', group: waitlist },
  {
    name: 'accent_colour',
    label: 'Colour',
    kind: 'text',
    maxLength: 7,
    hint: 'Of links and buttons, such as #1f5fbf',
    group: look,
  },
  { name: 'new_booking_text', label: 'Above a new booking', kind: 'long-text', maxLength: 65_536, group: look },
  { name: 'new_user_text', label: 'For new people', kind: 'long-text', maxLength: 65_536, group: look },
  { name: 'footer', label: 'At the end', kind: 'long-text', maxLength: 65_536, group: look },
  {
    name: 'embed_origins',
    label: 'Web pages that may embed it',
    kind: 'list',
    maxLength: 6_000,
    hint: 'Such as https://www.example.org, with commas between',
    group: look,
  },
  ...email('verification', 'Verification'),
  ...email('confirmation', 'Confirmation'),
  ...email('modification', 'Change'),
  ...email('cancellation', 'Cancellation'),
  ownText('sms_verification', 'Verification', textMessages),
  ownText('sms_confirmation', 'Confirmation', textMessages),
  ownText('sms_modification', 'Change', textMessages),
  ownText('sms_reminder', 'Reminder', textMessages),
  ownText('sms_cancellation', 'Cancellation', textMessages),
];
