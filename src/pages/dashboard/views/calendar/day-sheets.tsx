import { useEffect } from 'preact/hooks';
import { workOf } from '../../bookings/booking-places.rules.js';
import { formats } from '../../format.js';
import { t } from '../../texts.js';
import { type AgendaItems, linesOf } from './agenda.js';

interface DaySheetsProps extends AgendaItems {
  date: string;
  resources: readonly { id: number; title: string }[];
  onPrinted: () => void;
}

/** The day of each resource on a sheet of its own. It prints itself, and is not seen on a screen. */
export function DaySheets({ date, resources, onPrinted, ...items }: DaySheetsProps) {
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted, { once: true });
    print();
    return () => window.removeEventListener('afterprint', onPrinted);
  }, []);
  return (
    <div class="sheets">
      {resources.map(({ id, title }) => (
        <section key={id}>
          <h2>
            {title}, {formats().longDate(date)}
          </h2>
          <Sheet {...itemsOf(items, id)} />
        </section>
      ))}
    </div>
  );
}

function Sheet(items: AgendaItems) {
  const lines = linesOf(items);
  if (lines.length === 0) return <p>{t.calendar.nothing}</p>;
  const notes = new Map(items.bookings.map(({ id, notes: note }) => [id, note]));
  return (
    <table>
      <tbody>
        {lines.map(({ kind, id, start, end, name, detail }) => (
          <tr key={`${kind}-${id}-${start}`}>
            <td class="time">
              {start.slice(11, 16)}–{end.slice(11, 16)}
            </td>
            <td>
              <strong>{name}</strong>
              <br />
              {detail}
            </td>
            <td>{kind === 'booking' && notes.get(id)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function itemsOf({ bookings, events, colourOf }: AgendaItems, id: number): AgendaItems {
  return {
    bookings: bookings.flatMap((booking) =>
      workOf(booking)
        .filter(({ resource }) => resource.id === id)
        .map(({ start, end }) => ({ ...booking, bookedFrom: start, bookedTo: end })),
    ),
    events: events.filter(({ event }) => event.resourceId === id),
    colourOf,
  };
}
