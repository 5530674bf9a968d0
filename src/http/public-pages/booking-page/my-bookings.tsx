import type { JSX } from 'preact';
import type { PlainDate } from '../../../platform/time/plain-date.js';
import { textsIn } from '../../../texts/texts.js';
import type { OwnBooking, VisitorPerson, WaitlistTicket } from './api-answers.js';
import { leftToPay } from './deposit.js';
import { CardAction, type Frame, Page, SentenceWithName } from './frame.js';
import type { PlacedOrder } from './order.page.js';
import { OrderDocuments } from './order-documents.js';
import { Period, ZoneNote } from './own-zone.js';
import { TogetherLinks } from './together-links.js';

/** The number of items on a page of the API. */
export const pageSize = 50;

/** The records of a visitor that one page shows. */
export interface Mine {
  /** The email address or phone number of the session. */
  address: string;
  which: 'upcoming' | 'past';
  /** The number of the page of bookings. */
  page: number;
  hasNext: boolean;
  bookings: readonly (OwnBooking & { link_token: string | null; person: Omit<VisitorPerson, 'is_own'> | null })[];
  /** The visitor and its dependants. */
  people: readonly VisitorPerson[];
  /** The ids of the people who are the visitor, and not its dependants. */
  own: readonly number[];
  orders: readonly PlacedOrder[];
  giftCards: readonly { id: number; code: string; value: number; active: boolean; valid_until: PlainDate | null }[];
  packages: readonly VisitorPackage[];
  waitlist: readonly WaitlistTicket[];
}

/** A package of a person of the session. */
export interface VisitorPackage {
  id: number;
  title: string;
  units: number;
  left: number;
  active: boolean;
  service_ids: readonly number[] | null;
  valid_until: PlainDate | null;
  person_id: number | null;
}

interface MineProps extends Mine {
  frame: Frame;
}

/** The bookings, orders, packages, gift cards and waits of a visitor. Each leads to its own page, on which it can be changed. */
export function MyBookingsList({
  frame,
  address,
  orders,
  giftCards,
  packages,
  waitlist,
  ...list
}: MineProps): JSX.Element {
  const { texts, url, wording } = frame;
  const mine = textsIn(wording).myBookings;
  const isPast = list.which === 'past';
  return (
    <Page frame={frame} title={texts.myBookings}>
      <h1>{texts.myBookings}</h1>
      <SentenceWithName sentence={(name) => mine.signedInAs({ address: name })} name={address} />
      {(list.bookings.length > 0 || waitlist.length > 0) && <ZoneNote frame={frame} />}
      <Bookings frame={frame} {...list} />
      {waitlist.length > 0 && <Waitlist frame={frame} waitlist={waitlist} />}
      {packages.length > 0 && <Packages frame={frame} packages={packages} people={list.people} />}
      {orders.length > 0 && <Orders frame={frame} orders={orders} />}
      <OrderDocuments frame={frame} orders={orders} />
      {giftCards.length > 0 && <GiftCards frame={frame} giftCards={giftCards} />}
      <form method="post" action={url('/me/sign_out')} class="row" data-once>
        <a href={isPast ? url('/me') : url('/me', { which: 'past' })}>{isPast ? mine.upcoming : mine.past}</a>
        <a href={url('/')}>{texts.bookMore}</a>
        <button type="submit" class="button">
          {mine.signOut}
        </button>
      </form>
    </Page>
  );
}

function Bookings({
  frame,
  which,
  page,
  hasNext,
  bookings,
  own,
}: Pick<MineProps, 'frame' | 'which' | 'page' | 'hasNext' | 'bookings' | 'own'>) {
  const { url, wording } = frame;
  const mine = textsIn(wording).myBookings;
  const isPast = which === 'past';
  const pageUrl = (number: number): string => url('/me', { ...(isPast && { which }), page: number });
  return (
    <section>
      <h2>{isPast ? mine.past : mine.upcoming}</h2>
      {bookings.length === 0 && <p>{isPast ? mine.noPast : mine.noUpcoming}</p>}
      <ul class="cards">
        {visitsOf(bookings).map((visit) =>
          visit.length > 1 ? (
            <VisitCard key={visit[0]?.id} {...{ frame, own }} bookings={visit} />
          ) : (
            visit.map((booking) => <BookingCard key={booking.id} {...{ frame, booking, own }} />)
          ),
        )}
      </ul>
      {(page > 1 || hasNext) && (
        <p class="row">
          {page > 1 && <a href={pageUrl(page - 1)}>{mine.previous}</a>}
          {hasNext && <a href={pageUrl(page + 1)}>{mine.next}</a>}
        </p>
      )}
    </section>
  );
}

type MyBooking = Mine['bookings'][number];

/** Groups the bookings of each visit, at the place of its first. */
function visitsOf(bookings: readonly MyBooking[]): MyBooking[][] {
  return [...Map.groupBy(bookings, ({ id, visit_id: visitId }) => visitId ?? -id).values()];
}

interface VisitCardProps extends Pick<MineProps, 'frame' | 'own'> {
  bookings: readonly MyBooking[];
}

/** The bookings that were made together, each with whom it is for, and what can be done with all of them. */
function VisitCard({ frame, bookings, own }: VisitCardProps): JSX.Element {
  const { texts, url } = frame;
  const changeable = bookings.find(({ active, link_token }) => active && link_token !== null);
  const areForSeveral = new Set(bookings.map(({ person }) => person?.id)).size > 1;
  return (
    <li class="card visit">
      <h3>{texts.visit}</h3>
      <ul class="together">
        {bookings.map((booking) => (
          <li key={booking.id}>
            {booking.link_token === null ? (
              <BookingTitle {...{ frame, booking }} />
            ) : (
              <a href={url(`/bookings/${booking.link_token}`)}>
                <BookingTitle {...{ frame, booking }} />
              </a>
            )}{' '}
            <Period {...{ frame, from: booking.booked_from, to: booking.booked_to }} />
            <BookingMarks {...{ frame, booking, own, namesPerson: areForSeveral }} />
          </li>
        ))}
      </ul>
      {changeable && <TogetherLinks {...{ frame, bookings }} path={`/bookings/${changeable.link_token}`} />}
    </li>
  );
}

interface CardProps extends Pick<MineProps, 'frame' | 'own'> {
  booking: Mine['bookings'][number];
}

function BookingCard({ frame, booking, own }: CardProps): JSX.Element {
  const { url, wording } = frame;
  const mine = textsIn(wording).myBookings;
  const { booked_from: from, booked_to: to, link_token: token } = booking;
  const title = <BookingTitle {...{ frame, booking }} />;
  return (
    <li class="card">
      <h3>{token === null ? title : <a href={url(`/bookings/${token}`)}>{title}</a>}</h3>
      <p>
        <Period {...{ frame, from, to }} />
      </p>
      <BookingMarks {...{ frame, booking, own, namesPerson: false }} />
      {token !== null && <CardAction text={mine.open} />}
    </li>
  );
}

function BookingTitle({ frame, booking: { event, service, resource } }: Omit<CardProps, 'own'>): JSX.Element {
  return <bdi>{event?.title ?? service?.title ?? resource?.title ?? frame.texts.ownBooking}</bdi>;
}

interface MarksProps extends CardProps {
  /** Whether the visitor is named, too, and not only dependants. */
  namesPerson: boolean;
}

/** The state of a booking, what is due, with whom and for whom. */
function BookingMarks({ frame, booking, own, namesPerson }: MarksProps): JSX.Element {
  const { state, resource, person } = booking;
  const due = leftToPay(frame, booking);
  return (
    <p class="facts">
      <span>{textsIn(frame.wording).myBookings.states[state]}</span>
      {due !== undefined && <strong>{due}</strong>}
      {resource !== null && <bdi>{resource.title}</bdi>}
      {booking.booked_for_name && <bdi>{booking.booked_for_name}</bdi>}
      {person !== null && (namesPerson || !own.includes(person.id)) && <bdi>{personLabel(frame, person)}</bdi>}
    </p>
  );
}

/** The name of a dependant, with the birthday, which tells two of the same name apart. */
export function personLabel(
  { formats }: Frame,
  { name, date_of_birth: birthday }: Pick<VisitorPerson, 'name' | 'date_of_birth'>,
): string {
  return [name ?? '', ...(birthday === null ? [] : [formats.day(birthday)])].join(' · ');
}

function Waitlist({ frame, waitlist }: Pick<MineProps, 'frame' | 'waitlist'>): JSX.Element {
  const { texts, url, wording } = frame;
  return (
    <section>
      <h2>{texts.waitlist}</h2>
      <ul class="cards">
        {waitlist.map(({ token, entry }) => (
          <li key={token} class="card">
            <h3>
              <a href={url(`/waitlist/${token}`)}>
                <bdi>{entry.event?.title ?? entry.service?.title ?? texts.waitlist}</bdi>
              </a>
            </h3>
            <p>
              <Period frame={frame} from={entry.event?.starts_at ?? entry.from} to={entry.event?.ends_at ?? entry.to} />
            </p>
            <p class="facts">
              <span>{texts.waitlistStates[entry.state]}</span>
            </p>
            <CardAction text={textsIn(wording).myBookings.open} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Orders({ frame, orders }: Pick<MineProps, 'frame' | 'orders'>): JSX.Element {
  const { formats, url, wording } = frame;
  const mine = textsIn(wording).myBookings;
  const shop = textsIn(wording).shop;
  return (
    <section>
      <h2>{mine.orders}</h2>
      <ul class="cards">
        {orders.map(({ id, token, state, total, balance, created_at: at, order_line_items: items }) => (
          <li key={id} class="card">
            <h3>
              <a href={url(`/shop/orders/${token}`)}>{shop.orderTitle({ id })}</a>
            </h3>
            <p>
              <time dateTime={at}>{formats.moment(at)}</time>
            </p>
            <p dir="auto">{items.map(({ quantity, title }) => `${quantity} × ${title}`).join(', ')}</p>
            <p class="facts">
              <span>{mine.orderStates[state]}</span>
              <strong>{formats.price(state === 'pending' ? balance : total)}</strong>
            </p>
            <CardAction text={mine.open} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function GiftCards({ frame, giftCards }: Pick<MineProps, 'frame' | 'giftCards'>): JSX.Element {
  const { formats, wording } = frame;
  const mine = textsIn(wording).myBookings;
  return (
    <section>
      <h2>{mine.giftCards}</h2>
      <ul class="cards">
        {giftCards.map(({ id, code, value, active, valid_until: until }) => (
          <li key={id} class="card">
            <h3>
              <code>{code}</code>
            </h3>
            <p class="facts">
              <span>{mine.balance}</span>
              <strong>{formats.price(String(value))}</strong>
            </p>
            {!active && <p>{mine.cannotRedeem}</p>}
            {active && until !== null && <p>{mine.validUntil({ day: formats.day(until) })}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Packages({ frame, packages, people }: Pick<MineProps, 'frame' | 'packages' | 'people'>): JSX.Element {
  const { formats, wording } = frame;
  const mine = textsIn(wording).myBookings;
  return (
    <section>
      <h2>{mine.packages}</h2>
      <ul class="cards">
        {packages.map(({ id, title, units, left, active, valid_until: until, person_id: personId }) => {
          const dependant = people.find((person) => person.id === personId && !person.is_own);
          return (
            <li key={id} class="card">
              <h3>
                <bdi>{title}</bdi>
              </h3>
              <p class="facts">
                <strong>{mine.unitsLeft({ left, units })}</strong>
                {dependant && <bdi>{personLabel(frame, dependant)}</bdi>}
                {until !== null && <span>{mine.validUntil({ day: formats.day(until) })}</span>}
              </p>
              {!active && <p>{mine.cannotUse}</p>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
