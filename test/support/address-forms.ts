import { csrfTokenOf } from '../../src/http/request-authentication.js';

/** An account whose addresses a test uses. */
export interface AddressedAccount {
  id: number;
  subdomain: string;
  apiKey: string;
}

/** One way in which the address of a request names its account. */
export interface AddressForm {
  name: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** The status of the cell that has the account. */
  status: number;
}

export const siteDomain = 'sites.example.org';

const secret = 'x'.repeat(43);
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };
const ownPage = { ...json, 'sec-fetch-site': 'same-origin' };
const page = { accept: 'text/html' };

/** Returns requests that name the account in every form of the guide "Operate at scale". None of them writes anything. */
export function addressForms({ id, subdomain, apiKey }: AddressedAccount): AddressForm[] {
  const authorization = `Bearer ${apiKey}`;
  const key = { authorization, 'user-agent': 'tests' };
  const basic = { ...key, authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` };
  const cookie = `a=b; booking_session=bk_${id}_${secret}`;
  const credentials = JSON.stringify({ subdomain, email: 'nobody@example.org', password: 'wrong password' });
  const query = encodeURIComponent('{ account { id } }');
  return [
    { name: 'key, REST', method: 'GET', path: '/api/v1/client', headers: key, status: 200 },
    { name: 'key, REST by Basic', method: 'GET', path: '/api/v1/client', headers: basic, status: 200 },
    {
      name: 'wrong key, REST',
      method: 'GET',
      path: '/api/v1/client',
      headers: { ...key, authorization: `Bearer bk_${id}_${secret}` },
      status: 401,
    },
    { name: 'key, GraphQL', method: 'GET', path: `/graphql?query=${query}`, headers: key, status: 200 },
    { name: 'key, event stream', method: 'GET', path: `/graphql/stream?query=${query}`, headers: key, status: 200 },
    {
      name: 'key, agents',
      method: 'POST',
      path: '/mcp',
      headers: { ...key, ...json, accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      status: 200,
    },
    { name: 'key, end of a session', method: 'DELETE', path: '/session', headers: key, status: 403 },
    { name: 'cookie, session', method: 'GET', path: '/dashboard/session', headers: { cookie }, status: 401 },
    {
      name: 'cookie over HTTPS, session',
      method: 'GET',
      path: '/dashboard/session',
      headers: { cookie: cookie.replace('booking', '__Host-booking'), 'x-forwarded-proto': 'https' },
      status: 401,
    },
    {
      name: 'cookie, GraphQL',
      method: 'GET',
      path: `/graphql?query=${query}`,
      headers: {
        cookie,
        ...ownPage,
        'x-csrf-token': csrfTokenOf(`bk_${id}_${secret}`),
        'apollo-require-preflight': '1',
      },
      status: 401,
    },
    { name: 'path, public API', method: 'GET', path: `/sites/${subdomain}/client`, status: 200 },
    {
      name: 'path, public API in capitals',
      method: 'GET',
      path: `/sites/${subdomain.toUpperCase()}/client`,
      status: 200,
    },
    { name: 'path, booking page', method: 'GET', path: `/sites/${subdomain}/`, headers: page, status: 200 },
    {
      name: 'path, link of a booking',
      method: 'GET',
      path: `/sites/${subdomain}/bookings/1-${secret}`,
      headers: page,
      status: 404,
    },
    {
      name: 'host, public API',
      method: 'GET',
      path: '/client',
      headers: { host: `${subdomain}.${siteDomain}` },
      status: 200,
    },
    {
      name: 'host, booking page',
      method: 'GET',
      path: '/',
      headers: { ...page, host: `${subdomain}.${siteDomain}` },
      status: 200,
    },
    {
      name: 'path, payment notification',
      method: 'POST',
      path: `/payments/stripe/${subdomain}`,
      headers: json,
      body: '{}',
      status: 404,
    },
    { name: 'path, identity provider', method: 'GET', path: `/dashboard/sign-in/${subdomain}/provider`, status: 200 },
    { name: 'path, sign-in by a provider', method: 'GET', path: `/dashboard/sign-in/${subdomain}`, status: 401 },
    {
      name: 'parameter, answer of a provider',
      method: 'GET',
      path: `/dashboard/sign-in?account=${subdomain}`,
      headers: { cookie: `booking_sign_in=${id}-x` },
      status: 401,
    },
    { name: 'token, calendar', method: 'GET', path: `/calendars/${id}-${secret}.ics`, status: 404 },
    { name: 'token, password', method: 'GET', path: `/password/${id}-${secret}`, status: 404 },
    {
      name: 'token, chosen password',
      method: 'POST',
      path: `/password/${id}-${secret}`,
      headers: form,
      body: 'password=x',
      status: 404,
    },
    { name: 'token, verification', method: 'GET', path: `/verify/${id}-1-${secret}`, status: 404 },
    {
      name: 'token, verified',
      method: 'POST',
      path: `/verify/${id}-1-${secret}`,
      headers: form,
      body: '',
      status: 404,
    },
    { name: 'path, logo', method: 'GET', path: `/logos/${id}/${'0'.repeat(64)}`, status: 404 },
    {
      name: 'parameter, session',
      method: 'POST',
      path: `/session?account=${subdomain}`,
      headers: json,
      body: credentials,
      status: 401,
    },
    {
      name: 'parameter, dashboard',
      method: 'POST',
      path: `/dashboard/session?account=${subdomain}`,
      headers: ownPage,
      body: credentials,
      status: 401,
    },
    {
      name: 'parameter, challenge for a passkey',
      method: 'POST',
      path: `/dashboard/session/passkey?account=${subdomain}`,
      headers: ownPage,
      body: credentials,
      status: 200,
    },
    {
      name: 'parameter, password link',
      method: 'POST',
      path: `/dashboard/password?account=${subdomain}`,
      headers: ownPage,
      body: credentials,
      status: 200,
    },
  ];
}
