import { differences, isSame, unheeded } from './attributes.js';
import { attributesOf, type Effect, type Evidence, effectsOf, type Sql } from './evidence.js';
import type { Attributes, RequestNote } from './notes.js';
import type { Findings } from './verdict.js';

/** The attributes that the end of a hold changes. */
const ofExpiry = ['state', 'expires_at', 'updated_at', 'updated_by', 'revision_count'];

/** A hold that nobody verified. */
export const isHold = (effects: readonly Effect[]): boolean => effects[0]?.request.json['confirm'] === false;

const isExpired = (row: Attributes): boolean => Date.parse(String(row['expires_at'])) < Date.now();

/** Compares the stored bookings, people and orders with what was acknowledged, attribute by attribute. */
export function judgeObjects(evidence: Evidence): Findings {
  const found: Findings = { wrong: [], missing: [] };
  judgeRequests(evidence, found);
  judgeBookings(evidence, found);
  judgeSeries(evidence, found);
  judgePeople(evidence, found);
  return found;
}

function judgeRequests({ requests, effects }: Evidence, { wrong }: Findings): void {
  for (const { key, method, path, status, answer, failures } of requests) {
    if (status === null) wrong.push(`${key}: ${method} ${path} was not answered: ${failures.at(-1)}`);
    // Bookings are refused for lack of a place. Nothing else has a reason to be.
    const isRefusable = status === 400 && path.startsWith('/bookings') && !path.endsWith('/cancel');
    if (status !== null && status !== 200 && !isRefusable) {
      wrong.push(`${key}: ${method} ${path} was answered with ${status} ${JSON.stringify(answer)}`);
    }
  }
  for (const [object, all] of effects) {
    for (const { request, shown } of all) {
      const sent = attributesOf(request.json['booking'] ?? request.json['person']);
      if (request.path.endsWith('/recurring')) continue;
      const person = unheeded(attributesOf(sent['person_attributes']), attributesOf(shown['person']));
      for (const what of [...unheeded(sent, shown), ...person]) wrong.push(`${object}, ${request.key}: ${what}`);
    }
  }
}

function judgeBookings({ account, effects, bookings, lines }: Evidence, { wrong, missing }: Findings): void {
  const rows = new Map(bookings.map((row) => [`booking ${row['id']}`, row]));
  const linesOf = Map.groupBy(lines, (line) => `booking ${line['booking_id']}`);
  for (const [object, all] of effects) {
    if (!object.startsWith('booking ')) continue;
    const row = rows.get(object);
    const last = all.at(-1);
    if (!row) wrong.push(`${object} was acknowledged to ${all[0]?.request.key} and is not stored`);
    if (!row || !last) continue;
    const isOver = isHold(all) && row['state'] === 'verification_expired';
    if (isHold(all) && !isOver) missing.push(`${object} is held${isExpired(row) ? ' too long' : ''}`);
    for (const what of differences(last.shown, row, isOver ? ofExpiry : [])) wrong.push(`${object}: ${what}`);
    const service = account.services.find(({ id }) => id === row['service_id']);
    const own = linesOf.get(object) ?? [];
    const wanted = service ? [service.price] : [];
    const amounts = own.map((line) => Number(line['amount']));
    if (!isSame(wanted, amounts)) wrong.push(`${object}: sold for ${amounts} instead of ${wanted}`);
    const state = row['state'] === 'cancelled' ? 'cancelled' : 'pending';
    for (const line of own) {
      const given = { state: line['state'], quantity: line['quantity'], person: line['person_id'] };
      const right = { state, quantity: row['count'], person: row['person_id'] };
      if (!isSame(given, right)) wrong.push(`${object}: its order has ${JSON.stringify(given)}`);
    }
  }
  for (const [object, row] of rows) {
    if (!effects.has(object)) wrong.push(`${object}, ${row['title']}, was acknowledged to nobody`);
  }
}

const wallClock = new Intl.DateTimeFormat('sv', {
  ...{ timeZone: 'Europe/Oslo', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
});

/** Each acknowledged series has as many bookings as it was sent with, one a day. */
function judgeSeries({ requests, bookings }: Evidence, { wrong, missing }: Findings): void {
  for (const { key, path, status, json, answer } of requests) {
    if (status !== 200 || !path.endsWith('/recurring')) continue;
    const { booked_from: first, booked_to: last } = attributesOf(json['booking']);
    const count = Number(/COUNT=(\d+)/.exec(String(attributesOf(json['recurring'])['rrule']))?.[1]);
    const collection = attributesOf(answer)['collection_id'];
    const rows = bookings.filter((row) => row['collection_id'] === collection);
    const found = rows.map((row) =>
      ['booked_from', 'booked_to'].map((name) => wallClock.format(Date.parse(String(row[name])))),
    );
    const wanted = Array.from({ length: count }, (_, day) => [first, last].map((time) => daysAfter(String(time), day)));
    const [is, should] = [JSON.stringify(found.toSorted()), JSON.stringify(wanted.toSorted())];
    if (rows.length < count) missing.push(`${key}: ${rows.length} bookings of a series of ${count}`);
    else if (is !== should) wrong.push(`${key}: ${is} instead of ${should}`);
  }
}

/** Returns the local time, such as 2099-03-01 10:00, some days later. */
function daysAfter(local: string, days: number): string {
  const [day, time] = local.split(' ');
  return `${new Date(Date.parse(`${day}`) + days * 86_400_000).toISOString().slice(0, 10)} ${time}`;
}

function judgePeople({ effects, people, bookings }: Evidence, { wrong }: Findings): void {
  const rows = new Map(people.map((row) => [`person ${row['id']}`, row]));
  const guests = new Set(bookings.map((row) => `person ${row['person_id']}`));
  for (const [object, all] of effects) {
    for (const { shown, name, request } of all) {
      const person = object.startsWith('person ') ? shown : attributesOf(shown['person']);
      if (!('id' in person)) continue;
      const row = rows.get(`person ${person['id']}`);
      if (!row) wrong.push(`person ${person['id']} was shown to ${request.key} after ${name} and is not stored`);
      else for (const what of differences(person, row)) wrong.push(`person ${person['id']}: ${what}`);
    }
  }
  for (const [object, row] of rows) {
    if (effects.has(object) || guests.has(object)) continue;
    wrong.push(`${object}, ${row['name']}, was acknowledged to nobody`);
  }
}

/** Counts the objects that were acknowledged and are not stored now. */
export async function countLost(acknowledged: readonly RequestNote[], sql: Sql): Promise<number> {
  const rows = await sql(`select 'booking ' || id as object from booking union all select 'person ' || id from person`);
  const stored = new Set(rows.map(({ object }) => object));
  return new Set(
    acknowledged.flatMap((request) => effectsOf(request)).flatMap(({ object }) => (stored.has(object) ? [] : object)),
  ).size;
}
