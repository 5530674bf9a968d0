import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of a calendar on the loopback, whose answer a test chooses. */
export interface CalendarServer extends AsyncDisposable {
  /** The secret address of the calendar. */
  url: string;
  /** The headers of the requests so far, oldest first. */
  readonly requests: IncomingMessage['headers'][];
  /** Answers each request from now on. */
  answer(handle: (response: ServerResponse, request: IncomingMessage) => void): void;
  /** Answers with this file from now on, and with 304 to a request that has it already. */
  show(file: string, etag?: string): void;
}

/** Starts the server on a free port, with an empty calendar. */
export async function startCalendarServer(): Promise<CalendarServer> {
  let handle = (response: ServerResponse, _: IncomingMessage): void => void response.end(calendarOf());
  const requests: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    handle(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer: CalendarServer['answer'] = (next) => {
    handle = next;
  };
  return {
    url: `http://127.0.0.1:${port}/private-5d1f/basic.ics`,
    requests,
    answer,
    show: (file, etag) =>
      answer((response, { headers }) => {
        if (etag !== undefined && headers['if-none-match'] === etag) response.writeHead(304).end();
        else response.writeHead(200, { 'content-type': 'text/calendar', ...(etag && { etag }) }).end(file);
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns an iCalendar file with entries in UTC, such as `20260304T090000Z`, by UID. */
export function calendarOf(entries: Readonly<Record<string, readonly [from: string, to: string]>> = {}): string {
  const events = Object.entries(entries).flatMap(([uid, [from, to]]) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20260301T120000Z',
    `DTSTART:${from}`,
    `DTEND:${to}`,
    'SUMMARY:Dentist',
    'END:VEVENT',
  ]);
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//Calendar//EN', ...events, 'END:VCALENDAR'];
  return lines.map((line) => `${line}\r\n`).join('');
}
