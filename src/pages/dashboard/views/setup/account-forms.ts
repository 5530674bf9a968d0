import { languageNames } from '../../../../platform/language.js';
import type { FieldDefinition } from '../../records/record.rules.js';
import { t } from '../../texts.js';
import { depositFields, feeFields } from './deposit-fields.js';
import { grouped, longest, textOptions } from './record-kind.js';

const { account: settings } = t.setup;

/** The forms of the account, by the last part of their address. */
export const accountForms = {
  // These name the business, and say how its amounts and times are written.
  business: [
    { name: 'name', label: settings.name, kind: 'text', required: true },
    { name: 'email', label: settings.email, kind: 'text', type: 'email', required: true },
    {
      ...{ name: 'trade', label: settings.trade, kind: 'choice', hint: settings.tradeHint },
      options: textOptions(t.firstRun.trades, 'SALON', 'CLINIC', 'STUDIO', 'RENTAL', 'OTHER'),
    },
    { name: 'phoneNumber', label: settings.phone, kind: 'text', type: 'tel' },
    { name: 'address', label: settings.address, kind: 'long-text' },
    { name: 'timeZone', label: settings.timeZone, kind: 'zone', required: true, hint: settings.timeZoneHint },
    { name: 'countryCode', label: settings.country, kind: 'country' },
    { name: 'currency', label: settings.currency, kind: 'currency' },
    { name: 'locale', label: settings.language, kind: 'choice', options: textOptions(languageNames) },
    { name: 'informalGerman', label: settings.informalGerman, kind: 'flag', hint: settings.informalGermanHint },
    { name: 'tipPercentages', label: settings.tips, kind: 'text', hint: settings.tipsHint },
    ...grouped(t.setup.fields.deposit.title, depositFields()),
    ...grouped(settings.documentsTitle, [
      {
        ...{ name: 'documents', label: settings.documents, kind: 'choice', hint: settings.documentsHint },
        options: textOptions(settings.documentChoices, 'RECEIPT'),
      },
      { name: 'legalName', label: settings.legalName, kind: 'text', hint: settings.legalNameHint },
      {
        ...{ name: 'organisationNumber', label: settings.organisationNumber, kind: 'text' },
        hint: settings.organisationNumberHint,
      },
      { name: 'vatNumber', label: settings.vatNumber, kind: 'text', hint: settings.vatNumberHint },
      { name: 'documentCountry', label: settings.documentCountry, kind: 'country', hint: settings.documentCountryHint },
      { name: 'invoiceDueDays', label: settings.invoiceDueDays, kind: 'integer', hint: settings.invoiceDueDaysHint },
      {
        ...{ name: 'vatExchangeRate', label: settings.vatExchangeRate, kind: 'decimal' },
        hint: settings.vatExchangeRateHint,
      },
    ]),
    ...grouped(t.records.more, [
      {
        ...{ name: 'taxRounding', label: settings.taxRounding, kind: 'choice' },
        options: textOptions(settings.taxRoundings, 'LINE', 'NET', 'GROSS'),
      },
    ]),
  ],
  'booking-page': [
    { name: 'publicAccess', label: settings.publicAccess, kind: 'flag' },
    { name: 'myBookings', label: settings.myBookings, kind: 'flag' },
    {
      ...{ name: 'rememberVisitors', label: settings.rememberVisitors, kind: 'flag' },
      hint: settings.rememberVisitorsHint,
    },
    { name: 'accentColour', label: settings.colour, kind: 'colour', hint: settings.colourHint },
    { name: 'newBookingText', label: settings.newBookingText, kind: 'long-text', maxLength: longest },
    {
      ...{ name: 'policies', label: settings.policies, kind: 'long-text', maxLength: longest },
      hint: settings.policiesHint,
    },
    { name: 'footer', label: settings.footer, kind: 'long-text', maxLength: longest },
    ...grouped(t.records.more, [
      { name: 'newUserText', label: settings.newUserText, kind: 'long-text', maxLength: longest },
    ]),
  ],
  rules: [
    { name: 'confirmManually', label: settings.confirmManually, kind: 'flag' },
    {
      ...{ name: 'verification', label: settings.verified, kind: 'choice' },
      options: textOptions(settings.verifications, 'NONE', 'EMAIL', 'SMS'),
    },
    { name: 'allowCancellation', label: settings.allowCancellation, kind: 'flag' },
    {
      ...{ name: 'cancellationPeriod', label: settings.cancellationPeriod, kind: 'period' },
      hint: settings.cancellationPeriodHint,
    },
    ...feeFields(),
    { name: 'firstBookablePeriod', label: settings.firstBookable, kind: 'period', hint: settings.ahead },
    { name: 'futureBookablePeriod', label: settings.futureBookable, kind: 'period', hint: settings.ahead },
    ...grouped(settings.limits, [
      { name: 'maxActivePerPerson', label: settings.maxActivePerPerson, kind: 'integer', hint: settings.notOver },
      { name: 'maxDailyPerPerson', label: settings.maxDailyPerPerson, kind: 'integer', hint: settings.noLimit },
      { name: 'maxWeeklyPerPerson', label: settings.maxWeeklyPerPerson, kind: 'integer', hint: settings.weekly },
      {
        ...{ name: 'personOverlaps', label: settings.overlaps, kind: 'choice', hint: settings.overlapsHint },
        options: textOptions(settings.overlapChoices, 'OFF', 'WARN', 'REFUSE'),
      },
    ]),
    ...grouped(t.records.more, [
      { name: 'trustMoves', label: settings.trustMoves, kind: 'flag', hint: settings.trustMovesHint },
      {
        ...{ name: 'waitlistHoldMinutes', label: settings.waitlistHold, kind: 'minutes', usual: '60' },
        hint: settings.waitlistHoldHint,
      },
    ]),
  ],
  // The messages to the business about bookings, and the senders of those to people.
  notifications: [
    { name: 'emailNotification', label: settings.emailNotification, kind: 'flag' },
    { name: 'mailNotificationRecipient', label: settings.recipient, kind: 'text', type: 'email' },
    { name: 'smsNotification', label: settings.smsNotification, kind: 'flag' },
    { name: 'reminderSms', label: settings.reminderSms, kind: 'flag' },
    { name: 'mailFromName', label: settings.senderName, kind: 'text', hint: settings.senderNameHint },
    { name: 'mailFrom', label: settings.senderAddress, kind: 'text', type: 'email', hint: settings.senderAddressHint },
    { name: 'replyTo', label: settings.replyTo, kind: 'text', type: 'email', hint: settings.replyToHint },
    {
      ...{ name: 'calendarAttachment', label: settings.attachment, kind: 'choice', hint: settings.attachmentHint },
      options: textOptions(settings.attachments, 'INVITATION', 'FILE'),
    },
  ],
  access: [
    { name: 'secondFactorRequired', label: settings.secondFactor, kind: 'flag' },
    { name: 'sessionIdleMinutes', label: settings.sessionIdle, kind: 'minutes', hint: settings.sessionIdleHint },
    {
      ...{ name: 'dashboardNetworks', label: settings.networks, kind: 'list', maxLength: 1_000 },
      hint: settings.networksHint,
    },
  ],
  // When data are deleted.
  retention: [
    { name: 'messageRetentionDays', label: settings.messageRetention, kind: 'integer', hint: settings.retentionHint },
    { name: 'deliveryRetentionDays', label: settings.deliveryRetention, kind: 'integer', hint: settings.retentionHint },
    {
      ...{ name: 'changeRetentionDays', label: settings.changeRetention, kind: 'integer' },
      hint: settings.changeRetentionHint,
    },
    {
      ...{ name: 'personRetentionMonths', label: settings.personRetention, kind: 'integer' },
      hint: settings.personRetentionHint,
    },
    {
      ...{ name: 'documentRetentionYears', label: settings.documentRetention, kind: 'integer' },
      hint: settings.documentRetentionHint,
    },
  ],
} as const satisfies Readonly<Record<string, readonly FieldDefinition[]>>;
