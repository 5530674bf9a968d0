import runner from 'jest-light-runner/child-process';
import Tinypool from 'tinypool';

/**
 * Runs test files in worker processes that all files share. The package sends its configuration to every worker with a file
 * as soon as one of them asks for it. A worker that does not listen yet loses it, and waits for ever when it asks itself. Here
 * each worker gets the configuration when it asks.
 */
export default runner;

const { run } = Tinypool.prototype;

Tinypool.prototype.run = function runWithOwnChannel(task, options) {
  return run.call(this, task, { ...options, channel: whenAsked(options.channel) });
};

/** Returns a channel of one worker to the runner. It is connected while the runner answers. */
function whenAsked(channel) {
  let listener;
  return {
    onMessage: (sendToWorker) => {
      listener = sendToWorker;
    },
    postMessage: (message) => {
      channel.onMessage(listener);
      channel.postMessage(message);
    },
  };
}
