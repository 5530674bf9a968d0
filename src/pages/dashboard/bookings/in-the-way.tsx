import { formats, wallTime } from '../format.js';
import { execute } from '../graphql/client.js';
import type { VariablesOf } from '../graphql/operation.js';
import { t } from '../texts.js';
import { Link } from '../ui/link.js';
import { useData } from '../use-data.js';
import { type TimeConflictsQuery, timeConflicts } from './bookings.operations.js';
import type { Catalog } from './catalog.js';

type Conflict = TimeConflictsQuery['timeConflicts']['nodes'][number];

/** Staff may book at these times nevertheless. */
const ofPublicRules: readonly Conflict['kind'][] = ['PAST', 'PERIOD', 'CLOSED_DAY', 'HOURS'];

interface InTheWayProps {
  /** The time that was refused. */
  tried: VariablesOf<typeof timeConflicts>;
  resources: Catalog['resources'];
}

/** Lists what is in the way of a time that was refused. Nothing, if it was refused for another reason. */
export function InTheWay({ tried, resources }: InTheWayProps) {
  const { data = [] } = useData(
    JSON.stringify(tried),
    async () => (await execute(timeConflicts, tried)).timeConflicts.nodes,
  );
  const found = data.filter(({ kind }) => !ofPublicRules.includes(kind));
  if (found.length === 0) return null;
  const titles = new Map(resources.map(({ id, title }) => [id, title]));
  return (
    <section class="notice" aria-label={t.bookings.inTheWay.title}>
      {t.bookings.inTheWay.title}
      <ul>
        {found.map((conflict) => (
          <li key={`${conflict.kind} ${conflict.id} ${conflict.resourceId} ${conflict.from}`}>
            {[titles.get(conflict.resourceId ?? 0), timesOf(conflict)].filter(Boolean).join(', ')}{' '}
            <Name {...conflict} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `10:00–11:00`, for what takes the resource then. */
function timesOf({ kind, from, to }: Conflict): string | undefined {
  if (from === null || to === null || kind.endsWith('_LIMIT')) return undefined;
  const { time } = formats();
  return `${time(from)}–${time(to)}`;
}

function Name({ kind, id, from, needed, has }: Conflict) {
  if (kind === 'SHORTAGE') return <>{t.bookings.inTheWay.shortage({ needed: needed ?? 0, has: has ?? 0 })}</>;
  if (kind !== 'BOOKING' || id === null || from === null) return <>{t.bookings.inTheWay.kinds[kind]}</>;
  return <Link path={`calendar?date=${wallTime(from).slice(0, 10)}&booking=${id}`}>{t.bookings.booking({ id })}</Link>;
}
