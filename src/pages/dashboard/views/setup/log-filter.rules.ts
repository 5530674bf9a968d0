import { addDays, midnightOf } from '../../dates.js';
import type { InstantRange } from '../../graphql/schema.types.js';

/** The choices of the filters that every log has. An empty text does not restrict. */
export interface CommonChoice {
  /** `user 3` or `key 5`. */
  who: string;
  /** The first and the last day, as plain dates. */
  from: string;
  to: string;
}

/** The part of a filter that every log has. */
export interface CommonFilter {
  userId?: number;
  apiKeyId?: number;
  createdAt?: InstantRange;
}

export function commonFilterOf({ who, from, to }: CommonChoice): CommonFilter {
  const [type, id = ''] = who.split(' ');
  const period = { ...(from && { from: midnightOf(from) }), ...(to && { to: midnightOf(addDays(to, 1)) }) };
  return {
    ...(type === 'user' && { userId: Number(id) }),
    ...(type === 'key' && { apiKeyId: Number(id) }),
    ...((from || to) && { createdAt: period }),
  };
}
