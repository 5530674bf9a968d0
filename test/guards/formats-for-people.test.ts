import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

/** Matches code that formats a date or an amount in the locale of a reader. */
const formats = /\bIntl\.(?:DateTimeFormat|NumberFormat)\(|\.toLocale(?:Date|Time)?String\(/;

/** The files of `src` that format by `Intl`, and why. Any other calls one of the first two. */
const expected: Readonly<Record<string, string>> = {
  'platform/time/localized.ts': 'dates and times of messages, Liquid, pages and slots',
  'domain/money.rules.ts': 'amounts of messages and pages',
  'domain/document/document-page.rules.ts': 'rates of taxes on documents',
  'http/public-pages/booking-page/formats.ts':
    'months, ranges, lengths and percentages, which only the booking page shows',
  'pages/booking/own-zone.ts': "the same ranges in the visitor's own zone, which only the browser knows",
  'pages/dashboard/format.ts': 'short dates and amounts in columns, in the browser',
  'pages/dashboard/records/choice-fields.tsx': 'the offsets of zones in a menu',
  'pages/explorer/example-variables.ts': 'a date that a program reads',
  'domain/calendar-source/file-zones.rules.ts': 'names of zones',
  'platform/time/zone.ts': 'offsets of zones',
  'texts/messages.ts': 'numbers in texts',
};

it('only the formatters format dates and amounts for people', () => {
  const folder = join(projectRoot, 'src');
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !file.endsWith('.d.ts'));
  const found = files.filter((file) => formats.test(readFileSync(join(folder, file), 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(expected).toSorted());
});
