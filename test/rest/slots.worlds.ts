import { createBookableService, createEvent, openDaily } from '../support/catalog.js';
import type { Point } from '../support/pairwise.js';
import type { TestAccount, TestServer } from '../support/test-server.js';

/** The axes of worlds in which slots are listed and booked. The first value of each is the plain one. */
export const axes = {
  zone: ['Europe/Oslo', 'Asia/Beirut', 'America/Havana', 'America/Santiago', 'Australia/Lord_Howe'],
  season: ['summer', 'spring', 'autumn'],
  generation: [1, 2],
  interval: [60, 50, 120],
  nextInterval: ['interval', 30],
  day: ['slots', 'same day', 'midnight', 'opening'],
  hours: ['day', 'break', 'all', 'two nights', 'past midnight', 'meeting the next day'],
  providers: ['one', 'two'],
  capacity: [1, 3],
  people: ['one', 'all'],
  buffers: ['none', 'after', 'both'],
  bookings: ['none', 'one', 'many'],
  limit: ['none', 'daily'],
  notice: ['none', 'first', 'future'],
  busy: ['none', 'calendar', 'event'],
  closed: ['none', 'day'],
  timeOff: ['none', 'date', 'hours'],
  options: ['none', 'one', 'two units'],
} as const;

export type WorldAxes = Point<typeof axes>;

/** The first of three dates with a change of the clock, by the season, of each zone. */
const firstDates: Readonly<Record<WorldAxes['zone'], Readonly<Record<WorldAxes['season'], string>>>> = {
  'Europe/Oslo': { summer: '2026-06-15', spring: '2026-03-28', autumn: '2026-10-24' },
  'Asia/Beirut': { summer: '2026-06-15', spring: '2026-03-28', autumn: '2026-10-24' },
  'America/Havana': { summer: '2026-06-15', spring: '2026-03-07', autumn: '2026-10-31' },
  'America/Santiago': { summer: '2026-06-15', spring: '2026-09-05', autumn: '2026-04-04' },
  'Australia/Lord_Howe': { summer: '2026-06-15', spring: '2026-10-03', autumn: '2026-04-04' },
};

const openingHours: Readonly<Record<WorldAxes['hours'], readonly string[]>> = {
  day: ['09:00', '17:00'],
  break: ['00:10', '03:20', '08:35', '11:55'],
  all: ['00:00', '24:00'],
  'two nights': ['00:00', '04:00', '22:00', '24:00'],
  'past midnight': ['18:10', '02:00'],
  'meeting the next day': ['20:00', '24:00', '25:00', '30:00'],
};

const days: Readonly<Record<WorldAxes['day'], object>> = {
  slots: {},
  'same day': { same_day: true },
  midnight: { has_day_booking: true },
  opening: { has_day_booking: true, day_booking_specify_time: true },
};

const buffers: Readonly<Record<WorldAxes['buffers'], object>> = {
  none: {},
  after: { buffer_after: 20 },
  both: { buffer_before: 10, buffer_after: 45 },
};

/** An account with a service, before anything takes its times. */
export interface SlotWorld {
  account: TestAccount;
  serviceId: number;
  /** The dates to list. */
  from: string;
  to: string;
  /** The number of people of each booking. */
  count: number;
  /** The options of each booking. */
  options: { option_id: number; quantity: number }[];
  /** Closes a day, if the axes say so, and gives the first resource time off. The grid of its hours is gone with it, also for resources of other hours. */
  close(): Promise<void>;
  /** Adds bookings, entries of other calendars, a limit and a notice, as the axes say. */
  occupy(): Promise<void>;
}

const dayMs = 86_400_000;
const dateAt = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

export async function createSlotWorld(server: TestServer, world: WorldAxes): Promise<SlotWorld> {
  const first = firstDates[world.zone][world.season];
  server.clock.set(`${dateAt(first, -1)}T12:00:00Z`);
  const account = await server.account({ timeZone: world.zone });
  await server.configure(account, { slot_generation_type: world.generation });
  const count = world.people === 'all' ? world.capacity : 1;
  const service = {
    ...{ interval: world.interval, max_slots: 10, booking_minimum: count },
    ...{ next_interval: world.nextInterval === 'interval' ? null : world.nextInterval },
    ...buffers[world.buffers],
    ...days[world.day],
    ...(world.limit === 'daily' && { max_daily_bookings: 1 }),
  };
  const { serviceId, resourceIds } = await createBookableService(account, {
    service,
    resource: { ...openDaily(...openingHours[world.hours]), capacity: world.capacity },
    providers: world.providers === 'one' ? [{}] : [{}, openDaily('02:00', '11:00')],
  });
  const [resource_id] = resourceIds;
  /** Times of the first resource, in hours after midnight of the first date in UTC. */
  const at = (hours: number): string => new Date(Date.parse(first) + hours * 3_600_000).toISOString();
  /** One that does not fit, such as a second one under a daily limit, is left out. */
  const book = (from: number, to: number) =>
    account.post('/bookings', {
      json: { service_id: serviceId, resource_id, booked_from: at(from), booked_to: at(to), count },
    });
  const set = async (client: object): Promise<void> => {
    const { status, text } = await account.put('/client', { json: { client } });
    if (status !== 200) throw new Error(text);
  };
  const occupy = async (): Promise<void> => {
    if (world.bookings !== 'none') await book(14.5, 15.25);
    if (world.bookings === 'many') {
      for (const from of [6.75, 24 + 9, 24 + 15.5]) await book(from, from + 1.1);
    }
    if (world.busy === 'event') {
      const times = { starts_at: at(24 + 12), ends_at: at(24 + 13.5) };
      await createEvent(account, { resource_id, ...times });
    }
    if (world.busy === 'calendar') {
      const source = { resource_id, url: 'https://calendar.example.org/secret.ics' };
      const { id } = await account.create('/calendar_sources', 'calendar_source', source);
      await server.sql(
        'insert into external_busy (account_id, source_id, resource_id, starts_at, ends_at) values (?, ?, ?, ?, ?)',
        ...[account.credentials.id, id, resource_id, at(10), at(12.5)],
      );
    }
    if (world.notice === 'first') await set({ first_bookable_period: '24 hours' });
    if (world.notice === 'future') await set({ future_bookable_period: '48 hours' });
  };
  const close = async (): Promise<void> => {
    const date = dateAt(first, 1);
    if (world.closed === 'day') await set({ closed_days: [{ from: date, to: date }] });
    const off = { resource_id, starts_on: date };
    if (world.timeOff === 'date') await account.create('/time_off', 'time_off', off);
    if (world.timeOff === 'hours') {
      await account.create('/time_off', 'time_off', { ...off, from_time: '10:20', to_time: '22:40' });
    }
  };
  const options = await addOption(account, serviceId, world.options);
  return { account, serviceId, from: first, to: dateAt(first, 2), count, options, close, occupy };
}

/** Adds the option that each booking has. */
async function addOption(account: TestAccount, serviceId: number, kind: WorldAxes['options']) {
  if (kind !== 'one' && kind !== 'two units') return [];
  const option = { title: 'Wash', minutes: 25, maximum: 2 };
  const { id } = await account.create(`/services/${serviceId}/options`, 'service_option', option);
  return [{ option_id: id, quantity: kind === 'one' ? 1 : 2 }];
}
