import type { Model } from './linearizable.js';

/** The answer to a request that changes something: `done`, or the text of the refusal. */
export type Outcome = string;

/** The texts of the refusals that a client may get. */
export const refusals = {
  full: '{"resource_id":["is not available"]}',
  inactive: '{"state":["needs an active booking"]}',
  cancelled: '{"state":["can\'t be cancelled when cancelled"]}',
  couponUsedUp: '{"coupon_id":["is used up"]}',
  packageUsedUp: '{"package_id":["is used up"]}',
  cardUsedUp: '{"code":["is used up"]}',
  otherRequest: '{"idempotency_key":["has already been used with another request"]}',
} as const;

/** The refusal of more units than a package has left. */
const tooFew = (left: number): Outcome => `{"package_id":["has too few units left (${left})"]}`;

/** The hours and the people of a booking. */
export interface Stay {
  from: number;
  to: number;
  count: number;
}

export type PlaceAction =
  | ({ do: 'book'; booking: string } & Stay)
  | { do: 'move'; booking: string; from: number; to: number }
  | { do: 'cancel'; booking: string }
  | { do: 'list' };

/** The stay of each booking, by name. */
export type Bookings = Readonly<Record<string, Stay>>;

interface Place {
  active: Bookings;
  cancelled: Bookings;
}

/** Whether the peak is within the capacity. */
function fits(bookings: Bookings, capacity: number): boolean {
  const stays = Object.values(bookings);
  return stays.every(
    ({ from: at }) =>
      stays.reduce((sum, { from, to, count }) => sum + (from <= at && at < to ? count : 0), 0) <= capacity,
  );
}

/** The bookings of a resource. A list shows those that are active. */
export const placeModel = (capacity: number): Model<Place, PlaceAction, Outcome | Bookings> => ({
  initial: { active: {}, cancelled: {} },
  step: (place, action, answer) => {
    const { active, cancelled } = place;
    if (action.do === 'list') return isAnswer(answer, active) ? place : undefined;
    const { booking } = action;
    const decide = (stay: Stay): Place | undefined => {
      const changed = sorted({ ...active, [booking]: stay });
      const isAccepted = fits(changed, capacity);
      if (!isAnswer(answer, isAccepted ? 'done' : refusals.full)) return undefined;
      return isAccepted ? { active: changed, cancelled } : place;
    };
    if (action.do === 'book') return decide({ from: action.from, to: action.to, count: action.count });
    const former = cancelled[booking];
    const stay = active[booking];
    if (action.do === 'cancel') {
      if (former) return isAnswer(answer, refusals.cancelled) ? place : undefined;
      const { [booking]: _, ...others } = active;
      return stay && isAnswer(answer, 'done')
        ? { active: others, cancelled: sorted({ ...cancelled, [booking]: stay }) }
        : undefined;
    }
    const moved = { from: action.from, to: action.to };
    if (stay) return decide({ ...stay, ...moved });
    // The time that it has is no change, which no state forbids.
    const isMoved = former?.from !== moved.from || former.to !== moved.to;
    return former && isAnswer(answer, isMoved ? refusals.inactive : 'done') ? place : undefined;
  },
});

export type UnitsAction =
  | { do: 'use'; booking: string; units: number }
  | { do: 'return'; booking: string }
  | { do: 'read' };

/** The units that bookings hold; 0 for one that has returned them. */
type Held = Readonly<Record<string, number>>;

/** The uses of a coupon or the units of a package, which bookings take, and return when they are cancelled. */
export const unitsModel = (units: number, usedUp: string): Model<Held, UnitsAction, Outcome | number> => ({
  initial: {},
  step: (held, action, answer) => {
    const left = units - Object.values(held).reduce((sum, taken) => sum + taken, 0);
    if (action.do === 'read') return isAnswer(answer, left) ? held : undefined;
    const change = (taken: number): Held => sorted({ ...held, [action.booking]: taken });
    if (action.do === 'return') {
      const taken = held[action.booking];
      if (taken === undefined) return undefined;
      return isAnswer(answer, taken === 0 ? refusals.cancelled : 'done') ? change(0) : undefined;
    }
    const isEnough = action.units <= left;
    if (!isAnswer(answer, isEnough ? 'done' : left === 0 ? usedUp : tooFew(left))) return undefined;
    return isEnough ? change(action.units) : held;
  },
});

export type CardAction = { do: 'redeem'; order: string; due: number } | { do: 'read' };

/** A gift card pays what is due, or what it has left. Each order is paid once. */
export const cardModel = (value: number): Model<number, CardAction, Outcome | number> => ({
  initial: value,
  step: (left, action, answer) => {
    if (action.do === 'read') return isAnswer(answer, left) ? left : undefined;
    const paid = Math.min(left, action.due);
    return isAnswer(answer, paid > 0 ? paid : refusals.cardUsedUp) ? left - paid : undefined;
  },
});

export type KeyAction = { do: 'send'; body: string } | { do: 'count' };

/** The request that has the key and its answer, which is undefined while no client has got it. */
type Keyed = null | { body: string; text?: string };

/** An idempotency key, with which each request creates something: the first does, its repetitions get the same bytes. */
export const keyModel: Model<Keyed, KeyAction, string | number> = {
  initial: null,
  step: (keyed, action, answer) => {
    if (action.do === 'count') return isAnswer(answer, keyed ? 1 : 0) ? keyed : undefined;
    if (keyed && keyed.body !== action.body) return isAnswer(answer, refusals.otherRequest) ? keyed : undefined;
    const text = keyed?.text;
    if (answer === null) return keyed ?? { body: action.body };
    if (typeof answer !== 'string' || answer === refusals.otherRequest) return undefined;
    return text === undefined || text === answer ? { body: action.body, text: answer } : undefined;
  },
};

/** Returns the entries in the order of their names, so that equal states have the same text. */
function sorted<Value>(values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Whether an answer is the right one, or is not known. */
function isAnswer(answer: unknown, right: unknown): boolean {
  return answer === null || JSON.stringify(answer) === JSON.stringify(right);
}
