import type { StepBudget } from '../../platform/step-budget.js';
import type { Interval } from '../../platform/time/interval.js';
import { ExclusiveMatching } from './exclusive-matching.rules.js';
import { Matching } from './need-matching.rules.js';
import { hasRoomIn } from './need-slots.rules.js';
import { type Load, loadOf } from './occupancy.rules.js';

/** A limit on a number of bookings, and how many more it allows. */
export interface LimitLeft {
  /** The same for all bookings that count towards it. */
  readonly key: string;
  readonly left: number;
}

/** The capacity of a resource, and all that occupies it around a booking. Events and other calendars occupy it wholly. */
export interface Room {
  readonly capacity: number;
  readonly load: Load;
}

/**
 * A part of one of several bookings that are made together: the booking itself, or one of the needs of its service. Its time
 * is fixed.
 */
export interface BookingPart {
  /** The place of its booking among those that are made together. */
  readonly booking: number;
  /** The number of distinct resources that it takes. */
  readonly count: number;
  /** Ids of the resources that may serve it, each once, those that are preferred first. */
  readonly pool: readonly number[];
  /** Resources of the pool that must serve it, at most `count`. */
  readonly required: readonly number[];
  /** The people who are with each of its resources. */
  readonly people: number;
  /** Returns when it occupies a resource, with buffers. */
  readonly occupiedWith: (resourceId: number) => readonly Interval[];
  /** Returns the room of a resource of the pool. */
  readonly roomOf: (resourceId: number) => Room;
  /** Returns the daily limit of a resource of the pool; undefined if it has none. */
  readonly limitOf?: ((resourceId: number) => LimitLeft | undefined) | undefined;
}

/** The most competing parts that are matched without regard to the number of parts that a resource can serve. */
const maxDoubling = 12;
const stepsOfPart = 4;

/**
 * Matches the parts of several bookings to resources: each part gets distinct resources of its pool, and each resource has
 * room for all of its parts at every instant, and for their bookings within its daily limit.
 *
 * Parts that cannot compete for a resource are matched apart from each other, because the cost of a matching doubles with
 * each part. Those of a visit in order compete only for resources with a daily limit, and in their buffers. Many parts of which
 * no resource can serve two, such as those of a group at once, are matched at a cost that does not double.
 */
export class JointMatching {
  readonly #parts: readonly BookingPart[];
  /** The groups of pieces that compete with each other. */
  readonly #groups: { readonly pieces: readonly Piece[]; readonly matching: Matching | ExclusiveMatching }[];

  /** @throws LimitError after too many steps, as the methods do */
  constructor(parts: readonly BookingPart[], budget: StepBudget) {
    this.#parts = parts;
    this.#groups = competingGroups(parts.flatMap(piecesOf), budget).map((pieces) => {
      return { pieces, matching: matchingOf(pieces, budget) };
    });
  }

  /** Returns whether all parts can have resources. */
  isPossible(): boolean {
    return this.#groups.every(({ matching }) => matching.isPossible());
  }

  /** Returns the resources that can be among those of a part if all parts have some, in the order of its pool. */
  choicesFor(part: number): number[] {
    if (!this.isPossible()) return [];
    const ids = this.#groups.flatMap(({ pieces, matching }) =>
      pieces.flatMap(({ place }, index) => (place === part ? matching.choicesFor(index) : [])),
    );
    return inOrderOf(this.#parts[part], ids);
  }

  /**
   * Chooses the resources of each part: those that are required, and then those that its pool has first, as far as all later
   * parts can still have some. Call it once.
   *
   * @returns the ids of each part in the order of its pool; undefined if there is no such choice
   */
  choose(): number[][] | undefined {
    const chosen: number[][] = this.#parts.map(() => []);
    for (const { pieces, matching } of this.#groups) {
      const ofGroup = matching.choose();
      if (!ofGroup) return undefined;
      for (const [index, { place }] of pieces.entries()) chosen[place]?.push(...(ofGroup[index] ?? []));
    }
    return chosen.map((ids, place) => inOrderOf(this.#parts[place], ids));
  }
}

/** The required resources of a part, or the others. */
interface Piece extends Omit<BookingPart, 'required'> {
  /** The place of the part in the list. */
  readonly place: number;
}

function piecesOf({ required, ...part }: BookingPart, place: number): Piece[] {
  if (required.length === 0) return [{ ...part, place }];
  const others = { ...part, place, count: part.count - required.length, pool: without(part.pool, required) };
  const own = { ...part, place, count: required.length, pool: required.filter((id) => part.pool.includes(id)) };
  return others.count > 0 ? [own, others] : [own];
}

function without(pool: readonly number[], ids: readonly number[]): number[] {
  return pool.filter((id) => !ids.includes(id));
}

function inOrderOf(part: BookingPart | undefined, ids: readonly number[]): number[] {
  return ids.length <= 1 ? [...ids] : (part?.pool ?? []).filter((id) => ids.includes(id));
}

/** Divides pieces into groups of which no two compete for a resource. */
function competingGroups(pieces: readonly Piece[], budget: StepBudget): Piece[][] {
  const groups: Piece[][] = [];
  const bookings = new Set(pieces.map(({ booking }) => booking)).size;
  for (const piece of pieces) {
    const pool = new Set(piece.pool);
    const competes = (other: Piece): boolean => {
      budget.take(stepsOfPart + other.pool.length);
      return other.pool.some((id) => pool.has(id) && compete(piece, other, id, bookings));
    };
    const joined = groups.filter((group) => group.some(competes));
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push([...joined.flat(), piece].sort((a, b) => pieces.indexOf(a) - pieces.indexOf(b)));
  }
  return groups;
}

/** Whether two parts can take the same room of a resource, or one of the last bookings of its day. */
function compete(one: Piece, other: Piece, id: number, bookings: number): boolean {
  const limit = one.booking === other.booking ? undefined : one.limitOf?.(id);
  if (limit && limit.left < bookings && other.limitOf?.(id)?.key === limit.key) return true;
  const times = other.occupiedWith(id);
  return one.occupiedWith(id).some((own) => times.some(({ from, to }) => own.from < to && from < own.to));
}

function matchingOf(pieces: readonly Piece[], budget: StepBudget): Matching | ExclusiveMatching {
  const hasRoom = roomReader(pieces, budget);
  if (pieces.length <= maxDoubling) return new Matching(pieces, hasRoom, budget);
  if (areExclusive(pieces, budget)) {
    const canServe = (id: number, place: number): boolean => hasRoomFor(pieces[place], id, budget);
    return new ExclusiveMatching(pieces, canServe, budget);
  }
  budget.take(2 ** pieces.length);
  return new Matching(pieces, hasRoom, budget);
}

function hasRoomFor(piece: Piece | undefined, id: number, budget: StepBudget): boolean {
  return piece !== undefined && hasRoomTogether([piece], id, budget);
}

/** Whether no resource has room for two of the pieces together. */
function areExclusive(pieces: readonly Piece[], budget: StepBudget): boolean {
  return pieces.every((one, place) =>
    pieces.slice(place + 1).every((other) => {
      const pool = new Set(other.pool);
      budget.take(stepsOfPart + pool.size);
      return one.pool.every((id) => !pool.has(id) || !hasRoomTogether([one, other], id, budget));
    }),
  );
}

function roomReader(parts: readonly Piece[], budget: StepBudget): (id: number, set: number) => boolean {
  return (id, set) =>
    hasRoomTogether(
      parts.filter((_, place) => set & (1 << place)),
      id,
      budget,
    );
}

/** Returns whether a resource has room for parts together, with their buffers, and its daily limit for their bookings. */
export function hasRoomTogether(
  parts: readonly Omit<BookingPart, 'required'>[],
  id: number,
  budget: StepBudget,
): boolean {
  budget.take(stepsOfPart * parts.length);
  if (!isWithinLimits(parts, id)) return false;
  const wanted = parts.flatMap((part) => {
    const room = part.roomOf(id);
    return part.occupiedWith(id).map(({ from, to }) => ({ from, to, count: part.people, room }));
  });
  const pieces = wanted.length === 1 ? wanted : loadOf(wanted);
  return pieces.every((piece) =>
    wanted.every(({ from, to, room }) => {
      if (piece.to <= from || piece.from >= to) return true;
      return hasRoomIn(room.load, piece, room.capacity - piece.count, budget);
    }),
  );
}

/** A booking counts once towards the limit of a resource, however many of its parts the resource serves. */
function isWithinLimits(parts: readonly Pick<BookingPart, 'booking' | 'limitOf'>[], id: number): boolean {
  const bookings = new Map<string, Set<number>>();
  for (const { booking, limitOf } of parts) {
    const limit = limitOf?.(id);
    if (!limit) continue;
    const counted = bookings.get(limit.key) ?? new Set();
    bookings.set(limit.key, counted.add(booking));
    if (counted.size > limit.left) return false;
  }
  return true;
}
