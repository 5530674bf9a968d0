import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendRequest } from './send-request.js';

export const secretKey = 'sk_test_double';
export const webhookSecret = 'whsec_double';

interface StripeRequest {
  path: string | undefined;
  key: string | undefined;
  form: Record<string, string>;
}

interface Session {
  id: string;
  amount: number;
  currency: string;
  /** The address to which the customer returns. */
  successUrl: string;
  cancelUrl: string;
}

/** A server that answers like the API of Stripe, as far as this server uses it. */
export interface StripeDouble extends AsyncDisposable {
  url: string;
  /** The received requests, in order. */
  requests: StripeRequest[];
  /** The created sessions, in order. */
  sessions: Session[];
  /** Called when a customer pays on the page of a session, before the customer returns. */
  onPaid: ((session: Session) => Promise<unknown>) | undefined;
  /** The refunds that were made, in order, in the unit of Stripe. */
  refunds: { payment: string; amount: number }[];
  /** Whether requests are executed, but their answers lost. */
  losesAnswers: boolean;
  /** The handler that responds to requests instead of the double, if it is set. */
  fail: ((response: ServerResponse) => void) | undefined;
}

const send = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Starts the double on a free port. */
export async function startStripeDouble(): Promise<StripeDouble> {
  const answered = new Map<string, { form: string; body: object }>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { url: path, headers } = request;
    if (path?.startsWith('/pay/')) return servePage(request.method, path, response);
    const key = String(headers['idempotency-key'] ?? '');
    const form = Object.fromEntries(new URLSearchParams(text));
    double.requests.push({ path, key, form });
    if (double.fail) return double.fail(response);
    if (headers.authorization !== `Bearer ${secretKey}`) {
      return send(response, 401, { error: { message: 'Invalid API Key provided' } });
    }
    const known = answered.get(key);
    if (known) {
      const isSame = known.form === text;
      return send(response, isSame ? 200 : 400, isSame ? known.body : { error: { type: 'idempotency_error' } });
    }
    const body = path === '/v1/checkout/sessions' ? createSession(form) : refund(form);
    if (!body) return send(response, 400, { error: { message: 'Refund amount is greater than unrefunded amount' } });
    answered.set(key, { form: text, body });
    if (double.losesAnswers) response.destroy();
    else send(response, 200, body);
  });
  function createSession(form: Record<string, string>): object {
    const id = `cs_test_${double.sessions.length + 1}_${Math.random().toString(36).slice(2)}`;
    const amount = Number(form['line_items[0][price_data][unit_amount]']);
    const currency = form['line_items[0][price_data][currency]'] ?? '';
    const { success_url: successUrl = '', cancel_url: cancelUrl = '' } = form;
    double.sessions.push({ id, amount, currency, successUrl, cancelUrl });
    // As long as a real session.
    return { padding: 'x'.repeat(4_000), id, url: `${double.url}/pay/${id}`, expires_at: 4_000_000_000, metadata: {} };
  }
  function refund({ payment_intent: payment = '', amount }: Record<string, string>): object | undefined {
    const paid = double.sessions.find(({ id }) => payment === `pi_${id}`)?.amount ?? 0;
    const made = double.refunds.filter((other) => other.payment === payment);
    if (made.reduce((sum, other) => sum + other.amount, Number(amount)) > paid) return undefined;
    double.refunds.push({ payment, amount: Number(amount) });
    return { id: `re_${double.requests.length}_${payment}`, status: 'succeeded' };
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const double: StripeDouble = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    sessions: [],
    refunds: [],
    losesAnswers: false,
    onPaid: undefined,
    fail: undefined,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return double;
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

interface Notification {
  event: object | string;
  /** The time of the signature, in seconds. */
  time: number;
  secret?: string;
  /** A value that replaces the signature. */
  signature?: string;
}

/** Sends a signed notification to the account. */
export async function notify(
  origin: string,
  subdomain: string,
  { event, time, secret = webhookSecret, signature }: Notification,
): Promise<{ status: number; body: unknown }> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const hmac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': signature ?? `t=${time},v1=${'0'.repeat(64)},v1=${hmac}`,
  };
  const answer = await sendRequest(`${origin}/payments/stripe/${subdomain}`, { method: 'POST', headers, body });
  return { status: answer.status, body: JSON.parse(answer.text) };
}
