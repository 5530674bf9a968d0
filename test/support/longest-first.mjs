import Sequencer from '@jest/test-sequencer';

/**
 * Runs the folders and files that take longest first, so that no worker is left with a long one at the end. Without this,
 * a fresh clone, which has no durations of an earlier run, goes by file size: the bad-input files, of three lines, were last.
 */
export default class LongestFirst extends (Sequencer.default ?? Sequencer) {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => rankOf(one.path) - rankOf(other.path));
  }
}

const longest = [
  /\/(faults|process)\//,
  /\/bad-input\./,
  /\/(jobs|guards)\/|property|differential|prepared-statements/,
];

function rankOf(path) {
  const rank = longest.findIndex((pattern) => pattern.test(path));
  return rank === -1 ? longest.length : rank;
}
