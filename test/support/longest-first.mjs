import Sequencer from '@jest/test-sequencer';

/**
 * Runs the folders and files that take longest first, so that no worker is left with a long one at the end. Without this,
 * a fresh clone, which has no durations of an earlier run, goes by file size: the bad-input files, of three lines, were last.
 * Files that mostly wait take turns with others, which use the processor in the meantime.
 */
export default class LongestFirst extends (Sequencer.default ?? Sequencer) {
  sort(tests) {
    const sorted = super.sort(tests);
    const waiting = sorted.filter(({ path }) => waits.test(path));
    const busy = sorted
      .filter(({ path }) => !waits.test(path))
      .sort((one, other) => rankOf(one.path) - rankOf(other.path));
    const turns = waiting.map((test, turn) => [test, ...busy.slice(turn * busyPerTurn, (turn + 1) * busyPerTurn)]);
    return [...turns.flat(), ...busy.slice(waiting.length * busyPerTurn)];
  }
}

/** Files that start and kill processes, or wait for what other processes do. */
const waits = /\/(faults|process|socket)\/|\/jobs\/queue/;

/** The number of other files after each file that waits: about as many as two workers run meanwhile. */
const busyPerTurn = 4;

const longest = [/\/bad-input\./, /\/pages\//, /\/(jobs|guards)\/|property|random|differential|prepared-statements/];

function rankOf(path) {
  const rank = longest.findIndex((pattern) => pattern.test(path));
  return rank === -1 ? longest.length : rank;
}
