import { invalid } from '../errors.js';
import { endOfLog, type LogPage, type LogSource, readChanges, trimmedUntil } from './change-log.js';
import { isBefore, type Position, positionOf } from './position.js';

/** The cursor that stands for the newest change there is. */
const latest = 'latest';

/**
 * The place of the log that a client was at.
 *
 * @param cursor as it was given with a change, `latest` for what is new from now on, or none for all that is kept
 * @throws DomainError INVALID on `after`: it is no cursor of this log, or what followed it is not kept any more
 */
export async function placeOf(source: LogSource, cursor: string | null | undefined): Promise<Position> {
  if (cursor === null || cursor === undefined || cursor === '') return trimmedUntil(source);
  const [end, start] = [await endOfLog(source), await trimmedUntil(source)];
  const newest = isBefore(end, start) ? start : end;
  if (cursor === latest) return newest;
  const place = positionOf(cursor);
  if (!place || isBefore(newest, place)) throw invalid({ after: ['is invalid'] });
  if (isBefore(place, start)) throw tooOld();
  return place;
}

/** What comes after a place. @throws DomainError INVALID on `after` when some of it is not kept any more */
export async function readAfter(source: LogSource, place: Position, limit: number): Promise<LogPage> {
  const page = await readChanges(source, place, limit);
  // Looked up after it was read: what was deleted before that is noted by now.
  if (isBefore(place, await trimmedUntil(source))) throw tooOld();
  return page;
}

function tooOld() {
  return invalid({ after: ['is older than the changes that are kept'] });
}
