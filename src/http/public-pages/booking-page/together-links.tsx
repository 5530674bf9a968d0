import type { JSX } from 'preact';
import type { OwnBooking } from './api-answers.js';
import type { Frame } from './frame.js';

interface TogetherProps {
  frame: Frame;
  /** The path of the page of one of the bookings, with its secret token. */
  path: string;
  bookings: readonly OwnBooking[];
}

/** The links that move and cancel all bookings of a visit that can be changed, if there are several. */
export function TogetherLinks({ frame: { texts, url }, path, bookings }: TogetherProps): JSX.Element | null {
  const active = bookings.filter((booking) => booking.active);
  if (active.length < 2 || !active.every(({ can_cancel }) => can_cancel)) return null;
  return (
    <p class="row">
      {active.every(({ can_move }) => can_move) && (
        <a class="button" href={`${url(`${path}/visit/move`)}#days`}>
          {texts.moveAll}
        </a>
      )}
      <a class="button" href={url(`${path}/visit/cancel`)}>
        {texts.cancelAll}
      </a>
    </p>
  );
}
