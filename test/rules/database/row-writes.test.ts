import { MikroORM } from '@mikro-orm/postgresql';
import { Booking } from '../../../src/domain/booking/booking.entity.js';
import { entities } from '../../../src/domain/entities.js';
import { ormOptions } from '../../../src/platform/database/orm.js';
import { RecordTracker } from '../../../src/platform/database/row-writes.js';

const orm = new MikroORM(ormOptions('postgresql://localhost/none', entities));

function readBooking(attributes: Partial<Booking> = {}): Booking {
  return Object.assign(new Booking(), { accountId: 1, id: 5, createdAt: new Date(1_000), ...attributes });
}

describe('a record tracker', () => {
  it.each<[string, Partial<Booking>, Partial<Booking>]>([
    ['an instant by its time', { bookedFrom: new Date(5) }, { bookedFrom: new Date(5) }],
    ['a decimal by its value', { paidAmount: '10.50' }, { paidAmount: '10.5' }],
    ['JSON by its content, in any order', { customData: { a: 'x', b: 'y' } }, { customData: { b: 'y', a: 'x' } }],
  ])('compares %s', (_, before, after) => {
    const tracker = new RecordTracker(orm.em.fork());
    const booking = tracker.addRead(readBooking(before));
    Object.assign(booking, after);
    expect(tracker.changes(booking)).toEqual({});
  });

  it('returns the old values of attributes that changed since the last read or write', () => {
    const tracker = new RecordTracker(orm.em.fork());
    const booking = tracker.addRead(readBooking({ title: 'old', customData: { a: 'x' } }));
    Object.assign(booking, { title: 'new', customData: null, count: 2 });
    expect(tracker.changes(booking)).toEqual({ title: 'old', customData: { a: 'x' }, count: 1 });
    tracker.setRow(booking);
    booking.count = 1;
    expect(tracker.changes(booking)).toEqual({ count: 2 });
  });

  it('gives written values their stored form, but not those that were replaced since', () => {
    const tracker = new RecordTracker(orm.em.fork());
    const written = { paidAmount: '10.50', customData: { b: 'y', a: 'x' } };
    const stored = { paidAmount: '10.5', customData: { a: 'x', b: 'y' } };
    const [kept, changed, rewritten] = [6, 7, 8].map((id) => tracker.addRead(readBooking({ id, ...written })));
    Object.assign(changed ?? {}, { paidAmount: '20' });
    Object.assign(rewritten ?? {}, { paidAmount: '20' });
    if (rewritten) tracker.setRow(rewritten);
    for (const booking of [kept, changed, rewritten]) if (booking) tracker.setStored(booking, stored);
    expect([kept?.paidAmount, JSON.stringify(kept?.customData)]).toEqual(['10.5', '{"a":"x","b":"y"}']);
    expect([changed?.paidAmount, changed && tracker.changes(changed)]).toEqual(['20', { paidAmount: '10.5' }]);
    expect([rewritten?.paidAmount, rewritten && tracker.changes(rewritten)]).toEqual(['20', {}]);
  });

  it('has one record for a row, however often it is read', () => {
    const tracker = new RecordTracker(orm.em.fork());
    const booking = tracker.addRead(readBooking());
    booking.title = 'changed';
    expect(tracker.addRead(readBooking())).toBe(booking);
    expect(tracker.changes(booking)).toEqual({ title: null });
  });

  it('sets updatedAt of a new record to its creation, and of others to the time of the change', () => {
    const tracker = new RecordTracker(orm.em.fork());
    const booking = readBooking();
    tracker.stamp(booking, new Date(2_000));
    expect(booking.updatedAt).toEqual(new Date(1_000));
    tracker.setRow(booking);
    tracker.stamp(booking, new Date(2_000));
    expect(booking.updatedAt).toEqual(new Date(2_000));
  });
});
