import { useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { Select } from '../../design/field.js';
import { Form, numberIn, textIn } from '../../design/form.js';
import { showDone } from '../../design/toast.js';
import { formats, wallTime } from '../format.js';
import type { BookingInput } from '../graphql/schema.types.js';
import { isStale, ServerError } from '../graphql/server-error.js';
import { BookingHistory, HistoryPart } from '../history/histories.js';
import { DraftNotice, useDraft } from '../records/use-draft.js';
import { SeriesPart } from '../series/series-part.js';
import { can } from '../session.js';
import { nameOf } from './booking.rules.js';
import { BookingActions, StateBadge } from './booking-actions.js';
import { CountAndNotes, TimeFields, timesIn, timeTexts } from './booking-fields.js';
import type { Catalog } from './catalog.js';
import { change, isBusyElsewhere, readBooking } from './change-booking.js';
import type { Booking } from './live.js';

interface BookingDialogProps {
  booking: Booking;
  catalog: Catalog;
  /** Called with the booking after each change. */
  onChanged: (booking: Booking) => void;
  onClose: () => void;
}

/** A booking with what may be done with it, and a form to change it: all that dragging does, and more. */
export function BookingDialog({ booking, catalog, onChanged, onClose }: BookingDialogProps) {
  /** The booking with which the form was filled. Its revision is sent with the changes. */
  const [base, setBase] = useState(booking);
  const shown = textsOf(booking);
  /** Whether another calendar has an entry at the new time, so that saving again ignores it. */
  const [isBusy, setBusy] = useState(false);
  const draft = useDraft(`/bookings/${booking.id}`, shown);
  const texts = { ...shown, ...draft.restored };
  const done = (changed: Booking, text: string) => {
    onChanged(changed);
    showDone(text);
    onClose();
  };
  const save = async (values: FormData) => {
    try {
      const changed = await change(base, changesIn(values, booking), { ignoreExternalBusy: isBusy });
      draft.clear();
      done(changed, `Saved ${nameOf(booking)}.`);
    } catch (error) {
      if (isBusyElsewhere(error)) return setBusy(true);
      if (!isStale(error)) throw error;
      const current = await readBooking(base.id);
      setBase(current);
      onChanged(current);
      throw new ServerError(error.code, `${error.message} ${describe(current)} Save again to replace that with yours.`);
    }
  };
  const isEditable = can('bookings') && base.active;
  return (
    <Dialog title={nameOf(base)} onClose={onClose}>
      <p>
        <StateBadge booking={base} /> {describe(base)}
      </p>
      <Contact booking={base} />
      {can('bookings') && <BookingActions booking={base} onChanged={done} />}
      {isEditable && draft.restored && <DraftNotice onDiscard={draft.discard} />}
      {isEditable ? (
        <Form
          key={draft.generation}
          onSubmit={save}
          onInput={(entered) => {
            setBusy(false);
            draft.store(entered);
          }}
          fields={['bookedFrom', 'bookedTo', 'resourceId', 'count', 'notes']}
        >
          {({ isBusy: isSending, error }) => (
            <>
              {base.eventId === null && (
                <>
                  <TimeFields {...texts} error={error} />
                  <Select
                    label="Resource"
                    name="resource"
                    value={texts.resource}
                    options={catalog.resources.map(({ id, title }) => ({ value: String(id), text: title }))}
                    error={error('resourceId')}
                  />
                </>
              )}
              <CountAndNotes count={texts.count} notes={texts.notes} error={error} />
              {isBusy && (
                <p class="notice" role="alert">
                  The resource is busy in another calendar then. Save anyway?
                </p>
              )}
              <div class="actions">
                <Button type="submit" kind="primary" isBusy={isSending}>
                  {isBusy ? 'Save anyway' : 'Save'}
                </Button>
              </div>
            </>
          )}
        </Form>
      ) : (
        base.notes && <p>{base.notes}</p>
      )}
      {base.collectionId !== null && <SeriesPart collectionId={base.collectionId} />}
      <HistoryPart>
        <BookingHistory id={base.id} />
      </HistoryPart>
    </Dialog>
  );
}

/** The values of the form before anything is typed. */
function textsOf({ bookedFrom, bookedTo, resourceId, count, notes }: Booking) {
  const times = timeTexts(wallTime(bookedFrom), wallTime(bookedTo));
  return { ...times, resource: String(resourceId), count: String(count), notes: notes ?? '' };
}

function Contact({ booking: { person, count } }: { booking: Booking }) {
  const parts = [person?.email, person?.phoneNumber, count > 1 && `${count} people`].filter(Boolean);
  return parts.length > 0 ? <p>{parts.join(' · ')}</p> : null;
}

/** `Tue 3 Mar, 10:00–11:00, Massage, Hall.` */
function describe({ bookedFrom, bookedTo, service, resource }: Booking): string {
  const { day, time } = formats();
  const parts = [day(bookedFrom), `${time(bookedFrom)}–${time(bookedTo)}`, service?.title, resource.title];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** Returns only the attributes that the user has changed, so that the others keep the changes of other users. */
function changesIn(values: FormData, booking: Booking): BookingInput {
  const entered: BookingInput = { count: numberIn(values, 'count'), notes: textIn(values, 'notes') };
  if (values.has('date')) Object.assign(entered, timesIn(values), { resourceId: numberIn(values, 'resource') });
  const before: Record<string, unknown> = {
    ...booking,
    bookedFrom: wallTime(booking.bookedFrom),
    bookedTo: wallTime(booking.bookedTo),
  };
  return Object.fromEntries(Object.entries(entered).filter(([name, value]) => value !== (before[name] ?? null)));
}
