import { Button } from '../../design/button.js';
import { showDone } from '../../design/toast.js';
import { formats, inWords, messageKindText } from '../format.js';
import { execute } from '../graphql/client.js';
import { can } from '../session.js';
import { t } from '../texts.js';
import { Link } from '../ui/link.js';
import { LoadedContent } from '../ui/loaded.js';
import { useData } from '../use-data.js';
import { personText } from './booking.rules.js';
import {
  type BookingFactsQuery,
  bookingFacts,
  resendBookingEntry,
  resendBookingMessage,
} from './bookings.operations.js';
import { FeePart } from './fee-part.js';
import type { Booking } from './live.js';
import { MoneyPart, TipPart } from './money-part.js';
import { OptionsPart } from './options-part.js';
import { OwnPerson } from './own-person.js';
import { PackagePart } from './package-part.js';
import { WhyAssigned } from './why-assigned.js';

interface FactsProps {
  booking: Booking;
  /** Called with the booking after a part of it was changed. */
  onChanged: (booking: Booking, done: string) => void;
}

/** Links to the person who has booked, for whom if that is another one, and shows how to reach them. */
export function PersonFacts({ booking, onChanged }: FactsProps) {
  const { person, bookedForName, bookedByPerson, count } = booking;
  if (!person && count === 1) return null;
  return (
    <section class="facts" aria-label={t.bookings.person}>
      {bookedForName !== null && (
        <>
          <p>{bookedForName}</p>
          {person && can('bookings') && (
            <OwnPerson {...{ booking, onChanged }} name={bookedForName} bookerId={person.id} />
          )}
        </>
      )}
      {person && (
        <p>
          {bookedForName !== null && `${t.words.booked_by_person} `}
          <Link path={`people/${person.id}`}>{personText(person) || person.id}</Link>
        </p>
      )}
      {bookedByPerson && (
        <p>
          {t.words.booked_by_person}{' '}
          <Link path={`people/${bookedByPerson.id}`}>{personText(bookedByPerson) || bookedByPerson.id}</Link>
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
      {count > 1 && <p>{t.bookings.people({ people: count })}</p>}
    </section>
  );
}

/** Shows why a booking got its resource, its options, the package that pays for it, what it costs, what is paid, the messages that were sent, and its entries in other calendars. */
export function BookingFacts({ booking: shown, onChanged }: FactsProps) {
  const { id, revisionCount } = shown;
  const withEntries = can('calendars');
  const loaded = useData(`facts of booking ${id} ${revisionCount}`, () => execute(bookingFacts, { id, withEntries }));
  /** Sends something again, and shows its state then. */
  const resend = async (send: () => Promise<unknown>, done: string) => {
    await send();
    showDone(done);
    await loaded.reload();
  };
  return (
    <LoadedContent label={t.bookings.details} loaded={loaded}>
      {({ booking, bookingAssignment: assignment, calendarSourceEntries: entries }) =>
        booking && (
          <>
            {assignment && <WhyAssigned assignment={assignment} />}
            <OptionsPart
              booking={shown}
              options={booking.options ?? []}
              areOffered={(booking.service?.options ?? []).length > 0}
              onChanged={onChanged}
            />
            {booking.cancellationFee && <FeePart booking={shown} fee={booking.cancellationFee} onChanged={onChanged} />}
            <PackagePart booking={shown} facts={booking} onChanged={onChanged} />
            {booking.order ? (
              <MoneyPart
                booking={shown}
                order={booking.order}
                owedFee={booking.cancellationFee?.owed ?? null}
                reload={loaded.reload}
              />
            ) : (
              <TipPart booking={shown} reload={loaded.reload} />
            )}
            <Messages messages={booking.messages.nodes} resend={resend} />
            {entries && entries.nodes.length > 0 && <Entries entries={entries.nodes} resend={resend} />}
          </>
        )
      }
    </LoadedContent>
  );
}

type Resend = (send: () => Promise<unknown>, done: string) => Promise<void>;
type Facts = NonNullable<BookingFactsQuery['booking']>;

function Messages({ messages, resend }: { messages: Facts['messages']['nodes']; resend: Resend }) {
  const { dateTime } = formats();
  return (
    <section class="facts" aria-label={t.bookings.messages}>
      <h3>{t.bookings.messages}</h3>
      {messages.length === 0 && <p class="empty">{t.bookings.noMessages}</p>}
      <ul>
        {messages.map(({ id, kind, channel, state, recipient, sentAt, createdAt }) => (
          <li key={id}>
            {t.punctuation.labelled({
              label: `${messageKindText(kind)}, ${channel === 'SMS' ? 'SMS' : t.bookings.byEmail}`,
              value: inWords(state),
            })}
            <span class="hint">
              {dateTime(sentAt ?? createdAt)} · {recipient}
            </span>
            {can('messages') && state !== 'QUEUED' && state !== 'SENDING' && (
              <Button
                kind="plain"
                label={t.punctuation.labelled({
                  label: t.bookings.sendAgain,
                  value: `${messageKindText(kind)}, ${recipient}`,
                })}
                onClick={() => resend(() => execute(resendBookingMessage, { id }), t.bookings.resent)}
              >
                {t.bookings.sendAgain}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Entry = NonNullable<BookingFactsQuery['calendarSourceEntries']>['nodes'][number];

/** The entries of a booking in calendars of other programs. */
function Entries({ entries, resend }: { entries: readonly Entry[]; resend: Resend }) {
  const { dateTime } = formats();
  return (
    <section class="facts" aria-label={t.bookings.entries}>
      <h3>{t.bookings.entries}</h3>
      <ul>
        {entries.map(({ id, state, writtenAt, error, calendarSource: { name } }) => (
          <li key={id}>
            {t.punctuation.labelled({ label: name, value: t.bookings.entryStates[state] })}
            <span class="hint">{[writtenAt && dateTime(writtenAt), error].filter(Boolean).join(' · ')}</span>
            {state !== 'PENDING' && (
              <Button
                kind="plain"
                label={t.punctuation.labelled({ label: t.bookings.writeAgain, value: name })}
                onClick={() => resend(() => execute(resendBookingEntry, { id }), t.bookings.rewritten)}
              >
                {t.bookings.writeAgain}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
