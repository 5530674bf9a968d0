import { useState } from 'preact/hooks';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { useParts } from '../../long-work/use-parts.js';
import { WorkProgress } from '../../long-work/work-progress.js';
import type { Option } from '../../records/record.rules.js';
import { toOptions } from '../../records/record.rules.js';
import { randomKey } from '../../rest/request-key.js';
import { Button } from '../../ui/button.js';
import { Field, Select } from '../../ui/field.js';
import { Form, numberIn, textIn } from '../../ui/form.js';
import { LoadedContent } from '../../ui/loaded.js';
import { Table } from '../../ui/table.js';
import { useData } from '../../use-data.js';
import { listResources } from './catalog.operations.js';
import { datesBetween } from './move.rules.js';
import { type Move, moveDay } from './move-day.js';

/** Moves the bookings of one or several days to another resource, day by day. */
export function MoveBookings() {
  const [move, setMove] = useState<Move>();
  const resources = useData('resources', async () => toOptions((await execute(listResources, {})).resources.nodes));
  return (
    <LoadedContent label="The resources" loaded={resources}>
      {(options) => (
        <>
          <p>When somebody is ill: all bookings of the days that fit another resource move there. The others stay.</p>
          <MoveForm options={options} onSubmit={setMove} />
          {move && <MoveWork key={move.key} move={move} />}
        </>
      )}
    </LoadedContent>
  );
}

function MoveForm({ options, onSubmit }: { options: readonly Option[]; onSubmit: (move: Move) => void }) {
  const submit = (values: FormData) => {
    const first = textIn(values, 'first') ?? '';
    const [from, to] = [numberIn(values, 'from') ?? 0, numberIn(values, 'to') ?? 0];
    if (from === to) throw new Error('Choose two different resources.');
    onSubmit({ from, to, dates: datesBetween(first, textIn(values, 'last') ?? first), key: randomKey() });
  };
  return (
    <Form onSubmit={submit} class="form panel">
      {({ isBusy }) => (
        <>
          <div class="fields">
            <Select label="From" name="from" required options={options} />
            <Select label="To" name="to" required options={options} />
            <Field label="First day" name="first" type="date" required />
            <Field label="Last day" name="last" type="date" hint="Empty: only the first" />
          </div>
          <div class="actions">
            <Button type="submit" isBusy={isBusy}>
              Look what would move
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

/** Looks first what would move, then moves. Both go day by day. */
function MoveWork({ move }: { move: Move }) {
  const { dates } = move;
  const trial = useParts(dates, (date) => moveDay(move, date, true));
  const work = useParts(dates, (date) => moveDay(move, date, false));
  const isTried = trial.results.length === dates.length;
  const shown = work.results.length > 0 ? work : trial;
  const moved = shown.results.reduce((sum, day) => sum + day.moved, 0);
  const staying = shown.results.flatMap((day) => day.staying);
  const { dateTime, number } = formats();
  return (
    <section class="panel" aria-label="The move">
      <WorkProgress
        label="Looking"
        work={trial}
        done={trial.results.length}
        total={dates.length}
        start="Look"
        ifClosed="Nothing is moved yet."
      />
      {isTried && (
        <WorkProgress
          label="Moving"
          work={work}
          done={work.results.length}
          total={dates.length}
          start="Move them"
          ifClosed="If this page is closed, the days so far stay moved. Start the same move again to continue: what has moved does not move twice."
        />
      )}
      {shown.results.length > 0 && (
        <p role="status">
          {number(moved)} {shown === work ? 'moved' : 'would move'}, {number(staying.length)}{' '}
          {shown === work ? 'did not fit' : 'would not fit'}.
        </p>
      )}
      {staying.length > 0 && (
        <Table
          caption="Bookings that stay"
          rows={staying}
          keyOf={({ id, bookedFrom }) => `${id} ${bookedFrom}`}
          columns={[
            { title: 'Time', cell: ({ bookedFrom }) => dateTime(bookedFrom) },
            { title: 'Who', cell: ({ who }) => who },
            { title: 'Why', cell: ({ why }) => why },
          ]}
        />
      )}
    </section>
  );
}
