import type { Locator, Page } from 'playwright-core';
import type { FieldDefinition } from '../../src/pages/dashboard/records/record.rules.js';
import type { RecordKind } from '../../src/pages/dashboard/views/setup/record-kind.js';
import { recordKinds } from '../../src/pages/dashboard/views/setup/records.js';
import { snakeCase } from '../../src/platform/text.js';

/** A form of the dashboard. Each round sends it with other values. */
export interface FormCase {
  /** The address below the dashboard. */
  path: () => string;
  /** Opens the form, or chooses in it. */
  prepare?: (page: Page, round: Round) => Promise<unknown>;
  /** The part of the page with the form, by default any. */
  place?: (page: Page) => Locator;
  /** The texts to type, by label. */
  typed: (round: Round) => Record<string, string>;
  /** Goes on to the button, after the texts were typed. The fields may then be gone. */
  proceed?: (page: Page, round: Round) => Promise<unknown>;
  /** The name of the button, by default `Save`. */
  submit?: string;
  /** Shown while the user signs in again, if the fields are gone. */
  kept?: (round: Round) => string;
  /** Shown when it is done. */
  done: string;
  /** The name of the change that it makes. */
  change: string;
}

export type Round = 1 | 2;

const newRecord = (path: string, noun: string, change: string, typed: FormCase['typed']): FormCase => ({
  path: () => `setup/${path}/new`,
  ...{ typed, change, done: `The ${noun} is saved.` },
});
/** The changes that are not named after the type of the record. */
const changeNames: Readonly<Record<string, string>> = { ClientUser: 'client_user_link' };
const isCreatedByForm = ({ operations, hasOwnForm }: RecordKind) => operations.create !== undefined && !hasOwnForm;

/** A text that a field accepts. */
function sampleOf({ kind, type, label }: FieldDefinition, round: Round): string {
  if (type === 'email') return `ola-${round}@example.org`;
  if (type === 'url') return `https://example.org/hook-${round}`;
  return kind === 'integer' || kind === 'decimal' ? `${round}0` : `${label} ${round}`;
}

/** The form of a new record of a kind: it types what is required and does not have a value at first. */
function newRecordOf(kind: RecordKind): [string, FormCase] {
  const { path, type, texts, fields, initial = {} } = kind;
  const typed = fields.filter(({ name, required }) => required && !(name in initial));
  const change = `${changeNames[type] ?? snakeCase(type)}.created`;
  const textsOf = (round: Round) => Object.fromEntries(typed.map((field) => [field.label, sampleOf(field, round)]));
  return [texts.create, newRecord(path, texts.record.replace('The ', ''), change, textsOf)];
}

const choose = (label: string, option: string) => (page: Page) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption(option);
const dialog = (page: Page) => page.getByRole('dialog').first();
/** Not by `press`: the calendar may replace the entry, which has just been changed, between its focus and the key. */
const openEntry = (text: string) => (page: Page) =>
  page.locator('.ec-event', { hasText: text }).dispatchEvent('keydown', { key: 'Enter' });
const images = [
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'R0lGODlhAQABAIABAP///wAAACH5BAEAAAEALAAAAAABAAEAAAICTAEAOw==',
];
const gif = (round: Round) => Buffer.from(images[round - 1] ?? '', 'base64');

/** The ids of records that forms open. */
export interface FormIds {
  resource: number;
  /** Without bookings. */
  service: number;
  person: number;
}

/** Returns all forms of the dashboard that change something, by name. */
export const formCases = (ids: () => FormIds): Record<string, FormCase> => ({
  ...Object.fromEntries(recordKinds.filter(isCreatedByForm).map(newRecordOf)),
  'an event': newRecord('events', 'event', 'event.created', (round) => ({
    ...{ Title: `Pilates ${round}`, 'How many people': '5' },
    ...{ Begins: `2026-03-0${3 + round}T10:00`, minutes: '15' },
  })),
  'a series of events': {
    ...newRecord('events', 'event', 'recurrence.created', (round) => ({
      ...{ Title: `Spinning ${round}`, 'How many people': '5', 'How many times': '3' },
      ...{ Begins: `2026-03-0${3 + round}T14:00`, hours: '2' },
    })),
    prepare: choose('Repeat', 'weekly'),
  },
  'an API key': {
    path: () => 'setup/keys',
    typed: (round) => ({ Name: `Till ${round}`, Origins: 'https://example.org' }),
    ...{ submit: 'Create the key', done: 'Copy it now.', change: 'api_key.created' },
  },
  'the account': {
    path: () => 'setup/account',
    typed: (round) => ({ Name: `Fjord ${round}` }),
    ...{ done: 'The account is saved.', change: 'account.modified' },
  },
  'the logo': {
    path: () => 'setup/booking-page',
    prepare: (page, round) =>
      page
        .getByRole('region', { name: 'Logo' })
        .getByLabel('Image')
        .setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: gif(round) }),
    typed: () => ({}),
    ...{ submit: 'Use this image', done: 'The logo is saved.', change: 'account.modified' },
  },
  'an exception date': {
    path: () => `setup/resources/${ids().resource}`,
    typed: (round) => ({ Date: `2026-04-0${round}`, 'Open, from': '10:00', 'Open, to': '14:00' }),
    ...{ submit: 'Save the date', done: 'The date is saved.', change: 'resource_exception_date.created' },
  },
  'a rota': {
    path: () => `setup/resources/${ids().resource}`,
    prepare: (page) => page.getByRole('button', { name: 'New rota' }).click(),
    place: (page) => page.getByRole('region', { name: 'Rotas' }),
    typed: (round) => ({
      ...{ 'First day': `2026-0${3 + round}-06`, 'Last day': `2026-0${3 + round}-10` },
      ...{ 'Monday, from': '10:00', 'Monday, to': '14:00' },
    }),
    ...{ submit: 'Save the rota', done: 'The rota is saved.', change: 'rota.created' },
  },
  'a need of a service': {
    path: () => `setup/services/${ids().service}`,
    prepare: (page) => page.getByRole('button', { name: 'New need' }).click(),
    place: (page) => page.getByRole('region', { name: 'Needs' }),
    typed: (round) => ({ Title: `Stylist ${round}`, 'Work and gaps, in minutes': '10, 20, 10' }),
    ...{ submit: 'Save the need', done: 'The need is saved.', change: 'service_need.created' },
  },
  'time off': {
    path: () => `setup/resources/${ids().resource}`,
    place: (page) => page.getByRole('region', { name: 'Time off' }),
    typed: (round) => ({ 'First day': `2026-0${3 + round}-16`, Reason: 'Holiday' }),
    ...{ submit: 'Enter time off', done: 'The time off is entered.', change: 'time_off.created' },
  },
  'a person': {
    path: () => 'people/new',
    typed: (round) => ({ Name: `Berit ${round}`, Notes: 'Allergic' }),
    ...{ done: 'The person is saved.', change: 'person.created' },
  },
  'a known person': {
    path: () => `people/${ids().person}`,
    prepare: (page) => page.getByRole('tab', { name: 'Details' }).click(),
    typed: (round) => ({ Notes: `Allergic ${round}` }),
    ...{ done: 'The person is saved.', change: 'person.modified' },
  },
  'a series of bookings': {
    path: () => `people/${ids().person}`,
    prepare: (page) => page.getByRole('button', { name: 'Book a series…' }).click(),
    typed: (round) => ({ 'First date': `2026-05-0${round}`, From: '10:00', To: '11:00', 'How many times': '3' }),
    ...{ submit: 'Book the series', done: 'Booking the series: 1 of 3', change: 'recurrence.created' },
  },
  'a new booking': {
    path: () => 'calendar',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'New booking' }).click();
      await dialog(page).getByRole('combobox', { name: 'Person' }).click();
      await page.getByRole('option', { name: 'New person' }).click();
    },
    place: dialog,
    typed: (round) => ({ Email: `emil-${round}@example.org`, Notes: 'By the window' }),
    proceed: async (page) => {
      const services = dialog(page).getByLabel('Service');
      if ((await services.inputValue()) === '') await services.selectOption({ index: 1 });
      await dialog(page).getByRole('group', { name: 'Next free times' }).getByRole('button').first().click();
    },
    ...{ submit: 'Book', done: 'Booked for', change: 'booking.created' },
  },
  'a booking': {
    path: () => 'calendar?date=2026-03-04',
    prepare: openEntry('Nora Lie'),
    place: dialog,
    typed: (round) => ({ Notes: `Late ${round}` }),
    ...{ done: 'Saved Nora Lie.', change: 'booking.modified' },
  },
  'an event in the calendar': {
    path: () => 'calendar?date=2026-03-03',
    prepare: openEntry('◆ Yoga'),
    place: dialog,
    typed: (round) => ({ Title: `Yoga ${round}` }),
    ...{ done: 'The event is saved.', change: 'event.modified' },
  },
  'a move of bookings': {
    path: () => 'setup/move',
    prepare: async (page) => {
      await choose('From', 'Kim')(page);
      await choose('To', 'Lea')(page);
    },
    typed: (round) => ({ 'First day': `2026-03-1${round * 3 - 2}`, 'Last day': `2026-03-1${round * 3}` }),
    proceed: async (page) => {
      await page.getByRole('button', { name: 'Look what would move' }).dblclick();
      await page.getByRole('button', { name: 'Look', exact: true }).dblclick();
      await page.getByText('1 would move, 0 would not fit.').waitFor();
      // The days are looked at one by one. If the session is lost meanwhile, the button never comes.
      await page.getByRole('button', { name: 'Move them' }).waitFor();
    },
    ...{ submit: 'Move them', done: 'Moving: 3 of 3', change: 'booking.modified' },
  },
  'a merge of people': {
    path: () => `people/${ids().person}`,
    prepare: (page) => page.getByRole('button', { name: 'Merge…' }).click(),
    place: dialog,
    typed: (round) => ({ 'Who is the same person?': `twin-${round}@` }),
    proceed: (page, round) => page.getByRole('button', { name: new RegExp(`^Twin ${round}`) }).click(),
    kept: (round) => `Twin ${round} is deleted`,
    ...{ submit: 'Merge', done: 'The two are one person now.', change: 'person.deleted' },
  },
  'an import of people': {
    path: () => 'people/import',
    prepare: (page, round) => {
      const buffer = Buffer.from(`name,email\nImported ${round},imported-${round}@example.org\n`);
      return page.getByLabel('CSV file').setInputFiles({ name: `people-${round}.csv`, mimeType: 'text/csv', buffer });
    },
    typed: () => ({}),
    kept: (round) => `people-${round}.csv: 1 people.`,
    ...{ submit: 'Import', done: '1 created', change: 'person.created' },
  },
});
