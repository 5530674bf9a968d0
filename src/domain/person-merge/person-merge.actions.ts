import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import { recordChange, recordChanges } from '../../outbox/change-log.js';
import type { ChangedBy, ChangeName, ChangeRecords } from '../../outbox/recorded-change.js';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import type { AccountTransaction, Lock } from '../../platform/database/account-transaction.js';
import { invalid, notFound, rejectIfAny } from '../../platform/errors.js';
import { Booking } from '../booking/booking.entity.js';
import { CalendarFeed } from '../calendar/calendar-feed.entity.js';
import { changedBy, type RequestContext } from '../context.js';
import { GiftCard } from '../gift-card/gift-card.entity.js';
import { Message } from '../messaging/delivery/message.entity.js';
import { Order } from '../order/order.entity.js';
import { Package } from '../package/package.entity.js';
import { mergeGuardians } from '../person/merge-guardians.actions.js';
import { PersonTree, personTreeLock } from '../person/people.queries.js';
import { changePerson, preparePassword } from '../person/person.actions.js';
import { Person } from '../person/person.entity.js';
import type { PersonInput } from '../person/person.input.js';
import { Recurrence } from '../recurrence/recurrence.entity.js';
import { WaitlistEntry } from '../waitlist/waitlist-entry.entity.js';

/** The attributes of an entity that hold the id of a person. */
interface Reference {
  attributes: readonly string[];
  find(tx: AccountTransaction, where: FilterQuery<AccountRecord>): Promise<FoundRecords>;
}

/** Records that refer to a person. `record` writes them with their changes. */
interface FoundRecords {
  records: readonly object[];
  record(by: ChangedBy): Promise<unknown>;
}

const bookings = refersTo(Booking, 'booking.modified', 'personId', 'bookedByPersonId');
const waitlistEntries = refersTo(WaitlistEntry, 'waitlist_entry.modified', 'personId');

/** All references to a person, apart from those in series; a merge moves them. */
const references: readonly Reference[] = [
  bookings,
  waitlistEntries,
  refersTo(Person, 'person.modified', 'parentId'),
  refersTo(Message, 'message.modified', 'personId'),
  refersTo(GiftCard, 'gift_card.modified', 'personId', 'purchasedByPersonId'),
  refersTo(Package, 'package.modified', 'personId', 'purchasedByPersonId'),
  refersTo(Order, 'order.modified', 'personId'),
  refersTo(CalendarFeed, 'calendar_feed.modified', 'personId', 'guardianId'),
];

type RecordOf<Name extends ChangeName> = ChangeRecords[Name] & AccountRecord;

/** @param change the change to record for each record that moves to the other person */
function refersTo<Name extends ChangeName>(
  entity: EntityClass<RecordOf<Name>>,
  change: Name,
  ...attributes: (keyof RecordOf<Name> & string)[]
): Reference {
  return {
    attributes,
    find: async (tx, where) => {
      const records = await tx.list(entity, where as FilterQuery<RecordOf<Name>>);
      return { records, record: (by) => recordChanges(tx, change, records, by) };
    },
  };
}

/**
 * Moves all records of the merged person to the kept one and deletes the merged one. `input` may then assign the merged
 * person's unique attributes to the kept one (spec, People).
 *
 * @throws DomainError NOT_FOUND if the kept one is unknown or deleted; INVALID on `mergePersonId` if the other is
 *   unknown, deleted, the same or an ancestor of the kept one; INVALID by attribute of `input`
 */
export async function mergePeople(
  context: RequestContext,
  keptId: number,
  mergedId: number | null | undefined,
  input: PersonInput,
): Promise<Person> {
  if ((mergedId ?? null) === null) throw invalid({ mergePersonId: ["can't be blank"] });
  if (mergedId === keptId) throw invalid({ mergePersonId: ['is invalid'] });
  const password = await preparePassword(context, input);
  return context.db.transaction(async (tx) => {
    const { kept, merged } = await lockPair(tx, keptId, mergedId ?? 0);
    rejectIfAny(password.errors);
    const moved = await findReferring(tx, merged.id);
    await moveInSeries(context, tx, merged.id, kept.id);
    // Before the other writes, because the kept person may get unique attributes of this one.
    Object.assign(merged, { active: false, mergedIntoId: kept.id });
    await recordChange(tx, 'person.deleted', merged, changedBy(context));
    await mergeGuardians(context, tx, merged, kept);
    for (const [reference, found] of moved) await move(context, reference, found, merged.id, kept.id);
    if (Object.keys(input).length === 0) return kept;
    rejectIfAny(await changePerson(context, tx, kept, input));
    Object.assign(kept, password.attributes);
    await recordChange(tx, 'person.modified', kept, changedBy(context));
    return kept;
  });
}

/**
 * Locks both people and what other transactions write under locks of its own: the series, entries of the waitlist and
 * bookings that move, including those that were made during the wait for the first locks.
 */
async function lockPair(
  tx: AccountTransaction,
  keptId: number,
  mergedId: number,
): Promise<{ kept: Person; merged: Person }> {
  const ids = [keptId, mergedId];
  await tx.lockListed(() => listLocks(tx, mergedId), personTreeLock(tx), ...ids.map((id): Lock => [Person, id]));
  const people = await tx.listLocked(Person, ids);
  const kept = people.find(({ id }) => id === keptId);
  if (!kept?.active) throw notFound();
  const merged = people.find(({ id }) => id === mergedId);
  if (!merged?.active) throw invalid({ mergePersonId: ['does not exist'] });
  const isAncestor = await new PersonTree(tx).isAncestor(mergedId, keptId);
  if (isAncestor) throw invalid({ mergePersonId: ['is an ancestor of the person'] });
  return { kept, merged };
}

async function listLocks(tx: AccountTransaction, personId: number): Promise<Lock[]> {
  const rows = await tx.rows(Booking, referringTo(bookings, personId));
  const entries = await tx.rows(WaitlistEntry, referringTo(waitlistEntries, personId));
  return [
    ...(await listSeries(tx, personId)).map((id): Lock => [Recurrence, id]),
    ...entries.map(({ id }): Lock => [WaitlistEntry, id]),
    ...rows.map(({ id }): Lock => [Booking, id]),
  ];
}

/** The attributes of the template of a series that hold the id of a person. */
const templateAttributes = ['personId', 'bookedByPersonId'] as const;

/** Returns the ids of the series whose bookings, also those that are not created yet, are of a person. */
async function listSeries(tx: AccountTransaction, personId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select id from recurrence
     where account_id = $1 and exists (
       select from unnest($3::text[]) as attribute where booking -> 'input' ->> attribute = $2::text)
     order by id`,
    [String(personId), [...templateAttributes]],
  );
  return rows.map(({ id }) => id);
}

/** The bookings of a series that are created later are of the kept person. */
async function moveInSeries(
  { clock }: RequestContext,
  tx: AccountTransaction,
  mergedId: number,
  keptId: number,
): Promise<void> {
  const series = await tx.listLocked(Recurrence, await listSeries(tx, mergedId));
  for (const recurrence of series) {
    const { booking } = recurrence;
    if (!booking) continue;
    const held = templateAttributes.filter((attribute) => booking.input[attribute] === mergedId);
    const input = { ...booking.input, ...Object.fromEntries(held.map((attribute) => [attribute, keptId])) };
    recurrence.booking = { ...booking, input };
    await tx.save(recurrence, clock.now());
  }
}

function referringTo({ attributes }: Reference, personId: number): FilterQuery<AccountRecord> {
  return { $or: attributes.map((attribute) => ({ [attribute]: personId })) } as FilterQuery<AccountRecord>;
}

async function findReferring(
  tx: AccountTransaction,
  personId: number,
): Promise<[reference: Reference, found: FoundRecords][]> {
  const found: [Reference, FoundRecords][] = [];
  for (const reference of references) {
    found.push([reference, await reference.find(tx, referringTo(reference, personId))]);
  }
  return found;
}

async function move(
  context: RequestContext,
  { attributes }: Reference,
  { records, record: recordAll }: FoundRecords,
  mergedId: number,
  keptId: number,
): Promise<void> {
  for (const record of records) {
    const held = Object.entries(record).filter(([name, value]) => attributes.includes(name) && value === mergedId);
    Object.assign(record, Object.fromEntries(held.map(([name]) => [name, keptId])));
    // Links that the merged person got stop working.
    if (record instanceof Booking && held.some(([name]) => name === 'personId')) record.linkVersion += 1;
  }
  await recordAll(changedBy(context));
}
