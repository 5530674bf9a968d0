import { addEventHandler, getState } from 'jest-circus';

/**
 * Run in each worker before its first test file: fails a test, a hook or the top of a file that does not end. The runner
 * enforces no timeout, so one that hangs would otherwise stop the whole run without a name. In milliseconds. Far longer than a
 * test takes on a busy machine.
 */
const hangTimeout = 600_000;

// A test may replace them. A timer that is not cleared keeps its process alive.
const { setTimeout, clearTimeout } = globalThis;

addEventHandler((event, { currentDescribeBlock }) => {
  if (event.name === 'add_test') endHang(currentDescribeBlock.children.at(-1), `test "${event.testName}"`);
  if (event.name === 'add_hook') endHang(currentDescribeBlock.hooks.at(-1), event.hookType);
  if (event.name === 'add_hook' && !currentDescribeBlock.parent) endHangOfTop(currentDescribeBlock);
});

let topTimer;

/**
 * Called when the top of a file adds a hook, before it awaits what it starts. Only the end of its process ends the top of a
 * file that hangs. The first hook or test stops the timer.
 */
function endHangOfTop(rootBlock) {
  clearTimeout(topTimer);
  topTimer = setTimeout(() => {
    // Another file runs if the top of that file failed.
    if (getState().rootDescribeBlock !== rootBlock) return;
    throw new Error(`the top of ${expect.getState().testPath} did not end within ${hangTimeout} ms`);
  }, hangTimeout);
  topTimer.unref();
}

/** Replaces the function of a test or hook. */
function endHang(entry, label) {
  const { fn } = entry;
  if (!fn) return; // A test that is to be written.
  entry.fn = async () => {
    clearTimeout(topTimer);
    let timer;
    const hung = new Promise((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${label} did not end within ${hangTimeout} ms`)), hangTimeout);
    });
    try {
      await Promise.race([fn(), hung]);
    } finally {
      clearTimeout(timer);
    }
  };
}
