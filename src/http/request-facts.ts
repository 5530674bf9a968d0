import type { IncomingMessage } from 'node:http';

/** What becomes known of a request on its way, for its line in the log and for what is measured of it. */
export interface RequestFacts {
  /** The path of its row, with the names of the parameters, such as `/api/v1/bookings/:booking_id`. */
  route?: string;
  operation?: string;
  /** The id of the account that asks. */
  account?: number;
}

const facts = new WeakMap<IncomingMessage, RequestFacts>();

/** Those of a request, to be added to; asked again, the same. */
export function factsOf(request: IncomingMessage): RequestFacts {
  const known = facts.get(request) ?? {};
  facts.set(request, known);
  return known;
}
