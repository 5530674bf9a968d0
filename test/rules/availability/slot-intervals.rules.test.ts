import {
  buffersWith,
  type ResourceTerms,
  resourceTermsOf,
  slotTermsOf,
} from '../../../src/domain/availability/occupancy.rules.js';
import { priceRangeOf } from '../../../src/domain/availability/slot-intervals.rules.js';
import { booking, hours, monday, resource, slotsOf, time } from './given-slots.js';

const none: ResourceTerms = { interval: null, price: null, bufferBefore: null, bufferAfter: null };
const service = { interval: 60, bufferBefore: 5, bufferAfter: 10, price: '600' };

describe('the terms of a resource', () => {
  it('are undefined if all are those of the service', () => {
    expect(resourceTermsOf(none)).toBeUndefined();
    expect(resourceTermsOf({ ...none, bufferAfter: 0 })).toEqual({ ...none, bufferAfter: 0 });
  });

  it.each<{ name: string; terms: Partial<ResourceTerms> | undefined; is: object }>([
    { name: 'nothing', terms: undefined, is: { interval: 60, bufferBefore: 5, bufferAfter: 10 } },
    { name: 'a price', terms: { price: '900' }, is: { interval: 60, bufferBefore: 5, bufferAfter: 10 } },
    { name: 'a length', terms: { interval: 90 }, is: { interval: 90, bufferBefore: 5, bufferAfter: 10 } },
    { name: 'no buffer before', terms: { bufferBefore: 0 }, is: { interval: 60, bufferBefore: 0, bufferAfter: 10 } },
    { name: 'a buffer after', terms: { bufferAfter: 30 }, is: { interval: 60, bufferBefore: 5, bufferAfter: 30 } },
  ])('with $name of its own replace those of the service', ({ terms, is }) => {
    expect(slotTermsOf(service, terms && { ...none, ...terms })).toEqual(is);
  });

  it('give no buffers without a service', () => {
    expect(buffersWith(null, { ...none, bufferBefore: 5 })).toEqual({ bufferBefore: 0, bufferAfter: 0 });
  });
});

describe('the range of prices', () => {
  const at = (price: string | null) => ({ terms: price === null ? undefined : { ...none, price } });

  it.each<{ name: string; price: string | null; own: (string | null)[]; range: [string | null, string | null] }>([
    { name: 'no resource', price: '600', own: [], range: [null, null] },
    { name: 'resources without a price of their own', price: '600', own: [null, null], range: ['600', '600'] },
    { name: 'a dearer one', price: '600', own: ['900', null], range: ['600', '900'] },
    { name: 'amounts, not texts', price: '1000', own: ['900', null], range: ['900', '1000'] },
    { name: 'one for nothing', price: '600', own: ['0', null], range: ['0', '600'] },
    { name: 'a service without a price', price: null, own: ['900', null], range: ['900', '900'] },
    { name: 'equal ones', price: '600', own: ['900', '900'], range: ['900', '900'] },
  ])('of $name', ({ price, own, range: [priceFrom, priceTo] }) => {
    expect(priceRangeOf({ price }, own.map(at))).toEqual({ priceFrom, priceTo });
  });
});

describe('the slots of resources with lengths and buffers of their own', () => {
  const fixed = { generation: 'FIXED' as const };
  const own = (interval: number, buffers: object = {}) => ({
    interval,
    ...{ nextInterval: null, bufferBefore: 0, bufferAfter: 0 },
    ...buffers,
  });
  const listed = (given: Parameters<typeof slotsOf>[0]): string[] =>
    slotsOf(given).map(({ from, to, resourceIds }) => `${time(from)}–${time(to)} ${resourceIds}`);

  it('have each its length and step, in the order of their times', () => {
    const resources = [
      resource(['09:00', '12:00'], { id: 1 }),
      resource(['09:00', '12:00'], { id: 2, timing: own(90) }),
    ];
    expect(listed({ service: fixed, resources })).toEqual([
      ...['09:00–10:00 1', '09:00–10:30 2', '10:00–11:00 1', '10:30–12:00 2', '11:00–12:00 1'],
    ]);
  });

  it('are listed together where the lengths are equal', () => {
    const resources = [
      resource(['09:00', '11:00'], { id: 1 }),
      resource(['09:00', '11:00'], { id: 2, timing: own(60, { bufferAfter: 30 }) }),
    ];
    expect(listed({ service: fixed, resources })).toEqual(['09:00–10:00 1,2', '10:00–11:00 1,2']);
  });

  it('keep only the buffers of their resource free', () => {
    const taken = { occupancies: [booking('10:00', '11:00')] };
    const resources = [
      resource(['09:00', '12:00'], { id: 1, ...taken }),
      resource(['09:00', '12:00'], { id: 2, ...taken, timing: own(60, { bufferBefore: 15 }) }),
      resource(['09:00', '12:00'], { id: 3, ...taken, timing: own(60, { bufferAfter: 15 }) }),
    ];
    expect(listed({ service: fixed, resources })).toEqual(['09:00–10:00 1,2', '11:00–12:00 1,3']);
  });

  it('may reach past midnight further than those of the service', () => {
    const night = { hours: hours(['22:00', '24:30']), timing: own(150) };
    const resources = [resource(['22:00', '24:30'], { id: 1 }), resource([], { id: 2, ...night })];
    expect(listed({ service: fixed, resources, dates: [monday] })).toContain('22:00–00:30 2');
  });
});
