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
import { type RequestContext, today } from '../../domain/context.js';
import { createEvent } from '../../domain/event/event.actions.js';
import { createPerson } from '../../domain/person/person.actions.js';
import { createProvider } from '../../domain/provider/provider.actions.js';
import { createResource } from '../../domain/resource/resource.actions.js';
import { createService } from '../../domain/service/service.actions.js';
import { BookingType } from '../../domain/service/service.entity.js';
import { addDays, datesBetween, type PlainDate, weekdayOf } from '../../platform/time/plain-date.js';
import { addFailures } from './demo-failures.js';
import { bookPastYear } from './demo-past-year.js';
import { confirmed, massagePrice, type Studio } from './demo-studio.js';

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
