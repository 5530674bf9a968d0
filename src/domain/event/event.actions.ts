import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import { assignAttributes, rejectIfAny } from '../attributes.js';
import { by, type RequestContext } from '../context.js';
import { referenceProblems } from '../references.queries.js';
import { Resource } from '../resource/resource.entity.js';
import { Service } from '../service/service.entity.js';
import { Event } from './event.entity.js';
import type { EventInput } from './event.input.js';
import { eventProblems } from './event.rules.js';

/** @throws DomainError INVALID by attribute */
export function createEvent(context: RequestContext, input: EventInput): Promise<Event> {
  return context.db.transaction(async (tx) => {
    const event = await prepareNewEvent(context, tx, input);
    await recordChange(tx, 'event.created', event, by(context));
    return event;
  });
}

/** An event that can be written. @throws DomainError INVALID by attribute */
export async function prepareNewEvent(
  context: RequestContext,
  tx: AccountTransaction,
  input: EventInput,
): Promise<Event> {
  const event = tx.create(Event, context.clock.now());
  rejectIfAny(await changeEvent(tx, event, input));
  return event;
}

/** Writes the input into the event, and gives all that is wrong with what results. */
export async function changeEvent(tx: AccountTransaction, event: Event, input: EventInput): Promise<FieldErrors> {
  const unknown = await referenceProblems(tx, event, input, { resourceId: Resource, serviceId: Service });
  const unfit = assignAttributes(tx, event, input);
  return { ...eventProblems(event), ...unfit, ...unknown };
}
