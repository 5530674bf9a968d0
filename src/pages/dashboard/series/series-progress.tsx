import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { Progress } from '../../design/progress.js';
import { sentencesOfError } from '../graphql/server-error.js';
import { t } from '../texts.js';
import { type LeftOutDate, LeftOutList } from './left-out-list.js';

/** A series that the server creates in the background. */
export interface StartedSeries {
  collectionId: string;
  /** The dates on which something should begin. */
  dates: readonly string[];
}

/** The part of a series that exists already. */
export interface CreatedPart {
  /** The times at which its bookings or events begin. */
  begins: readonly string[];
  /** Whether the server creates no more. */
  isFinished: boolean;
  /** The dates that were left out. */
  leftOut: readonly LeftOutDate[];
}

/** In milliseconds. */
const lookAgain = 1_000;

interface SeriesProgressProps {
  series: StartedSeries;
  /** Such as `Booking the series`. */
  label: string;
  /** Introduces the dates that were left out. */
  leftOutText: string;
  readCreated: (collectionId: string) => Promise<CreatedPart>;
  onFinished: () => unknown;
}

/**
 * The progress of a series, which the server creates in the background. Dates that are not possible, such as those when the
 * resource is busy, are left out and listed with the reason.
 */
export function SeriesProgress({ series, label, leftOutText, readCreated, onFinished }: SeriesProgressProps) {
  const { collectionId, dates } = series;
  const none: CreatedPart = { begins: [], isFinished: false, leftOut: [] };
  const [{ begins, isFinished, leftOut }, setCreated] = useState(none);
  const [looks, setLooks] = useState(0);
  const [problem, setProblem] = useState<string>();
  const look = async () => {
    try {
      const created = await readCreated(collectionId);
      // The last dates may have been created between the reads of the list and of the progress.
      setCreated(created.isFinished ? await readCreated(collectionId) : created);
      setProblem(undefined);
    } catch (error) {
      setProblem(sentencesOfError(error).join(' '));
    }
    setLooks(looks + 1);
  };
  useEffect(() => {
    if (isFinished) return undefined;
    const timer = setTimeout(look, looks === 0 ? 0 : lookAgain);
    return () => clearTimeout(timer);
  }, [looks, isFinished]);
  return (
    <>
      <Progress label={label} done={begins.length} total={dates.length} />
      {!isFinished && <p class="hint">{t.series.goesOn}</p>}
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {isFinished && leftOut.length > 0 && (
        <>
          <p>{leftOutText}</p>
          <LeftOutList dates={leftOut} />
        </>
      )}
      {isFinished && (
        <div class="actions">
          <Button kind="primary" onClick={onFinished}>
            {t.series.done}
          </Button>
        </div>
      )}
    </>
  );
}
