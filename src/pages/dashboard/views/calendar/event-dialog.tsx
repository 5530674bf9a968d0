import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { showDone } from '../../../design/toast.js';
import { attendeesElsewhereText, nameOf, overlapText } from '../../bookings/booking.rules.js';
import { StateBadge } from '../../bookings/booking-actions.js';
import type { Booking } from '../../bookings/live.js';
import { eventFields } from '../../events/event-fields.js';
import { eventRecords } from '../../events/event-records.js';
import { eventOverlaps } from '../../events/events.operations.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { EventHistory, HistoryPart } from '../../history/histories.js';
import { RecordForm } from '../../records/record-form.js';
import { RemoveButton } from '../../records/remove-button.js';
import { useChoices } from '../../records/use-choices.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { type ClassEvent, titleOf } from './live-events.js';

interface EventDialogProps {
  event: ClassEvent;
  /** The active bookings of the event. */
  bookings: readonly Booking[];
  onOpenBooking: (id: number) => void;
  onClose: () => void;
}

/** An event with its bookings, and a form to change it for those who may. */
export function EventDialog({ event, bookings, onOpenBooking, onClose }: EventDialogProps) {
  return (
    <Dialog kind="sheet" title={titleOf(event)} onClose={onClose}>
      <Facts event={event} attending={bookings.reduce((people, { count }) => people + count, 0)} />
      <section aria-label={t.events.bookings}>
        <h3>{t.events.bookings}</h3>
        {bookings.length === 0 && <p>{t.events.nobody}</p>}
        <ul class="attendees">
          {bookings.map((booking) => (
            <li key={booking.id}>
              <Button kind="plain" onClick={() => onOpenBooking(booking.id)}>
                {nameOf(booking)}
              </Button>
              {booking.count > 1 && <span class="hint">{t.events.people({ people: booking.count })}</span>}
              {overlapText(booking) && <span class="hint">{overlapText(booking)}</span>}
              <StateBadge booking={booking} />
            </li>
          ))}
        </ul>
      </section>
      {can('catalog') && event.active && <EventForm id={event.id} onClose={onClose} />}
      <HistoryPart>
        <EventHistory id={event.id} />
      </HistoryPart>
    </Dialog>
  );
}

function Facts({ event, attending }: { event: ClassEvent; attending: number }) {
  const { day, number, time } = formats();
  const { startsAt, endsAt, service, resource, capacity, published, active } = event;
  const left = Math.max(0, capacity - attending);
  return (
    <>
      {!active && <p class="notice">{t.events.isCancelled}</p>}
      <p>
        {[day(startsAt), `${time(startsAt)}–${time(endsAt)}`, service.title, resource.title].join(', ')}.{' '}
        {t.events.taken({ attending: number(attending), capacity: number(capacity), left: number(left) })}
        {!published && ` ${t.events.unpublished}`}
      </p>
    </>
  );
}

function EventForm({ id, onClose }: { id: number; onClose: () => void }) {
  const choices = useChoices('ATTENDANCE');
  return (
    <LoadedContent label={t.events.choices} loaded={choices}>
      {({ resources, services }) => (
        <RecordForm
          source={eventRecords}
          id={id}
          label={t.events.event}
          fields={eventFields(resources, services)}
          onSaved={async () => {
            onClose();
            const { event } = await execute(eventOverlaps, { id });
            const overlap = attendeesElsewhereText(event?.overlappingBookings);
            if (overlap) showDone(overlap);
          }}
          footer={({ version }, reload) => (
            <RemoveButton
              {...{ source: eventRecords, id, version, reload }}
              texts={t.setup.nouns.event}
              consequence={t.events.consequence}
              onRemoved={onClose}
            />
          )}
        />
      )}
    </LoadedContent>
  );
}
