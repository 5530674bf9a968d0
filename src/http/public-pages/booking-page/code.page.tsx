import { randomUUID } from 'node:crypto';
import type { JSX } from 'preact';
import { createResendToken } from '../../../domain/booking/states/booking-state.rules.js';
import { Banner } from '../../../pages/design/banner.js';
import { notFound } from '../../../platform/errors.js';
import type { Hold, MadeBooking } from './api-answers.js';
import { BookingFacts } from './booking-facts.js';
import { ResendButton, WhereTheCodeIs } from './code-parts.js';
import { secondsUntil } from './dates.js';
import { doneUrl } from './done.page.js';
import { CodeField, Hidden, ProblemSummary, type Problems, type Values } from './fields.js';
import { type Frame, Page } from './frame.js';
import { idPattern, queryText, readForm, requireOwnForm } from './input.js';
import { noProblems, problemsOf, problemsOfAction } from './problems.js';
import { Steps } from './steps.js';
import { isSending, read, sendSecretView, type Visit } from './visit.js';
import { setVisitorCookie } from './visitor-cookie.js';

/** A booking that awaits its code, with the token that proves that the visitor made it. */
interface Opened {
  hold: Hold;
  token: string;
}

/** The URL of the page of the code. The token proves that the visitor made the booking. */
export function codeUrl({ frame, context }: Visit, { id }: Pick<MadeBooking, 'id'>): string {
  return frame.url('/bookings/verify', { id, token: createResendToken(context.account, id), key: randomUUID() });
}

/** @throws DomainError NOT_FOUND if the token is not that of the booking */
async function open(visit: Visit, id: string, token: string): Promise<Opened> {
  if (!idPattern.test(id)) throw notFound();
  const { hold } = await read<{ hold: Hold }>(visit, `/site/bookings/${id}/hold`, { resend_token: token });
  return { hold, token };
}

/** Renders the form for the code of a booking. */
export async function showCodeForm(visit: Visit): Promise<void> {
  const { request } = visit;
  const opened = await open(visit, queryText(request, 'id'), queryText(request, 'token'));
  const idempotencyKey = queryText(request, 'key') || randomUUID();
  sendCodeForm(visit, 200, opened, { idempotencyKey, isResent: queryText(request, 'resent') !== '' });
}

type Shown = Pick<CodePageProps, 'idempotencyKey'> & Partial<Pick<CodePageProps, 'isResent' | 'values' | 'problems'>>;

function sendCodeForm(visit: Visit, status: number, opened: Opened, shown: Shown): void {
  const { frame, context } = visit;
  const { verification_method: method } = opened.hold.booking;
  const isSent = method !== null && isSending(visit, method);
  const now = context.clock.now().getTime();
  const props = { isResent: false, values: {}, problems: noProblems, ...shown };
  sendSecretView(visit, status, <CodePage {...{ frame, ...opened, isSent, now, ...props }} />);
}

const names = ['id', 'token', 'idempotency_key'] as const;

/** Sends the code of a booking again. */
export async function resendCode(visit: Visit): Promise<void> {
  const { request, response, frame, context, api } = visit;
  const { id, token, idempotency_key: key } = await readForm(request, names);
  // Before the code is sent, so that a form that names another booking is not found.
  await open(visit, id, token);
  const answer = await api.change(context, 'POST', `/bookings/${id}/resend_code`, { body: { resend_token: token } });
  if (answer.isDone) {
    const query = { id, token, key: key || undefined, resent: 'yes' };
    response.redirect(303, frame.url('/bookings/verify', query));
    return;
  }
  // It was verified or has ended meanwhile, or the code was sent a moment ago.
  const { hold } = await open(visit, id, token);
  const isOver = 'state' in answer.errors;
  const problems = new Map([['', answer.status === 429 ? frame.texts.codeSentOften : frame.texts.notDone]]);
  const opened = { hold: { ...hold, is_over: hold.is_over || isOver }, token };
  sendCodeForm(visit, answer.status, opened, { idempotencyKey: key || randomUUID(), problems });
}

/** Verifies a booking by its code. */
export async function submitCode(visit: Visit): Promise<void> {
  const { request, response, frame, context, api, site } = visit;
  const isRemembered = site.my_bookings && site.remember_visitors;
  // A form of another site could sign the visitor in as somebody else.
  if (isRemembered) requireOwnForm(request);
  const { id, token, idempotency_key: key, ...values } = await readForm(request, [...names, 'verification_code']);
  if (!idPattern.test(id)) throw notFound();
  const answer = await api.change<{ booking: MadeBooking }>(context, 'PUT', `/site/bookings/${id}/verify_code`, {
    body: values,
    idempotencyKey: key || undefined,
  });
  if (answer.isDone) {
    if (isRemembered) await remember(visit, id, values);
    response.redirect(303, doneUrl(visit, answer.body.booking));
    return;
  }
  const { status, errors } = answer;
  const problems = status === 429 ? problemsOfAction(answer, frame.texts) : problemsOf(errors, frame);
  const opened = await open(visit, id, token);
  sendCodeForm(visit, status, opened, { idempotencyKey: key || randomUUID(), values, problems });
}

/** Starts the session of the visitor, whose address the code has proved. The booking is made whether that works. */
async function remember(visit: Visit, id: string, body: Record<string, string>): Promise<void> {
  const path = `/site/holds/${id}/session`;
  const { api, context } = visit;
  const answer = await api.change<{ visitor_session: { token: string } }>(context, 'POST', path, { body });
  if (answer.isDone) setVisitorCookie(visit, answer.body.visitor_session.token);
}

interface CodePageProps extends Opened {
  frame: Frame;
  /** Whether this server sends messages by the channel of the code. */
  isSent: boolean;
  /** On the clock of the account, in milliseconds since 1970. */
  now: number;
  values: Values;
  problems: Problems;
  /** Whether the code was just sent again. */
  isResent: boolean;
  /** The same whenever the form of a booking is shown, so that the right code has one answer, also after going back. */
  idempotencyKey: string;
}

/** The page with the form for the code of a booking. */
function CodePage(props: CodePageProps): JSX.Element {
  const { frame, hold } = props;
  const { texts, url } = frame;
  return (
    <Page frame={frame} title={texts.verify}>
      <Steps frame={frame} current="code" hasCode />
      <h1>{texts.verify}</h1>
      {hold.is_over ? (
        <>
          <p role="alert">{texts.codeOver}</p>
          <HeldBookings frame={frame} hold={hold} />
          <p>
            <a href={url('/')}>{texts.start}</a>
          </p>
        </>
      ) : (
        <>
          <CodeForm {...props} />
          <HeldBookings frame={frame} hold={hold} />
        </>
      )}
    </Page>
  );
}

/** The bookings that the code verifies, by time. */
function HeldBookings({ frame, hold: { booking, others } }: Pick<CodePageProps, 'frame' | 'hold'>): JSX.Element {
  const bookings = [booking, ...others].toSorted((a, b) => Date.parse(a.booked_from) - Date.parse(b.booked_from));
  return (
    <>
      {bookings.map((one) => (
        <BookingFacts key={one.id} frame={frame} booking={one} />
      ))}
    </>
  );
}

function CodeForm(props: CodePageProps): JSX.Element {
  const { frame, hold, token, now, values, problems, isSent, isResent, idempotencyKey } = props;
  const { texts, formats, url } = frame;
  const { id, expires_at: expiresAt, verification_method: method } = hold.booking;
  const channel = method ?? 'email';
  return (
    <form method="post" action={url('/bookings/verify')} noValidate data-once>
      <ProblemSummary frame={frame} problems={problems} />
      {isSent && isResent && (
        <Banner kind="good" isNew>
          {texts.codeResent}
        </Banner>
      )}
      <WhereTheCodeIs {...{ frame, isSent, channel }} recipient={hold.recipient} code={hold.code} />
      <Hidden values={{ id, token, idempotency_key: idempotencyKey }} />
      <CodeField {...{ frame, values, problems }} name="verification_code" />
      {expiresAt !== null && (
        <p class="hint" data-seconds={secondsUntil(expiresAt, now)}>
          {texts.codeExpires({ time: formats.time(expiresAt) })} <span role="timer" />
        </p>
      )}
      <p class="row">
        <button type="submit" class="button primary">
          {texts.confirm}
        </button>
        {isSent && <ResendButton {...{ frame, now }} at={hold.resendable_at} action={url('/bookings/verify/resend')} />}
      </p>
    </form>
  );
}
