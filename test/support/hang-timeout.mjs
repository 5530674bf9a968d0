import { addEventHandler } from 'jest-circus';

/**
 * Run in each worker before its first test file: fails a test or hook that does not end. The runner enforces no timeout, so one
 * that hangs would otherwise stop the whole run without a name. In milliseconds. Far longer than a test takes on a busy machine.
 */
const hangTimeout = 600_000;

// A test may replace them. A timer that is not cleared keeps its process alive.
const { setTimeout, clearTimeout } = globalThis;

addEventHandler((event, { currentDescribeBlock }) => {
  if (event.name === 'add_test') endHang(currentDescribeBlock.children.at(-1), `test "${event.testName}"`);
  if (event.name === 'add_hook') endHang(currentDescribeBlock.hooks.at(-1), event.hookType);
});

/** Replaces the function of a test or hook. */
function endHang(entry, label) {
  const { fn } = entry;
  if (!fn) return; // A test that is to be written.
  entry.fn = async () => {
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
