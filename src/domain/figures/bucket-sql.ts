import type { Buckets, ClockBuckets } from './buckets.rules.js';
import type { SqlParameters } from './sql-parameters.js';

/**
 * Returns the SQL of the key of the bucket of an instant, as `bucketAt` computes it. The offsets of the zone are
 * parameters, because the time zone data of PostgreSQL may have another version than that of Node.
 *
 * @param instant SQL of type timestamptz
 */
export function bucketSql(buckets: Buckets, instant: string, parameters: SqlParameters): string {
  if (buckets.kind === 'calendar') return `width_bucket(${instant}, ${parameters.addInstants(buckets.cuts)})`;
  return `date_part('${fields[buckets.unit]}', ${wallSql(buckets, instant, parameters)})::integer${corrections[buckets.unit]}`;
}

const fields = { hour: 'hour', weekday: 'isodow' } as const;
const corrections = { hour: '', weekday: ' - 1' } as const;

/** The time on the wall clock. `UTC` needs no time zone data. */
function wallSql({ starts, offsets }: ClockBuckets, instant: string, parameters: SqlParameters): string {
  const utc = `(${instant} at time zone 'UTC')`;
  const intervals = `(${parameters.add(offsets.map((offset) => `${offset} minutes`))}::interval[])`;
  if (offsets.length === 1) return `${utc} + ${intervals}[1]`;
  return `${utc} + ${intervals}[width_bucket(${instant}, ${parameters.addInstants(starts)})]`;
}
