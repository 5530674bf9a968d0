import { languageNames } from '../../../../platform/language.js';
import { inWords, weekdays } from '../../format.js';
import type { Permission } from '../../graphql/schema.types.js';
import type { FieldDefinition, Option } from '../../records/record.rules.js';
import {
  type Attributes,
  operationsOn,
  type RecordSource,
  type RecordType,
  recordSource,
} from '../../records/record-source.js';
import type { RemovalTexts } from '../../records/remove-button.js';
import type { PermissionName } from '../../session.js';
import { t } from '../../texts.js';
import { automaticMessages, serviceMessages } from './messages/automatic-messages.js';

/** The names of the records of a part. */
interface RecordTexts extends RemovalTexts {
  /** Above the form of a new one, and on the link to it. */
  create: string;
  /** The record in a sentence, such as `The service`. */
  record: string;
}

interface Declaration extends Omit<RecordType, 'reads'> {
  /** The last part of the address, such as `gift-cards`. */
  path: string;
  texts: RecordTexts;
  /** The consequence of deleting a record for its dependent records. */
  deletion: string;
  /** Users without it cannot write the records. */
  permission: PermissionName;
  fields: readonly FieldDefinition[];
  /** The attributes that other forms read and write, such as texts of messages. */
  reads?: readonly string[];
  /** The attributes that are only shown. */
  shows?: readonly string[];
  /** The attributes of a new record before anything is entered. */
  initial?: Attributes;
  /** Whether the list has the form of a new record. */
  hasOwnForm?: boolean;
}

/** A kind of records. Its form, its operations and the tests of both follow from the declaration. */
export interface RecordKind extends Declaration {
  source: RecordSource;
  operations: ReturnType<typeof operationsOn>;
}

function declare(kind: Declaration): RecordKind {
  const ofFields = kind.fields.map(({ name, stored = name }) => stored);
  const operations = operationsOn({ ...kind, reads: [...ofFields, ...(kind.reads ?? []), ...(kind.shows ?? [])] });
  return { ...kind, operations, source: recordSource({ path: `/${kind.path}`, ...operations }) };
}

/** Fields below a heading. */
const grouped = (group: string, fields: readonly FieldDefinition[]): FieldDefinition[] =>
  fields.map((field) => ({ ...field, group }));

/** Options by their values, such as `GIFT_CARD`. */
export const optionsOf = (...values: readonly string[]): Option[] =>
  values.map((value) => ({ value, text: inWords(value) }));

const textOptions = (texts: Readonly<Record<string, string>>, ...values: readonly string[]): Option[] =>
  (values.length > 0 ? values : Object.keys(texts)).map((value) => ({ value, text: texts[value] ?? value }));

export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

const hours = (group: string): FieldDefinition[] =>
  dayNames.map((day, index) => ({
    ...{ name: `openingHours${day}`, label: weekdays('long')[index] ?? day, kind: 'hours', group },
    ...(index === 0 && { hint: t.setup.fields.hoursHint }),
  }));

const { common, fields: texts, catalog, nouns } = t.setup;
const ofService = t.business.service;
/** The longest text that an attribute may have, in characters. */
const longest = 65_536;

const title: FieldDefinition = { name: 'title', label: common.title, kind: 'text', required: true };
const active: FieldDefinition = { name: 'active', label: common.active, kind: 'flag' };
const role: FieldDefinition = {
  ...{
    name: 'role',
    label: common.role,
    kind: 'choice',
    required: true,
    options: optionsOf('STAFF', 'MANAGER', 'ADMIN'),
  },
};

export const resources = declare({
  ...{ path: 'resources', type: 'Resource', permission: 'catalog', texts: nouns.resource },
  deletion: catalog.resourceDeletion,
  initial: { capacity: 1 },
  fields: [
    title,
    {
      ...{ name: 'description', label: common.description, kind: 'long-text', maxLength: longest },
      hint: texts.descriptionHint,
    },
    { name: 'capacity', label: common.capacity, kind: 'integer', hint: texts.capacityHint },
    { name: 'maxDailyBookings', label: texts.maxAppointments, kind: 'integer', hint: texts.maxAppointmentsHint },
    ...hours(common.hours),
  ],
});

export const services = declare({
  ...{ path: 'services', type: 'Service', permission: 'catalog', texts: nouns.service },
  deletion: catalog.serviceDeletion,
  initial: { bookingType: 'APPOINTMENT', interval: 60, maxSlots: 1, sameDay: true, countsNamedBookings: true },
  reads: ['bookingForm', ...serviceMessages.map(({ body }) => body)],
  fields: [
    title,
    {
      ...{ name: 'bookingType', label: common.type, kind: 'choice' },
      options: optionsOf('APPOINTMENT', 'ATTENDANCE', 'PRODUCT', 'GIFT_CARD'),
    },
    { name: 'interval', label: texts.length, kind: 'minutes' },
    { name: 'price', label: common.price, kind: 'money' },
    { name: 'taxRateId', label: catalog.taxRate, kind: 'record', choices: 'taxRates', hint: catalog.taxRateHint },
    { name: 'bufferBefore', label: ofService.bufferBefore, kind: 'minutes', hint: ofService.bufferHint },
    { name: 'bufferAfter', label: ofService.bufferAfter, kind: 'minutes' },
    { name: 'description', label: common.description, kind: 'long-text', maxLength: longest },
    { name: 'calendarColour', label: t.setup.account.colour, kind: 'colour', hint: ofService.colourHint },
    ...grouped(texts.rules, [
      { name: 'nextInterval', label: texts.nextInterval, kind: 'integer' },
      {
        ...{ name: 'intervalRounding', label: ofService.intervalRounding, kind: 'integer' },
        hint: ofService.intervalRoundingHint,
      },
      {
        ...{ name: 'availabilityType', label: ofService.availabilityType, kind: 'choice' },
        options: textOptions(ofService.availabilityTypes),
      },
      {
        ...{ name: 'priorityStrategy', label: ofService.priorityStrategy, kind: 'choice' },
        options: textOptions(ofService.priorityStrategies),
      },
      {
        ...{ name: 'countsNamedBookings', label: ofService.countsNamedBookings, kind: 'flag' },
        hint: ofService.countsNamedBookingsHint,
      },
      { name: 'bookingCapacity', label: texts.bookingCapacity, kind: 'integer' },
      { name: 'bookingMinimum', label: texts.bookingMinimum, kind: 'integer' },
      { name: 'maxSlots', label: texts.maxSlots, kind: 'integer' },
      { name: 'maxDailyBookings', label: texts.maxDaily, kind: 'integer', hint: texts.noLimit },
      { name: 'maxActivePerPerson', label: texts.maxActivePerPerson, kind: 'integer', hint: texts.notOver },
      { name: 'maxDailyPerPerson', label: texts.maxDailyPerPerson, kind: 'integer', hint: texts.noLimit },
      { name: 'maxWeeklyPerPerson', label: texts.maxWeeklyPerPerson, kind: 'integer', hint: texts.weekly },
      { name: 'oncePerPerson', label: texts.oncePerPerson, kind: 'flag' },
      { name: 'sameDay', label: texts.sameDay, kind: 'flag' },
      { name: 'hasDayBooking', label: texts.wholeDays, kind: 'flag' },
      { name: 'dayBookingSpecifyTime', label: ofService.dayBookingSpecifyTime, kind: 'flag' },
      { name: 'paymentRequired', label: texts.paymentRequired, kind: 'flag' },
      { name: 'allowInvoice', label: texts.allowInvoice, kind: 'flag' },
      { name: 'terms', label: texts.terms, kind: 'long-text' },
    ]),
  ],
});

/** The services that resources offer. The table of both creates providers. */
export const providers = declare({
  ...{ path: 'providers', type: 'Provider', permission: 'catalog', texts: nouns.provider, hasOwnForm: true },
  deletion: t.setup.providerDeletion,
  reads: ['resourceId', 'serviceId'],
  fields: [
    { name: 'priorityValue', label: common.priority, kind: 'integer', hint: texts.priorityHint },
    ...hours(texts.offerHours),
  ],
});

export const categories = declare({
  ...{ path: 'categories', type: 'Category', permission: 'catalog', texts: nouns.category },
  deletion: catalog.categoryDeletion,
  beside: 'servicesOfCategory(categoryId:$id)',
  fields: [
    title,
    { name: 'parentId', label: catalog.below, kind: 'record', choices: 'categories' },
    { name: 'priorityValue', label: common.priority, kind: 'integer', hint: catalog.priorityHint },
    {
      ...{ name: 'serviceIdList', stored: 'servicesOfCategory.nodes.id', label: common.services },
      ...{ kind: 'records', choices: 'services' },
    },
  ],
});

export const coupons = declare({
  ...{ path: 'coupons', type: 'Coupon', permission: 'catalog', texts: nouns.coupon },
  deletion: catalog.couponDeletion,
  initial: { active: true, valueType: 'PERCENTAGE' },
  fields: [
    title,
    { name: 'code', label: common.code, kind: 'text', required: true, hint: catalog.codeHint },
    { name: 'valueType', label: catalog.discount, kind: 'choice', options: optionsOf('PERCENTAGE', 'AMOUNT') },
    { name: 'value', label: catalog.value, kind: 'integer', required: true, hint: catalog.valueHint },
    { name: 'availability', label: catalog.availability, kind: 'integer', hint: catalog.availabilityHint },
    active,
    ...grouped(catalog.validity, [
      { name: 'validFrom', label: common.from, kind: 'date-time' },
      { name: 'validUntil', label: common.until, kind: 'date-time' },
    ]),
    ...grouped(catalog.conditions, [
      { name: 'allowedBookingStartAt', label: catalog.beginsFrom, kind: 'date-time' },
      { name: 'allowedBookingEndAt', label: catalog.beginsUntil, kind: 'date-time' },
      { name: 'minOrderAmount', label: catalog.priceFrom, kind: 'money' },
      { name: 'maxOrderAmount', label: catalog.priceTo, kind: 'money' },
      { name: 'minCount', label: catalog.peopleFrom, kind: 'integer' },
      { name: 'maxCount', label: catalog.peopleTo, kind: 'integer' },
      { name: 'appliesTo.services', label: catalog.onlyServices, kind: 'records', choices: 'services' },
      { name: 'appliesTo.resources', label: catalog.onlyResources, kind: 'records', choices: 'resources' },
    ]),
  ],
});

export const taxRates = declare({
  ...{ path: 'tax-rates', type: 'TaxRate', permission: 'sales', texts: nouns.taxRate },
  deletion: catalog.rateDeletion,
  initial: { included: true },
  fields: [
    { name: 'name', label: catalog.rateName, kind: 'text', required: true, hint: catalog.rateNameHint },
    { name: 'percentage', label: catalog.percentage, kind: 'decimal', required: true },
    { name: 'included', label: catalog.included, kind: 'flag', hint: catalog.includedHint },
  ],
});

export const giftCards = declare({
  ...{ path: 'gift-cards', type: 'GiftCard', permission: 'catalog', texts: nouns.giftCard },
  deletion: catalog.cardDeletion,
  initial: { active: true },
  fields: [
    { name: 'code', label: common.code, kind: 'text', maxLength: 50, hint: catalog.cardCodeHint },
    { name: 'value', label: catalog.cardValue, kind: 'integer', required: true, hint: catalog.cardValueHint },
    { name: 'initialValue', label: catalog.initialValue, kind: 'integer', hint: catalog.initialValueHint },
    { name: 'validUntil', label: common.until, kind: 'date', hint: catalog.validUntilHint },
    active,
    { name: 'personId', label: catalog.owner, kind: 'person' },
  ],
});

export const templates = declare({
  ...{ path: 'templates', type: 'MessageTemplate', permission: 'catalog', texts: nouns.message },
  deletion: t.setup.messages.deletion,
  initial: { messageType: 'CONFIRMATION', deliveryType: 'EMAIL', active: true },
  fields: [
    {
      ...{ name: 'messageType', label: texts.sentAround, kind: 'choice', required: true },
      options: textOptions(texts.occasions, 'CONFIRMATION', 'REMINDER', 'FOLLOW_UP'),
    },
    { name: 'deliveryType', label: texts.as, kind: 'choice', required: true, options: optionsOf('EMAIL', 'SMS') },
    { name: 'deliveryTiming', label: common.when, kind: 'text', maxLength: 100, hint: texts.timingHint },
    { name: 'subject', label: texts.subject, kind: 'text', hint: texts.subjectHint },
    {
      ...{ name: 'template', label: texts.text, kind: 'long-text', required: true, maxLength: longest },
      hint: texts.textHint,
    },
    active,
    { name: 'services', label: texts.onlyServices, kind: 'records', choices: 'services' },
  ],
});

/** The roles of users. Each has the attributes of its user. */
export const users = declare({
  ...{ path: 'users', type: 'ClientUser', input: 'UserInput', changes: 'UserChangesInput' },
  ...{ permission: 'users', texts: nouns.user, deletion: t.setup.users.deletion },
  initial: { role: 'STAFF' },
  fields: [
    { name: 'name', stored: 'user.name', label: common.name, kind: 'text', required: true },
    {
      ...{ name: 'email', stored: 'user.email', label: common.email, kind: 'text', type: 'email', required: true },
      isFixed: true,
    },
    { name: 'phoneNumber', stored: 'user.phoneNumber', label: common.phone, kind: 'text', type: 'tel' },
    role,
  ],
});

export const webHooks = declare({
  ...{ path: 'web-hooks', type: 'WebHook', permission: 'webhooks', texts: nouns.webHook },
  deletion: t.setup.webHooks.deletion,
  initial: { event: 'booking.*', active: true },
  shows: ['pausedReason'],
  fields: [
    { name: 'targetUrl', label: common.address, kind: 'text', type: 'url', required: true, maxLength: 2_000 },
    { name: 'event', label: common.events, kind: 'text', required: true, hint: texts.eventsHint },
    active,
  ],
});

const { keys } = t.setup;

/** The permissions to which a key may be limited, with their texts. Only users have a sign-in of their own. */
const keyPermissions: Readonly<Record<Exclude<Permission, 'SIGN_IN'>, string>> = keys.permissions;

/** API keys. The list creates them, because it shows their secret once. */
export const apiKeys = declare({
  ...{ path: 'keys', type: 'ApiKey', permission: 'account', texts: nouns.key, hasOwnForm: true },
  ...{ deletion: keys.deletion, remove: 'revokeApiKey', without: ['read', 'create'] },
  fields: [
    { name: 'name', label: common.name, kind: 'text', required: true },
    role,
    { name: 'expiresAt', label: keys.expires, kind: 'date-time', hint: keys.expiresHint },
    { name: 'allowedOrigins', label: keys.origins, kind: 'list', maxLength: 2_000, hint: keys.originsHint },
    { name: 'allowedNetworks', label: keys.networks, kind: 'list', maxLength: 1_000, hint: keys.networksHint },
    {
      ...{ name: 'permissions', label: keys.onlyPermissions, kind: 'choices' },
      ...{ options: textOptions(keyPermissions), hint: keys.permissionsHint },
    },
  ],
});

const { account: settings } = t.setup;

/** The forms of the account, by the last part of their address. */
export const accountForms = {
  // These name the business, and say how its amounts and times are written.
  business: [
    { name: 'name', label: settings.name, kind: 'text', required: true },
    { name: 'email', label: settings.email, kind: 'text', type: 'email', required: true },
    { name: 'phoneNumber', label: settings.phone, kind: 'text', type: 'tel' },
    { name: 'address', label: settings.address, kind: 'long-text' },
    { name: 'timeZone', label: settings.timeZone, kind: 'zone', required: true, hint: settings.timeZoneHint },
    { name: 'countryCode', label: settings.country, kind: 'country' },
    { name: 'currency', label: settings.currency, kind: 'currency' },
    {
      ...{ name: 'taxRounding', label: settings.taxRounding, kind: 'choice' },
      options: textOptions(settings.taxRoundings, 'LINE', 'NET', 'GROSS'),
    },
    { name: 'locale', label: settings.language, kind: 'choice', options: textOptions(languageNames) },
  ],
  'booking-page': [
    { name: 'publicAccess', label: settings.publicAccess, kind: 'flag' },
    { name: 'myBookings', label: settings.myBookings, kind: 'flag' },
    { name: 'accentColour', label: settings.colour, kind: 'colour', hint: settings.colourHint },
    { name: 'newBookingText', label: settings.newBookingText, kind: 'long-text', maxLength: longest },
    { name: 'newUserText', label: settings.newUserText, kind: 'long-text', maxLength: longest },
    { name: 'footer', label: settings.footer, kind: 'long-text', maxLength: longest },
    {
      ...{ name: 'embedOrigins', label: settings.embedOrigins, kind: 'list', maxLength: 6_000 },
      hint: settings.embedOriginsHint,
    },
  ],
  rules: [
    { name: 'confirmManually', label: settings.confirmManually, kind: 'flag' },
    { name: 'trustMoves', label: settings.trustMoves, kind: 'flag', hint: settings.trustMovesHint },
    {
      ...{ name: 'verification', label: settings.verified, kind: 'choice' },
      options: textOptions(settings.verifications, 'NONE', 'EMAIL', 'SMS'),
    },
    { name: 'allowCancellation', label: settings.allowCancellation, kind: 'flag' },
    {
      ...{ name: 'cancellationPeriod', label: settings.cancellationPeriod, kind: 'period' },
      hint: settings.cancellationPeriodHint,
    },
    { name: 'firstBookablePeriod', label: settings.firstBookable, kind: 'period', hint: settings.ahead },
    { name: 'futureBookablePeriod', label: settings.futureBookable, kind: 'period', hint: settings.ahead },
    { name: 'waitlistHoldMinutes', label: settings.waitlistHold, kind: 'minutes', hint: settings.waitlistHoldHint },
    ...grouped(settings.limits, [
      { name: 'maxActivePerPerson', label: settings.maxActivePerPerson, kind: 'integer', hint: settings.notOver },
      { name: 'maxDailyPerPerson', label: settings.maxDailyPerPerson, kind: 'integer', hint: settings.noLimit },
      { name: 'maxWeeklyPerPerson', label: settings.maxWeeklyPerPerson, kind: 'integer', hint: settings.weekly },
      {
        ...{ name: 'personOverlaps', label: settings.overlaps, kind: 'choice', hint: settings.overlapsHint },
        options: textOptions(settings.overlapChoices, 'OFF', 'WARN', 'REFUSE'),
      },
    ]),
  ],
  // How the business is told about bookings, and from whom people get messages.
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
  ],
} as const satisfies Readonly<Record<string, readonly FieldDefinition[]>>;

export const account = declare({
  ...{ path: 'account', type: 'Account', permission: 'account', isOnly: true, without: ['create', 'remove'] },
  texts: { create: '', record: t.setup.accountPage.account, remove: '', removed: '' },
  deletion: '',
  reads: [
    ...['closedForHolidays', 'closedDays.from', 'closedDays.to', 'closedDays.reason', 'closedDays.repeatsYearly'],
    ...['logo', 'bookingForm'],
    ...automaticMessages.flatMap(({ subject, body }) => [body, ...(subject ? [subject] : [])]),
  ],
  fields: Object.values(accountForms).flat(),
});

/** All kinds of records, which tests enumerate. */
export const recordKinds: readonly RecordKind[] = [
  ...[
    resources,
    services,
    providers,
    categories,
    coupons,
    giftCards,
    taxRates,
    templates,
    users,
    webHooks,
    apiKeys,
    account,
  ],
];
