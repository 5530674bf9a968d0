import { Button } from '../../../design/button.js';
import { Table } from '../../../design/table.js';
import { showDone } from '../../../design/toast.js';
import { formats, inWords } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { can } from '../../session.js';
import { Attempts, Wait } from '../../ui/attempts.js';
import { Exports } from '../../ui/exports.js';
import { PageList } from '../../ui/loaded.js';
import { useChangedItems, usePages } from '../../use-data.js';
import {
  type PersonBookingFragment,
  type PersonMessageFragment,
  readPersonMessages,
  readPersonOrders,
  resendPersonMessage,
} from './people.operations.js';

/** @throws Error if the person does not exist */
function existing<Person>(person: Person | null): Person {
  if (person === null) throw new Error('There is no such person.');
  return person;
}

export function PersonOrders({ id }: { id: number }) {
  const { dateTime, money } = formats();
  const pages = usePages(
    `orders ${id}`,
    async (after) => existing((await execute(readPersonOrders, { id, after })).person).orders,
  );
  return (
    <>
      <Exports label="Orders" path="orders" query={{ person_id: String(id) }} />
      <PageList
        label="Orders"
        pages={pages}
        keyOf={({ id: orderId }) => orderId}
        empty="No orders."
        columns={[
          { title: 'Number', cell: ({ id: orderId }) => orderId },
          { title: 'Ordered', cell: ({ createdAt }) => dateTime(createdAt) },
          {
            title: 'What',
            cell: ({ lineItems }) =>
              lineItems.map(({ quantity, service }) => `${quantity} × ${service?.title ?? 'Something'}`).join(', '),
          },
          { title: 'State', cell: ({ state }) => inWords(state) },
          { title: 'Price', isNumber: true, cell: ({ payableAmount }) => money(payableAmount) },
          { title: 'Paid', isNumber: true, cell: ({ paidAmount }) => money(paidAmount) },
          { title: 'Open', isNumber: true, cell: ({ balance }) => money(balance) },
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
    showDone('The message will be sent again.');
  };
  return (
    <PageList
      label="Messages"
      pages={pages}
      keyOf={({ id: messageId }) => messageId}
      empty="No messages."
      columns={[
        { title: 'Created', cell: ({ createdAt }) => dateTime(createdAt) },
        { title: 'Kind', cell: ({ kind, channel }) => `${inWords(kind)}, ${inWords(channel)}` },
        { title: 'To', cell: ({ recipient }) => recipient },
        { title: 'Subject', cell: ({ subject }) => subject },
        {
          title: 'State',
          cell: (message) => {
            const { state, failure, waitsFor, heldUntil, nextAttemptAt } = current(message);
            return (
              <>
                {[inWords(state), failure].filter(Boolean).join(': ')}
                <Wait waitsFor={waitsFor} until={heldUntil ?? nextAttemptAt} />
              </>
            );
          },
        },
        { title: 'Attempts', cell: (message) => <Attempts attempts={current(message).attempts} /> },
        ...(can('messages')
          ? [
              {
                title: 'Action',
                cell: ({ id: messageId }: PersonMessageFragment) => (
                  <Button onClick={() => resend(messageId)}>Send again</Button>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

interface PersonBookingsProps {
  title: string;
  bookings: { totalCount: number; nodes: readonly PersonBookingFragment[] };
}

/** The nearest bookings of a person, before or after now. */
export function PersonBookings({ title, bookings: { totalCount, nodes } }: PersonBookingsProps) {
  const { dateTime, time, number } = formats();
  return (
    <section>
      <h2>{title}</h2>
      {totalCount > nodes.length && (
        <p class="hint">
          The nearest {number(nodes.length)} of {number(totalCount)}
        </p>
      )}
      <Table
        caption={title}
        rows={nodes}
        keyOf={({ id }) => id}
        empty="No bookings."
        columns={[
          { title: 'Time', cell: ({ bookedFrom, bookedTo }) => `${dateTime(bookedFrom)}–${time(bookedTo)}` },
          { title: 'What', cell: ({ event, service, title: own }) => event?.title ?? service?.title ?? own },
          { title: 'Where', cell: ({ resource }) => resource.title },
          {
            title: 'State',
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
