import type { Texts } from './messages.js';

/** The sections that only the server reads. `src/pages/build.mjs` takes their names from here, and leaves them out of the dashboard. */
export type ServerSection = 'booking' | 'shop' | 'myBookings' | 'messages' | 'verification' | 'password' | 'home';

/** The texts of one language that the dashboard has. */
export type DashboardTexts = Omit<Texts, ServerSection>;
