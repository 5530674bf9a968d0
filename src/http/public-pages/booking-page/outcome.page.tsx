import { createHmac, randomUUID } from 'node:crypto';
import type { JSX } from 'preact';
import { createResendToken, toVerificationMethod } from '../../../domain/booking/states/booking-state.rules.js';
import { isSameSecret } from '../../../platform/digest.js';
import { notFound } from '../../../platform/errors.js';
import type { BookingState, MadeBooking, OwnBooking } from './api-answers.js';
import { CodeField, Hidden, ProblemSummary, type Problems, type Values } from './fields.js';
import { Facts, type Frame, Page } from './frame.js';
import { idPattern, parseTime, queryText, readForm } from './input.js';
import { PayBooking } from './pay.js';
import { noProblems, problemsOf, problemsOfAction } from './problems.js';
import { isSending, read, sendSecretView, sendView, type Visit } from './visit.js';

const states: readonly BookingState[] = ['confirmed', 'awaiting_confirmation', 'awaiting_payment'];
const maxTitle = 255;
const tokenPattern = /^\d{1,9}-[\w-]{22}$/;

/** Describes a booking for a URL. The proof shows that the server wrote it: a visitor could otherwise write any text. */
export function bookedOf({ context }: Visit, booking: MadeBooking): Booked {
  const { id, state, service, event, booked_from: from, booked_to: to } = booking;
  const booked = { id: String(id), title: (event?.title ?? service?.title ?? '').slice(0, maxTitle), from, to };
  return { ...booked, proof: proofOf(context, booked, state) };
}

function proofOf(
  { account }: Visit['context'],
  { id, title, from, to }: Omit<Booked, 'proof'>,
  state: BookingState,
): string {
  const text = JSON.stringify(['booked', id, title, from, to, state]);
  return createHmac('sha256', account.linkSecret).update(text).digest('base64url').slice(0, 22);
}

/** @throws DomainError NOT_FOUND if a part is missing, or was not written by the server for this state */
function toBooked(visit: Visit, { id, title, from, to, proof }: Booked, state: BookingState): Booked {
  const isComplete = idPattern.test(id) && parseTime(`${from}/${to}`) !== undefined;
  const isProven = isSameSecret(proof, proofOf(visit.context, { id, title, from, to }, state));
  if (!isComplete || !isProven) throw notFound();
  return { id, title, from, to, proof };
}

function bookedOfUrl(visit: Visit, state: BookingState): Booked {
  const of = (name: string): string => queryText(visit.request, name);
  const booked = { id: of('id'), title: of('title'), from: of('from'), to: of('to'), proof: of('proof') };
  return toBooked(visit, booked, state);
}

const methodOf = (text: string): 'email' | 'sms' => (text === 'sms' ? 'sms' : 'email');
const instantOf = (text: string): string | undefined => (Number.isNaN(Date.parse(text)) ? undefined : text);

/** Renders the form for the code of a booking. */
export function showVerification(visit: Visit): void {
  const { request } = visit;
  const booked = bookedOfUrl(visit, 'awaiting_verification');
  const method = methodOf(queryText(request, 'method'));
  const expiresAt = instantOf(queryText(request, 'expires_at'));
  const idempotencyKey = queryText(request, 'key') || randomUUID();
  const isResent = queryText(request, 'resent') === 'yes';
  sendVerification(visit, 200, {
    booked,
    method,
    expiresAt,
    values: {},
    problems: noProblems,
    idempotencyKey,
    isResent,
  });
}

function sendVerification(
  visit: Visit,
  status: number,
  props: Omit<VerifyProps, 'frame' | 'isOver' | 'isSent'> & { isOver?: boolean },
): void {
  const { expiresAt } = props;
  const hasPassed = expiresAt !== undefined && Date.parse(expiresAt) <= visit.context.clock.now().getTime();
  const isOver = props.isOver === true || hasPassed;
  const isSent = isSending(visit, props.method);
  sendView(visit, status, <VerifyPage {...{ frame: visit.frame, ...props, isOver, isSent }} />);
}

const heldNames = ['id', 'title', 'from', 'to', 'proof', 'method', 'expires_at', 'idempotency_key'] as const;

/** Sends the code of a booking again. The proof of the form shows that its sender made the booking. */
export async function resendCode(visit: Visit): Promise<void> {
  const { request, response, frame, context, api } = visit;
  const { idempotency_key: key, ...values } = await readForm(request, heldNames);
  const booked = toBooked(visit, values, 'awaiting_verification');
  const method = methodOf(values.method);
  const expiresAt = instantOf(values.expires_at);
  const token = createResendToken(context.account, Number(booked.id));
  const path = `/bookings/${booked.id}/resend_code`;
  const answer = await api.change(context, 'POST', path, { body: { resend_token: token } });
  if (answer.isDone) {
    const query = { ...booked, method, expires_at: expiresAt, key: key || undefined, resent: 'yes' };
    response.redirect(303, frame.url('/bookings/verify', query));
    return;
  }
  // It was verified or has ended meanwhile, or the code was sent a moment ago.
  const isOver = 'state' in answer.errors;
  const problems = new Map([['', answer.status === 429 ? frame.texts.codeSentOften : frame.texts.notDone]]);
  const idempotencyKey = key || randomUUID();
  const shown = { booked, method, expiresAt, values: {}, problems, idempotencyKey, isResent: false };
  sendVerification(visit, answer.status, { ...shown, isOver });
}

/** Verifies a booking by its code. */
export async function submitVerification(visit: Visit): Promise<void> {
  const { request, response, frame, context, api } = visit;
  const values = await readForm(request, [...heldNames, 'verification_code']);
  const booked = toBooked(visit, values, 'awaiting_verification');
  const { verification_code, idempotency_key } = values;
  const path = `/site/bookings/${booked.id}/verify_code`;
  const answer = await api.change<{ booking: MadeBooking }>(context, 'PUT', path, {
    body: { verification_code },
    idempotencyKey: idempotency_key || undefined,
  });
  if (answer.isDone) {
    response.redirect(303, doneUrl(visit, answer.body.booking));
    return;
  }
  const { status, errors } = answer;
  const problems = status === 429 ? problemsOfAction(answer, frame.texts) : problemsOf(errors, frame.texts);
  const expiresAt = instantOf(values.expires_at);
  const method = methodOf(values.method);
  const idempotencyKey = idempotency_key || randomUUID();
  sendVerification(visit, status, { booked, method, expiresAt, values, problems, idempotencyKey, isResent: false });
}

/** The URL of the page that shows what was booked, with the token of the booking's own page. */
export function doneUrl(visit: Visit, booking: MadeBooking): string {
  const { state, link } = booking;
  const token = link?.slice(link.lastIndexOf('/') + 1);
  return visit.frame.url('/bookings/done', { ...bookedOf(visit, booking), state, token });
}

/** Shows what was booked. @throws DomainError NOT_FOUND */
export async function showDone(visit: Visit): Promise<void> {
  const { request, frame } = visit;
  const state = states.find((known) => known === queryText(request, 'state'));
  if (!state) throw notFound();
  const booked = bookedOfUrl(visit, state);
  const token = queryText(request, 'token');
  const ownPath = tokenPattern.test(token) ? `/bookings/${token}` : undefined;
  const isUnpaid = state === 'awaiting_payment' && ownPath !== undefined;
  const unpaid = isUnpaid ? (await read<{ booking: OwnBooking }>(visit, ownPath)).booking : undefined;
  // Messages to people go where the account sends its codes.
  const channel = toVerificationMethod(visit.context.account);
  const isTold = channel !== undefined && isSending(visit, channel);
  const hasLink = isTold && visit.context.address !== '';
  sendSecretView(visit, 200, <DonePage {...{ frame, booked, state, ownPath, unpaid, isTold, hasLink }} />);
}

/** The booking as the pages after the form show it. */
interface Booked {
  id: string;
  title: string;
  from: string;
  to: string;
  /** Proves that the server wrote the rest: the pages show it as a booking. */
  proof: string;
}

interface VerifyProps {
  frame: Frame;
  booked: Booked;
  /** The channel by which the code was sent. */
  method: 'email' | 'sms';
  /** Whether this server sends messages by that channel. */
  isSent: boolean;
  /** When the hold ends. */
  expiresAt: string | undefined;
  /** Whether the hold has ended. */
  isOver: boolean;
  values: Values;
  problems: Problems;
  /** Whether the code was just sent again. */
  isResent: boolean;
  /** The same whenever the form of a booking is shown, so that the right code has one answer, also after going back. */
  idempotencyKey: string;
}

/** The page with the form for the code of a booking. */
function VerifyPage(props: VerifyProps): JSX.Element {
  const { frame, booked, isOver } = props;
  const { texts, url } = frame;
  return (
    <Page frame={frame} title={texts.verify}>
      <h1>{texts.verify}</h1>
      <BookedFacts frame={frame} booked={booked} />
      {isOver ? (
        <>
          <p role="alert">{texts.codeOver}</p>
          <p>
            <a href={url('/')}>{texts.start}</a>
          </p>
        </>
      ) : (
        <CodeForm {...props} />
      )}
    </Page>
  );
}

function CodeForm({
  frame,
  booked,
  method,
  isSent,
  expiresAt,
  values,
  problems,
  isResent,
  idempotencyKey,
}: VerifyProps): JSX.Element {
  const { texts, formats, url } = frame;
  return (
    <>
      <p>{isSent ? texts.codeSent[method] : texts.codeNotSent}</p>
      {isSent && isResent && <p role="status">{texts.codeResent}</p>}
      {expiresAt !== undefined && (
        <p data-until={expiresAt}>
          {texts.codeExpires(formats.time(expiresAt))} <span role="timer" />
        </p>
      )}
      <form method="post" action={url('/bookings/verify')} noValidate data-once>
        <ProblemSummary frame={frame} problems={problems} />
        <Hidden values={{ ...booked, method, expires_at: expiresAt, idempotency_key: idempotencyKey }} />
        <CodeField {...{ frame, values, problems }} name="verification_code" />
        <p class="row">
          <button type="submit" class="primary">
            {texts.confirm}
          </button>
          {isSent && (
            <button type="submit" formAction={url('/bookings/verify/resend')}>
              {texts.resendCode}
            </button>
          )}
        </p>
      </form>
    </>
  );
}

interface DoneProps {
  frame: Frame;
  booked: Booked;
  state: BookingState;
  /** The path of the page on which the booking can be changed. */
  ownPath: string | undefined;
  /** The booking, if it awaits its payment and has a page. */
  unpaid: OwnBooking | undefined;
  /** Whether the person gets messages about the booking. */
  isTold: boolean;
  /** Whether they have the link to the booking. */
  hasLink: boolean;
}

/** The last page of the flow. */
function DonePage({ frame, booked, state, ownPath, unpaid, isTold, hasLink }: DoneProps): JSX.Element {
  const { texts, url } = frame;
  return (
    <Page frame={frame} title={texts.states[state]}>
      <h1>{texts.states[state]}</h1>
      <BookedFacts frame={frame} booked={booked} />
      {isTold && state === 'awaiting_confirmation' && <p>{texts.awaitingConfirmation}</p>}
      {isTold && state === 'awaiting_payment' && <p>{texts.awaitingPayment}</p>}
      {unpaid && ownPath !== undefined && <PayBooking frame={frame} booking={unpaid} path={ownPath} />}
      {hasLink && <p>{texts.linkInMessage}</p>}
      <p class="row">
        {ownPath !== undefined && (
          <>
            <a class="button" href={url(ownPath)}>
              {texts.seeBooking}
            </a>
            <a class="button" href={url(`${ownPath}/booking.ics`)}>
              {texts.addToCalendar}
            </a>
          </>
        )}
        <a href={url('/')}>{texts.bookMore}</a>
      </p>
    </Page>
  );
}

function BookedFacts({ frame, booked }: { frame: Frame; booked: Booked }): JSX.Element {
  const { texts, formats } = frame;
  const { title, from, to } = booked;
  return (
    <Facts
      facts={[
        [texts.summary, title],
        [texts.time, formats.zonedPeriod(from, to)],
      ]}
    />
  );
}
