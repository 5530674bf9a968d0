import { useEffect, useRef, useState } from 'preact/hooks';
import { Banner } from '../../design/banner.js';
import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { Select } from '../../design/field.js';
import { Form, numberIn, textIn } from '../../design/form.js';
import { showDone } from '../../design/toast.js';
import type { Undo } from '../delayed-act.js';
import { formats, wallTime } from '../format.js';
import type { VariablesOf } from '../graphql/operation.js';
import type { BookingInput } from '../graphql/schema.types.js';
import { isStale, ServerError } from '../graphql/server-error.js';
import { BookingHistory, HistoryPart } from '../history/histories.js';
import { toOptions } from '../records/record.rules.js';
import { DraftNotice, useDraft } from '../records/use-draft.js';
import { SeriesPart } from '../series/series-part.js';
import { can } from '../session.js';
import { t } from '../texts.js';
import { bookAgain, timeOfNext } from './book-again.js';
import { nameOf, overlapText, withOverlaps } from './booking.rules.js';
import { BookingActions, StateBadge } from './booking-actions.js';
import { BookingFacts, PersonFacts } from './booking-facts.js';
import { CountAndNotes, TimeFields, timesIn, timeTexts } from './booking-fields.js';
import {
  deletedResourcesOf,
  deletedText,
  namedResourcesOf,
  placedNeedsOf,
  resourceNames,
} from './booking-places.rules.js';
import type { timeConflicts } from './bookings.operations.js';
import type { Catalog } from './catalog.js';
import { act, change, isBusyElsewhere, placeOf, readBooking } from './change-booking.js';
import { DayWork } from './day-work.js';
import { InTheWay } from './in-the-way.js';
import type { Booking } from './live.js';
import { NeedFields, needErrors, needResourcesIn, needTexts } from './need-fields.js';
import { NewBookingDialog } from './new-booking-dialog.js';
import { TellField, useWayToTell } from './tell.js';
import { messagesAbout } from './tell.rules.js';
import { VisitPart } from './visit-part.js';

interface BookingDialogProps {
  booking: Booking;
  catalog: Catalog;
  /** Called with the booking after each change. */
  onChanged: (booking: Booking) => void;
  onClose: () => void;
}

/** A booking beside the page, with what may be done with it, and a form to change it: all that dragging does, and more. */
export function BookingDialog({ booking, catalog, onChanged, onClose }: BookingDialogProps) {
  /** The booking with which the form was filled. Its revision is sent with the changes. */
  const [base, setBase] = useState(booking);
  const needs = placedNeedsOf(booking);
  const shown: Record<string, string> & ReturnType<typeof textsOf> = { ...textsOf(booking), ...needTexts(needs) };
  /** Whether another calendar has an entry at the new time, so that saving again ignores it. */
  const [isBusy, setBusy] = useState(false);
  /** The input that was refused the last time. */
  const [tried, setTried] = useState<VariablesOf<typeof timeConflicts>>();
  const draft = useDraft(`/bookings/${booking.id}`, shown);
  const texts = { ...shown, ...draft.restored };
  const way = useWayToTell()(booking);
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  /** Another booking or view may be open when the user undoes a change. */
  const close = () => isOpen.current && onClose();
  const done = (changed: Booking, text: string, undo?: Undo) => {
    onChanged(changed);
    showDone(text, undo);
    close();
  };
  const save = async (values: FormData) => {
    try {
      const input = changesIn(values, booking);
      const messages = messagesAbout('modification', way, values.has('tell'));
      const resources = needResourcesIn(values, needs);
      const changed = await change(base, input, { ignoreExternalBusy: isBusy, messages, resources });
      draft.clear();
      const before = { ...placeOf(base), count: base.count, notes: base.notes };
      const run = async () => {
        const undoing = { ignoreExternalBusy: true, messages, resources: namedResourcesOf(base) };
        onChanged(await change(changed, before, undoing));
        showDone(t.bookings.undone({ name: nameOf(booking) }));
      };
      done(changed, withOverlaps(t.bookings.saved({ name: nameOf(booking) }), changed), {
        label: t.bookings.undo,
        run,
      });
    } catch (error) {
      if (values.has('date')) setTried(triedIn(values, base));
      if (isBusyElsewhere(error)) return setBusy(true);
      if (!isStale(error)) throw error;
      const current = await readBooking(base.id);
      setBase(current);
      onChanged(current);
      throw new ServerError(error.code, `${error.message} ${describe(current)} ${t.bookings.saveAgain}`);
    }
  };
  const isEditable = can('bookings') && base.active;
  const form = useRef<HTMLDivElement>(null);
  const edit = (field: string) => {
    const control = form.current?.querySelector<HTMLElement>(`[name="${field}"]`);
    control?.scrollIntoView({ block: 'center' });
    control?.focus();
  };
  const [isTaken, setTaken] = useState(false);
  const again = async () => {
    const next = await bookAgain(base, messagesAbout('confirmation', way, way?.isUsual ?? false));
    if (!next) return setTaken(true);
    const { day, time } = formats();
    const run = async () => {
      const messages = messagesAbout('cancellation', way, way?.isUsual ?? false);
      onChanged(await act(next, 'cancel', messages));
      showDone(t.bookings.done.cancel({ name: nameOf(next) }));
    };
    const at = `${day(next.bookedFrom)}, ${time(next.bookedFrom)}`;
    done(next, withOverlaps(t.bookings.work.bookedAgain({ name: nameOf(next), time: at }), next), {
      label: t.bookings.undo,
      run,
    });
  };
  if (isTaken) {
    const { start } = timeOfNext(base);
    return (
      <NewBookingDialog
        date={start.slice(0, 10)}
        period={undefined}
        resourceId={base.resourceId}
        wanted={{ serviceId: base.serviceId, personId: base.person?.id, count: base.count }}
        notice={t.bookings.work.taken({ time: `${formats().weekdayDate(start.slice(0, 10))}, ${start.slice(11, 16)}` })}
        catalog={catalog}
        onCreated={onChanged}
        onClose={onClose}
      />
    );
  }
  const overlap = overlapText(base);
  const deleted = deletedText(base);
  return (
    <Dialog kind="sheet" title={nameOf(base)} onClose={onClose}>
      <p>
        <StateBadge booking={base} /> {describe(base)}
      </p>
      {deleted && <Banner kind="warning">{deleted}</Banner>}
      {overlap && <Banner kind="warning">{overlap}</Banner>}
      <PersonFacts booking={base} onChanged={done} />
      {can('bookings') && <BookingActions booking={base} onChanged={done} />}
      <DayWork
        booking={base}
        onEdit={isEditable ? edit : undefined}
        onAgain={can('bookings') && base.eventId === null ? again : undefined}
      />
      {base.visitId !== null && (
        <VisitPart
          booking={booking}
          visitId={base.visitId}
          onChanged={(changed, text, undo) => {
            for (const one of changed) onChanged(one);
            showDone(text, undo);
            close();
          }}
        />
      )}
      {isEditable && draft.restored && <DraftNotice onDiscard={draft.discard} />}
      {isEditable ? (
        <div ref={form}>
          <Form
            key={draft.generation}
            onSubmit={save}
            onInput={(entered) => {
              setBusy(false);
              setTried(undefined);
              const { tell: _, ...kept } = entered;
              draft.store(kept);
            }}
            fields={['bookedFrom', 'bookedTo', 'resourceId', 'count', 'notes', ...needErrors(needs)]}
          >
            {({ isBusy: isSending, error }) => (
              <>
                {base.eventId === null && (
                  <>
                    <TimeFields {...texts} error={error} />
                    {needs.length > 0 ? (
                      <NeedFields booking={base} texts={texts} error={error} />
                    ) : (
                      <Select
                        label={t.bookings.resource}
                        name="resource"
                        value={texts.resource}
                        options={toOptions([...deletedResourcesOf(base), ...catalog.resources])}
                        error={error('resourceId')}
                      />
                    )}
                  </>
                )}
                <CountAndNotes count={texts.count} notes={texts.notes} error={error} />
                {tried && <InTheWay tried={tried} resources={catalog.resources} />}
                {isBusy && (
                  <p class="notice" role="alert">
                    {t.bookings.busyElsewhere} {t.punctuation.asked({ text: t.bookings.saveAnyway })}
                  </p>
                )}
                {way && <TellField way={way} />}
                <div class="actions">
                  <Button type="submit" kind="primary" isBusy={isSending}>
                    {isBusy ? t.bookings.saveAnyway : t.bookings.save}
                  </Button>
                </div>
              </>
            )}
          </Form>
        </div>
      ) : (
        base.notes && <p>{base.notes}</p>
      )}
      <BookingFacts booking={booking} onChanged={done} />
      {base.collectionId !== null && <SeriesPart collectionId={base.collectionId} />}
      <HistoryPart>
        <BookingHistory id={base.id} />
      </HistoryPart>
    </Dialog>
  );
}

/** Returns the time that the form moves a booking to. */
function triedIn(values: FormData, { id: bookingId, service }: Booking): VariablesOf<typeof timeConflicts> {
  const { bookedFrom: from, bookedTo: to } = timesIn(values);
  const resourceId = numberIn(values, 'resource');
  return {
    during: { from, to },
    serviceId: service?.id ?? null,
    resourceId,
    count: numberIn(values, 'count'),
    bookingId,
  };
}

/** The values of the form before anything is typed. */
function textsOf({ bookedFrom, bookedTo, resourceId, count, notes }: Booking) {
  const times = timeTexts(wallTime(bookedFrom), wallTime(bookedTo));
  return { ...times, resource: String(resourceId), count: String(count), notes: notes ?? '' };
}

/** `Tue 3 Mar, 10:00–11:00, Massage, Hall.` */
function describe(booking: Booking): string {
  const { day, time } = formats();
  const { bookedFrom, bookedTo, service } = booking;
  const parts = [day(bookedFrom), `${time(bookedFrom)}–${time(bookedTo)}`, service?.title, resourceNames(booking)];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** Returns only the attributes that the user has changed, so that the others keep the changes of other users. */
function changesIn(values: FormData, booking: Booking): BookingInput {
  const entered: BookingInput = { count: numberIn(values, 'count'), notes: textIn(values, 'notes') };
  if (values.has('date')) Object.assign(entered, timesIn(values));
  if (values.has('resource')) entered.resourceId = numberIn(values, 'resource');
  const before: Record<string, unknown> = {
    ...booking,
    bookedFrom: wallTime(booking.bookedFrom),
    bookedTo: wallTime(booking.bookedTo),
  };
  return Object.fromEntries(Object.entries(entered).filter(([name, value]) => value !== (before[name] ?? null)));
}
