import { raw } from '@mikro-orm/postgresql';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { Booking, BookingState } from '../../booking/booking.entity.js';
import type { RequestContext } from '../../context.js';
import { isWorkDue } from '../../work.rules.js';
import { MessageTemplate, MessageTemplateType, plannedMessageKind } from '../templates/message-template.entity.js';
import { withServices } from '../templates/message-template.queries.js';
import {
  addressMessage,
  type BookingDetails,
  composeMessage,
  hasMessage,
  languageFor,
  readBookingDetails,
  readSeriesDetails,
  recipientsOf,
} from './compose-message.actions.js';
import { templateChannel, templateText } from './message-texts.rules.js';
import { canSendTemplates, deduplicationKeyOf, dueTime, isFor, isTimely, isTooLate } from './template-timing.rules.js';

/** A message of a template that a booking will send. */
export interface PlannedMessage {
  id: number;
  dueAt: Date;
}

interface DueMessage {
  bookingId: number;
  templateId: number;
  dueAt: Date;
}

/** Plans the messages of all active templates for a booking. Idempotent. */
export function planTemplates(context: RequestContext, bookingId: number): Promise<PlannedMessage[]> {
  return context.db.transaction(async (tx) => {
    const booking = await tx.find(Booking, bookingId);
    if (!booking) return [];
    const templates = await withServices(tx, await tx.list(MessageTemplate, { active: true }));
    return plan(
      tx,
      templates.flatMap((template) => dueMessages(context, template, booking)),
    );
  });
}

/** Bookings per transaction. */
const batchSize = 200;
/** Milliseconds since the end of a booking after which nothing is planned for it. */
const maxAge = 366 * 24 * 60 * 60 * 1_000;

/** The condition of the index `booking_adding_messages`, without parameters: with them, PostgreSQL could not choose it. */
const isSending = () => raw((alias) => `${alias}.adds_messages and ${alias}.state = '${BookingState.CONFIRMED}'`);

/**
 * Plans the messages of a new or changed template for the existing bookings, in batches. Messages that were due before
 * the template's last change are not planned. Idempotent.
 */
export async function* applyTemplate(context: RequestContext, templateId: number): AsyncGenerator<PlannedMessage[]> {
  const { db, clock } = context;
  const template = await db.transaction(async (tx) => {
    const found = await tx.find(MessageTemplate, templateId);
    return found && (await withServices(tx, [found]))[0];
  });
  if (!template || !isWorkDue('message_template', template, clock.now())) return;
  const over = new Date(clock.now().getTime() - maxAge);
  for (let last = 0, isMore = true; isMore; ) {
    const { bookings, planned } = await db.transaction(async (tx) => {
      const where = { [isSending()]: [], bookedTo: { $gt: over }, id: { $gt: last } };
      const bookings = await tx.list(Booking, where, batchSize);
      const due = bookings.flatMap((booking) => dueMessages(context, template, booking));
      const since = due.filter(({ dueAt }) => dueAt >= template.updatedAt);
      return { bookings, planned: await plan(tx, since) };
    });
    yield planned;
    last = bookings.at(-1)?.id ?? last;
    isMore = bookings.length === batchSize;
  }
  await db.query('update message_template set applied_at = $2 where account_id = $1 and id = $3 and updated_at = $4', [
    clock.now(),
    templateId,
    template.updatedAt,
  ]);
}

/**
 * Plans the confirmations of all active templates for a new series: one of each, with all its dates. The dates themselves
 * plan none.
 *
 * @param first the first booking of the series
 */
export async function planSeriesConfirmations(
  { zone }: RequestContext,
  tx: AccountTransaction,
  first: Booking,
): Promise<PlannedMessage[]> {
  if (!first.confirmedWithSeries || !canSendTemplates(first)) return [];
  const confirmation = { active: true, messageType: MessageTemplateType.CONFIRMATION };
  const templates = await withServices(tx, await tx.list(MessageTemplate, confirmation));
  return plan(
    tx,
    templates.flatMap((template) => timelyMessages(template, first, dueTime(template, first, zone))),
  );
}

function dueMessages({ zone }: RequestContext, template: MessageTemplate, booking: Booking): DueMessage[] {
  if (!canSendTemplates(booking) || isOfSeries(template, booking)) return [];
  return timelyMessages(template, booking, dueTime(template, booking, zone));
}

/** Whether the template's message about the booking is one about its whole series. */
function isOfSeries({ messageType }: MessageTemplate, { confirmedWithSeries }: Booking): boolean {
  return confirmedWithSeries && messageType === MessageTemplateType.CONFIRMATION;
}

function timelyMessages(template: MessageTemplate, booking: Booking, dueAt: Date | undefined): DueMessage[] {
  if (!dueAt || !isTimely(template, dueAt, booking)) return [];
  return [{ bookingId: booking.id, templateId: template.id, dueAt }];
}

/** Returns messages that were planned before, too. */
async function plan(tx: AccountTransaction, due: readonly DueMessage[]): Promise<PlannedMessage[]> {
  if (due.length === 0) return [];
  return tx.query<PlannedMessage>(
    `insert into planned_message (account_id, booking_id, message_template_id, due_at)
     select $1, "bookingId", "templateId", "dueAt"
     from jsonb_to_recordset($2::jsonb) as due ("bookingId" integer, "templateId" integer, "dueAt" timestamptz)
     on conflict (account_id, booking_id, message_template_id, due_at) do update set due_at = excluded.due_at
     returning id, due_at as "dueAt"`,
    [JSON.stringify(due)],
  );
}

/** Sends a planned message, once, if it is still due by the current booking and template. */
export function sendTemplate(context: RequestContext, plannedId: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    await tx.lock([plannedMessageKind, plannedId]);
    const due = await findDue(tx, plannedId);
    if (!due || !isWorkDue('planned_message', due, context.clock.now())) return;
    await sendDue(context, tx, due);
    await tx.query('delete from planned_message where account_id = $1 and id = $2', [plannedId]);
  });
}

async function findDue(tx: AccountTransaction, plannedId: number): Promise<DueMessage | undefined> {
  const [due] = await tx.query<DueMessage>(
    `select booking_id as "bookingId", message_template_id as "templateId", due_at as "dueAt"
     from planned_message where account_id = $1 and id = $2`,
    [plannedId],
  );
  return due;
}

async function sendDue(
  context: RequestContext,
  tx: AccountTransaction,
  { bookingId, templateId, dueAt }: DueMessage,
): Promise<void> {
  const booking = await tx.findLocked(Booking, bookingId);
  const template = await tx.find(MessageTemplate, templateId);
  if (!booking || !template || !canSendTemplates(booking) || isTooLate(template, booking, context.clock.now())) return;
  await withServices(tx, [template]);
  if (dueTime(template, booking, context.zone)?.getTime() !== dueAt.getTime()) return;
  const details = await readTemplateDetails(tx, template, booking);
  // Another booking sends the message about their visit.
  if (details.booking !== booking) return;
  const channel = templateChannel(template);
  const key = deduplicationKeyOf(template, dueAt);
  if (await hasMessage(tx, bookingId, key)) return;
  const addressed = await addressMessage(tx, details, key, (one) => recipientsOf(one, channel));
  for (const { details: seen, recipient, deduplicationKey } of addressed) {
    // The message about a visit is that of the first booking which the recipient sees.
    if (seen.booking.id !== bookingId && (await hasMessage(tx, seen.booking.id, deduplicationKey))) continue;
    const language = languageFor(seen, recipient, context.account);
    await composeMessage(context, tx, seen, {
      ...{ kind: template.messageType, channel, to: recipient, deduplicationKey, language },
      text: templateText(template, language, seen.series !== undefined),
    });
  }
}

/**
 * Reads what a template's message about a booking is about: the booking, its whole series, or its visit. The first booking of
 * a visit sends the message, which it returns instead of the given one; a message after the end is sent by the last.
 */
export async function readTemplateDetails(
  tx: AccountTransaction,
  template: MessageTemplate,
  booking: Booking,
): Promise<BookingDetails> {
  const { collectionId, personId, visitId } = booking;
  if (visitId !== null) return readVisitDetails(tx, template, visitId, booking);
  if (collectionId === null || !isOfSeries(template, booking)) return readBookingDetails(tx, booking);
  const dates = await tx.list(Booking, { collectionId, personId, state: BookingState.CONFIRMED });
  const series = await readSeriesDetails(
    tx,
    dates.filter(({ confirmedWithSeries }) => confirmedWithSeries),
  );
  return series ? { ...series, booking } : readBookingDetails(tx, booking);
}

/** The bookings of a visit of which the template sends messages. */
async function readVisitDetails(
  tx: AccountTransaction,
  template: MessageTemplate,
  visitId: number,
  booking: Booking,
): Promise<BookingDetails> {
  const all = await tx.list(Booking, { visitId });
  const bookings = all.filter((one) => one.id === booking.id || (canSendTemplates(one) && isFor(template, one)));
  const details = await readSeriesDetails(tx, bookings);
  if (!details?.series || bookings.length < 2) return readBookingDetails(tx, booking);
  const isAfterwards = template.messageType === MessageTemplateType.FOLLOW_UP;
  const last = bookings.toSorted((one, other) => +other.bookedTo - +one.bookedTo || one.id - other.id)[0];
  const first = details.booking;
  return { ...details, booking: isAfterwards ? (last ?? first) : first };
}
