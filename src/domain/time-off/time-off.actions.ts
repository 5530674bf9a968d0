import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { DomainError, invalid, rejectIfAny } from '../../platform/errors.js';
import { hasPermission, requirePermission } from '../account/permissions.rules.js';
import { changedBy, type RequestContext } from '../context.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { validateReferences } from '../records/reference.js';
import { Resource } from '../resource/resource.entity.js';
import { ClientUserLink } from '../user/user.entity.js';
import { TimeOff, type TimeOffInput, TimeOffState } from './time-off.entity.js';
import { type TimeOffEvent, timeOffTransitions, validateTimeOff } from './time-off.rules.js';
import { sendToAsking, sendToDeciding, sendWithdrawal } from './time-off-messages.actions.js';

/**
 * Asks for time off, or enters it as approved. Bookings in its way stay.
 *
 * @throws DomainError INVALID by attribute; FORBIDDEN for a user who may not write resources and is another or none
 */
export function createTimeOff(context: RequestContext, { state, ...input }: TimeOffInput): Promise<TimeOff> {
  return context.db.transaction(async (tx) => {
    const { actor, clock } = context;
    const mayDecide = hasPermission(actor, 'catalog');
    const ownId = await findOwnResource(context, tx);
    const resourceId = input.resourceId ?? ownId ?? undefined;
    if (!mayDecide && (ownId === null || resourceId !== ownId)) throw onlyOwn();
    const given = state ?? (mayDecide ? TimeOffState.APPROVED : TimeOffState.ASKED);
    if (given === TimeOffState.APPROVED) requirePermission(actor, 'catalog');
    else if (given !== TimeOffState.ASKED) throw invalid({ state: ['must be asked or approved'] });
    // Without the lock of the resource, a booking could overlook the time off.
    if (given === TimeOffState.APPROVED && resourceId !== undefined) await tx.lock([Resource, resourceId]);

    const timeOff = tx.create(TimeOff, clock.now());
    const referenceErrors = await validateReferences(tx, TimeOff, timeOff, { resourceId });
    const endsOn = input.endsOn ?? input.startsOn;
    const attributeErrors = assignAttributes(tx, timeOff, { ...input, resourceId, endsOn });
    rejectIfAny({
      ...validateAttributes(TimeOff, timeOff),
      ...validateTimeOff(timeOff),
      ...attributeErrors,
      ...referenceErrors,
    });
    const asking = actor.kind === 'user' ? { userId: actor.id, askedBy: actor.name } : {};
    Object.assign(timeOff, { state: given, ...asking, ...(given === TimeOffState.APPROVED && decisionOf(context)) });
    await recordChange(tx, 'time_off.created', timeOff, changedBy(context));
    if (given === TimeOffState.ASKED) await sendToDeciding(context, tx, timeOff, 'asked');
    return timeOff;
  });
}

const onlyOwn = (): DomainError =>
  new DomainError('FORBIDDEN', 'This user may ask for and withdraw time off of its own resource only');

/** Returns the resource that the user is; null for other actors. */
async function findOwnResource({ actor }: RequestContext, tx: AccountTransaction): Promise<number | null> {
  if (actor.kind !== 'user') return null;
  const link = await tx.findBy(ClientUserLink, { userId: actor.id });
  return link?.resourceId ?? null;
}

function decisionOf({ actor, clock }: RequestContext): Pick<TimeOff, 'decidedBy' | 'decidedAt'> {
  return { decidedBy: actor.kind === 'user' ? actor.name : null, decidedAt: clock.now() };
}

const participles = { approve: 'approved', decline: 'declined', withdraw: 'withdrawn' } as const;
const changeNames = {
  approve: 'time_off.approved',
  decline: 'time_off.declined',
  withdraw: 'time_off.withdrawn',
} as const satisfies Record<TimeOffEvent, string>;

/**
 * Approves or declines time off that was asked for. Bookings in its way stay.
 *
 * @throws DomainError NOT_FOUND; INVALID on `state` if it was decided or withdrawn, on `note`
 */
export function decideTimeOff(
  context: RequestContext,
  id: number,
  event: 'approve' | 'decline',
  note: string | null | undefined,
): Promise<TimeOff> {
  return change(context, id, event, async (tx, timeOff) => {
    rejectIfAny(assignAttributes(tx, timeOff, { note }));
    Object.assign(timeOff, decisionOf(context));
    return () => sendToAsking(context, tx, timeOff, participles[event]);
  });
}

/**
 * Takes time off back, before or after it was approved.
 *
 * @throws DomainError NOT_FOUND; INVALID on `state`; FORBIDDEN for a user who may not write resources and is another or none
 */
export function withdrawTimeOff(context: RequestContext, id: number): Promise<TimeOff> {
  return change(context, id, 'withdraw', async (tx, timeOff) => {
    const isOwn = timeOff.resourceId === (await findOwnResource(context, tx));
    if (!isOwn && !hasPermission(context.actor, 'catalog')) throw onlyOwn();
    return () => sendWithdrawal(context, tx, timeOff);
  });
}

/** @param prepare checks and changes the locked time off, and returns what follows its change in the transaction */
function change(
  context: RequestContext,
  id: number,
  event: TimeOffEvent,
  prepare: (tx: AccountTransaction, timeOff: TimeOff) => Promise<() => Promise<void>>,
): Promise<TimeOff> {
  return context.db.transaction(async (tx) => {
    const timeOff = await tx.getLocked(TimeOff, id);
    const follow = await prepare(tx, timeOff);
    const { state, resourceId } = timeOff;
    const next = timeOffTransitions[event][state];
    if (next === undefined) throw invalid({ state: [`can't be ${participles[event]} when ${state}`] });
    // Without the lock of the resource, a booking could overlook its new hours.
    await tx.lock([Resource, resourceId]);
    timeOff.state = next;
    await recordChange(tx, changeNames[event], timeOff, changedBy(context));
    await follow();
    return timeOff;
  });
}
