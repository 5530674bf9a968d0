import type { Range } from '../platform/accepted.js';

/** The range of a limit on the number of bookings. 0 means no limit, like null. */
export const bookingLimit: Range = { from: 0, upTo: 10_000 };
