import { Booking, BookingState, BookingStatus } from '../../domain/booking/booking.entity.js';
import type { RequestContext } from '../../domain/context.js';
import { Event } from '../../domain/event/event.entity.js';
import { Order } from '../../domain/order/order.entity.js';
import { Person } from '../../domain/person/person.entity.js';
import { BookingType } from '../../domain/service/service.entity.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { DemoPerson } from './demo-names.js';
import { classCapacity, type DemoBooking, type DemoSchedule } from './demo-schedule.rules.js';

/**
 * Writes people, classes, bookings, orders and payments by one statement for each table, because the actions would take a
 * minute for three thousand bookings. They have no entries in the change log, as if they had been imported.
 *
 * @param schedule its bookings do not overlap
 */
export async function writeSchedule(
  context: RequestContext,
  people: readonly DemoPerson[],
  schedule: DemoSchedule,
  hallId: number,
): Promise<{ personIds: number[]; eventIds: number[] }> {
  return context.db.transaction(async (tx) => {
    const now = context.clock.now().getTime();
    const instant = (date: string, minutes: number): number => context.zone.toEpoch(date, minutes);
    const { bookings, events } = schedule;
    const personIds = await tx.nextIds(Person, people.length);
    const eventIds = await tx.nextIds(Event, events.length);
    const bookingIds = await tx.nextIds(Booking, bookings.length);
    const orderIds = await tx.nextIds(Order, bookings.length);
    const rows = bookings.map((booking, index) => {
      const [from, to] = [instant(booking.date, booking.from), instant(booking.date, booking.to)];
      const made = Math.min(from - booking.lead * 60_000, now - (index % 4_320) * 60_000);
      const personId = personIds[booking.person] ?? 0;
      const eventId = booking.classIndex === undefined ? null : (eventIds[booking.classIndex] ?? null);
      const ids = { id: bookingIds[index] ?? 0, orderId: orderIds[index] ?? 0, personId, eventId };
      return { ...toRow(booking, { now, from, to, made }), ...ids };
    });
    const since = new Map<number, number>();
    for (const { personId, made } of rows) since.set(personId, Math.min(since.get(personId) ?? now, made));
    await insert(tx, 'person', personColumns, [
      ...people.map(({ name, email, phoneNumber }, index) => ({
        id: personIds[index],
        ...stamps(since.get(personIds[index] ?? 0) ?? now),
        ...{ name, email, phone_number: phoneNumber, phone_number_formatted: phoneNumber.replaceAll(' ', '') },
        ...{ active: true, blocked: false, opt_in_marketing: index % 3 === 0, revision_count: 0 },
      })),
    ]);
    await insert(tx, 'event', eventColumns, [
      ...events.map(({ title, service, date, from, to }, index) => ({
        id: eventIds[index],
        ...stamps(Math.min(now, instant(date, from)) - 30 * 86_400_000),
        ...{ title, service_id: service.id, resource_id: hallId, capacity: classCapacity },
        ...{ starts_at: toText(instant(date, from)), ends_at: toText(instant(date, to)) },
        ...{
          active: true,
          published: true,
          buffer_before: 0,
          buffer_after: 0,
          revision_count: 0,
          departed_revisions: 0,
        },
      })),
    ]);
    await insert(tx, 'booking_order', orderColumns, rows.filter(hasPrice).map(toOrder));
    await insert(tx, 'booking', bookingColumns, rows.map(toBooking));
    await insert(tx, 'order_line_item', lineColumns, rows.filter(hasPrice).map(toLine));
    await insert(tx, 'order_payment', paymentColumns, rows.filter(({ paidAt }) => paidAt !== null).map(toPayment));
    return { personIds, eventIds };
  });
}

interface Times {
  /** In milliseconds since the epoch, as all times here. */
  now: number;
  from: number;
  to: number;
  made: number;
}

interface Row extends Times {
  booking: DemoBooking;
  id: number;
  orderId: number;
  personId: number;
  eventId: number | null;
  changed: number;
  state: BookingState;
  status: BookingStatus | null;
  /** Null if it is not paid. */
  paidAt: number | null;
}

function toRow(booking: DemoBooking, times: Times): Omit<Row, 'id' | 'orderId' | 'personId' | 'eventId'> {
  const { now, from, to, made } = times;
  const isCancelled = booking.outcome === 'cancelled';
  const isOver = to <= now;
  const changed = isCancelled ? Math.round((made + Math.min(from, now)) / 2) : isOver ? to : made;
  const paidAt = isOver && booking.outcome === 'kept' && booking.isPaid && booking.service.price > 0 ? to : null;
  const state = isCancelled ? BookingState.CANCELLED : BookingState.CONFIRMED;
  return { ...times, booking, changed, state, status: isCancelled ? null : statusOf(booking, times), paidAt };
}

function statusOf({ outcome }: DemoBooking, { now, from, to }: Times): BookingStatus | null {
  if (outcome === 'missed' && from <= now) return BookingStatus.NO_SHOW;
  if (to <= now) return BookingStatus.COMPLETED;
  return from <= now ? BookingStatus.IN_PROGRESS : null;
}

const hasPrice = ({ booking: { service } }: Row): boolean => service.price > 0;

const toBooking = ({ booking, ...row }: Row) => ({
  id: row.id,
  ...stamps(row.made, row.changed),
  ...{
    resource_id: booking.resourceId,
    service_id: booking.service.id,
    event_id: row.eventId,
    person_id: row.personId,
  },
  ...{ order_id: booking.service.price > 0 ? row.orderId : null, count: 1, state: row.state, status: row.status },
  ...{ booked_from: toText(row.from), booked_to: toText(row.to), buffer_before: 0, buffer_after: 0 },
  booking_type: row.eventId === null ? BookingType.APPOINTMENT : BookingType.ATTENDANCE,
  ...{ paid_at: row.paidAt === null ? null : toText(row.paidAt), revision_count: 0, link_version: 0 },
  paid_amount: row.paidAt === null ? null : booking.service.price,
  ...{ created_by: row.id % 4 === 0 ? 'Demo' : 'public', updated_by: 'Demo', verification_failures: 0 },
  ...{ ignores_capacity: false, adds_messages: false, confirmed_with_series: false },
});

const toOrder = ({ booking: { service }, ...row }: Row) => ({
  id: row.orderId,
  ...stamps(row.made, row.changed),
  person_id: row.personId,
  state: row.paidAt !== null ? 'confirmed' : row.state === BookingState.CANCELLED ? 'cancelled' : 'pending',
  ...{ total: service.price, discount_amount: 0, paid_amount: row.paidAt === null ? 0 : service.price },
  settled_at: row.paidAt === null ? null : toText(row.paidAt),
});

const toLine = ({ booking: { service }, ...row }: Row) => ({
  ...stamps(row.made),
  ...{ order_id: row.orderId, booking_id: row.id, service_id: service.id, quantity: 1, amount: service.price },
});

const toPayment = ({ booking: { service }, ...row }: Row) => ({
  ...stamps(row.paidAt ?? row.now),
  ...{ order_id: row.orderId, amount: service.price },
});

const personColumns =
  'id created_at updated_at name email phone_number phone_number_formatted active blocked opt_in_marketing revision_count';
const eventColumns =
  'id created_at updated_at title service_id resource_id capacity starts_at ends_at active published buffer_before buffer_after revision_count departed_revisions';
const orderColumns = 'id created_at updated_at person_id state total discount_amount paid_amount settled_at';
const bookingColumns =
  'id created_at updated_at resource_id service_id event_id person_id order_id count state status booked_from booked_to buffer_before buffer_after booking_type paid_at paid_amount revision_count link_version created_by updated_by verification_failures ignores_capacity adds_messages confirmed_with_series';
const lineColumns = 'created_at updated_at order_id booking_id service_id quantity amount';
const paymentColumns = 'created_at updated_at order_id amount';

/** Inserts rows by one statement. @param columns separated by spaces */
async function insert(tx: AccountTransaction, table: string, columns: string, rows: readonly object[]): Promise<void> {
  const names = columns.replaceAll(' ', ', ');
  await tx.query(
    `insert into ${table} (account_id, ${names})
     select $1, ${names} from jsonb_populate_recordset(null::${table}, $2::jsonb)`,
    [JSON.stringify(rows)],
  );
}

function stamps(created: number, changed = created): { created_at: string; updated_at: string } {
  return { created_at: toText(created), updated_at: toText(changed) };
}

function toText(time: number): string {
  return new Date(time).toISOString();
}
