import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

/** The files whose look-up of bookings by place leaves out the places of bookings with needs, by the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'domain/availability/event-slots.queries.ts': 'counts the people of events, which have no needs',
  'domain/booking/conflicts/time-conflicts.queries.ts':
    'counts the people of events, and reads schedules for all others',
  'domain/booking/placing/places.queries.ts': 'counts the people of events, and reads schedules for all others',
};

/** The look-up of bookings by event or resource, as each reader of the time of a resource has it. */
const byPlace =
  /place_of\((?:booking\.)?account_id, (?:booking\.)?resource_id, (?:booking\.)?event_id\)|placeOf\('event_id'\)/;

/** Whether a source looks up bookings by place. */
const looksUp = (text: string): boolean => byPlace.test(text);

/** Whether a source also reads the places of bookings with needs, and leaves out these bookings themselves. */
const countsPlaces = (text: string): boolean => /placedSql\(/.test(text) && /not has_places/.test(text);

const folder = join(projectRoot, 'src');
const readers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
  .filter(({ text }) => looksUp(text));

it('every reader of the time of a resource counts the places of bookings with needs', () => {
  expect(readers.length).toBeGreaterThan(4);
  expect(readers.filter(({ text }) => !countsPlaces(text)).map(({ path }) => path)).toEqual(Object.keys(exceptions));
});

it('the function of the database that decides on capacity counts them, too', () => {
  const text = readFileSync(join(projectRoot, 'schema', 'functions', 'people_at_once.sql'), 'utf8');
  expect([looksUp(text), text.includes('booking_place'), text.includes('not has_places')]).toEqual([true, true, true]);
});
