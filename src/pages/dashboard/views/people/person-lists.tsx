import { Button } from '../../../design/button.js';
import { Table } from '../../../design/table.js';
import { showDone } from '../../../design/toast.js';
import { resourceNames } from '../../bookings/booking-places.rules.js';
import { formats, inWords, messageKindText, wallTime } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { inLanguage } from '../../graphql/server-messages.js';
import { labelledText } from '../../punctuation.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { Attempts, Wait } from '../../ui/attempts.js';
import { Exports } from '../../ui/exports.js';
import { Link } from '../../ui/link.js';
import { PageList } from '../../ui/loaded.js';
import { useChangedItems, usePages } from '../../use-data.js';
import {
  type PersonBookingFragment,
  type PersonMessageFragment,
  readPersonMessages,
  readPersonOrders,
  readPersonPackages,
  resendPersonMessage,
} from './people.operations.js';

/** @throws Error if the person does not exist */
function existing<Person>(person: Person | null): Person {
  if (person === null) throw new Error(t.people.noSuch);
  return person;
}

export function PersonOrders({ id }: { id: number }) {
  const { date, dateTime, money } = formats();
  const packages = usePages(
    `packages ${id}`,
    async (after) => existing((await execute(readPersonPackages, { id, after })).person).packages,
  );
  const pages = usePages(
    `orders ${id}`,
    async (after) => existing((await execute(readPersonOrders, { id, after })).person).orders,
  );
  return (
    <>
      <Exports label={t.people.tabs.orders} path="orders" query={{ person_id: String(id) }} />
      <PageList
        label={t.people.tabs.orders}
        pages={pages}
        keyOf={({ id: orderId }) => orderId}
        empty={t.people.lists.noOrders}
        columns={[
          { title: t.people.lists.number, cell: ({ id: orderId }) => orderId },
          { title: t.people.lists.ordered, cell: ({ createdAt }) => dateTime(createdAt) },
          {
            title: t.people.lists.what,
            cell: ({ lineItems }) =>
              lineItems
                .map(({ quantity, service }) => `${quantity} × ${service?.title ?? t.people.lists.something}`)
                .join(', '),
          },
          { title: t.people.state, cell: ({ state }) => inWords(state) },
          { title: t.people.lists.price, isNumber: true, cell: ({ payableAmount }) => money(payableAmount) },
          { title: t.people.lists.paid, isNumber: true, cell: ({ paidAmount }) => money(paidAmount) },
          { title: t.people.lists.open, isNumber: true, cell: ({ balance }) => money(balance) },
        ]}
      />
      <h2>{t.setup.catalog.packages}</h2>
      <PageList
        label={t.setup.catalog.packages}
        pages={packages}
        keyOf={(given) => given.id}
        empty={t.setup.catalog.noPackages}
        columns={[
          {
            title: t.setup.common.title,
            cell: (given) =>
              can('sales') ? <Link path={`setup/packages/${given.id}`}>{given.title}</Link> : given.title,
          },
          {
            title: t.setup.common.left,
            cell: ({ left, units }) => t.people.lists.unitsLeft({ left, units }),
          },
          { title: t.setup.common.until, cell: ({ validUntil }) => validUntil && date(validUntil) },
          { title: t.setup.common.active, cell: ({ active }) => (active ? t.setup.common.yes : t.setup.common.no) },
        ]}
      />
    </>
  );
}

export function PersonMessages({ id }: { id: number }) {
  const { dateTime } = formats();
  const { current, keep, forget } = useChangedItems<PersonMessageFragment>();
  const pages = usePages(`messages ${id}`, async (after) => {
    if (after === null) forget();
    return existing((await execute(readPersonMessages, { id, after })).person).messages;
  });
  const resend = async (messageId: number) => {
    const { resendMessage } = await execute(resendPersonMessage, { id: messageId });
    if (resendMessage) keep(resendMessage);
    showDone(t.people.lists.resent);
  };
  return (
    <PageList
      label={t.people.tabs.messages}
      pages={pages}
      keyOf={({ id: messageId }) => messageId}
      empty={t.people.lists.noMessages}
      columns={[
        { title: t.people.lists.created, cell: ({ createdAt }) => dateTime(createdAt) },
        { title: t.people.lists.kind, cell: ({ kind, channel }) => `${messageKindText(kind)}, ${inWords(channel)}` },
        { title: t.people.lists.to, cell: ({ recipient }) => recipient },
        { title: t.people.lists.subject, cell: ({ subject }) => subject },
        {
          title: t.people.state,
          cell: (message) => {
            const { state, failure, waitsFor, heldUntil, nextAttemptAt } = current(message);
            return (
              <>
                {labelledText([inWords(state), failure && inLanguage(failure)])}
                <Wait waitsFor={waitsFor} until={heldUntil ?? nextAttemptAt} />
              </>
            );
          },
        },
        { title: t.people.lists.attempts, cell: (message) => <Attempts attempts={current(message).attempts} /> },
        ...(can('messages')
          ? [
              {
                title: t.people.lists.action,
                cell: ({ id: messageId }: PersonMessageFragment) => (
                  <Button onClick={() => resend(messageId)}>{t.people.lists.sendAgain}</Button>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

/** `3 Mar 2026, 10:00–11:00`, which leads to the booking. */
export function BookingLink({ booking: { id, bookedFrom, bookedTo } }: { booking: PersonBookingFragment }) {
  const { dateTime, time } = formats();
  return (
    <Link path={`calendar?date=${wallTime(bookedFrom).slice(0, 10)}&booking=${id}`}>
      {dateTime(bookedFrom)}–{time(bookedTo)}
    </Link>
  );
}

interface PersonBookingsProps {
  title: string;
  bookings: { totalCount: number; nodes: readonly PersonBookingFragment[] };
}

/** The nearest bookings of a person, before or after now. */
export function PersonBookings({ title, bookings: { totalCount, nodes } }: PersonBookingsProps) {
  const { number } = formats();
  return (
    <section>
      <h2>{title}</h2>
      {totalCount > nodes.length && (
        <p class="hint">{t.people.lists.nearest({ shown: number(nodes.length), all: number(totalCount) })}</p>
      )}
      <Table
        caption={title}
        rows={nodes}
        keyOf={({ id }) => id}
        empty={t.people.lists.noBookings}
        columns={[
          {
            title: t.people.lists.time,
            cell: (booking) => <BookingLink booking={booking} />,
          },
          {
            title: t.people.lists.what,
            cell: ({ event, service, title: own }) => event?.title ?? service?.title ?? own,
          },
          { title: t.people.lists.where, cell: resourceNames },
          {
            title: t.people.state,
            cell: ({ state, status }) =>
              [state, status]
                .flatMap((name) => name ?? [])
                .map(inWords)
                .join(', '),
          },
        ]}
      />
    </section>
  );
}
