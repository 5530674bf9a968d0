import { differences } from './attributes.js';
import type { Change, Effect, Evidence } from './evidence.js';
import type { Attributes } from './notes.js';
import { isHold } from './stored-objects.js';
import type { Findings } from './verdict.js';

/** Compares the log with the acknowledged requests: each change once, with all attributes, in the order of the commits. */
export function judgeLog(evidence: Evidence): Findings {
  const found: Findings = { wrong: [], missing: [] };
  const effectOf = judgeChanges(evidence, found);
  judgeOrder(evidence, effectOf, found);
  judgePlaces(evidence, found);
  return found;
}

/** Returns the acknowledged request of each change that has one. */
function judgeChanges({ log, effects, bookings, people }: Evidence, found: Findings): Map<Change, Effect> {
  const { wrong, missing } = found;
  const effectOf = new Map<Change, Effect>();
  const changes = Map.groupBy(log, ({ object }) => object);
  for (const [object, all] of effects) {
    const own = changes.get(object) ?? [];
    const names = own.map(({ name }) => name);
    const wanted = [...all.map(({ name }) => name), ...(isHold(all) ? ['booking.modified'] : [])];
    if (isHold(all) && names.length === all.length) missing.push(`${object}: its hold has not ended`);
    else if (names.join() !== wanted.join()) wrong.push(`${object}: its changes are ${names} instead of ${wanted}`);
    for (const [index, effect] of all.entries()) {
      const change = own[index];
      if (!change) continue;
      effectOf.set(change, effect);
      for (const what of differences(effect.shown, change.snapshot)) wrong.push(`${object}, ${change.cursor}: ${what}`);
    }
  }
  for (const { id } of people) {
    const names = changes.get(`person ${id}`)?.map(({ name }) => name) ?? [];
    if (names.join() !== 'person.created') wrong.push(`person ${id}: its changes are ${names}`);
  }
  const rows = new Set([...bookings.map(({ id }) => `booking ${id}`), ...people.map(({ id }) => `person ${id}`)]);
  for (const { object, cursor } of log) {
    if (/^(booking|person) /.test(object) && !rows.has(object)) wrong.push(`${cursor} is of ${object}, which is gone`);
  }
  return effectOf;
}

/** A request that was sent after another was answered has its change after that of the other. */
function judgeOrder({ log }: Evidence, effectOf: ReadonlyMap<Change, Effect>, { wrong }: Findings): void {
  let latest: Effect | undefined;
  for (const change of log) {
    const effect = effectOf.get(change);
    if (!effect || effect.isLate) continue;
    if (latest && effect.request.to < latest.request.from) {
      wrong.push(
        `${change.cursor} of ${effect.request.key}, answered before ${latest.request.key} was sent, follows it`,
      );
    }
    if (!latest || effect.request.from > latest.request.from) latest = effect;
  }
}

interface Place {
  resource: number;
  service: number | null;
  person: number | null;
  count: number;
  from: number;
  to: number;
  day: string;
}

const dayForm = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Oslo' });

function placeOf(booking: Attributes): Place | undefined {
  // A hold keeps its place, too.
  if (!['confirmed', 'unverified'].includes(String(booking['state']))) return undefined;
  const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
  const from = Date.parse(String(booking['bookedFrom']));
  return {
    resource: Number(booking['resourceId']),
    service: numberOf(booking['serviceId']),
    person: numberOf(booking['personId']),
    count: Number(booking['count']),
    from,
    to: Date.parse(String(booking['bookedTo'])),
    day: dayForm.format(from),
  };
}

/** Takes the changes one after the other: at none of them is a resource over its capacity or a service over its limits. */
function judgePlaces({ account, log }: Evidence, { wrong }: Findings): void {
  const places = new Map<string, Place>();
  for (const { object, cursor, snapshot } of log) {
    if (!object.startsWith('booking ')) continue;
    const place = placeOf(snapshot);
    if (!place) {
      places.delete(object);
      continue;
    }
    places.set(object, place);
    const others = [...places.values()];
    const resource = account.resources.find(({ id }) => id === place.resource);
    const peak = peakDuring(
      place,
      others.filter((other) => other.resource === place.resource),
    );
    if (resource && peak > resource.capacity) {
      wrong.push(`${peak} people at ${resource.id}, which has room for ${resource.capacity}, after ${cursor}`);
    }
    const service = account.services.find(({ id }) => id === place.service);
    const onDay = others.filter((other) => other.service === place.service && other.day === place.day);
    const ofPerson = onDay.filter(({ person }) => person === place.person);
    if (service?.perDay && onDay.length > service.perDay) {
      wrong.push(`${onDay.length} bookings of the service on ${place.day} after ${cursor}`);
    }
    if (service?.perPerson && ofPerson.length > service.perPerson) {
      wrong.push(`${ofPerson.length} bookings of person ${place.person} on ${place.day} after ${cursor}`);
    }
  }
}

/** Returns the most people at one instant of a span. The number is highest where one of the others begins. */
function peakDuring(span: Place, all: readonly Place[]): number {
  const during = all.filter(({ from, to }) => from < span.to && to > span.from);
  const starts = during.map(({ from }) => Math.max(from, span.from));
  const at = (instant: number): number =>
    during.reduce((sum, { from, to, count }) => (from <= instant && to > instant ? sum + count : sum), 0);
  return Math.max(...[...new Set(starts)].map(at));
}
