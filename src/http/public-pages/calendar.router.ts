import { hash } from 'node:crypto';
import { Router } from 'express';
import { readCalendar } from '../../domain/calendar/calendar.queries.js';
import { formatCalendar } from '../../domain/calendar/calendar.rules.js';
import type { MailSettings } from '../../domain/context.js';
import type { Database } from '../../platform/database/database.js';
import type { Clock } from '../../platform/time/clock.js';
import { refuseOtherMethods } from '../http-errors.js';

export interface CalendarOptions {
  database: Database;
  clock: Clock;
  /** The addresses from which emails are sent: the sender is the organiser of entries. */
  mail: MailSettings;
}

/** `GET /calendars/{account}-{token}.ics`: a calendar feed. The token in the URL authorises its reader. */
export function calendarRouter({ database, clock, mail }: CalendarOptions): Router {
  return Router()
    .get('/:token.ics', async (request, response, next) => {
      const calendar = await readCalendar({ database, clock, mail }, request.params.token);
      if (!calendar) return next();
      const text = await formatCalendar(calendar);
      response
        .set({
          ETag: `"${hash('sha256', text)}"`,
          'Cache-Control': 'private, no-cache',
          'Referrer-Policy': 'no-referrer',
          'X-Content-Type-Options': 'nosniff',
        })
        .type('text/calendar')
        .send(text); // Express answers If-None-Match with 304.
    })
    .all('/:token.ics', refuseOtherMethods('GET'));
}
