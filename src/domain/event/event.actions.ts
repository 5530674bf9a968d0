import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, rejectIfAny } from '../../platform/errors.js';
import { buffersOf } from '../availability/occupancy.rules.js';
import { changedBy, type RequestContext } from '../context.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { validateReferences } from '../records/reference.js';
import { Service } from '../service/service.entity.js';
import { Event, type EventInput } from './event.entity.js';

type EventAttributes = Partial<Event> & Pick<Event, 'firstBookingAt' | 'lastBookingAt'>;

/** Validates the attributes of an event that need no database (spec, Event). */
export function validateEvent(event: EventAttributes): FieldErrors {
  const { startsAt, endsAt, firstBookingAt, lastBookingAt } = event;
  return {
    ...validateAttributes(Event, event),
    ...(startsAt && endsAt && endsAt <= startsAt && { endsAt: ['must be after starts_at'] }),
    ...(firstBookingAt &&
      lastBookingAt &&
      lastBookingAt < firstBookingAt && { lastBookingAt: ['must be after first_booking_at'] }),
  };
}

/** The number of people who may still attend; 0 if the event is overbooked. */
export function eventAvailability(capacity: number, attendances: number): number {
  return Math.max(0, capacity - attendances);
}

/** @throws DomainError INVALID by attribute */
export function createEvent(context: RequestContext, input: EventInput): Promise<Event> {
  return context.db.transaction(async (tx) => {
    const event = await prepareNewEvent(context, tx, input);
    await recordChange(tx, 'event.created', event, changedBy(context));
    return event;
  });
}

/** Creates an event that the caller must write. @throws DomainError INVALID by attribute */
export async function prepareNewEvent(
  context: RequestContext,
  tx: AccountTransaction,
  input: EventInput,
): Promise<Event> {
  const event = tx.create(Event, context.clock.now());
  rejectIfAny(await changeEvent(tx, event, input));
  return event;
}

/** Assigns the input to the event and returns the errors of the result. */
export async function changeEvent(tx: AccountTransaction, event: Event, input: EventInput): Promise<FieldErrors> {
  const referenceErrors = await validateEventReferences(tx, event, input);
  return { ...(await assignEvent(tx, event, input)), ...referenceErrors };
}

/** Returns the errors of the resource and the service that the input gives an event. */
export function validateEventReferences(
  tx: AccountTransaction,
  event: Pick<Event, 'resourceId' | 'serviceId'>,
  input: EventInput,
): Promise<FieldErrors> {
  return validateReferences(tx, Event, event, input);
}

/** Like `changeEvent`, without the errors of its resource and its service. */
export async function assignEvent(tx: AccountTransaction, event: Event, input: EventInput): Promise<FieldErrors> {
  const before = { ...event };
  const attributeErrors = assignAttributes(tx, event, input);
  if (isMoved(before, event)) Object.assign(event, buffersOf(await tx.load(Service, event.serviceId)));
  return { ...validateEvent(event), ...attributeErrors };
}

/** Whether an event is new or has another time, resource or service. */
function isMoved(before: Partial<Event>, event: Partial<Event>): boolean {
  if ((event.serviceId ?? null) === null) return false;
  const places = [before, event].map(({ startsAt, endsAt, resourceId, serviceId }) =>
    JSON.stringify([startsAt, endsAt, resourceId, serviceId]),
  );
  return places[0] !== places[1];
}
