import type { RequestContext } from '../../context.js';
import { PriorityStrategy } from '../../service/service.entity.js';
import { Booking } from '../booking.entity.js';
import { chosenBy, type StoredAssignment } from './assignment.rules.js';
import type { AssignmentCandidate, BookingAssignment } from './assignment.type.js';

/** Returns why a booking has its resource. @throws DomainError NOT_FOUND */
export async function getBookingAssignment({ db }: RequestContext, id: number): Promise<BookingAssignment> {
  const { resourceId, assignment } = await db.get(Booking, id);
  if (!assignment) return { resourceId, strategy: null, candidates: [] };
  const ids = assignment.candidates.map((candidate) => candidate.resourceId);
  const rows = await db.query<{ id: number; title: string }>(
    'select id, title from resource where account_id = $1 and id = any ($2::integer[])',
    [ids],
  );
  const titles = new Map(rows.map((row) => [row.id, row.title]));
  return { resourceId, strategy: assignment.strategy, candidates: candidatesOf(assignment, titles) };
}

function candidatesOf(assignment: StoredAssignment, titles: ReadonlyMap<number, string>): AssignmentCandidate[] {
  const chosen = chosenBy(assignment);
  const isCounted = assignment.strategy === PriorityStrategy.BALANCED;
  return assignment.candidates.map((candidate) => ({
    ...{ resourceId: candidate.resourceId, title: titles.get(candidate.resourceId) ?? '' },
    chosen: candidate === chosen,
    obstacle: candidate.obstacle,
    weight: candidate.weight,
    load: isCounted ? candidate.load : null,
    startLoad: isCounted ? candidate.start : null,
    lastBookingId: candidate.lastBookingId,
  }));
}
