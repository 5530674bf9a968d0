import { updateAccount } from '../../domain/account/account-settings.actions.js';
import { createBooking } from '../../domain/booking/placing/create-bookings.actions.js';
import { recordPayment } from '../../domain/booking/sale/payment.actions.js';
import {
  cancelBooking,
  confirmBooking,
  declineBooking,
  verifyBooking,
} from '../../domain/booking/states/booking-state.actions.js';
import { changedBy, type RequestContext, today } from '../../domain/context.js';
import { Message, MessageChannel, MessageState } from '../../domain/messaging/delivery/message.entity.js';
import { providerWrites } from '../../domain/provider/provider.actions.js';
import { resourceWrites } from '../../domain/resource/resource.actions.js';
import type { ResourceInput } from '../../domain/resource/resource.entity.js';
import { serviceWrites } from '../../domain/service/service.actions.js';
import { BookingType, type ServiceInput } from '../../domain/service/service.entity.js';
import { createOrder } from '../../domain/shop/new-order.actions.js';
import { createWaitlistEntry } from '../../domain/waitlist/waitlist-entry.actions.js';
import { webHookWrites } from '../../domain/web-hook/web-hook.actions.js';
import { DeliveryState } from '../../domain/web-hook/web-hook-delivery.entity.js';
import { recordChange } from '../../outbox/change-log.js';
import { formatCursor, startOfLog } from '../../outbox/cursor.js';
import { addDays, datesBetween, weekdayOf } from '../../platform/time/plain-date.js';
import { createPeople, type DemoPerson } from './demo-names.js';
import { writeSchedule } from './demo-rows.js';
import {
  classCapacity,
  createSchedule,
  type DemoBooking,
  type DemoClass,
  type DemoSchedule,
  type DemoService,
  type DemoStaff,
} from './demo-schedule.rules.js';

/** Enough that most people have come before, and some for the first time. */
const personCount = 220;

/** They came a year ago and not since: they are at risk. */
const formerGuests: readonly DemoPerson[] = [
  { name: 'Wenche Aas', email: 'wenche.aas@example.org', phoneNumber: '+47 406 13 000' },
  { name: 'Yngve Bakke', email: 'yngve.bakke@example.org', phoneNumber: '+47 406 13 001' },
];

/**
 * Fills the account of a studio with staff, treatments, classes and people, and with the bookings of the past three
 * months and the next three weeks. It ends in the middle of a day's work.
 */
export async function fillDemoAccount(context: RequestContext): Promise<void> {
  await updateAccount(context, {
    ...{ currency: 'NOK', allowCancellation: true, cancellationPeriod: '24 hours' },
    address: 'Strandgaten 1, 5013 Bergen',
    policies: 'Please come five minutes early. You can cancel without a fee until 24 hours before.',
  });
  const services = await addServices(context);
  const resources = await addResources(context);
  const staff = await addStaff(context, resources, services);
  const people = [...createPeople(personCount), ...formerGuests];
  const hallId = resources.hall;
  const schedule = createSchedule({
    ...{ today: today(context), staff, hallId, personCount },
    classes: classesOf(services),
  });
  schedule.bookings.push(...visitsOfLastYear(context, services.massage, resources.ingrid));
  const { personIds, eventIds } = await writeSchedule(context, people, schedule, hallId);
  await bookConsultations(context, { personIds, serviceId: services.consultation.id, resourceId: resources.ingrid });
  await addWaitlist(context, { personIds, eventIds, schedule, services });
  await sellProducts(context, personIds, services.oil);
  await addFailures(context, personIds);
}

type Services = Awaited<ReturnType<typeof addServices>>;
type Resources = Awaited<ReturnType<typeof addResources>>;

async function addServices(context: RequestContext) {
  const add = async (title: string, interval: number, price: number, more: Partial<ServiceInput> = {}) => {
    const priced = price > 0 && { price: price.toFixed(2) };
    const { id } = await serviceWrites.create(context, { title, interval, ...priced, ...more });
    return { id, interval, price };
  };
  const attendance = { bookingType: BookingType.ATTENDANCE };
  return {
    massage: await add('Massage', 60, 890),
    consultation: await add('Consultation', 30, 0, { confirmManually: true }),
    haircut: await add('Haircut', 45, 650),
    colour: await add('Cut and colour', 120, 1890),
    facial: await add('Facial', 75, 1090),
    sports: await add('Sports massage', 30, 590),
    yoga: await add('Yoga', 60, 150, attendance),
    pilates: await add('Pilates', 60, 170, attendance),
    oil: await add('Massage oil', 60, 249, { bookingType: BookingType.PRODUCT }),
    giftCard: await add('Gift card', 60, 0, { bookingType: BookingType.GIFT_CARD }),
  };
}

async function addResources(context: RequestContext) {
  const add = async (title: string, days: readonly Weekday[], times: string[], more: Partial<ResourceInput> = {}) => {
    const hours = Object.fromEntries(days.map((day) => [`openingHours${day}`, times]));
    return (await resourceWrites.create(context, { title, ...hours, ...more })).id;
  };
  return {
    ingrid: await add('Ingrid', workdays, ['09:00', '12:00', '12:30', '17:00']),
    magnus: await add('Magnus', [...workdays.slice(1), 'Sat'], ['10:00', '14:00', '14:30', '18:00'], {
      openingHoursFri: ['10:00', '15:00'],
    }),
    sofie: await add('Sofie', workdays, ['08:00', '12:00', '12:30', '16:00']),
    amir: await add('Amir', [...workdays.slice(1), 'Sat'], ['11:00', '15:00', '15:30', '19:30']),
    thea: await add('Thea', ['Mon', 'Wed', 'Fri'], ['09:00', '12:00', '12:30', '17:00']),
    hall: await add('The hall', workdays, ['07:00', '09:00', '17:30', '20:30'], {
      capacity: classCapacity,
      openingHoursSat: ['09:30', '11:30'],
    }),
  };
}

type Weekday = (typeof weekdays)[number];
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const workdays = weekdays.slice(0, 5);

/** Lets each resource offer its services. Returns when the staff can be booked, by what the schedule fills. */
async function addStaff(context: RequestContext, resources: Resources, services: Services): Promise<DemoStaff[]> {
  const { massage, consultation, haircut, colour, facial, sports, yoga, pilates } = services;
  const week = (days: readonly number[], hours: readonly number[]): (readonly number[])[] =>
    weekdays.map((_, day) => (days.includes(day) ? hours : []));
  const [mondayToFriday, tuesdayToSaturday] = [
    [0, 1, 2, 3, 4],
    [1, 2, 3, 4, 5],
  ];
  const magnusHours = week(tuesdayToSaturday, [600, 840, 870, 1080]).with(4, [600, 900]);
  const staff: DemoStaff[] = [
    // Her time from 12:30 to 14:00 is left for `bookConsultations`.
    { resourceId: resources.ingrid, services: [massage, sports], hours: week(mondayToFriday, [540, 720, 840, 1020]) },
    { resourceId: resources.magnus, services: [massage, sports], hours: magnusHours },
    { resourceId: resources.sofie, services: [haircut, colour], hours: week(mondayToFriday, [480, 720, 750, 960]) },
    { resourceId: resources.amir, services: [haircut, colour], hours: week(tuesdayToSaturday, [660, 900, 930, 1170]) },
    { resourceId: resources.thea, services: [facial, massage], hours: week([0, 2, 4], [540, 720, 750, 1020]) },
  ];
  const offers: [number, readonly DemoService[]][] = [
    ...staff.map(({ resourceId, services }): [number, readonly DemoService[]] => [resourceId, services]),
    [resources.ingrid, [consultation]],
    [resources.magnus, [consultation]],
    [resources.hall, [yoga, pilates]],
  ];
  for (const [resourceId, offered] of offers) {
    for (const { id: serviceId } of offered) await providerWrites.create(context, { resourceId, serviceId });
  }
  return staff;
}

function classesOf({ yoga, pilates }: Services): DemoClass[] {
  return [
    { title: 'Morning yoga', service: yoga, weekdays: [0, 2, 4], from: 450 },
    { title: 'Pilates', service: pilates, weekdays: [1, 3], from: 1080 },
    { title: 'Evening yoga', service: yoga, weekdays: [0, 3], from: 1140 },
    { title: 'Weekend yoga', service: yoga, weekdays: [5], from: 600 },
  ];
}

/**
 * Visits a few days more than a year ago, so that revenue has a year before, and "this year until now" has it from its
 * second week on.
 */
function visitsOfLastYear(context: RequestContext, service: DemoService, resourceId: number): DemoBooking[] {
  const date = today(context);
  const days = datesBetween(addDays(date, -374), addDays(date, -368)).filter((day) => weekdayOf(day) < 5);
  return days.map((day, index) => ({
    ...{ date: day, from: 540, to: 600, service, resourceId, classIndex: undefined },
    person: personCount + (index % formerGuests.length),
    ...{ outcome: 'kept', isPaid: true, lead: 1_440 },
  }));
}

interface Consultations {
  personIds: readonly number[];
  serviceId: number;
  resourceId: number;
}

/** Books by the actions, so that the newest bookings have a history: some are unverified, others wait for an answer. */
async function bookConsultations(context: RequestContext, { personIds, ...place }: Consultations): Promise<void> {
  const date = today(context);
  const days = datesBetween(addDays(date, -1), addDays(date, 6)).filter((day) => weekdayOf(day) < 5);
  for (const [index, day] of days.entries()) {
    const [bookedFrom, bookedTo] = [780, 810].map((minute) => new Date(context.zone.toEpoch(day, minute)));
    const visit = { ...place, personId: personIds[index * 3] ?? null, bookedFrom, bookedTo };
    const { id } = await createBooking(context, visit, { ...confirmed, confirm: false });
    await answerRequest(context, id, index);
  }
}

/** Leaves some bookings unverified or unconfirmed, and confirms, declines or cancels others. */
async function answerRequest(context: RequestContext, id: number, index: number): Promise<void> {
  if (index % 5 === 1) return;
  await verifyBooking(context, id);
  if (index % 5 === 0) await confirmBooking(context, id);
  if (index % 5 === 3) await declineBooking(context, id);
  if (index % 5 === 4) await cancelBooking(context, id);
}

interface Waiting {
  personIds: readonly number[];
  eventIds: readonly number[];
  schedule: DemoSchedule;
  services: Services;
}

/** Lets two people wait for a place in the next class that is full, and one for a massage. */
async function addWaitlist(
  context: RequestContext,
  { personIds, eventIds, schedule, services }: Waiting,
): Promise<void> {
  const date = today(context);
  const placesOf = (index: number): number => schedule.bookings.filter(({ classIndex }) => classIndex === index).length;
  const full = schedule.events.findIndex((event, index) => event.date > date && placesOf(index) === classCapacity);
  const attendees = new Set(
    schedule.bookings.filter(({ classIndex }) => classIndex === full).map(({ person }) => person),
  );
  const others = personIds.filter((_, person) => !attendees.has(person)).slice(0, 3);
  const [first = null, second = null, third = null] = others;
  const eventId = eventIds[full];
  if (eventId !== undefined) {
    for (const personId of [first, second]) await createWaitlistEntry(context, { eventId, personId });
  }
  const [from, to] = [date, addDays(date, 7)];
  await createWaitlistEntry(context, { serviceId: services.massage.id, personId: third, from, to });
}

/** Sells products to two people, of whom one has paid. */
async function sellProducts(
  context: RequestContext,
  personIds: readonly number[],
  product: DemoService,
): Promise<void> {
  const [payer = null, debtor = null] = personIds;
  const orderLineItems = [{ serviceId: product.id, quantity: 2 }];
  const { id: orderId } = await createOrder(context, { personId: payer, orderLineItems });
  await recordPayment(context, { orderId, amount: (2 * product.price).toFixed(2) });
  await createOrder(context, { personId: debtor, orderLineItems });
}

/** The options of a booking by staff that is confirmed at once. */
export const confirmed = {
  confirm: true,
  ignoreCapacity: false,
  addReminderSms: false,
  addMessages: false,
  messages: {},
};

/** Adds a failed delivery to a webhook, a failed message and an unsent one. Nothing is sent to anybody. */
async function addFailures(context: RequestContext, people: readonly number[]): Promise<void> {
  await addFailedDelivery(context);
  await addMessages(context, people);
}

/** The webhook is inactive, so the demo account sends nothing to its address. */
async function addFailedDelivery(context: RequestContext): Promise<void> {
  const { id: webHookId } = await webHookWrites.create(context, {
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
      recipient: 'bjorn.eide@example.org',
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
