import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendRequest } from './send-request.js';
import { refusalOf, refused } from './stripe-parameters.js';

export const secretKey = 'sk_test_double';
export const webhookSecret = 'whsec_double';

interface StripeRequest {
  path: string | undefined;
  key: string | undefined;
  form: Record<string, string>;
}

interface Session {
  id: string;
  /** 0 for one that only stores a card. */
  amount: number;
  currency: string;
  mode: string;
  /** The address to which the customer returns. */
  successUrl: string;
  cancelUrl: string;
}

/** A PaymentIntent or a SetupIntent. */
interface Intent {
  id: string;
  amount: number;
  currency: string;
  status: 'requires_payment_method' | 'processing' | 'requires_capture' | 'succeeded' | 'canceled';
  isManual: boolean;
  /** The amount that is left to be captured. */
  amount_capturable: number;
  customer: string | null;
  payment_method: string | null;
}

interface Refund {
  id: string;
  payment: string;
  amount: number;
  key: string | null;
  status: 'succeeded' | 'failed' | 'canceled';
}

/** The answer of the bank to a charge of a stored card. */
type Bank = 'accepts' | 'declines' | 'wants the customer' | 'takes its time';

/** A server that answers like the API of Stripe, as far as this server uses it. */
export interface StripeDouble extends AsyncDisposable {
  url: string;
  /** The received requests that change something, in order. */
  requests: StripeRequest[];
  /** The created sessions, in order. */
  sessions: Session[];
  /** The intents by their identifiers. */
  intents: Map<string, Intent>;
  bank: Bank;
  /** Called when a customer pays on the page of a session, before the customer returns. */
  onPaid: ((session: Session) => Promise<unknown>) | undefined;
  /** The refunds that were made, in order, in the unit of Stripe. */
  refunds: Pick<Refund, 'payment' | 'amount'>[];
  /** The same by their identifiers. */
  refundsById: Map<string, Refund>;
  /** The cards that were removed from their customers. */
  removedCards: Set<string>;
  /** Whether requests are executed, but their answers lost. */
  losesAnswers: boolean;
  /** The handler that responds to requests instead of the double, if it is set. */
  fail: ((response: ServerResponse) => void) | undefined;
  /** Lets the customer of a session pay or give a card. @returns the event about it */
  complete: (session: Session) => object;
  /** Forgets everything that tests of before did. */
  reset: () => void;
}

interface Answer {
  status: number;
  body: object;
}

const send = (response: ServerResponse, { status, body }: Answer): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const done = (body: object): Answer => ({ status: 200, body });
const refuse = (message: string, param?: string, code?: string): Answer => ({
  status: 400,
  body: refused(message, param, code),
});

/** Starts the double on a free port. */
export async function startStripeDouble(): Promise<StripeDouble> {
  const answered = new Map<string, { request: string; answer: Answer }>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { url: path = '', headers } = request;
    if (path.startsWith('/pay/')) return servePage(request.method, path, response);
    const key = String(headers['idempotency-key'] ?? '');
    const form = new URLSearchParams(text);
    if (request.method === 'POST') double.requests.push({ path, key, form: Object.fromEntries(form) });
    if (double.fail) return double.fail(response);
    if (headers.authorization !== `Bearer ${secretKey}`) {
      return send(response, { status: 401, body: { error: { message: 'Invalid API Key provided' } } });
    }
    if (request.method === 'GET') {
      const id = path.split('/').at(-1) ?? '';
      if (path.startsWith('/v1/payment_methods/')) return send(response, done(cardOf(id)));
      const intent = double.intents.get(id);
      return send(response, intent ? done(intent) : { status: 404, body: refused('No such intent', 'intent') });
    }
    const known = answered.get(key);
    if (known) {
      const isSame = known.request === `${path} ${text}`;
      return send(response, isSame ? known.answer : { status: 400, body: { error: { type: 'idempotency_error' } } });
    }
    const refusal = refusalOf(path, form);
    const answer = refusal ? { status: 400, body: refusal } : act(path, form);
    // Stripe stores the answers of what it began to execute, also those of refused cards.
    if (answer.status !== 400) answered.set(key, { request: `${path} ${text}`, answer });
    if (double.losesAnswers) response.destroy();
    else send(response, answer);
  });
  function act(path: string, form: URLSearchParams): Answer {
    if (path === '/v1/checkout/sessions') return done(createSession(form));
    if (path === '/v1/payment_intents') return charge(form);
    if (path === '/v1/refunds') return refund(form);
    const [, , , id = '', action] = path.split('/');
    if (action === 'detach') {
      if (cardOf(id).customer === null) return refuse('The payment method is not attached to a customer');
      double.removedCards.add(id);
      return done(cardOf(id));
    }
    const intent = double.intents.get(id);
    if (!intent) return { status: 404, body: refused(`No such payment_intent: '${id}'`, 'intent', 'resource_missing') };
    if (intent.status !== 'requires_capture') {
      return refuse(`This PaymentIntent is ${intent.status}`, undefined, 'payment_intent_unexpected_state');
    }
    const captured = Number(form.get('amount_to_capture') ?? intent.amount);
    if (captured > intent.amount) return refuse('amount_to_capture is more than the amount', 'amount_to_capture');
    const isCapture = action === 'capture';
    Object.assign(intent, {
      status: isCapture ? 'succeeded' : 'canceled',
      amount: isCapture ? captured : intent.amount,
      amount_capturable: 0,
    });
    return done(intent);
  }
  function createSession(form: URLSearchParams): object {
    const id = `cs_test_${double.sessions.length + 1}_${Math.random().toString(36).slice(2)}`;
    const mode = form.get('mode') ?? '';
    const amount = Number(form.get('line_items[0][price_data][unit_amount]') ?? 0);
    const currency = form.get('line_items[0][price_data][currency]') ?? form.get('currency') ?? '';
    const successUrl = form.get('success_url') ?? '';
    const cancelUrl = form.get('cancel_url') ?? '';
    const saves = mode === 'setup' || form.has('payment_intent_data[setup_future_usage]');
    double.sessions.push({ id, amount, currency, mode, successUrl, cancelUrl });
    addIntent({
      ...{ id: `${mode === 'setup' ? 'seti' : 'pi'}_${id}`, amount, currency, status: 'processing' },
      isManual: form.get('payment_intent_data[capture_method]') === 'manual',
      customer: saves && form.get('customer_creation') === 'always' ? `cus_${id}` : null,
      payment_method: null,
    });
    // As long as a real session.
    return { padding: 'x'.repeat(4_000), id, url: `${double.url}/pay/${id}`, expires_at: 4_000_000_000, metadata: {} };
  }
  function addIntent(intent: Omit<Intent, 'amount_capturable'>): Intent {
    const added = { ...intent, amount_capturable: 0 };
    double.intents.set(intent.id, added);
    return added;
  }
  function cardOf(id: string) {
    const intent = [...double.intents.values()].find(({ payment_method }) => payment_method === id);
    return { id, customer: double.removedCards.has(id) ? null : (intent?.customer ?? null) };
  }
  function charge(form: URLSearchParams): Answer {
    const customer = form.get('customer');
    const card = form.get('payment_method');
    const isStored = [...double.intents.values()].some(
      (intent) => intent.payment_method === card && intent.customer === customer && intent.status === 'succeeded',
    );
    if (!isStored || double.removedCards.has(card ?? '')) {
      return refuse(`${card} does not belong to the Customer ${customer}`, 'payment_method');
    }
    if (double.bank === 'declines') return decline('card_declined');
    if (double.bank === 'wants the customer') return decline('authentication_required');
    return done(
      addIntent({
        ...{
          id: `pi_charge_${double.intents.size}`,
          amount: Number(form.get('amount')),
          currency: form.get('currency') ?? '',
        },
        ...{ isManual: false, customer, payment_method: card },
        status: double.bank === 'takes its time' ? 'processing' : 'succeeded',
      }),
    );
  }
  function refund(form: URLSearchParams): Answer {
    const payment = form.get('payment_intent') ?? '';
    const amount = Number(form.get('amount'));
    const paid = double.intents.get(payment)?.amount ?? 0;
    const made = [...double.refundsById.values()].filter(
      (other) => other.payment === payment && other.status === 'succeeded',
    );
    if (made.reduce((sum, other) => sum + other.amount, amount) > paid) {
      return refuse('Refund amount is greater than unrefunded amount', 'amount');
    }
    const id = `re_${double.requests.length}_${payment}`;
    double.refunds.push({ payment, amount });
    double.refundsById.set(id, { id, payment, amount, key: form.get('metadata[key]'), status: 'succeeded' });
    return done({ id, status: 'succeeded' });
  }
  /** The page on which a customer pays or goes back. */
  async function servePage(method: string | undefined, path: string, response: ServerResponse): Promise<void> {
    const session = double.sessions.find(({ id }) => path === `/pay/${id}`);
    if (!session) return void response.writeHead(404).end();
    if (method === 'POST') {
      await double.onPaid?.(session);
      return void response.writeHead(303, { location: session.successUrl }).end();
    }
    response
      .writeHead(200, { 'content-type': 'text/html', 'x-frame-options': 'DENY' })
      .end(`<!doctype html><html lang="en"><title>Provider</title><h1>Pay ${session.amount / 100} ${session.currency}</h1>
<form method="post"><button>Pay now</button></form><a href="${session.cancelUrl}">Go back</a>`);
  }
  function complete({ id, amount, currency, mode }: Session): object {
    const intent = double.intents.get(`${mode === 'setup' ? 'seti' : 'pi'}_${id}`);
    if (!intent) throw new Error('a session without an intent');
    const isHeld = intent.isManual;
    intent.status = isHeld ? 'requires_capture' : 'succeeded';
    intent.amount_capturable = isHeld ? amount : 0;
    intent.payment_method = `pm_${id}`;
    const { customer } = intent;
    const none = { amount_total: null, payment_intent: null, payment_status: 'no_payment_required' };
    const ofMode = mode === 'setup' ? { ...none, setup_intent: intent.id } : isHeld && { payment_status: 'unpaid' };
    return paidEvent({ id, amount, currency }, { customer, ...ofMode });
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const double: StripeDouble = {
    url: `http://127.0.0.1:${port}`,
    ...{ requests: [], sessions: [], refunds: [], intents: new Map() },
    ...{ removedCards: new Set(), refundsById: new Map() },
    ...{ bank: 'accepts', losesAnswers: false, onPaid: undefined, fail: undefined, complete },
    reset: () => {
      for (const list of [double.requests, double.sessions, double.refunds]) list.length = 0;
      Object.assign(double, { bank: 'accepts', losesAnswers: false, onPaid: undefined, fail: undefined });
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return double;
}

/** The answer about a card that the bank refuses. */
function decline(code: 'card_declined' | 'authentication_required'): Answer {
  return { status: 402, body: { error: { type: 'card_error', code, message: 'Your card was declined.' } } };
}

/** The event of a paid session. */
export const paidEvent = (
  { id, amount, currency }: Pick<Session, 'id' | 'amount' | 'currency'>,
  more: object = {},
) => ({
  id: `evt_${id}`,
  type: 'checkout.session.completed',
  data: {
    object: {
      ...{ id, currency, amount_total: amount, payment_status: 'paid', payment_intent: `pi_${id}` },
      ...more,
    },
  },
});

/**
 * Lets the refund that was made last fail, or be cancelled.
 *
 * @param of the payment that is paid back; any if undefined
 * @returns the event about it
 */
export function failRefund({ refundsById }: StripeDouble, status: 'failed' | 'canceled', of?: string): object {
  const refund = [...refundsById.values()].findLast(
    (made) => made.status === 'succeeded' && (of === undefined || made.payment === of),
  );
  if (!refund) throw new Error('no refund');
  refund.status = status;
  const { id, amount, payment, key } = refund;
  const object = { id, object: 'refund', amount, payment_intent: payment, status, metadata: key ? { key } : {} };
  return {
    id: `evt_${status}_${id}`,
    type: status === 'failed' ? 'refund.failed' : 'refund.updated',
    data: { object },
  };
}

interface Notification {
  event: object | string;
  /** The time of the signature, in seconds. */
  time: number;
  secret?: string;
  /** A value that replaces the signature. */
  signature?: string;
}

/** The body and the headers of a notification that is signed at a time in seconds. */
export function signed(body: string, time: number, secret = webhookSecret) {
  const hmac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const headers = { 'stripe-signature': `t=${time},v1=${'0'.repeat(64)},v1=${hmac}` };
  return { body, headers };
}

/** Sends a signed notification to the account. */
export async function notify(
  origin: string,
  subdomain: string,
  { event, time, secret = webhookSecret, signature }: Notification,
): Promise<{ status: number; body: unknown }> {
  const { body, headers } = signed(typeof event === 'string' ? event : JSON.stringify(event), time, secret);
  const answer = await sendRequest(`${origin}/payments/stripe/${subdomain}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...headers,
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
    body,
  });
  return { status: answer.status, body: JSON.parse(answer.text) };
}
