/** The body of an answer of Stripe to a request that it does not accept. */
export interface StripeRefusal {
  error: { type: 'invalid_request_error'; code?: string; param?: string; message: string };
}

type Check = (value: string, form: URLSearchParams) => boolean;

const any: Check = () => true;
const text: Check = (value) => value.length > 0 && value.length <= 5_000;
const wholeNumber = (value: string): boolean => /^\d{1,12}$/.test(value);
const bool: Check = (value) => value === 'true' || value === 'false';
const currency: Check = (value) => /^[a-z]{3}$/.test(value);
const url: Check = (value) => /^https?:\/\/\S+$/.test(value);
const oneOf =
  (...values: string[]): Check =>
  (value) =>
    values.includes(value);

/** A currency as Stripe counts it: twelve of it, the smallest amount, and that amount in its unit. */
interface CountedCurrency {
  ofTwelve: bigint;
  smallest: string;
  step: number;
}

/** Stripe documents these lists: https://docs.stripe.com/currencies, "Zero-decimal currencies", "Special cases", "Three-decimal currencies". */
const documented = new Map<string, CountedCurrency>([
  ...'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'
    .split(' ')
    .map((code) => [code, { ofTwelve: 12n, smallest: '1', step: 1 }] as const),
  // Without a minor unit, but counted in hundredths, for compatibility.
  ...['ISK', 'UGX'].map((code) => [code, { ofTwelve: 1_200n, smallest: '1.00', step: 100 }] as const),
  // The last digit must be 0.
  ...['BHD', 'JOD', 'KWD', 'OMR', 'TND'].map(
    (code) => [code, { ofTwelve: 12_000n, smallest: '0.010', step: 10 }] as const,
  ),
]);

/** Returns how Stripe counts a currency. */
export function countedByStripe(code: string): CountedCurrency {
  return documented.get(code) ?? { ofTwelve: 1_200n, smallest: '0.01', step: 1 };
}

const amountOf =
  (nameOfCurrency: string): Check =>
  (value, form) =>
    wholeNumber(value) &&
    Number(value) > 0 &&
    Number(value) % countedByStripe((form.get(nameOfCurrency) ?? '').toUpperCase()).step === 0;

const metadata = { 'metadata[*]': text };
const price = 'line_items[#][price_data]';

/** The parameters of https://docs.stripe.com/api/checkout/sessions/create. Those that this server does not send are accepted unchecked. */
const session: Readonly<Record<string, Check>> = {
  mode: oneOf('payment', 'setup', 'subscription'),
  success_url: url,
  cancel_url: url,
  currency,
  client_reference_id: (value) => value.length > 0 && value.length <= 200,
  customer: text,
  customer_email: (value) => /^\S+@\S+$/.test(value),
  customer_creation: oneOf('always', 'if_required'),
  'payment_method_types[#]': text,
  'line_items[#][quantity]': wholeNumber,
  'line_items[#][price]': text,
  [`${price}[currency]`]: currency,
  [`${price}[unit_amount]`]: amountOf('line_items[0][price_data][currency]'),
  [`${price}[product_data][name]`]: text,
  [`${price}[product_data][description]`]: text,
  ...metadata,
  'payment_intent_data[metadata][*]': text,
  'payment_intent_data[capture_method]': oneOf('automatic', 'automatic_async', 'manual'),
  'payment_intent_data[setup_future_usage]': oneOf('off_session', 'on_session'),
  'payment_intent_data[description]': text,
  'setup_intent_data[metadata][*]': text,
  'setup_intent_data[description]': text,
  ...Object.fromEntries(['expires_at', 'locale', 'submit_type', 'ui_mode', 'return_url'].map((name) => [name, any])),
};

/** The parameters of each path: https://docs.stripe.com/api. */
const parameters: readonly (readonly [path: RegExp, accepted: Readonly<Record<string, Check>>, required: string[]])[] =
  [
    [/^\/v1\/checkout\/sessions$/, session, ['mode', 'success_url']],
    [
      /^\/v1\/payment_intents$/,
      {
        ...{ amount: amountOf('currency'), currency, customer: text, payment_method: text, description: text },
        ...{ 'payment_method_types[#]': text, capture_method: oneOf('automatic', 'automatic_async', 'manual') },
        ...{
          confirm: bool,
          off_session: bool,
          return_url: url,
          setup_future_usage: oneOf('off_session', 'on_session'),
        },
        ...metadata,
      },
      ['amount', 'currency'],
    ],
    [/^\/v1\/payment_intents\/\w+\/capture$/, { amount_to_capture: wholeNumber, ...metadata }, []],
    [
      /^\/v1\/payment_intents\/\w+\/cancel$/,
      { cancellation_reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned') },
      [],
    ],
    [/^\/v1\/payment_methods\/\w+\/detach$/, {}, []],
    [
      /^\/v1\/refunds$/,
      {
        ...{ payment_intent: text, charge: text, amount: wholeNumber, ...metadata },
        reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
      },
      [],
    ],
  ];

/** Returns why Stripe does not accept the parameters of a request; undefined if it does. */
export function refusalOf(path: string, form: URLSearchParams): StripeRefusal | undefined {
  const [, accepted, required] = parameters.find(([of]) => of.test(path)) ?? [];
  if (!accepted || !required) return refused(`Unrecognized request URL (POST: ${path})`);
  for (const [name, value] of form) {
    const check = accepted[name.replace(/\[\d+\]/g, '[#]')] ?? accepted[name.replace(/\[[^[\]]{1,40}\]$/, '[*]')];
    if (!check) return refused(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
    if (!check(value, form)) return refused(`Invalid ${name}: ${value}`, name, 'parameter_invalid');
  }
  const missing = required.find((name) => !form.has(name));
  if (missing) return refused(`Missing required param: ${missing}.`, missing, 'parameter_missing');
  if (path === '/v1/checkout/sessions') return refusalOfSession(form);
  if (path === '/v1/payment_intents') return refusalOfIntent(form);
  return undefined;
}

function refusalOfSession(form: URLSearchParams): StripeRefusal | undefined {
  const mode = form.get('mode');
  const first = (prefix: string) => [...form.keys()].find((name) => name.startsWith(prefix));
  const items = first('line_items');
  if (mode === 'payment' && !items) return refused('line_items is required in payment mode', 'line_items');
  if (mode === 'setup' && items) return refused('You can not pass `line_items` in `setup` mode', 'line_items');
  const foreign = first(mode === 'setup' ? 'payment_intent_data' : 'setup_intent_data');
  if (foreign) return refused(`You can not pass \`${foreign}\` in \`${mode}\` mode`, foreign);
  if (mode === 'setup' && !form.has('currency') && !first('payment_method_types')) {
    return refused('`currency` is required in `setup` mode when `payment_method_types` is not set', 'currency');
  }
  if (form.has('customer') && form.has('customer_email')) {
    return refused('You may only specify one of these parameters: customer, customer_email.', 'customer');
  }
  return undefined;
}

function refusalOfIntent(form: URLSearchParams): StripeRefusal | undefined {
  const confirms = form.get('confirm') === 'true';
  if (form.has('off_session') && !confirms) return refused('`off_session` requires `confirm`', 'off_session');
  if (confirms && !form.has('payment_method')) return refused('You cannot confirm without a payment method', 'confirm');
  if (confirms && !form.has('return_url') && !form.has('payment_method_types[0]')) {
    return refused('This PaymentIntent may redirect your customer, so you must provide a `return_url`', 'return_url');
  }
  return undefined;
}

export function refused(message: string, param?: string, code?: string): StripeRefusal {
  return { error: { type: 'invalid_request_error', message, ...(param && { param }), ...(code && { code }) } };
}
