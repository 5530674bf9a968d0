import { formats, inWords, weekdays } from '../../format.js';
import type { Permission } from '../../graphql/schema.types.js';
import { inLanguage } from '../../graphql/server-messages.js';
import { type FieldDefinition, shownWeek } from '../../records/record.rules.js';
import { currentSession } from '../../session.js';
import { t } from '../../texts.js';
import { accountForms } from './account-forms.js';
import { depositFields, feeFields } from './deposit-fields.js';
import { automaticMessages, serviceMessages } from './messages/automatic-messages.js';
import { declare, grouped, longest, optionsOf, type RecordKind, textOptions } from './record-kind.js';

export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

const hours = (group: string): FieldDefinition[] =>
  dayNames.map((day, index) => ({
    ...{ name: `openingHours${day}`, label: weekdays('long')[index] ?? day, kind: 'hours', group },
    ...(index === 0 && { hint: t.setup.fields.hoursHint }),
  }));

const { common, fields: texts, catalog, nouns, days, calendars, messages, webHooks: hooks } = t.setup;
const ofService = t.business.service;
const ofOptions = t.setup.options;
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
  list: {
    ...{ caption: catalog.resources, empty: catalog.noResources },
    columns: [
      { title: common.title, of: 'title', isLink: true },
      { title: common.capacity, of: 'capacity' },
      {
        ...{ title: common.hours, of: dayNames.map((day) => `openingHours${day}`) },
        text: (...week: (string[] | null)[]) => shownWeek(week, weekdays('short')),
      },
    ],
  },
  fields: [
    title,
    {
      ...{ name: 'description', label: common.description, kind: 'long-text', maxLength: longest },
      hint: texts.descriptionHint,
    },
    { name: 'capacity', label: common.capacity, kind: 'integer', hint: texts.capacityHint },
    ...hours(common.hours),
    ...grouped(t.records.more, [
      { name: 'maxDailyBookings', label: texts.maxAppointments, kind: 'integer', hint: texts.maxAppointmentsHint },
    ]),
  ],
});

/** The dates on which the opening hours of a resource differ. They are saved and deleted by their date, not by an id. */
export const exceptionDates = declare({
  ...{ path: 'exception-dates', type: 'ResourceExceptionDate', input: 'ResourceExceptionDateEntry' },
  ...{ permission: 'exceptionDates', hasOwnForm: true, without: ['read', 'create', 'update', 'remove'] },
  texts: { create: days.saveDate, record: days.exceptions, remove: common.remove, removed: days.dateRemoved },
  deletion: '',
  list: {
    ...{ caption: days.exceptions, empty: days.noDates, isPaged: true },
    ...{ variables: '$resourceId:Int!$from:Date!', arguments: 'resourceId:$resourceId from:$from' },
    reads: ['serviceId'],
    columns: [
      { title: days.date, of: 'exceptionDate' },
      { title: days.open, of: 'openingHours' },
      { title: days.for, of: 'service.title', text: (service?: string) => service ?? days.allServices },
    ],
  },
  fields: [
    { name: 'exceptionDate', label: days.date, kind: 'date', required: true },
    { name: 'openingHours', label: days.open, kind: 'hours', hint: days.openHint },
  ],
});

/** The options of a service. The form of one offers the groups of the service. */
export const serviceOptions = declare({
  ...{ path: 'service-options', type: 'ServiceOption', owner: 'serviceId', permission: 'catalog' },
  ...{ hasOwnForm: true, texts: nouns.serviceOption, deletion: ofOptions.optionDeletion },
  initial: { minutes: 0, price: '0', maximum: 1 },
  list: {
    ...{ caption: ofOptions.title, empty: ofOptions.none },
    ...{ variables: '$serviceId:Int!', arguments: 'filter:{serviceId:$serviceId}' },
    columns: [
      { title: common.title, of: 'title' },
      { title: ofOptions.group, of: 'group.title' },
      { title: catalog.minutes, of: 'minutes' },
      { title: common.price, of: 'price' },
    ],
  },
  fields: [
    title,
    { name: 'groupId', label: ofOptions.group, kind: 'record' },
    { name: 'minutes', label: ofOptions.longer, kind: 'minutes', hint: ofOptions.longerHint },
    { name: 'price', label: common.price, kind: 'money', hint: ofOptions.priceHint },
    { name: 'taxRateId', label: catalog.taxRate, kind: 'record', choices: 'taxRates' },
    { name: 'maximum', label: ofOptions.units, kind: 'integer' },
    { name: 'position', label: ofOptions.position, kind: 'integer', hint: ofOptions.positionHint },
  ],
});

/** The groups of the options of a service. */
export const serviceOptionGroups = declare({
  ...{ path: 'service-option-groups', type: 'ServiceOptionGroup', owner: 'serviceId', permission: 'catalog' },
  ...{ hasOwnForm: true, texts: nouns.serviceOptionGroup, deletion: ofOptions.groupDeletion, initial: { minimum: 0 } },
  list: {
    ...{ caption: ofOptions.groups, empty: ofOptions.noGroups },
    ...{ variables: '$serviceId:Int!', arguments: 'filter:{serviceId:$serviceId}' },
    columns: [
      { title: common.title, of: 'title' },
      { title: ofOptions.minimum, of: 'minimum' },
      { title: ofOptions.maximum, of: 'maximum' },
    ],
  },
  fields: [
    title,
    { name: 'minimum', label: ofOptions.minimum, kind: 'integer', hint: ofOptions.minimumHint },
    { name: 'maximum', label: ofOptions.maximum, kind: 'integer' },
    { name: 'position', label: ofOptions.position, kind: 'integer', hint: ofOptions.positionHint },
  ],
});

/** The calendars of other programs that a resource has. Those of CalDAV servers have forms of their own, with passwords. */
export const calendarSources = declare({
  ...{ path: 'calendar-sources', type: 'CalendarSource', permission: 'calendars', hasOwnForm: true },
  ...{ without: ['read', 'update'], deletion: calendars.removal },
  texts: { create: calendars.add, record: calendars.title, remove: common.remove, removed: calendars.removed },
  fields: [
    {
      ...{ name: 'url', label: calendars.secretAddress, kind: 'text', required: true, maxLength: 2_048 },
      hint: calendars.secretAddressHint,
    },
    { name: 'name', label: common.name, kind: 'text', hint: calendars.nameHint },
    { name: 'intervalMinutes', label: calendars.readEvery, kind: 'integer', hint: calendars.readEveryHint },
  ],
});

export const services = declare({
  ...{ path: 'services', type: 'Service', permission: 'catalog', texts: nouns.service },
  deletion: catalog.serviceDeletion,
  initial: { bookingType: 'APPOINTMENT', interval: 60, maxSlots: 1, sameDay: true, countsNamedBookings: true },
  reads: ['bookingForm', ...serviceMessages.map(({ body }) => body)],
  list: {
    ...{ caption: common.services, empty: catalog.noServices },
    columns: [
      { title: common.title, of: 'title', isLink: true },
      { title: common.type, of: 'bookingType' },
      { title: catalog.minutes, of: 'interval' },
      { title: common.price, of: 'price' },
    ],
  },
  fields: [
    title,
    {
      ...{ name: 'bookingType', label: common.type, kind: 'choice' },
      options: optionsOf('APPOINTMENT', 'ATTENDANCE', 'PRODUCT', 'GIFT_CARD', 'PACKAGE'),
    },
    { name: 'interval', label: texts.length, kind: 'minutes' },
    { name: 'price', label: common.price, kind: 'money' },
    { name: 'description', label: common.description, kind: 'long-text', maxLength: longest },
    ...grouped(t.records.more, [
      { name: 'taxRateId', label: catalog.taxRate, kind: 'record', choices: 'taxRates', hint: catalog.taxRateHint },
      { name: 'bufferBefore', label: ofService.bufferBefore, kind: 'minutes', hint: ofService.bufferHint, usual: '0' },
      { name: 'bufferAfter', label: ofService.bufferAfter, kind: 'minutes', usual: '0' },
      { name: 'calendarColour', label: t.setup.account.colour, kind: 'colour', hint: ofService.colourHint },
    ]),
    ...grouped(catalog.onlyPackages, [
      { name: 'packageUnits', label: catalog.units, kind: 'integer', hint: catalog.unitsHint },
      { name: 'packageMonths', label: catalog.packageMonths, kind: 'integer', hint: catalog.packageValidity },
      { name: 'packageDays', label: catalog.packageDays, kind: 'integer' },
      { name: 'packageServiceIds', label: catalog.onlyServices, kind: 'records', choices: 'services' },
    ]),
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
      ...depositFields(texts.deposit.asAccount),
      ...feeFields(texts.fees.asAccount),
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
    { name: 'interval', label: texts.length, kind: 'minutes', hint: texts.asServiceHint },
    { name: 'price', label: common.price, kind: 'money', hint: texts.asServiceHint },
    { name: 'bufferBefore', label: ofService.bufferBefore, kind: 'minutes', hint: texts.asServiceHint },
    { name: 'bufferAfter', label: ofService.bufferAfter, kind: 'minutes', hint: texts.asServiceHint },
    ...hours(texts.offerHours),
  ],
});

export const categories = declare({
  ...{ path: 'categories', type: 'Category', permission: 'catalog', texts: nouns.category },
  deletion: catalog.categoryDeletion,
  beside: 'servicesOfCategory(categoryId:$id)',
  list: {
    ...{ field: 'categories', caption: catalog.categories, empty: catalog.noCategories },
    columns: [
      { title: common.title, of: 'title', isLink: true },
      { title: catalog.below, of: 'parent.title' },
      { title: common.services, of: 'services.nodes.title', text: (titles: string[]) => titles.join(', ') },
      { title: common.priority, of: 'priorityValue' },
    ],
  },
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
  list: {
    ...{ caption: catalog.coupons, empty: catalog.noCoupons },
    columns: [
      { title: common.title, of: 'title', isLink: true },
      { title: common.code, of: 'code' },
      {
        ...{ title: catalog.discount, of: ['value', 'valueType'], isNumber: true },
        text: (value: number, type: string) =>
          type === 'PERCENTAGE'
            ? formats().percent(value / 100)
            : [formats().number(value), currentSession().account.currency].filter(Boolean).join(' '),
      },
      {
        ...{ title: common.left, of: 'availability', isNumber: true },
        text: (left: number | null) => (left === null ? common.all : formats().number(left)),
      },
      { title: common.until, of: 'validUntil' },
      { title: common.active, of: 'active' },
    ],
  },
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
  list: {
    ...{ caption: catalog.rates, empty: catalog.noRates },
    columns: [
      { title: catalog.rateName, of: 'name', isLink: true },
      { title: catalog.percentage, of: 'percentage' },
      { title: catalog.included, of: 'included' },
    ],
  },
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
  list: {
    ...{ caption: catalog.giftCards, empty: catalog.noGiftCards, isPaged: true, hasCount: true },
    columns: [
      { title: common.code, of: 'code', isLink: true },
      {
        ...{ title: catalog.owner, of: ['person.name', 'person.email'] },
        text: (name?: string | null, email?: string | null) => name ?? email ?? '',
      },
      { title: common.left, of: 'value' },
      { title: catalog.atFirst, of: 'initialValue' },
      { title: common.until, of: 'validUntil' },
      { title: common.active, of: 'active' },
    ],
  },
  fields: [
    { name: 'code', label: common.code, kind: 'text', maxLength: 50, hint: catalog.cardCodeHint },
    { name: 'value', label: catalog.cardValue, kind: 'integer', required: true, hint: catalog.cardValueHint },
    { name: 'initialValue', label: catalog.initialValue, kind: 'integer', hint: catalog.initialValueHint },
    { name: 'validUntil', label: common.until, kind: 'date', hint: catalog.validUntilHint },
    active,
    { name: 'personId', label: catalog.owner, kind: 'person' },
  ],
});

export const packages = declare({
  ...{ path: 'packages', type: 'Package', permission: 'sales', texts: nouns.package },
  deletion: catalog.packageDeletion,
  initial: { active: true },
  list: {
    ...{ caption: catalog.packages, empty: catalog.noPackages, isPaged: true, hasCount: true },
    columns: [
      { title: common.title, of: 'title', isLink: true },
      {
        ...{ title: catalog.owner, of: ['person.name', 'person.email'] },
        text: (name?: string | null, email?: string | null) => name ?? email ?? '',
      },
      { title: common.left, of: 'left' },
      { title: catalog.units, of: 'units' },
      { title: common.until, of: 'validUntil' },
      { title: common.active, of: 'active' },
    ],
  },
  fields: [
    title,
    { name: 'units', label: catalog.units, kind: 'integer', required: true, hint: catalog.unitsHint },
    { name: 'serviceIds', label: catalog.onlyServices, kind: 'records', choices: 'services' },
    { name: 'validUntil', label: common.until, kind: 'date', hint: catalog.lastDateHint },
    active,
    { name: 'personId', label: catalog.owner, kind: 'person' },
  ],
});

export const templates = declare({
  ...{ path: 'templates', type: 'MessageTemplate', permission: 'catalog', texts: nouns.message },
  deletion: t.setup.messages.deletion,
  initial: { messageType: 'CONFIRMATION', deliveryType: 'EMAIL', active: true },
  list: {
    ...{ caption: messages.messages, empty: messages.empty },
    columns: [
      {
        ...{ title: messages.message, of: ['subject', 'messageType'], isLink: true },
        text: (subject: string | null, type: string) => subject ?? inWords(type),
      },
      {
        ...{ title: messages.kind, of: ['messageType', 'deliveryType'] },
        text: (...types: string[]) => types.map(inWords).join(', '),
      },
      { title: common.when, of: 'deliveryTiming', text: (timing: string | null) => timing ?? messages.atOnce },
      { title: common.active, of: 'active' },
    ],
  },
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
  ...{ permission: 'users', texts: nouns.user, deletion: t.setup.users.deletion, isAccess: true },
  initial: { role: 'STAFF' },
  list: {
    ...{ caption: t.setup.users.users, empty: t.records.empty },
    columns: [
      {
        ...{ title: common.name, of: ['user.name', 'user.email'], isLink: true },
        text: (name: string | null, email: string) => name || email,
      },
      { title: common.email, of: 'user.email', isLong: true },
      { title: common.role, of: 'role' },
    ],
  },
  fields: [
    { name: 'name', stored: 'user.name', label: common.name, kind: 'text', required: true },
    {
      ...{ name: 'email', stored: 'user.email', label: common.email, kind: 'text', type: 'email', required: true },
      isFixed: true,
    },
    { name: 'phoneNumber', stored: 'user.phoneNumber', label: common.phone, kind: 'text', type: 'tel' },
    role,
    {
      name: 'resourceId',
      label: t.setup.users.resource,
      kind: 'record',
      choices: 'resources',
      hint: t.setup.users.resourceHint,
    },
  ],
});

export const webHooks = declare({
  ...{ path: 'web-hooks', type: 'WebHook', permission: 'webhooks', texts: nouns.webHook },
  deletion: t.setup.webHooks.deletion,
  initial: { event: 'booking.*', active: true },
  shows: ['pausedReason'],
  list: {
    ...{ caption: hooks.webHooks, empty: hooks.empty },
    columns: [
      { title: common.address, of: 'targetUrl', isLong: true, isLink: true },
      { title: common.events, of: 'event' },
      { title: common.active, of: 'active' },
      {
        ...{ title: hooks.warning, of: ['pausedReason', 'warning'] },
        text: (reason: string | null, warning: string | null) => inLanguage(reason ?? warning ?? ''),
      },
    ],
  },
  fields: [
    { name: 'targetUrl', label: common.address, kind: 'text', type: 'url', required: true, maxLength: 2_000 },
    { name: 'event', label: common.events, kind: 'text', required: true, hint: texts.eventsHint },
    active,
  ],
});

const { keys } = t.setup;

/** The permissions to which a key may be limited, with their texts. Only users have a sign-in of their own. */
const keyPermissions: Readonly<Record<Exclude<Permission, 'SIGN_IN'>, string>> = keys.permissions;

const timeOrNever = (time: string | null): string => (time === null ? keys.never : formats().dateTime(time));
const listOrAll = (values: readonly string[]): string => values.join(', ') || common.all;

/** Returns the role, and what of it a key is limited to. */
const roleText = (role: string, chosen: readonly string[] | null): string =>
  chosen === null ? inWords(role) : keys.onlyOf({ role: inWords(role), chosen: chosen.map(inWords).join(', ') });

/** API keys. The list creates them, because it shows their secret once. */
export const apiKeys = declare({
  ...{ path: 'keys', type: 'ApiKey', permission: 'account', texts: nouns.key, hasOwnForm: true },
  ...{ isAccess: true, deletion: keys.deletion, remove: 'revokeApiKey', without: ['read', 'create'] },
  list: {
    ...{ caption: keys.keys, empty: t.records.empty, variables: '$ids:[Int!]', arguments: 'filter:{ids:$ids}' },
    columns: [
      { title: common.name, of: 'name', isLink: true },
      { title: common.role, of: ['role', 'permissions'], text: roleText },
      { title: common.created, of: 'createdAt', text: timeOrNever },
      { title: keys.lastUsed, of: 'lastUsedAt', text: timeOrNever },
      { title: keys.requests, of: 'recentRequests', text: (count: number) => formats().number(count) },
      { title: keys.expires, of: 'expiresAt', text: timeOrNever },
      { title: keys.origins, of: 'allowedOrigins', text: listOrAll },
      { title: keys.networks, of: 'allowedNetworks', text: listOrAll },
    ],
  },
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

export const account = declare({
  ...{ path: 'account', type: 'Account', permission: 'account', isOnly: true, without: ['create', 'remove'] },
  texts: { create: '', record: t.setup.accountPage.account, remove: '', removed: '' },
  deletion: '',
  reads: [
    ...['closedForHolidays', 'closedDays.from', 'closedDays.to', 'closedDays.reason', 'closedDays.repeatsYearly'],
    ...['logo', 'bookingForm', 'embedOrigins'],
    ...automaticMessages.flatMap(({ subject, body }) => [body, ...(subject ? [subject] : [])]),
  ],
  fields: Object.values(accountForms).flat(),
});

/** All kinds of records, which tests enumerate. */
export const recordKinds: readonly RecordKind[] = [
  ...[
    resources,
    exceptionDates,
    calendarSources,
    services,
    serviceOptions,
    serviceOptionGroups,
    providers,
    categories,
    coupons,
    giftCards,
    packages,
    taxRates,
    templates,
    users,
  ],
  ...[webHooks, apiKeys, account],
];
