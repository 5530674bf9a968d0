import type { StepBudget } from '../step-budget.js';
import { DavError } from './dav-error.js';
import { type DavServer, requestMultistatus } from './dav-request.js';

export interface EventQuery {
  /** The address of the calendar. */
  url: string;
  from: Date;
  to: Date;
  /** The maximum length of the answer. */
  maxBytes: number;
  maxEntries: number;
  budget: StepBudget;
}

const day = 86_400_000;

/**
 * Returns the objects of a calendar that have events in a period, each as an iCalendar file (RFC 4791, 7.8). They may have
 * events outside of it: recurring ones come as a whole. The period is a day longer on both sides, because servers read times
 * without a zone in one of their own.
 *
 * @throws OutboundError, DavError, LimitError, ServerBusy
 */
export async function queryEvents(
  server: DavServer,
  { url, from, to, maxBytes, maxEntries, budget }: EventQuery,
): Promise<string[]> {
  const range = `start="${utc(from.getTime() - day)}" end="${utc(to.getTime() + day)}"`;
  const body = `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop>
<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range ${range}/></c:comp-filter></c:comp-filter></c:filter>
</c:calendar-query>`;
  const request = { method: 'REPORT', url, depth: 1, body, maxBytes, maxResponses: maxEntries, budget } as const;
  const responses = await requestMultistatus(server, request);
  return responses.flatMap(({ status, properties }) => {
    // A server that returns only the first entries says so by a response of its own (RFC 4791, 7.8.10).
    if (status === 507) throw new DavError('the server returns only a part of its entries');
    const file = properties.get('calendar-data')?.text;
    // An entry that was removed since the server listed it.
    if (file === undefined && status === 404) return [];
    if (!file || !/^BEGIN:VCALENDAR/i.test(file)) {
      throw new DavError('the server returns an entry that is no calendar');
    }
    return [file];
  });
}

/** Returns a time such as `20260304T090000Z`. */
function utc(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');
}
