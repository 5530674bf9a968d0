import { recordChange } from '../../outbox/change-log.js';
import { changedBy, type RequestContext } from '../context.js';
import { prepareNewEvent } from '../event/event.actions.js';
import type { EventInput } from '../event/event.entity.js';
import { buildRecurrence } from './recurrence.actions.js';
import type { Pattern } from './recurrence.rules.js';
import { toStoredInput } from './template.rules.js';

/**
 * Creates the first event of a pattern; a job creates the others (spec, Events).
 *
 * @returns the id of their collection
 * @throws DomainError INVALID as `createEvent`, and on `collectionId` for the pattern
 */
export function createRecurringEvents(context: RequestContext, input: EventInput, pattern: Pattern): Promise<string> {
  return context.db.transaction(async (tx) => {
    const event = await prepareNewEvent(context, tx, input);
    const first = { from: event.startsAt.getTime(), to: event.endsAt.getTime() };
    const { recurrence, keepsFirst } = buildRecurrence(context, tx, pattern, first);
    event.collectionId = recurrence.collectionId;
    if (keepsFirst) await recordChange(tx, 'event.created', event, changedBy(context));
    recurrence.event = { input: toStoredInput(input) };
    await recordChange(tx, 'recurrence.created', recurrence, changedBy(context));
    return recurrence.collectionId;
  });
}
