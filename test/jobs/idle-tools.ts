import type { WorkerOptions } from '../../src/jobs/worker.js';

/** Tools of a worker that does nothing: a test gives it those that it is about. */
export const idleTools: Omit<WorkerOptions, 'database' | 'signal' | 'clock' | 'logger'> = {
  applyTemplate: async () => (async function* () {})(),
  composeMessages: async () => {},
  createOccurrences: async () => false,
  expireHold: async () => {},
  findGivenUp: async () => new Set(),
  findNextDelivery: async () => undefined,
  findOverdue: async () => [],
  keepFailed: async () => {},
  openReceiver: async () => ({ claim: async () => undefined }),
  planDeliveries: async () => [],
  planTemplates: async () => [],
  sendMessage: async () => {},
  sendReminder: async () => {},
  sendTemplate: async () => {},
};
