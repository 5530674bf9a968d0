import { Button } from '../../design/button.js';
import { Progress } from '../../design/progress.js';
import { t } from '../texts.js';
import type { Parts } from './use-parts.js';

interface WorkProgressProps {
  /** Such as `Importing`. */
  label: string;
  work: Parts<unknown>;
  /** The number of finished items, and of all items. */
  done: number;
  total: number;
  /** The consequence of closing the page now. */
  ifClosed: string;
  /** The name of the button that starts it. */
  start: string;
}

/** The progress of long work, with buttons to start, pause and continue it. */
export function WorkProgress({ label, work, done, total, ifClosed, start }: WorkProgressProps) {
  const { isRunning, problem, results, run, pause } = work;
  const isDone = done >= total && !isRunning && problem === undefined;
  return (
    <div class="work">
      {(isRunning || results.length > 0) && <Progress label={label} done={done} total={total} />}
      {isRunning && <p class="hint">{ifClosed}</p>}
      {problem !== undefined && (
        <p class="problem" role="alert">
          {t.longWork.stopped({ problem })}
        </p>
      )}
      <div class="actions">
        {!isDone && !isRunning && (
          <Button kind="primary" onClick={() => void run()}>
            {results.length === 0 && problem === undefined ? start : t.longWork.continue}
          </Button>
        )}
        {isRunning && <Button onClick={pause}>{t.longWork.pause}</Button>}
      </div>
    </div>
  );
}
