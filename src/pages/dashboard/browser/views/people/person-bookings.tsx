import { formats } from '../../format.js';
import { Table } from '../../ui/table.js';
import { inWords } from '../../words.js';
import type { PersonBookingFragment } from './people.operations.js';

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
