import { Matching, type PoolNeed } from '../../../src/domain/availability/need-matching.rules.js';
import {
  findLastingShortage,
  type NeedSlotSearch,
  needSlotsByDate,
  type SlotNeed,
} from '../../../src/domain/availability/need-slots.rules.js';
import type { SlotResource, SlotService } from '../../../src/domain/availability/slots.rules.js';
import { NeedPer } from '../../../src/domain/service/service-need.rules.js';
import { LimitError, StepBudget } from '../../../src/platform/step-budget.js';
import { booking, hours, monday, resource, searchOf, span, time } from './given-slots.js';

const anna = resource(['09:00', '12:00'], { id: 1 });
const berit = resource(['09:00', '12:00'], { id: 2 });

const need = (pool: readonly SlotResource[], attributes: Partial<SlotNeed> = {}): SlotNeed => ({
  ...{ count: 1, per: NeedPer.BOOKING, segments: null, pool },
  ...attributes,
});

interface World extends Partial<Omit<NeedSlotSearch, 'service'>> {
  needs: readonly SlotNeed[];
  service?: Partial<SlotService>;
}

function searchFor({ service, ...world }: World): NeedSlotSearch {
  const { resources: _none, ...search } = searchOf({ service: { generation: 'FIXED', ...service } });
  return { ...search, serviceMinutes: search.service.interval, ...world };
}

function slotsFor(world: World, budget = new StepBudget()) {
  return [...needSlotsByDate(searchFor(world), budget)].flatMap((day) => day ?? []);
}

const startsFor = (world: World) => slotsFor(world).map(({ from }) => time(from));

describe('pools', () => {
  const choose = (needs: readonly PoolNeed[], most = 1) =>
    new Matching(needs, (_id, set) => set.toString(2).replaceAll('0', '').length <= most, new StepBudget()).choose();

  it.each<[string, readonly PoolNeed[], number, number[][] | undefined]>([
    [
      'A={1}, B={1,2}',
      [
        { count: 1, pool: [1] },
        { count: 1, pool: [1, 2] },
      ],
      1,
      [[1], [2]],
    ],
    [
      'B={1,2}, A={1}: the preferred one is left to the other need',
      [
        { count: 1, pool: [1, 2] },
        { count: 1, pool: [1] },
      ],
      1,
      [[2], [1]],
    ],
    ['the order of the pool decides', [{ count: 2, pool: [3, 1, 2] }], 1, [[3, 1]]],
    [
      'one resource with room for two needs',
      [
        { count: 1, pool: [1] },
        { count: 1, pool: [1] },
      ],
      2,
      [[1], [1]],
    ],
    ['two of one resource', [{ count: 2, pool: [1] }], 2, undefined],
    [
      'two needs for the same resource',
      [
        { count: 1, pool: [1] },
        { count: 1, pool: [1] },
      ],
      1,
      undefined,
    ],
    ['a required resource', [{ count: 2, pool: [1, 2, 3], required: [3] }], 1, [[1, 3]]],
    [
      'a required resource that another need cannot spare',
      [
        { count: 1, pool: [1, 2], required: [1] },
        { count: 1, pool: [1] },
      ],
      1,
      undefined,
    ],
    [
      'a chain of three',
      [
        { count: 1, pool: [1, 2] },
        { count: 1, pool: [1, 3] },
        { count: 1, pool: [1] },
      ],
      1,
      [[2], [3], [1]],
    ],
  ])('%s', (_name, needs, most, expected) => {
    expect(choose(needs, most)).toEqual(expected);
  });
});

describe('slots of a service with needs', () => {
  it('are those at which every need has a free resource', () => {
    const room = resource(['10:00', '12:00'], { id: 3, occupancies: [booking('11:00', '12:00')] });
    expect(startsFor({ needs: [need([anna, berit]), need([room])] })).toEqual(['10:00']);
  });

  it('have as many distinct resources as a need counts', () => {
    const busy = { ...berit, occupancies: [booking('10:00', '11:00')] };
    expect(startsFor({ needs: [need([anna, busy], { count: 2 })] })).toEqual(['09:00', '11:00']);
    expect(startsFor({ needs: [need([{ ...anna, capacity: 5 }], { count: 2 })] })).toEqual([]);
  });

  it('list the resources of the first need that leave those of the others', () => {
    const [slot] = slotsFor({ needs: [need([anna, berit]), need([anna])] });
    expect(slot).toMatchObject({ resourceIds: [2], free: 1, maximumCapacity: 1 });
  });

  it('say for how many people one booking can be', () => {
    const room = resource(['09:00', '10:00'], { id: 3, capacity: 4 });
    const therapists = need([anna, berit], { per: NeedPer.PERSON });
    expect(slotsFor({ needs: [need([room]), therapists] })).toMatchObject([{ free: 2, maximumCapacity: 2 }]);
    const taken = { ...room, occupancies: [booking('09:00', '10:00', 3)] };
    expect(slotsFor({ needs: [need([taken]), therapists] })).toMatchObject([{ free: 1, maximumCapacity: 2 }]);
    expect(startsFor({ needs: [need([room]), therapists], service: { minimum: 3 } })).toEqual([]);
  });

  it('start on the grid of the first need that works from the start', () => {
    const late = resource(['09:20', '12:00'], { id: 3 });
    const half = { segments: [{ offset: 30, length: 30 }] };
    expect(startsFor({ needs: [need([anna], half), need([late])] })).toEqual(['09:20', '10:20']);
    expect(startsFor({ needs: [need([anna], half)] })).toEqual([]);
  });

  it('count the steps of the whole search', () => {
    expect(() => slotsFor({ needs: [need([anna])] }, new StepBudget(10))).toThrow(LimitError);
  });
});

describe('a gap of 45 minutes between work of 30 minutes', () => {
  const colour = (stylist: Partial<SlotResource>, service: Partial<SlotService> = {}) =>
    startsFor({
      needs: [
        need([{ ...anna, ...stylist }], {
          segments: [
            { offset: 0, length: 30 },
            { offset: 75, length: 30 },
          ],
        }),
      ],
      service: { interval: 105, nextInterval: 15, ...service },
      bookable: { from: span('10:00', '10:00').from, to: span('10:00', '10:00').from },
    });

  it.each<[string, Partial<SlotResource>, Partial<SlotService>, boolean]>([
    ['a booking of 45 minutes in it', { occupancies: [booking('10:30', '11:15')] }, {}, true],
    ['a booking of 46 minutes in it', { occupancies: [booking('10:30', '11:16')] }, {}, false],
    [
      'buffers of the service, which stand at its edges',
      { occupancies: [booking('10:30', '11:15')] },
      { bufferBefore: 60, bufferAfter: 60 },
      true,
    ],
    ['a booking in the buffer before', { occupancies: [booking('09:30', '09:41')] }, { bufferBefore: 20 }, false],
    ['a booking in the buffer after', { occupancies: [booking('12:00', '12:30')] }, { bufferAfter: 20 }, false],
    ['an event in it', { blocked: [span('10:30', '11:15')] }, {}, true],
    ['closed during it', { hours: hours(['09:00', '10:30', '11:15', '12:00']) }, {}, true],
    ['closed for a minute of the work', { hours: hours(['09:00', '10:29', '11:15', '12:00']) }, {}, false],
  ])('%s', (_name, stylist, service, isListed) => {
    expect(colour(stylist, service)).toEqual(isListed ? ['10:00'] : []);
  });

  it.each([
    ['a midnight', '2026-06-15', ['09:00', '24:00'], '23:30', 45],
    ['the hour that the clock skips', '2026-03-28', ['00:00', '24:00'], '23:30', 240],
    ['the hour that the clock repeats', '2026-10-24', ['00:00', '24:00'], '23:30', 240],
  ])('passes %s by elapsed minutes', (_name, date, open, start, gap) => {
    const minutes = 30 + gap + 30;
    const slots = slotsFor({
      dates: [date],
      needs: [
        need([{ ...anna, hours: hours(open, { resourceHours: Array(7).fill(['00:00', '24:00']) }) }], {
          segments: [
            { offset: 0, length: 30 },
            { offset: 30 + gap, length: 30 },
          ],
        }),
      ],
      service: { interval: minutes, nextInterval: 30 },
    });
    const last = slots.at(-1);
    expect([last && time(last.from), last && (last.to - last.from) / 60_000]).toEqual([start, minutes]);
  });
});

describe('why a service can never be booked', () => {
  const shortage = (needs: readonly SlotNeed[], people = 1) =>
    findLastingShortage({ service: searchFor({ needs }).service, serviceMinutes: 60 }, needs, people, new StepBudget());
  const half = (offset: number) => ({ segments: [{ offset, length: 30 }] });

  it.each<[string, readonly SlotNeed[], number, object | undefined]>([
    ['a need of 2, a pool of 1', [need([anna], { count: 2 })], 1, { needs: [0], needed: 2, has: 1 }],
    ['a pool without resources', [need([anna]), need([])], 1, { needs: [1], needed: 1, has: 0 }],
    ['two needs of one resource', [need([anna]), need([anna])], 1, { needs: [0, 1], needed: 2, has: 1 }],
    ['two needs of one resource, one after the other', [need([anna], half(0)), need([anna], half(30))], 1, undefined],
    ['3 people and 2 therapists', [need([anna, berit], { per: NeedPer.PERSON })], 3, { needs: [0], needed: 3, has: 2 }],
    ['bookings do not matter', [need([{ ...anna, occupancies: [booking('00:00', '24:00')] }])], 1, undefined],
  ])('%s', (_name, needs, people, expected) => {
    expect(shortage(needs, people)).toEqual(expected);
  });
});

it('a resource that serves one long need or two short ones is given where it is needed', () => {
  const long = need([anna, berit]);
  const first = need([anna, berit], { segments: [{ offset: 0, length: 30 }] });
  const second = need([anna, berit], { segments: [{ offset: 30, length: 30 }] });
  expect(slotsFor({ needs: [long, first, second] })[0]).toMatchObject({ resourceIds: [1, 2] });
  expect(slotsFor({ needs: [long, first, second, need([anna])] })).toEqual([]);
  expect(monday).toBe(searchFor({ needs: [] }).dates[0]);
});
