import type { Agenda } from 'agenda';

type Status = Awaited<ReturnType<Agenda['getRunningStats']>>;

/**
 * Finds the places that Agenda has lost. A job whose lock expires before it starts, because the process stood still or the
 * database answered late, is dropped: it is neither queued nor running, but Agenda counts it as locked forever. A kind of
 * jobs all of whose places are lost would never run again in this process.
 */
export class LostPlaces {
  #suspects: ReadonlySet<string> = new Set();

  /**
   * Returns the number of places that were lost at the previous call already. Between two steps of Agenda, a job may seem
   * lost for a moment.
   *
   * @param status with all details
   */
  count({ lockedJobs, queuedJobs, runningJobs }: Status): number {
    const held = new Set([...locksOf(queuedJobs), ...locksOf(runningJobs)]);
    const suspects = locksOf(lockedJobs).filter((lock) => !held.has(lock));
    const lost = suspects.filter((lock) => this.#suspects.has(lock));
    this.#suspects = new Set(suspects);
    return lost.length;
  }
}

/** Identifies the locks of jobs. A job that was locked again has another lock. */
function locksOf(jobs: Status['lockedJobs']): string[] {
  return Array.isArray(jobs) ? jobs.map(({ _id, lockedAt }) => `${_id} ${lockedAt?.valueOf()}`) : [];
}
