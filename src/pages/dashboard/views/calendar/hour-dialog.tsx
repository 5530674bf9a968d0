import { Dialog } from '../../../design/dialog.js';
import { workOf } from '../../bookings/booking-places.rules.js';
import type { WallPeriod } from '../../bookings/opening-hours.rules.js';
import { addDays } from '../../dates.js';
import { formats, wallTime } from '../../format.js';
import { Agenda, type AgendaItems } from './agenda.js';
import type { OpenItem } from './grid.js';

interface HourDialogProps extends AgendaItems {
  hour: WallPeriod;
  /** The only resource whose entries are listed; undefined for all. */
  resourceId: number | undefined;
  now: string;
  onOpen: (item: OpenItem) => void;
  onClose: () => void;
}

/** All entries of an hour of which the grid shows only some. */
export function HourDialog({ hour, resourceId, bookings, events, colourOf, now, onOpen, onClose }: HourDialogProps) {
  const date = hour.start.slice(0, 10);
  const isOf = (resource: number, { start, end }: WallPeriod): boolean =>
    (resourceId === undefined || resource === resourceId) && start < hour.end && end > hour.start;
  return (
    <Dialog
      kind="sheet"
      title={`${formats().weekdayDate(date)}, ${hour.start.slice(11, 16)}–${hour.end.slice(11, 16)}`}
      onClose={onClose}
    >
      <Agenda
        bookings={bookings.filter((one) => workOf(one).some((part) => isOf(part.resource.id, part)))}
        events={events.filter(({ event: { resourceId: id, startsAt, endsAt } }) =>
          isOf(id, { start: wallTime(startsAt), end: wallTime(endsAt) }),
        )}
        colourOf={colourOf}
        dates={{ from: date, to: addDays(date, 1) }}
        now={now}
        onOpen={onOpen}
      />
    </Dialog>
  );
}
