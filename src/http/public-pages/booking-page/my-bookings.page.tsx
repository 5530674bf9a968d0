import type { JSX } from 'preact';
import { isCodeShown } from '../../../domain/booking/public/public-booking.rules.js';
import { DomainError, notFound } from '../../../platform/errors.js';
import { textsIn } from '../../../texts/texts.js';
import type { VisitorPerson, WaitlistTicket } from './api-answers.js';
import { itemsText, parseItems } from './basket/wanted-items.js';
import { ResendButton, WhereTheCodeIs } from './code-parts.js';
import { CodeField, FormField, Hidden, ProblemSummary, type Problems, type Values } from './fields.js';
import { type Frame, Page } from './frame.js';
import { queryText, readForm, requireOwnForm } from './input.js';
import { type Mine, MyBookingsList, pageSize, type VisitorPackage } from './my-bookings.js';
import type { PlacedOrder } from './order.page.js';
import { noProblems, problemsOf } from './problems.js';
import { isSending, read, sendSecretView, type Visit } from './visit.js';
import { clearVisitorCookie, setVisitorCookie, visitorTokenOf, withVisitorToken } from './visitor-cookie.js';

interface VisitorSession {
  email: string | null;
  phone_number: string | null;
}

/** Shows what the visitor has, or the form for an address if the visitor has no session. */
export async function showMyBookings(visit: Visit): Promise<void> {
  requireMyBookings(visit);
  const token = visitorTokenOf(visit);
  const mine = token === undefined ? undefined : await readMine(withVisitorToken(visit, token));
  if (mine) return sendSecretView(visit, 200, <MyBookingsList frame={visit.frame} {...mine} />);
  const isSignedOut = queryText(visit.request, 'signed_out') !== '';
  if (token !== undefined) clearVisitorCookie(visit);
  const notice = isSignedOut ? 'signedOut' : token === undefined ? undefined : 'ended';
  sendAddressForm(visit, 200, { notice, values: { items: queryText(visit.request, 'items') } });
}

/** @throws DomainError NOT_FOUND if the account has turned it off */
function requireMyBookings({ site }: Visit): void {
  if (!site.my_bookings) throw notFound();
}

/** Reads a page of the bookings, and beside the upcoming ones all else. Returns undefined if the session has ended. */
async function readMine(visit: Visit): Promise<Mine | undefined> {
  const which = queryText(visit.request, 'which') === 'past' ? 'past' : 'upcoming';
  const page = pageOf(queryText(visit.request, 'page'));
  try {
    const { visitor_session: session } = await read<{ visitor_session: VisitorSession }>(visit, '/me/session');
    const { bookings, hasNext } = await readBookings(visit, which, page);
    const people = await read<{ person: VisitorPerson }[]>(visit, '/me/people');
    const address = session.email ?? session.phone_number ?? '';
    const own = people.flatMap(({ person }) => (person.is_own ? person.id : []));
    const listed = people.map(({ person }) => person);
    const common = {
      address,
      which,
      page,
      own,
      people: listed,
      ...{ bookings, hasNext },
    } as const;
    if (which === 'past' || page > 1) return { ...common, orders: [], packages: [], giftCards: [], waitlist: [] };
    const orders = await read<{ order: PlacedOrder }[]>(visit, '/me/orders');
    const giftCards = await read<{ gift_card: Mine['giftCards'][number] }[]>(visit, '/me/gift_cards');
    const packages = await read<{ package: VisitorPackage }[]>(visit, '/me/packages');
    const waitlist = await read<{ waitlist_ticket: WaitlistTicket }[]>(visit, '/me/waitlist');
    return {
      ...common,
      orders: orders.map(({ order }) => order),
      packages: packages.map((one) => one.package),
      giftCards: giftCards.map(({ gift_card }) => gift_card),
      waitlist: waitlist.map(({ waitlist_ticket }) => waitlist_ticket),
    };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'UNAUTHENTICATED') return undefined;
    throw error;
  }
}

/** Reads a page of bookings. A visit is whole on the page of its first booking, and left out of the next. */
async function readBookings(
  visit: Visit,
  which: Mine['which'],
  page: number,
): Promise<Pick<Mine, 'bookings' | 'hasNext'>> {
  const readPage = async (number: number): Promise<Mine['bookings']> => {
    const listed = await read<{ booking: Mine['bookings'][number] }[]>(visit, '/me/bookings', { which, page: number });
    return listed.map(({ booking }) => booking);
  };
  const listed = await readPage(page);
  const hasNext = listed.length === pageSize;
  const [before, after] = [page > 1 ? await readPage(page - 1) : [], hasNext ? await readPage(page + 1) : []];
  const visitsIn = (bookings: Mine['bookings']): ReadonlySet<number> =>
    new Set(bookings.flatMap(({ visit_id: id }) => id ?? []));
  const begun = visitsIn(before);
  const own = listed.filter(({ visit_id: id }) => !begun.has(id ?? 0));
  const started = visitsIn(own);
  return { bookings: [...own, ...after.filter(({ visit_id: id }) => started.has(id ?? 0))], hasNext };
}

const pageOf = (text: string): number => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1);

/** `items` is the basket to which the visitor returns. */
const addressNames = ['email', 'phone_number', 'items'] as const;

/** Sends a code to the address, and shows the form for it. */
export async function submitVisitorAddress(visit: Visit): Promise<void> {
  requireMyBookings(visit);
  requireOwnForm(visit.request);
  const { api, context, frame } = visit;
  const { repeated, ...values } = await readForm(visit.request, [...addressNames, 'repeated' as const]);
  if (values.email === '' && values.phone_number === '') {
    return sendAddressForm(visit, 400, { values, problems: new Map([['email', frame.texts.errors.blank]]) });
  }
  const answer = await api.change<{ visitor_code: RequestedCode }>(context, 'POST', '/me/code', {
    body: { visitor: values },
  });
  if (answer.isDone) return sendCodeForm(visit, 200, values, answer.body.visitor_code);
  const { status, errors } = answer;
  const problems = status === 429 ? tooMany(frame) : problemsOf(errors, frame);
  if (repeated !== '') sendCodeForm(visit, status, values, { resendable_at: null, code: null }, problems);
  else sendAddressForm(visit, status, { values, problems });
}

const tooMany = ({ texts }: Frame): Problems => new Map([['', texts.errors.tooMany]]);

/** Starts the session of a visitor who has the code. */
export async function submitVisitorCode(visit: Visit): Promise<void> {
  requireMyBookings(visit);
  requireOwnForm(visit.request);
  const { api, context, frame, response } = visit;
  const form = await readForm(visit.request, [...addressNames, 'code' as const, ...shownNames]);
  const { code, resendable_at: resendableAt, shown_code: shownCode, ...values } = form;
  const body = { visitor: values, code };
  const answer = await api.change<{ visitor_session: { token: string } }>(context, 'POST', '/me/session', { body });
  if (answer.isDone) {
    setVisitorCookie(visit, answer.body.visitor_session.token);
    const items = itemsText(parseItems(values.items));
    response.redirect(303, items === '' ? frame.url('/me') : frame.url('/visit', { items }));
    return;
  }
  const wrong = new Map([['code', textsIn(frame.wording).myBookings.wrongCode]]);
  const isTime = Number.isFinite(Date.parse(resendableAt));
  const shown = { resendable_at: isTime ? resendableAt : null, code: /^\d{6}$/.test(shownCode) ? shownCode : null };
  sendCodeForm(visit, answer.status, values, shown, answer.status === 429 ? tooMany(frame) : wrong);
}

/** Ends the session of the visitor. */
export async function signVisitorOut(visit: Visit): Promise<void> {
  requireMyBookings(visit);
  requireOwnForm(visit.request);
  const token = visitorTokenOf(visit);
  if (token !== undefined) {
    const { api, context } = withVisitorToken(visit, token);
    await api.change(context, 'POST', '/me/sign_out', {});
    clearVisitorCookie(visit);
  }
  visit.response.redirect(303, visit.frame.url('/me', { signed_out: 1 }));
}

interface AddressForm {
  values?: Values;
  problems?: Problems;
  notice?: 'ended' | 'signedOut' | undefined;
}

function sendAddressForm(visit: Visit, status: number, form: AddressForm): void {
  const canGetCode = (channel: 'email' | 'sms'): boolean =>
    isCodeShown(visit.context, channel) || isSending(visit, channel);
  const [hasSms, hasEmail] = [canGetCode('sms'), canGetCode('email')];
  const { values = {}, problems = noProblems, notice } = form;
  const props = { frame: visit.frame, hasSms, hasEmail, values, problems, notice };
  sendSecretView(visit, status, <AddressPage {...props} />);
}

interface AddressProps {
  frame: Frame;
  hasEmail: boolean;
  hasSms: boolean;
  values: Values;
  problems: Problems;
  notice: AddressForm['notice'];
}

/** The form for the address to which a code is sent. */
function AddressPage({ frame, hasEmail, hasSms, values, problems, notice }: AddressProps): JSX.Element {
  const { texts, url, wording } = frame;
  const mine = textsIn(wording).myBookings;
  return (
    <Page frame={frame} title={texts.myBookings}>
      <h1>{texts.myBookings}</h1>
      {notice !== undefined && <p role="status">{mine[notice]}</p>}
      {hasEmail ? (
        <form method="post" action={url('/me/code')} noValidate data-once>
          <p>{hasSms ? mine.intro.both : mine.intro.email}</p>
          <ProblemSummary frame={frame} problems={problems} />
          {values['items'] && <Hidden values={{ items: values['items'] }} />}
          <FormField
            {...{ frame, values, problems }}
            name="email"
            label={texts.email}
            type="email"
            autocomplete="email"
            maxLength={255}
            required={!hasSms}
          />
          {hasSms && (
            <FormField
              {...{ frame, values, problems }}
              name="phone_number"
              label={texts.phone}
              type="tel"
              autocomplete="tel"
              maxLength={50}
            />
          )}
          <button type="submit" class="button primary">
            {mine.send}
          </button>
        </form>
      ) : (
        <p>{mine.cannotSend}</p>
      )}
    </Page>
  );
}

/** A code that was requested, as the form for it shows it. */
interface RequestedCode {
  /** When the code can be sent again; null if it cannot any more. */
  resendable_at: string | null;
  /** The code, in a sandbox and in the demo. */
  code: string | null;
}

/** The form for the code keeps these, because its page has no address of its own. */
const shownNames = ['resendable_at', 'shown_code'] as const;

function sendCodeForm(
  visit: Visit,
  status: number,
  address: Values,
  requested: RequestedCode,
  problems: Problems = noProblems,
): void {
  const channel = address['email'] ? 'email' : 'sms';
  const isSent = isSending(visit, channel);
  const now = visit.context.serverClock.now().getTime();
  const props = { frame: visit.frame, address, channel, isSent, now, requested, problems } as const;
  sendSecretView(visit, status, <CodePage {...props} />);
}

interface CodeProps {
  frame: Frame;
  address: Values;
  channel: 'email' | 'sms';
  /** Whether messages reach people: those of a sandbox do not. */
  isSent: boolean;
  /** On the clock of the server, in milliseconds since 1970. */
  now: number;
  requested: RequestedCode;
  problems: Problems;
}

/** The form for the code. */
function CodePage({ frame, address, channel, isSent, now, requested, problems }: CodeProps): JSX.Element {
  const { texts, url, wording } = frame;
  const mine = textsIn(wording).myBookings;
  const recipient = address['email'] || address['phone_number'] || null;
  const kept = { resendable_at: requested.resendable_at ?? undefined, shown_code: requested.code ?? undefined };
  return (
    <Page frame={frame} title={texts.verify}>
      <h1>{texts.verify}</h1>
      <WhereTheCodeIs {...{ frame, isSent, channel, recipient }} code={requested.code} sentence={mine.sent} />
      <form method="post" action={url('/me/session')} noValidate data-once>
        <ProblemSummary frame={frame} problems={problems} />
        <Hidden values={{ ...address, ...kept }} />
        <CodeField {...{ frame, problems }} values={{}} name="code" />
        <p class="row">
          <button type="submit" class="button primary">
            {mine.show}
          </button>
          {(isSent || requested.code !== null) && (
            <ResendButton {...{ frame, now }} at={requested.resendable_at} action={url('/me/code')} name="repeated" />
          )}
          <a href={url('/me')}>{mine.otherAddress}</a>
        </p>
      </form>
    </Page>
  );
}
