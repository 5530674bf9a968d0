import { useEffect, useState } from 'preact/hooks';
import { formats } from '../format.js';
import { execute } from '../graphql/client.js';
import { sentencesOfError } from '../graphql/server-error.js';
import { Button } from '../ui/button.js';
import { Progress } from '../ui/progress.js';
import { createdSeries } from './series.operations.js';
import { missingDates } from './series.rules.js';

export interface BookedSeries {
  collectionId: string;
  /** The dates on which it should have bookings. */
  dates: readonly string[];
}

/** In milliseconds. */
const lookAgain = 1_000;
/** The number of successive reads without new bookings after which the rest counts as missing. */
const maxIdlePolls = 15;

interface State {
  begins: readonly string[];
  idlePolls: number;
  problem: string | undefined;
}

/**
 * The progress of a series, which the server books in the background. Dates that cannot be booked, such as those when the
 * resource is busy, are left out and listed.
 */
export function SeriesProgress({ series, onFinished }: { series: BookedSeries; onFinished: () => unknown }) {
  const { date } = formats();
  const { collectionId, dates } = series;
  const [{ begins, idlePolls, problem }, setState] = useState<State>({ begins: [], idlePolls: 0, problem: undefined });
  const isFinished = begins.length >= dates.length || idlePolls >= maxIdlePolls;
  const look = async () => {
    try {
      const { recurringBookings } = await execute(createdSeries, { collectionId });
      const found = recurringBookings.nodes.map(({ bookedFrom }) => bookedFrom);
      setState((before) => ({
        begins: found,
        idlePolls: found.length > before.begins.length ? 0 : before.idlePolls + 1,
        problem: undefined,
      }));
    } catch (error) {
      setState((before) => ({
        ...before,
        idlePolls: before.idlePolls + 1,
        problem: sentencesOfError(error).join(' '),
      }));
    }
  };
  useEffect(() => {
    if (isFinished) return undefined;
    const isFirst = begins.length === 0 && idlePolls === 0;
    const timer = setTimeout(look, isFirst ? 0 : lookAgain);
    return () => clearTimeout(timer);
  }, [begins, idlePolls, isFinished]);
  const missing = missingDates(dates, begins);
  return (
    <>
      <Progress label="Booking the series" done={begins.length} total={dates.length} />
      {!isFinished && <p class="hint">The server goes on if this page is closed: nothing is lost.</p>}
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {isFinished && missing.length > 0 && (
        <>
          <p>These dates are not booked, because the time was taken or closed:</p>
          <ul>
            {missing.map((day) => (
              <li key={day}>{date(day)}</li>
            ))}
          </ul>
        </>
      )}
      {isFinished && (
        <div class="actions">
          {missing.length > 0 && (
            <Button onClick={() => setState((before) => ({ ...before, idlePolls: 0 }))}>Look again</Button>
          )}
          <Button kind="primary" onClick={onFinished}>
            Done
          </Button>
        </div>
      )}
    </>
  );
}
