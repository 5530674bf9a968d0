import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { showDone, showError } from '../../../design/toast.js';
import { nameOf, withOverlaps } from '../../bookings/booking.rules.js';
import { changeByDrag, namedResourcesOf, type PlaceChange } from '../../bookings/booking-places.rules.js';
import { change, placeOf } from '../../bookings/change-booking.js';
import { moveVisitWith, putVisitBack, readVisit } from '../../bookings/change-visit.js';
import type { Booking, Live } from '../../bookings/live.js';
import { useWayToTell } from '../../bookings/tell.js';
import { messagesAbout, type WayToTell } from '../../bookings/tell.rules.js';
import type { MessageChoice } from '../../graphql/schema.types.js';
import { ServerError, sentencesOfError } from '../../graphql/server-error.js';
import { t } from '../../texts.js';
import type { Move } from './grid.js';
import { MoveQuestion } from './move-question.js';

interface Asked {
  booking: Booking;
  to: PlaceChange;
  move: Move;
  way: WayToTell | undefined;
  isOfVisit: boolean;
}

interface Moves {
  /** Moves a dragged booking, or asks before. */
  move: (moved: Move) => Promise<void>;
  /** The question about the booking that was dragged. */
  question: ComponentChildren;
}

/**
 * Moves bookings that are dragged. Asks before if the person can get a message about it, and whether the whole visit moves
 * that the booking is part of. Puts back what is refused.
 */
export function useMoves(bookings: Live<Booking>, resources: readonly { id: number; title: string }[]): Moves {
  const [asked, setAsked] = useState<Asked>();
  const wayOf = useWayToTell();
  const show = (moved: readonly Booking[]): void => {
    for (const booking of moved) bookings.put(booking);
  };
  const apply = async ({ booking, to, move, way }: Asked, tells: boolean, movesVisit: boolean) => {
    const name = nameOf(booking);
    const messages = messagesAbout('modification', way, tells);
    try {
      const { moved, undo } = await (movesVisit
        ? moveVisitOf(booking, to, messages)
        : moveAlone(booking, to, messages));
      show(moved);
      const run = async () => {
        show(await undo());
        showDone(t.bookings.undone({ name }));
      };
      const own = moved.find(({ id }) => id === booking.id) ?? booking;
      const done = movesVisit ? t.bookings.visit.moved : t.calendar.moved({ name });
      showDone(withOverlaps(done, own), { label: t.bookings.undo, run });
    } catch (error) {
      move.revert();
      showError(new ServerError('REVERTED', `${t.calendar.wasPutBack({ name })} ${sentencesOfError(error).join(' ')}`));
    }
  };
  const move = async (moved: Move) => {
    const booking = bookings.items?.get(moved.id);
    if (!booking) return moved.revert();
    const to = changeByDrag(booking, moved);
    const way = wayOf(booking);
    // The other bookings have lengths and resources of their own.
    const isOfVisit = booking.visitId !== null && moved.startShift === moved.endShift;
    const question = { booking, to, move: moved, way, isOfVisit: isOfVisit && moved.startShift !== 0 };
    if (way || question.isOfVisit) setAsked(question);
    else await apply(question, false, false);
  };
  const question = asked && (
    <MoveQuestion
      {...asked}
      start={asked.to.input.bookedFrom}
      end={asked.to.input.bookedTo}
      resource={resources.find(({ id }) => id === asked.move.resourceId)?.title}
      onMove={async (tells, movesVisit) => {
        await apply(asked, tells, movesVisit);
        setAsked(undefined);
      }}
      onBack={() => {
        asked.move.revert();
        setAsked(undefined);
      }}
    />
  );
  return { move, question };
}

interface Moved {
  moved: readonly Booking[];
  undo: () => Promise<readonly Booking[]>;
}

async function moveAlone(booking: Booking, { input, resources }: PlaceChange, messages: MessageChoice): Promise<Moved> {
  const moved = await change(booking, input, { messages, resources });
  const before = { ignoreExternalBusy: true, messages, resources: namedResourcesOf(booking) };
  return { moved: [moved], undo: async () => [await change(moved, placeOf(booking), before)] };
}

async function moveVisitOf(
  booking: Booking,
  { input, resources }: PlaceChange,
  messages: MessageChoice,
): Promise<Moved> {
  const before = (await readVisit(booking.visitId ?? 0)).filter(({ active }) => active);
  const moved = await moveVisitWith({ booking, resources, ...input }, before, messages);
  return { moved, undo: () => putVisitBack(before, messages) };
}
