import { formats, inWords } from '../format.js';
import { execute } from '../graphql/client.js';
import { t } from '../texts.js';
import { Link } from '../ui/link.js';
import { LoadedContent } from '../ui/loaded.js';
import { useData } from '../use-data.js';
import { type BookingFactsQuery, bookingFacts } from './bookings.operations.js';
import type { Booking } from './live.js';

/** Links to the person who has booked, and shows how to reach them. */
export function PersonFacts({ booking: { person, count } }: { booking: Booking }) {
  if (!person && count === 1) return null;
  return (
    <section class="facts" aria-label={t.bookings.person}>
      {person && (
        <p>
          <Link path={`people/${person.id}`}>{person.name || person.email || person.phoneNumber || person.id}</Link>
        </p>
      )}
      {person?.email && (
        <p>
          <a href={`mailto:${person.email}`}>{person.email}</a>
        </p>
      )}
      {person?.phoneNumber && (
        <p>
          <a href={`tel:${person.phoneNumber}`}>{person.phoneNumber}</a>
        </p>
      )}
      {count > 1 && <p>{t.bookings.people(count)}</p>}
    </section>
  );
}

/** Shows what a booking costs, what is paid, and the messages that were sent. */
export function BookingFacts({ booking: { id, revisionCount } }: { booking: Booking }) {
  const loaded = useData(`facts of booking ${id} ${revisionCount}`, () => execute(bookingFacts, { id }));
  return (
    <LoadedContent label={t.bookings.details} loaded={loaded}>
      {({ booking }) =>
        booking && (
          <>
            {booking.order && <Price order={booking.order} />}
            <Messages messages={booking.messages.nodes} />
          </>
        )
      }
    </LoadedContent>
  );
}

type Facts = NonNullable<BookingFactsQuery['booking']>;

function Price({ order: { total, paidAmount, balance } }: { order: NonNullable<Facts['order']> }) {
  const { money } = formats();
  const isPaid = Number(balance) <= 0;
  return (
    <section class="facts" aria-label={t.bookings.price}>
      <h3>{t.bookings.price}</h3>
      <p>
        {money(total)}{' '}
        <span class={isPaid ? 'badge confirmed' : 'badge hold'}>
          {isPaid ? t.bookings.paid : t.bookings.toPay(money(balance))}
        </span>
      </p>
      {!isPaid && Number(paidAmount) > 0 && <p class="hint">{t.bookings.alreadyPaid(money(paidAmount))}</p>}
    </section>
  );
}

function Messages({ messages }: { messages: Facts['messages']['nodes'] }) {
  const { dateTime } = formats();
  return (
    <section class="facts" aria-label={t.bookings.messages}>
      <h3>{t.bookings.messages}</h3>
      {messages.length === 0 && <p class="empty">{t.bookings.noMessages}</p>}
      <ul>
        {messages.map(({ id, kind, channel, state, recipient, sentAt, createdAt }) => (
          <li key={id}>
            {inWords(kind)}, {channel === 'SMS' ? 'SMS' : t.bookings.byEmail}: {inWords(state)}
            <span class="hint">
              {dateTime(sentAt ?? createdAt)} · {recipient}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
