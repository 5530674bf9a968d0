import { formats } from '../format.js';
import { t } from '../texts.js';
import type { BookingFactsQuery } from './bookings.operations.js';

type Assignment = NonNullable<BookingFactsQuery['bookingAssignment']>;

/** The resources that are listed after the one that was chosen. */
const shownAfter = 2;

/** Says why a booking got its resource, and how the others stood. Nothing, if it was not assigned in a fair way. */
export function WhyAssigned({ assignment: { strategy, candidates } }: { assignment: Assignment }) {
  const chosen = candidates.findIndex((one) => one.chosen);
  const title = t.bookings.why.title({ resource: candidates[chosen]?.title ?? '' });
  if (strategy !== 'BALANCED' && strategy !== 'LEAST_RECENT') return null;
  return (
    <section class="facts" aria-label={title}>
      <h3>{title}</h3>
      <p>{t.bookings.why.reasons[strategy]}</p>
      <ul>
        {candidates.slice(0, chosen + 1 + shownAfter).map((candidate) => (
          <li key={candidate.resourceId}>
            {candidate.title}
            <span class="hint">{standingOf(candidate)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `3 bookings · weight 2 · taken` */
function standingOf({ load, weight, startLoad, obstacle }: Assignment['candidates'][number]): string {
  const { why } = t.bookings;
  const { number } = formats();
  return [
    load !== null && why.load({ bookings: load }),
    load !== null && why.weight({ weight: number(weight) }),
    startLoad !== null && startLoad > 0 && why.start({ start: number(startLoad) }),
    obstacle !== null && why.obstacles[obstacle],
  ]
    .filter(Boolean)
    .join(' · ');
}
