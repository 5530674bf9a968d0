import { decide, isFurther, maxFailures, type Situation } from '../../../src/process/fleet/supervision.rules.js';

const calm: Situation = { trouble: 'failed', isOpen: true, isPatienceOver: false, failures: 1, isSecond: false };

it.each([
  ['a step that failed is repeated', {}, 'continue'],
  ['one that goes on failing is begun anew', { failures: maxFailures }, 'restart'],
  ['and given up the second time', { failures: maxFailures, isSecond: true }, 'give up'],
  ['one that fails for too long is begun anew', { isPatienceOver: true }, 'restart'],
  ['what could not begin stays where it is', { isOpen: false }, 'leave'],
  ['a lost connection is opened again', { trouble: 'lost', failures: 99 }, 'continue'],
  ['also before the move was noted', { trouble: 'lost', isOpen: false }, 'continue'],
  ['but not for ever', { trouble: 'lost', isPatienceOver: true }, 'restart'],
  ['nor a second time', { trouble: 'lost', isPatienceOver: true, isSecond: true }, 'give up'],
  ['nor before the move was noted', { trouble: 'lost', isPatienceOver: true, isOpen: false }, 'leave'],
  ['a move of another process is waited for', { trouble: 'elsewhere' }, 'continue'],
  ['and left alone if it stands still', { trouble: 'elsewhere', isPatienceOver: true }, 'leave'],
  ['a move that stands still is begun anew', { trouble: 'stalled', isPatienceOver: true }, 'restart'],
  ['and given up the second time', { trouble: 'stalled', isPatienceOver: true, isSecond: true }, 'give up'],
  ['one that stands still before it was noted stays', { trouble: 'stalled', isOpen: false }, 'leave'],
] as const)('%s', (_, changes: Partial<Situation>, expected) => {
  expect(decide({ ...calm, ...changes })).toBe(expected);
});

/** Stage, tables, rows and lag. */
type Numbers = readonly [stage: number, copied: number, rows: number, lag: number];
const progressOf = ([stage, copied, rows, lag]: Numbers) => ({ stage, copied, rows, lag });

it.each<[Numbers, Numbers, boolean]>([
  [[1, 0, 0, 0], [0, 0, 0, 0], true],
  [[3, 5, 0, 0], [3, 4, 900, 0], true],
  [[3, 4, 901, 0], [3, 4, 900, 0], true],
  [[3, 4, 900, 0], [3, 4, 900, 0], false],
  // The copy of a table that failed begins again.
  [[3, 4, 10, 0], [3, 4, 900, 0], false],
  [[4, 5, 0, 100], [4, 5, 0, 200], true],
  [[4, 5, 0, 300], [4, 5, 0, 200], false],
  // It was paused, and is not any more.
  [[4, 5, 0, 0], [5, 5, 0, 100], false],
  [[6, 5, 0, 500], [5, 5, 0, 100], true],
])('%j is further than %j: %s', (now, best, expected) => {
  expect(isFurther(progressOf(now), progressOf(best))).toBe(expected);
});
