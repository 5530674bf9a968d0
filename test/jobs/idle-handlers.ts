import type { WorkerOptions } from '../../src/jobs/worker.js';

/** Handlers of a worker that do nothing. A test replaces those that it needs. */
export const idleHandlers: Omit<WorkerOptions, 'database' | 'signal' | 'clock' | 'logger'> = {
  applyTemplate: async () => (async function* () {})(),
  checkWaitlist: async () => [],
  composeMessages: async () => {},
  createOccurrences: async () => false,
  expireWaitlistEntry: async () => {},
  storeOpening: async () => undefined,
  offerOpening: async () => {},
  expireHold: async () => {},
  findDueChecks: async () => [],
  findDueWork: async () => [],
  findFailedJobKeys: async () => new Set(),
  findMessageChannel: async () => undefined,
  findNextDelivery: async () => undefined,
  findStuckWork: async () => [],
  findUpcomingWork: async () => [],
  hasUnrelayedChanges: async () => false,
  moveClock: async () => false,
  onGivenUp: async () => {},
  openDeliveries: async () => ({ claim: async () => undefined }),
  onPlanned: () => () => {},
  planDeliveries: async () => [],
  planTemplates: async () => [],
  // The clocks of tests are months behind that of the database, by which history is deleted.
  retentionDays: 3_650,
  sendMessage: async () => {},
  sendReminder: async () => {},
  sendTemplate: async () => {},
};
