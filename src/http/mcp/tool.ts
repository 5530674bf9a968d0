import type { Route } from '../rest/route.js';

/** The effect of a call. The annotations of the protocol follow from it. */
export type Effect =
  /** It changes nothing. */
  | 'read'
  /** It adds a record, and another one at each call without an idempotency key. */
  | 'add'
  /** It changes a record. A repeated call changes nothing more. */
  | 'change'
  /** It changes a record in a way that people notice and that cannot be undone. A repeated call changes nothing more. */
  | 'end';

/** One tool: a route that is not served by REST, with what a model must know to use it. */
export interface Tool {
  /** In snake case, with the verb first. */
  name: string;
  title: string;
  /** Says when to use the tool, and what it needs from others. */
  description: string;
  /** Its parameters, in the path and beside it, are the arguments. The response is the answer. */
  route: Route;
  effect: Effect;
  /** Arguments that the operation does not require, but without which a call has no use. */
  required?: readonly string[];
  /** Tells the model the next step: the same after each answer, or one for each state of the booking. */
  next?: string | Readonly<Record<string, string>>;
}

/** The most items of an answer. A model reads all of them, so more would only cost. */
export const maxItems = 50;

/** The items of a page of people and bookings. */
export const pageSize = 20;
