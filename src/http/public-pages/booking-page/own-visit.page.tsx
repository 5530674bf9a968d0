import type { JSX } from 'preact';
import type { LinkedBooking } from './api-answers.js';
import { BookingFacts, titleOf } from './booking-facts.js';
import { ProblemSummary, type Problems } from './fields.js';
import { type Frame, Page } from './frame.js';
import { requireOwnForm } from './input.js';
import { personLabel } from './my-bookings.js';
import { Period } from './own-zone.js';
import { noProblems, problemsOfAction } from './problems.js';
import { TogetherLinks } from './together-links.js';
import { read, sendSecretView, type Visit } from './visit.js';

interface VisitProps {
  frame: Frame;
  /** The path of the page of the booking that was opened, with its secret token. */
  path: string;
  bookings: readonly LinkedBooking[];
}

/** Reads the visit of a booking. @param path of the booking's page, with its secret token */
export async function readOwnVisit(visit: Visit, path: string): Promise<readonly LinkedBooking[]> {
  return (await read<{ visit: { bookings: LinkedBooking[] } }>(visit, `/site${path}/visit`)).visit.bookings;
}

/** Renders the confirmation before all bookings of the visit of a link are cancelled. */
export async function showVisitCancellation(visit: Visit, token: string): Promise<void> {
  await sendCancellation(visit, 200, `/bookings/${encodeURIComponent(token)}`);
}

async function sendCancellation(visit: Visit, status: number, path: string, problems = noProblems): Promise<void> {
  const bookings = (await readOwnVisit(visit, path)).filter(({ active }) => active);
  const { frame } = visit;
  if (bookings.length === 0) visit.response.redirect(303, frame.url(path));
  else sendSecretView(visit, status, <CancelVisitPage {...{ frame, path, bookings, problems }} />);
}

/** Cancels all bookings of the visit of a link. */
export async function submitVisitCancellation(visit: Visit, token: string): Promise<void> {
  requireOwnForm(visit.request);
  const { frame, api, context, response } = visit;
  const path = `/bookings/${encodeURIComponent(token)}`;
  const answer = await api.change(context, 'POST', `${path}/visit/cancel`, {});
  if (answer.isDone) response.redirect(303, frame.url(path));
  else await sendCancellation(visit, answer.status, path, problemsOfAction(answer, frame.texts));
}

/** The bookings that were made together, each with a link to its page, and a link that cancels all. */
export function VisitBookings({ frame, path, bookings }: VisitProps): JSX.Element | null {
  const { texts, url } = frame;
  if (bookings.length < 2) return null;
  return (
    <section>
      <h2>{texts.visit}</h2>
      <ul>
        {bookings.map((booking) => (
          <li key={booking.id}>
            <a href={url(`/bookings/${booking.link_token}`)}>{titleOf(booking)}</a>{' '}
            <Period frame={frame} from={booking.booked_from} to={booking.booked_to} />
            {booking.booked_for_name && ` ${booking.booked_for_name}`}
            {booking.dependant && (
              <>
                {' '}
                <bdi>{personLabel(frame, booking.dependant)}</bdi>
              </>
            )}
            {!booking.active && ` (${texts.states[booking.state]})`}
          </li>
        ))}
      </ul>
      <TogetherLinks {...{ frame, path, bookings }} />
    </section>
  );
}

/** The confirmation before all bookings are cancelled. */
function CancelVisitPage({ frame, path, bookings, problems }: VisitProps & { problems: Problems }): JSX.Element {
  const { texts, url } = frame;
  return (
    <Page frame={frame} title={texts.cancelAll}>
      <h1>{texts.cancelAllQuestion}</h1>
      <ProblemSummary frame={frame} problems={problems} />
      {bookings.map((booking) => (
        <BookingFacts key={booking.id} frame={frame} booking={booking} />
      ))}
      <form method="post" action={url(`${path}/visit/cancel`)} class="row" data-once>
        <button type="submit" class="button primary">
          {texts.cancelAllYes}
        </button>
        <a href={url(path)}>{texts.cancelAllNo}</a>
      </form>
    </Page>
  );
}
