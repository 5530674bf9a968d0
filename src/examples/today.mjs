// A dashboard of today's bookings in a terminal. It lists them, then shows each change at once, also after a cut:
//
//   BOOKING_URL=http://127.0.0.1:3000 BOOKING_KEY=bk_1_… node today.mjs
//
// It needs Node 22 or later and the package @booking-server/client. A date as argument, such as 2026-12-15, shows that day.
import { createClient } from '@booking-server/client';

const { BOOKING_URL: url = 'http://127.0.0.1:3000', BOOKING_KEY: apiKey } = process.env;
if (!apiKey) throw new Error('Set BOOKING_KEY to an API key, such as bk_1_…');
const [, , chosenDate] = process.argv;
const client = createClient({ url, apiKey, application: 'today-example' });

const fields = 'id state active bookedFrom bookedTo person { name } service { title } resource { title }';

const listing = `query ($from: DateTime!, $to: DateTime!, $after: String) {
  bookings(filter: {during: {from: $from, to: $to}, scope: ACTIVE}, first: 200, after: $after) {
    nodes { ${fields} }
    pageInfo { hasNextPage endCursor }
  }
}`;

const watching = `subscription ($from: DateTime!, $to: DateTime!, $after: String) {
  bookingChanged(during: {from: $from, to: $to}, after: $after) { cursor booking { ${fields} } }
}`;

/** Returns the bookings of a period by their ids, page by page. */
async function findBookings(period) {
  const bookings = new Map();
  for (let after = null, hasMore = true; hasMore; ) {
    const { bookings: page } = await client.graphql(listing, { ...period, after });
    for (const booking of page.nodes) bookings.set(booking.id, booking);
    hasMore = page.pageInfo.hasNextPage;
    after = page.pageInfo.endCursor;
  }
  return bookings;
}

/** Returns the date in the zone of the account, or the one that was chosen. */
const today = (timeZone) => chosenDate ?? new Intl.DateTimeFormat('sv-SE', { timeZone }).format();

/** Returns the period of a date, in date-times without an offset: the server reads them in the zone of the account. */
function periodOf(date) {
  const next = new Date(`${date}T12:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return { from: `${date}T00:00`, to: `${next.toISOString().slice(0, 10)}T00:00` };
}

/** Whether an active booking takes time in the period. The server sends date-times on the wall clock of the account. */
const isShown = ({ active, bookedFrom, bookedTo }, { from, to }) =>
  active && bookedFrom.slice(0, 16) < to && bookedTo.slice(0, 16) > from;

/** Writes the list anew. The server accepts no characters in names that control a terminal. */
function print(name, date, bookings) {
  const lines = [...bookings.values()]
    .toSorted((a, b) => a.bookedFrom.localeCompare(b.bookedFrom) || a.id - b.id)
    .map(({ state, bookedFrom, bookedTo, person, service, resource }) => {
      const what = [service?.title, resource.title, person?.name ?? 'busy', state === 'CONFIRMED' ? null : state];
      return `${bookedFrom.slice(11, 16)}–${bookedTo.slice(11, 16)}  ${what.filter((part) => part != null).join(', ')}`;
    });
  if (process.stdout.isTTY) console.clear();
  console.log([`${name}, ${date}: ${lines.length}`, ...lines, ''].join('\n'));
}

/** Shows the bookings of a date until the date has passed. */
async function showDay({ name, timeZone }, date) {
  const period = periodOf(date);
  // The cursor is older than the list, so that no change between the two is missed.
  const { changes } = await client.graphql('{ changes(after: "latest") { cursor } }');
  const bookings = await findBookings(period);
  print(name, date, bookings);
  const day = new AbortController();
  const timer = setInterval(() => today(timeZone) !== date && day.abort(), 10_000);
  const results = client.subscribe(watching, { ...period, after: changes.cursor }, { signal: day.signal });
  for await (const { bookingChanged } of results) {
    const { booking } = bookingChanged;
    if (isShown(booking, period)) bookings.set(booking.id, booking);
    else bookings.delete(booking.id);
    print(name, date, bookings);
  }
  clearInterval(timer);
}

const { account } = await client.graphql('{ account { name timeZone } }');
for (;;) await showDay(account, today(account.timeZone));
