import type { JSX } from 'preact';
import type { Booking } from './api-answers.js';
import { titleOf } from './booking-facts.js';
import { type Frame, Outside } from './frame.js';

interface AddToCalendarProps {
  frame: Frame;
  booking: Pick<Booking, 'booked_from' | 'booked_to' | 'service' | 'event'>;
  /** The path of the booking's page, with the secret token. */
  path: string;
}

/**
 * Adds a booking to a calendar: a file for those on devices, and links for the large ones on the web. These get the title,
 * the time and the place, and not the secret URL of the booking.
 */
export function AddToCalendar({ frame, booking, path }: AddToCalendarProps): JSX.Element {
  const { texts, url, site } = frame;
  const title = `${titleOf(booking)} – ${site.name}`;
  const [from, to] = [booking.booked_from, booking.booked_to].map((time) => new Date(time).toISOString());
  const plain = (time = ''): string => time.replaceAll(/[-:]|\.\d+/g, '');
  const google = new URLSearchParams({
    ...{ action: 'TEMPLATE', text: title, dates: `${plain(from)}/${plain(to)}` },
    ...(site.address !== null && { location: site.address }),
  });
  const outlook = new URLSearchParams({
    ...{ path: '/calendar/action/compose', rru: 'addevent', subject: title },
    ...{ startdt: from ?? '', enddt: to ?? '' },
    ...(site.address !== null && { location: site.address }),
  });
  return (
    <details class="calendars">
      <summary class="button">{texts.addToCalendar}</summary>
      <ul>
        <li>
          <a href={url(`${path}/booking.ics`)}>{texts.calendarFile}</a>
        </li>
        <li>
          <Outside href={`https://calendar.google.com/calendar/render?${google}`}>Google Calendar</Outside>
        </li>
        <li>
          <Outside href={`https://outlook.live.com/calendar/0/action/compose?${outlook}`}>Outlook</Outside>
        </li>
      </ul>
    </details>
  );
}
