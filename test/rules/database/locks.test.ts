import { Booking } from '../../../src/domain/booking/booking.entity.js';
import { entities, lockOrder } from '../../../src/domain/entities.js';
import { Person } from '../../../src/domain/person/person.entity.js';
import { Resource } from '../../../src/domain/resource/resource.entity.js';
import { type Lockable, LockOrder } from '../../../src/platform/database/account-transaction.js';

describe('lock order', () => {
  it('sorts locks by kind and then by id', () => {
    const order = new LockOrder(lockOrder);
    const sorted = order.sort([
      [Person, 1],
      [Resource, 7],
      [Booking, 10],
      [Booking, 9],
    ]);
    expect(sorted).toEqual([
      [Booking, 9],
      [Booking, 10],
      [Resource, 7],
      [Person, 1],
    ]);
  });

  it('rejects a kind that it does not contain', () => {
    const order = new LockOrder([Booking]);
    expect(() =>
      order.sort([
        [Person, 1],
        [Booking, 1],
      ]),
    ).toThrow('the lock kind person has no place in the lock order');
  });

  it('rejects two kinds of the same name', () => {
    expect(() => new LockOrder([Booking, { lockKind: 'booking' }])).toThrow('two kinds of objects have the lock kind');
  });

  it('contains every lockable entity', () => {
    const lockable = entities.filter((entity) => 'lockKind' in entity);
    expect(lockable.length).toBeGreaterThan(15);
    const kinds: readonly Lockable[] = lockOrder;
    expect(lockable.filter((entity) => !kinds.some((kind) => Object.is(kind, entity)))).toEqual([]);
  });
});
