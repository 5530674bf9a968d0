import { useEffect, useState } from 'preact/hooks';
import { formats } from '../format.js';
import { sentencesOfError } from '../graphql/server-error.js';
import { Button } from '../ui/button.js';
import { Progress } from '../ui/progress.js';
import { missingDates } from './series.rules.js';

/** A series that the server creates in the background. */
export interface StartedSeries {
  collectionId: string;
  /** The dates on which something should begin. */
  dates: readonly string[];
}

/** In milliseconds. */
const lookAgain = 1_000;
/** The number of successive reads without anything new after which the rest counts as missing. */
const maxIdlePolls = 15;

interface State {
  begins: readonly string[];
  idlePolls: number;
  problem: string | undefined;
}

interface SeriesProgressProps {
  series: StartedSeries;
  /** Such as `Booking the series`. */
  label: string;
  /** Introduces the dates that were left out. */
  missingText: string;
  /** Returns the times at which the bookings or events of a series begin that exist already. */
  readBegins: (collectionId: string) => Promise<string[]>;
  onFinished: () => unknown;
}

/**
 * The progress of a series, which the server creates in the background. Dates that are not possible, such as those when the
 * resource is busy, are left out and listed.
 */
export function SeriesProgress({ series, label, missingText, readBegins, onFinished }: SeriesProgressProps) {
  const { date } = formats();
  const { collectionId, dates } = series;
  const [{ begins, idlePolls, problem }, setState] = useState<State>({ begins: [], idlePolls: 0, problem: undefined });
  const isFinished = begins.length >= dates.length || idlePolls >= maxIdlePolls;
  const look = async () => {
    try {
      const found = await readBegins(collectionId);
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
      <Progress label={label} done={begins.length} total={dates.length} />
      {!isFinished && <p class="hint">The server goes on if this page is closed: nothing is lost.</p>}
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {isFinished && missing.length > 0 && (
        <>
          <p>{missingText}</p>
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
