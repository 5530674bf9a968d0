import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decimalsOf } from '../../src/platform/currencies.js';

export const mollieKey = 'test_mollie_double';

interface MollieRequest {
  path: string;
  key: string;
  body: MollieBody;
}

type MollieBody = Readonly<Record<string, unknown>>;

interface Amount {
  currency: string;
  value: string;
}

interface Part {
  id: string;
  amount: Amount;
  status: string;
  metadata: unknown;
}

/** A payment as its API has it, with what belongs to it. */
interface MolliePayment {
  id: string;
  /** The key of the account. */
  account: string;
  status: 'open' | 'pending' | 'authorized' | 'paid' | 'canceled' | 'expired' | 'failed';
  amount: Amount;
  amountCaptured?: Amount;
  sequenceType: string;
  captureMode?: string;
  customerId?: string;
  mandateId?: string;
  metadata: unknown;
  redirectUrl: string;
  cancelUrl: string;
  webhookUrl: string;
  details?: object;
  captures: Part[];
  refunds: Part[];
}

/** A server that answers like the API of Mollie, as far as this server uses it. */
export interface MollieDouble extends AsyncDisposable {
  url: string;
  /** The received requests that change something, in order. */
  requests: MollieRequest[];
  /** The created payments, in order. */
  payments: MolliePayment[];
  /** The reason for which the bank fails charges of stored cards; undefined if it takes them. */
  failureReason: string | undefined;
  /** Whether the bank takes its time over charges of stored cards. */
  isSlow: boolean;
  /** The mandates that were revoked. */
  removedCards: Set<string>;
  losesAnswers: boolean;
  fail: ((response: ServerResponse) => void) | undefined;
  /** Lets the customer of a payment complete it. */
  complete: (payment: MolliePayment) => void;
  /** Forgets the keys of requests, as Mollie does after an hour. */
  forgetKeys: () => void;
}

interface Answer {
  status: number;
  body: object;
}

const created = (body: object): Answer => ({ status: 201, body });
const refuse = (detail: string, field?: string, status = 422): Answer => ({
  status,
  body: { status, title: 'Unprocessable Entity', detail, ...(field && { field }) },
});

/** The body parameters by path: https://docs.mollie.com/reference. Those that are a subset are what this server could send. */
const parameters: readonly (readonly [path: RegExp, names: string])[] = [
  [/^\/v2\/customers$/, 'name email locale metadata testmode'],
  [
    /^\/v2\/payments$/,
    'description amount redirectUrl cancelUrl webhookUrl lines billingAddress shippingAddress locale method issuer ' +
      'restrictPaymentMethodsToCountry metadata captureMode captureDelay applicationFee routing sequenceType mandateId ' +
      'customerId profileId dueDate storeCredentials testmode cardToken',
  ],
  [/^\/v2\/payments\/\w+\/captures$/, 'description amount metadata'],
  [/^\/v2\/payments\/\w+\/refunds$/, 'description amount metadata reverseRouting routingReversals testmode'],
  [/^\/v2\/payments\/\w+\/release-authorization$/, 'profileId testmode'],
];

/** https://docs.mollie.com/docs/multicurrency. */
const currencies =
  'AED AUD BGN BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY MXN MYR NOK NZD PHP PLN RON RUB SEK SGD THB TWD USD ZAR';

function readAmount(given: unknown): Amount | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { currency, value } = given as Partial<Record<keyof Amount, unknown>>;
  if (typeof currency !== 'string' || typeof value !== 'string') return undefined;
  if (!currencies.split(' ').includes(currency)) return undefined;
  const decimals = decimalsOf(currency);
  return new RegExp(`^\\d+${decimals > 0 ? `\\.\\d{${decimals}}` : ''}$`).test(value) ? { currency, value } : undefined;
}

const isUrl = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\/\S+$/.test(value);
const sum = (parts: readonly Part[]) =>
  parts
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .reduce((total, { amount }) => total + Number(amount.value), 0);
const idOf = (prefix: string) => `${prefix}_${Math.random().toString(36).slice(2, 12)}`;

/** Starts the double on a free port. It accepts webhooks of loopback addresses, which Mollie itself cannot reach. */
export async function startMollieDouble(): Promise<MollieDouble> {
  const answered = new Map<string, { request: string; answer: Answer }>();
  /** Customers, by the account. */
  const customers = new Map<string, string>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const send = ({ status, body }: Answer) =>
      void response.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify(body));
    const path = request.url ?? '';
    const key = String(request.headers['idempotency-key'] ?? '');
    const account = String(request.headers.authorization).replace('Bearer ', '');
    const body: MollieBody = text === '' ? {} : JSON.parse(text);
    if (request.method === 'POST') double.requests.push({ path, key, body });
    if (double.fail) return double.fail(response);
    if (!account.startsWith(mollieKey)) return send(refuse('failed to authenticate', undefined, 401));
    if (request.method === 'DELETE') return send(revoke(path, account));
    if (request.method === 'GET') return send(read(path, account));
    if (!/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(key)) {
      return send(refuse('The idempotency key should be a UUID v4', undefined, 400));
    }
    const known = answered.get(`${account} ${key}`);
    if (known) return send(known.request === path + text ? known.answer : refuse('The key was used', undefined, 400));
    const answer = act(path, account, body);
    answered.set(`${account} ${key}`, { request: path + text, answer });
    if (double.losesAnswers) response.destroy();
    else send(answer);
  });
  const find = (id: string, account: string) =>
    double.payments.find((payment) => payment.id === id && payment.account === account);
  function read(address: string, account: string): Answer {
    const [path = '', query] = address.split('?');
    const [, , kind, id = '', list] = path.split('/');
    if (kind === 'customers' && list === 'mandates') return readMandate(path, account);
    if (kind === 'customers') {
      const payments = double.payments.filter(({ customerId }) => customerId === id).toReversed();
      return { status: 200, body: { _embedded: { payments } } };
    }
    const payment = find(id, account);
    if (!payment) return refuse(`No payment exists with token ${id}.`, undefined, 404);
    const embedded = new URLSearchParams(query).getAll('embed').includes('refunds') ? payment.refunds : undefined;
    if (list === undefined) return { status: 200, body: { ...payment, _embedded: { refunds: embedded } } };
    const parts = list === 'captures' ? payment.captures : payment.refunds;
    return { status: 200, body: { _embedded: { [list]: parts.toReversed() } } };
  }
  /** A revoked mandate is gone: https://docs.mollie.com/reference/revoke-mandate. */
  function revoke(path: string, account: string): Answer {
    const found = readMandate(path, account);
    if (found.status !== 200) return found;
    double.removedCards.add(path.split('/').at(-1) ?? '');
    return { status: 204, body: {} };
  }
  function readMandate(path: string, account: string): Answer {
    const [, id, mandate] = /^\/v2\/customers\/(\w+)\/mandates\/(\w+)$/.exec(path) ?? [];
    const isKnown = double.payments.some(
      ({ customerId, mandateId }) => customerId === id && mandateId === mandate && customers.get(id ?? '') === account,
    );
    if (!mandate || !isKnown) return refuse('No mandate exists with that token.', undefined, 404);
    if (double.removedCards.has(mandate)) return refuse('The mandate is no longer available.', undefined, 410);
    return { status: 200, body: { resource: 'mandate', id: mandate, status: 'valid' } };
  }
  function act(path: string, account: string, body: MollieBody): Answer {
    const names = parameters.find(([of]) => of.test(path))?.[1].split(' ');
    if (!names) return refuse('No such endpoint', undefined, 404);
    const unknown = Object.keys(body).find((name) => !names.includes(name));
    if (unknown) return refuse(`Non-existent body parameter "${unknown}" for this API call.`, unknown);
    if (path === '/v2/customers') {
      const id = idOf('cst');
      customers.set(id, account);
      return created({ resource: 'customer', id });
    }
    if (path === '/v2/payments') return createPayment(account, body);
    const [, , , id = '', action] = path.split('/');
    const payment = find(id, account);
    if (!payment) return refuse(`No payment exists with token ${id}.`, undefined, 404);
    if (action === 'release-authorization') {
      if (payment.status !== 'authorized') return refuse('The payment is not authorized');
      payment.status = payment.captures.length > 0 ? 'paid' : 'canceled';
      return { status: 202, body: {} };
    }
    const amount = readAmount(body['amount']);
    if (amount?.currency !== payment.amount.currency) return refuse('The amount contains an invalid value', 'amount');
    const isCapture = action === 'captures';
    if (payment.status !== (isCapture ? 'authorized' : 'paid')) return refuse(`The payment is ${payment.status}`);
    const parts = isCapture ? payment.captures : payment.refunds;
    const most = Number((isCapture ? payment.amount : (payment.amountCaptured ?? payment.amount)).value);
    if (sum(parts) + Number(amount.value) > most) return refuse('The amount is higher than the maximum', 'amount');
    const part = { id: idOf(isCapture ? 'cpt' : 're'), amount, metadata: body['metadata'] };
    if (isCapture) Object.assign(payment, { status: 'paid', amountCaptured: amount });
    const made = { ...part, status: isCapture ? 'succeeded' : 'pending' };
    parts.push(made);
    return created(made);
  }
  function createPayment(account: string, body: MollieBody): Answer {
    const { description, metadata, redirectUrl, cancelUrl, webhookUrl, method, captureMode, customerId, mandateId } =
      body;
    const amount = readAmount(body['amount']);
    const sequenceType = body['sequenceType'] ?? 'oneoff';
    if (!amount) return refuse('The amount contains an invalid value', 'amount');
    if (!description) return refuse('The description is required', 'description');
    if (JSON.stringify(metadata).length > 1_024) return refuse('The metadata is too long', 'metadata');
    if (webhookUrl !== undefined && !isUrl(webhookUrl)) return refuse('The webhook URL is invalid', 'webhookUrl');
    if (cancelUrl !== undefined && !isUrl(cancelUrl)) return refuse('The cancel URL is invalid', 'cancelUrl');
    if (!['oneoff', 'first', 'recurring'].includes(String(sequenceType))) return refuse('is invalid', 'sequenceType');
    const isZero = Number(amount.value) === 0;
    if (isZero && (sequenceType !== 'first' || method !== 'creditcard')) {
      return refuse('The amount is lower than the minimum', 'amount');
    }
    if (captureMode === 'manual' && method !== 'creditcard') return refuse('is not supported', 'captureMode');
    if (sequenceType !== 'oneoff' && customers.get(String(customerId)) !== account) {
      return refuse('The customer id is invalid', 'customerId');
    }
    const isRecurring = sequenceType === 'recurring';
    if (!isRecurring && !isUrl(redirectUrl)) return refuse('The redirect URL is required', 'redirectUrl');
    const mandate = double.payments.find((first) => first.mandateId === mandateId && first.customerId === customerId);
    const isUsable = mandate?.status === 'paid' && !double.removedCards.has(String(mandateId));
    if (isRecurring && !isUsable) return refuse('No suitable mandates found', 'mandateId');
    const id = idOf('tr');
    const reason = double.failureReason;
    const payment: MolliePayment = {
      ...{ id, account, amount, metadata, sequenceType: String(sequenceType), captures: [], refunds: [] },
      status: isRecurring ? (reason ? 'failed' : double.isSlow ? 'pending' : 'paid') : 'open',
      ...(isRecurring && reason && { details: { failureReason: reason } }),
      ...(typeof captureMode === 'string' && { captureMode }),
      ...(typeof customerId === 'string' && { customerId }),
      ...(isRecurring && { mandateId: String(mandateId) }),
      ...{ redirectUrl: String(redirectUrl), cancelUrl: String(cancelUrl), webhookUrl: String(webhookUrl) },
    };
    double.payments.push(payment);
    const links = isRecurring ? {} : { checkout: { href: `${double.url}/pay/${id}`, type: 'text/html' } };
    return created({ ...payment, expiresAt: '2099-01-01T00:00:00+00:00', _links: links });
  }
  function complete(payment: MolliePayment): void {
    payment.status = payment.captureMode === 'manual' ? 'authorized' : 'paid';
    if (payment.sequenceType === 'first') payment.mandateId = `mdt_${payment.id.slice(3)}`;
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const double: MollieDouble = {
    url: `http://127.0.0.1:${port}`,
    ...{ requests: [], payments: [], failureReason: undefined, losesAnswers: false, fail: undefined, complete },
    ...{ removedCards: new Set(), isSlow: false },
    forgetKeys: () => answered.clear(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return double;
}
