import type { StuckWork } from '../../../src/domain/stuck-work.queries.js';
import { advanceClockJob } from '../../../src/jobs/advance-clock.job.js';

const first = new Date('2026-03-02T09:00:00Z');
const second = new Date('2026-03-02T10:00:00Z');
const workAt = (dueAt: Date): StuckWork => ({ accountId: 1, kind: 'waitlist_check', id: 1, dueAt });
const work = [workAt(first), workAt(second)];

/** Advances a clock over both instants. @returns what happened, if the first work fails so many times */
async function advance(failures: number): Promise<string[]> {
  const events: string[] = [];
  let now = first;
  let left = failures;
  const done = new Set<StuckWork>();
  const handlers = {
    findDueWork: async () => work.filter((one) => one.dueAt <= now && !done.has(one)),
    hasUnrelayedChanges: async () => false,
    moveClock: async () => {
      if (now === second) return false;
      now = second;
      events.push('move');
      return true;
    },
    findUpcomingWork: async () => [],
  };
  const doer = {
    run: async (one: StuckWork) => {
      const isFailing = one.dueAt === first && left > 0;
      events.push(`${isFailing ? 'fail' : 'do'} ${one.dueAt.getUTCHours()}`);
      if (!isFailing) {
        done.add(one);
        return;
      }
      left -= 1;
      throw new Error('too many connections');
    },
    enqueue: async () => {},
  };
  const job = { isStopping: () => false, touch: async () => {} };
  await advanceClockJob(handlers, doer).run({ accountId: 1, target: 7_200 }, job);
  return events;
}

it.each([
  [0, ['do 9', 'move', 'do 10']],
  [1, ['fail 9', 'do 9', 'move', 'do 10']],
  [2, ['fail 9', 'fail 9', 'move', 'do 9', 'do 10']],
])('work that fails %i times is done again at its instant, but not a third time', async (failures, events) => {
  expect(await advance(failures)).toEqual(events);
});
