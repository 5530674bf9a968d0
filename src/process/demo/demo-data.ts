import { BookingStatus } from '../../domain/booking/booking.entity.js';
import { createBooking } from '../../domain/booking/placing/create-bookings.actions.js';
import { recordPayment } from '../../domain/booking/sale/payment.actions.js';
import {
  cancelBooking,
  confirmBooking,
  declineBooking,
  setBookingStatus,
  verifyBooking,
} from '../../domain/booking/states/booking-state.actions.js';
import { changedBy, type RequestContext, today } from '../../domain/context.js';
import { createEvent } from '../../domain/event/event.actions.js';
import { Message, MessageChannel, MessageState } from '../../domain/messaging/delivery/message.entity.js';
import { createPerson } from '../../domain/person/person.actions.js';
import { createProvider } from '../../domain/provider/provider.actions.js';
import { createResource } from '../../domain/resource/resource.actions.js';
import { createService } from '../../domain/service/service.actions.js';
import { BookingType } from '../../domain/service/service.entity.js';
import { createWebHook } from '../../domain/web-hook/web-hook.actions.js';
import { DeliveryState } from '../../domain/web-hook/web-hook-delivery.entity.js';
import { recordChange } from '../../outbox/change-log.js';
import { formatCursor, startOfLog } from '../../outbox/cursor.js';
import { addDays, datesBetween, type PlainDate, weekdayOf } from '../../platform/time/plain-date.js';

const names = [
  'Ada Berg',
  'Bjørn Dahl',
  'Camilla Eide',
  'David Foss',
  'Eva Grønn',
  'Finn Haugen',
  'Grete Iversen',
  'Henrik Jensen',
  'Ida Kvam',
  'Jonas Lie',
  'Kari Moen',
  'Lars Nilsen',
  'Maja Olsen',
  'Nils Pedersen',
  'Oda Quist',
  'Per Rønning',
  'Rita Solberg',
  'Stian Torp',
  'Tuva Ulven',
  'Vera Wold',
];

/** Fills the account of a studio with treatments, classes, people, two weeks of bookings and a few of last year. */
export async function fillDemoAccount(context: RequestContext): Promise<void> {
  const studio: Studio = {
    context,
    today: today(context),
    people: await addPeople(context),
    resources: await addResources(context),
    services: await addServices(context),
  };
  await addProviders(studio);
  await bookTreatments(studio);
  await scheduleClasses(studio);
  await bookPastYear(studio);
  await addFailures(studio);
}

async function addPeople(context: RequestContext): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, name] of names.entries()) {
    const [firstName = ''] = name.toLowerCase().split(' ');
    const email = `${firstName.replace('ø', 'o')}@example.org`;
    const person = await createPerson(context, {
      name,
      email,
      phoneNumber: `+47 406 12 3${String(index).padStart(2, '0')}`,
    });
    ids.push(person.id);
  }
  return ids;
}

async function addResources(context: RequestContext): Promise<Studio['resources']> {
  const workdays = weekly('09:00', '12:00', '12:30', '17:00');
  const ingrid = await createResource(context, { title: 'Ingrid', ...workdays });
  const magnus = await createResource(context, { title: 'Magnus', ...workdays, openingHoursFri: ['10:00', '15:00'] });
  const hall = await createResource(context, { title: 'The hall', capacity: 12, ...weekly('07:00', '21:00') });
  return { ingrid: ingrid.id, magnus: magnus.id, hall: hall.id };
}

function weekly(...times: string[]) {
  return {
    openingHoursMon: times,
    openingHoursTue: times,
    openingHoursWed: times,
    openingHoursThu: times,
    openingHoursFri: times,
  };
}

async function addServices(context: RequestContext): Promise<Studio['services']> {
  const massage = await createService(context, { title: 'Massage', interval: 60, price: massagePrice });
  const consultation = await createService(context, { title: 'Consultation', interval: 30, confirmManually: true });
  const yoga = await createService(context, { title: 'Yoga', bookingType: BookingType.ATTENDANCE, price: '150.00' });
  const pilates = await createService(context, {
    title: 'Pilates',
    bookingType: BookingType.ATTENDANCE,
    price: '170.00',
  });
  return { massage: massage.id, consultation: consultation.id, yoga: yoga.id, pilates: pilates.id };
}

async function addProviders({ context, resources, services }: Studio): Promise<void> {
  const offers: [number, number][] = [
    [resources.ingrid, services.massage],
    [resources.ingrid, services.consultation],
    [resources.magnus, services.massage],
    [resources.magnus, services.consultation],
    [resources.hall, services.yoga],
    [resources.hall, services.pilates],
  ];
  for (const [resourceId, serviceId] of offers) await createProvider(context, { resourceId, serviceId });
}

/** Books the past week and the coming one, with bookings in every state. */
async function bookTreatments(studio: Studio): Promise<void> {
  const { context, today, people, resources, services } = studio;
  const days = datesBetween(addDays(today, -7), addDays(today, 6)).filter((date) => weekdayOf(date) < 5);
  let turn = 0;
  const book = (
    date: PlainDate,
    serviceId: number,
    resourceId: number,
    from: number,
    minutes: number,
    confirm = true,
  ) => {
    const personId = people[turn++ % people.length] ?? null;
    const bookedFrom = new Date(context.zone.toEpoch(date, from));
    const bookedTo = new Date(context.zone.toEpoch(date, from + minutes));
    return createBooking(context, { serviceId, resourceId, personId, bookedFrom, bookedTo }, { ...confirmed, confirm });
  };
  for (const [index, date] of days.entries()) {
    const first = await book(date, services.massage, resources.ingrid, 540, 60);
    await book(date, services.massage, resources.magnus, 660, 60);
    const asked = await book(date, services.consultation, resources.ingrid, 780, 30, false);
    if (date < today) {
      await setBookingStatus(context, first.id, index % 4 === 3 ? BookingStatus.NO_SHOW : BookingStatus.COMPLETED);
      if (first.orderId !== null) await recordPayment(context, { orderId: first.orderId, amount: massagePrice });
    }
    await answerRequest(context, asked.id, index);
  }
}

/** Leaves some bookings unverified or unconfirmed, and confirms, declines or cancels others. */
async function answerRequest(context: RequestContext, id: number, index: number): Promise<void> {
  if (index % 5 === 0) return;
  await verifyBooking(context, id);
  if (index % 5 === 1) await confirmBooking(context, id);
  if (index % 5 === 2) await declineBooking(context, id);
  if (index % 5 === 3) await cancelBooking(context, id);
}

async function scheduleClasses({ context, today, people, resources, services }: Studio): Promise<void> {
  const classes = [
    { title: 'Morning yoga', serviceId: services.yoga, date: addDays(today, 1), from: 450 },
    { title: 'Pilates', serviceId: services.pilates, date: addDays(today, 3), from: 1080 },
    { title: 'Evening yoga', serviceId: services.yoga, date: addDays(today, 5), from: 1140 },
  ];
  for (const [index, { title, serviceId, date, from }] of classes.entries()) {
    const startsAt = new Date(context.zone.toEpoch(date, from));
    const endsAt = new Date(context.zone.toEpoch(date, from + 60));
    const event = await createEvent(context, {
      title,
      serviceId,
      resourceId: resources.hall,
      capacity: 12,
      startsAt,
      endsAt,
    });
    const attending = people.slice(index * 4, index * 4 + 5);
    for (const personId of attending) await createBooking(context, { eventId: event.id, personId }, confirmed);
  }
}

/** The demo account while it is filled, with the ids of its records. */
export interface Studio {
  context: RequestContext;
  today: PlainDate;
  people: number[];
  resources: { ingrid: number; magnus: number; hall: number };
  services: { massage: number; consultation: number; yoga: number; pilates: number };
}

/** The options of a booking by staff that is confirmed at once. */
export const confirmed = {
  confirm: true,
  ignoreCapacity: false,
  addReminderSms: false,
  addMessages: false,
  messages: {},
};

const massagePrice = '890.00';

const formerGuests = ['Wenche Aas', 'Yngve Bakke'];

/**
 * Adds people who booked a year ago and not since: revenue has a year before, and people are at risk. The days are a few
 * more than a year ago, so that "this year until now" has them from its second week on.
 */
async function bookPastYear({ context, today, resources, services }: Studio): Promise<void> {
  const days = datesBetween(addDays(today, -374), addDays(today, -368)).filter((date) => weekdayOf(date) < 5);
  const people: number[] = [];
  for (const name of formerGuests) people.push((await createPerson(context, { name })).id);
  for (const [index, date] of days.entries()) {
    const [bookedFrom, bookedTo] = [540, 600].map((minute) => new Date(context.zone.toEpoch(date, minute)));
    const then = { ...context, clock: { now: () => new Date(context.zone.toEpoch(addDays(date, -1), 720)) } };
    const personId = people[index % people.length] ?? null;
    const visit = { serviceId: services.massage, resourceId: resources.ingrid, personId, bookedFrom, bookedTo };
    const booking = await createBooking(then, visit, confirmed);
    if (booking.orderId !== null) await recordPayment(then, { orderId: booking.orderId, amount: massagePrice });
    await setBookingStatus(context, booking.id, BookingStatus.COMPLETED);
  }
}

/** Adds a failed delivery to a webhook, a failed message and an unsent one. Nothing is sent to anybody. */
async function addFailures({ context, people }: Studio): Promise<void> {
  await addFailedDelivery(context);
  await addMessages(context, people);
}

/** The webhook is inactive, so the demo account sends nothing to its address. */
async function addFailedDelivery(context: RequestContext): Promise<void> {
  const { id: webHookId } = await createWebHook(context, {
    targetUrl: 'https://example.org/hook',
    event: 'booking.created',
    active: false,
  });
  const at = context.clock.now();
  const attempts = [{ at: at.toISOString(), status: 503, answer: 'Service Unavailable', failure: null }];
  await context.db.query(
    `insert into web_hook_delivery
       (account_id, created_at, updated_at, web_hook_id, change_cursor, event, state, attempt_count, attempts)
     values ($1, $2, $2, $3, $4, 'booking.created', $5, 1, $6::jsonb)`,
    [at, webHookId, formatCursor(startOfLog), DeliveryState.FAILED, JSON.stringify(attempts)],
  );
}

async function addMessages(context: RequestContext, people: readonly number[]): Promise<void> {
  const messages = [
    {
      channel: MessageChannel.SMS,
      recipient: '+4740612300',
      state: MessageState.FAILED,
      failure: 'The gateway does not know the number',
      personId: people[0] ?? null,
    },
    {
      channel: MessageChannel.EMAIL,
      recipient: 'bjorn@example.org',
      subject: 'Your booking is confirmed',
      state: MessageState.UNSENT,
      personId: people[1] ?? null,
    },
  ];
  await context.db.transaction(async (tx) => {
    for (const attributes of messages) {
      const message = tx.create(Message, context.clock.now());
      Object.assign(message, { kind: 'confirmation', body: 'Your booking is confirmed.', ...attributes });
      await recordChange(tx, 'message.processed', message, changedBy(context));
    }
  });
}
