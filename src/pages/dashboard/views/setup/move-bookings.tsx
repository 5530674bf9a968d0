import { useState } from 'preact/hooks';
import { Table } from '../../../design/table.js';
import { addDays, midnightOf } from '../../dates.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { randomKey } from '../../graphql/request-key.js';
import { reasonOf } from '../../long-work/item-error.js';
import { useParts } from '../../long-work/use-parts.js';
import { WorkProgress } from '../../long-work/work-progress.js';
import { listChoices } from '../../records/choices.operations.js';
import { DraftedForm } from '../../records/drafted-form.js';
import { type FieldDefinition, type Option, type Texts, toOptions } from '../../records/record.rules.js';
import { useDraft } from '../../records/use-draft.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { datesBetween } from './move.rules.js';
import { movableBookings, moveBookings } from './setup.operations.js';

const texts = t.setup.move;

/** Moves the bookings of one or several days to another resource, day by day. */
export function MoveBookings() {
  const resources = useData('resources', async () => toOptions((await execute(listChoices, {})).resources.nodes));
  return (
    <LoadedContent label={t.setup.common.theResources} loaded={resources}>
      {(options) => <Moves options={options} />}
    </LoadedContent>
  );
}

const moveFields = (options: readonly Option[]): FieldDefinition[] => [
  { name: 'from', label: texts.from, kind: 'choice', required: true, options },
  { name: 'to', label: texts.to, kind: 'choice', required: true, options },
  { name: 'first', label: t.setup.common.firstDay, kind: 'date', required: true },
  { name: 'last', label: t.setup.common.lastDay, kind: 'date', hint: texts.lastHint },
  { name: 'ignoreExternalBusy', label: texts.ignoreBusy, kind: 'flag' },
];

function Moves({ options }: { options: readonly Option[] }) {
  const [move, setMove] = useState<Move>();
  const [first, second = first] = options;
  const shown = { from: first?.value ?? '', to: second?.value ?? '' };
  const draft = useDraft('/move', shown);
  const submit = (entered: Texts) => setMove({ ...moveOf(entered), key: randomKey() });
  return (
    <>
      <p>{texts.lead}</p>
      <section class="panel" aria-label={texts.whatMoves}>
        <DraftedForm
          {...{ shown, draft }}
          fields={moveFields(options)}
          onDiscard={draft.discard}
          onSubmit={submit}
          submitLabel={texts.look}
        />
      </section>
      {move && <MoveWork key={move.key} move={move} onMoved={draft.clear} />}
    </>
  );
}

/** @throws Error with a sentence if the resources or the days do not fit */
function moveOf({ from, to, first = '', last = '', ignoreExternalBusy }: Texts): Omit<Move, 'key'> {
  if (from === to) throw new Error(texts.twoResources);
  const dates = datesBetween(first, last || first);
  return { from: Number(from), to: Number(to), dates, ignoreExternalBusy: ignoreExternalBusy === 'on' };
}

interface MoveWorkProps {
  move: Move;
  /** Called after the last day. Until then the draft stays, so that a move can be continued after a reload. */
  onMoved: () => void;
}

/** Looks first what would move, then moves. Both go day by day. */
function MoveWork({ move, onMoved }: MoveWorkProps) {
  const { dates } = move;
  const trial = useParts(dates, (date) => moveDay(move, date, true));
  const work = useParts(dates, async (date) => {
    const report = await moveDay(move, date, false);
    if (date === dates.at(-1)) onMoved();
    return report;
  });
  const isTried = trial.results.length === dates.length;
  const shown = work.results.length > 0 ? work : trial;
  const moved = shown.results.reduce((sum, day) => sum + day.moved, 0);
  const staying = shown.results.flatMap((day) => day.staying);
  const { dateTime, number } = formats();
  return (
    <section class="panel" aria-label={texts.theMove}>
      <WorkProgress
        label={texts.looking}
        work={trial}
        done={trial.results.length}
        total={dates.length}
        start={texts.startLooking}
        ifClosed={texts.nothingMoved}
      />
      {isTried && (
        <WorkProgress
          label={texts.moving}
          work={work}
          done={work.results.length}
          total={dates.length}
          start={texts.startMoving}
          ifClosed={texts.ifClosed}
        />
      )}
      {shown.results.length > 0 && (
        <p role="status">
          {shown === work
            ? texts.moved({ moved: number(moved), stayed: number(staying.length) })
            : texts.wouldMove({ moved: number(moved), stayed: number(staying.length) })}
        </p>
      )}
      {staying.length > 0 && (
        <Table
          caption={texts.staying}
          rows={staying}
          keyOf={({ id, bookedFrom }) => `${id} ${bookedFrom}`}
          columns={[
            { title: t.setup.common.time, cell: ({ bookedFrom }) => dateTime(bookedFrom) },
            { title: t.setup.common.who, cell: ({ who }) => who },
            { title: t.setup.common.why, cell: ({ why }) => why },
          ]}
        />
      )}
    </section>
  );
}

interface Move {
  /** The ids of the resources. */
  from: number;
  to: number;
  dates: readonly string[];
  ignoreExternalBusy: boolean;
  /** The first part of the idempotency keys. */
  key: string;
}

interface DayReport {
  /** The number of bookings that were moved, or would be. */
  moved: number;
  staying: readonly StayingBooking[];
}

interface StayingBooking {
  id: number;
  bookedFrom: string;
  who: string;
  why: string;
}

/**
 * Moves the bookings of a day that fit, or only looks. The server names refused bookings by their place in the order of time,
 * so the bookings of the day are read first.
 */
async function moveDay({ from, to, key, ignoreExternalBusy }: Move, date: string, dryRun: boolean): Promise<DayReport> {
  const period = { from: midnightOf(date), to: midnightOf(addDays(date, 1)) };
  const { bookings } = await execute(movableBookings, { resourceId: from, ...period });
  const answer = await execute(moveBookings, {
    ...{ from, to, date, ignoreExternalBusy, dryRun },
    key: `${key}-${date}`,
  });
  if (!answer.moveBookings) throw new Error(texts.noReport);
  const { items } = answer.moveBookings;
  const moved = new Set(items.flatMap(({ booking }) => booking?.id ?? []));
  const refusals = items.flatMap(({ error }) => error ?? []);
  const staying = bookings.nodes
    .filter(({ id, eventId }) => eventId === null && !moved.has(id))
    .map(({ id, bookedFrom, person, title }, index): StayingBooking => {
      const refusal = refusals[index];
      const who = person?.name ?? person?.email ?? title ?? '';
      return { id, bookedFrom, who, why: refusal ? reasonOf(refusal) : texts.changed };
    });
  return { moved: moved.size, staying };
}
