/**
 * The tiers of the tests. `npm test` runs the first tier: every file but those that are listed here, with a sample of the
 * generated cases. `npm run test:all` runs everything. A new file is in the first tier until it is listed.
 */

/** Files of the second tier only: folders, and names of files below `test` without their ending. */
export const secondTier: readonly string[] = [
  // Processes, databases and networks that are killed.
  'faults/',
  'process/cell-commands',
  'process/connections',
  'process/database-roles',
  'process/demo-in-use',
  'process/dev',
  'process/embedded',
  'process/encryption-keys',
  'process/import-command',
  'process/listen-trigger',
  'process/loaded-files',
  'process/loading',
  'process/logs',
  'process/move-account',
  'process/pgbouncer',
  'process/rotated-secrets',
  'process/start',
  'process/test-kit',
  'process/traces',
  'process/two-versions',
  'socket/faults',
  'socket/hostile-clients',
  // The packages for npm, installed, and on other platforms.
  'packages/client-platforms',
  'packages/documented-programs',
  'packages/server-package',
  // All orders of two transactions.
  'races/',
  // Work with pages in a browser. The first tier walks through each page.
  'pages/calendar-changes',
  'pages/calendar-clock',
  'pages/calendar-events',
  'pages/calendar-restart',
  'pages/dashboard-calendar',
  'pages/dashboard-forms',
  'pages/day-bookings.browser',
  'pages/figures-view',
  'pages/film',
  'pages/first-hour',
  'pages/first-run',
  'pages/first-views.browser',
  'pages/hostile-texts',
  'pages/identity-sign-in.browser',
  'pages/payment.browser',
  'pages/people-view',
  'pages/plain-dates.browser',
  'pages/second-factor',
  'pages/setup-account',
  'pages/setup-business',
  'pages/setup-catalog',
  'pages/setup-event-series',
  'pages/setup-search',
  'pages/setup-view',
  'pages/stale-deletes',
  'pages/today-view',
  // The same requests at once, in great number, or by other ways, and the costs of many rows.
  'graphql/booking-counts',
  'guards/divided-work',
  'guards/index-builds',
  'guards/migration-locks',
  'guards/plans',
  'guards/walk',
  'jobs/queue.workers',
  'jobs/send-message.concurrency',
  'rest/account-cache',
  'rest/account-quota',
  'rest/bookings.moves.property',
  'rest/cells',
  'rest/concurrency',
  'rest/foreign-hosts',
  'rest/misdirected',
  'rest/prepared-statements',
  'rest/public-bookings.abuse',
  'rest/replica-reads',
  'rest/slots.property',
];

/** Files of both tiers: the first runs a sample of their generated cases, the second all. */
export const sampledFiles: readonly string[] = [
  'graphql/booking-figures.random',
  'graphql/revenue-figures.random',
  'pages/dashboard-accessibility',
  'pages/guides',
  'rest/bad-input.account',
  'rest/bad-input.bookings',
  'rest/bad-input.events',
  'rest/bad-input.people',
  'rest/bad-input.public',
  'rest/bad-input.resources',
  'rest/bad-input.sales',
  'rest/bad-input.services',
  'rest/bad-input.waitlist',
  'rest/bookings.writes-by-state',
  'rest/concurrency.needs',
  'rest/orders.following',
  'rest/slots.needs',
  'rest/visits.property',
  'rest/visits.slots',
  'rules/availability/joint-matching.rules',
  'rules/availability/need-slots.differential',
  'rules/availability/slots.differential',
  'rules/availability/visit-slots.rules',
  'rules/booking/placing/assignment.rules',
  'rules/calendar-source/busy-times.differential',
  'rules/graphql/compiled-operation.property',
  'rules/order/payment-taxes.rules',
  'rules/text/liquid-steps',
];

/** Returns the regular expression of the compiled files of a list, as Jest matches them. */
export function filesOf(entries: readonly string[]): string {
  const patterns = entries.map((entry) =>
    entry.endsWith('/') ? entry : `${entry.replaceAll('.', '\\.')}\\.test\\.js$`,
  );
  return `/dist/test/(${patterns.join('|')})`;
}
