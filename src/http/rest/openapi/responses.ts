import type { Operation } from '../../../graphql/operations.js';
import { exportTypes, type FileFormat, fileTypes, isFileFormat } from '../export/formats.js';
import type { Problem } from '../problem.js';
import { problemDetails, problemType } from '../problem-details.js';
import type { ResponseShape, Route } from '../route.js';
import { parameterNames } from '../router.js';
import type { Components, ReferenceObject, Schema } from './components.js';
import { exampleOf, sharedExample } from './examples.js';
import { responseSchema } from './response-schema.js';
import { inWords, pascalCase } from './wording.js';

const reference = (section: string, name: string): ReferenceObject => ({ $ref: `#/components/${section}/${name}` });

/** The responses of a route by status (spec, Errors). The public API has no keys, so no 402 and 403, and a 401 only where it needs a session. */
export function responsesOf(
  route: Route,
  operation: Operation,
  isPublic: boolean,
  components: Components,
): Record<string, ReferenceObject> {
  const { method, path, response, mayBeMissing = false, hasExpectedPrice = false } = route;
  const hasSession = route.requiresSession === true || route.acceptsSession === true;
  const isConditionalRead = response.kind === 'object' && method === 'GET';
  return {
    200: success(route, operation, components),
    ...errorResponses(
      ...(isConditionalRead ? (['NotModified'] as const) : []),
      'Invalid',
      ...(hasSession ? (['Unauthenticated'] as const) : []),
      ...(isPublic ? [] : (['Unauthenticated', 'Suspended', 'Forbidden'] as const)),
      ...(parameterNames(path).length > 0 || mayBeMissing ? (['NotFound'] as const) : []),
      ...(hasExpectedPrice ? (['PriceConflict'] as const) : []),
      ...(method === 'GET' ? [] : (['PreconditionFailed'] as const)),
      ...(method !== 'GET' && isPublic ? (['UnsupportedMediaType'] as const) : []),
      ...alwaysPossible,
    ),
  };
}

const statuses = {
  NotModified: '304',
  Invalid: '400',
  Unauthenticated: '401',
  Suspended: '402',
  Forbidden: '403',
  NotFound: '404',
  PriceConflict: '409',
  PreconditionFailed: '412',
  UnsupportedMediaType: '415',
  RateLimited: '429',
  Unavailable: '503',
  SystemError: '5XX',
} as const;

type ErrorResponse = keyof typeof statuses;

/** Errors that every request can cause. */
export const alwaysPossible = ['RateLimited', 'Unavailable', 'SystemError'] as const satisfies ErrorResponse[];

/** Returns references to shared responses by status. */
export function errorResponses(...names: readonly ErrorResponse[]): Record<string, ReferenceObject> {
  return Object.fromEntries(names.map((name) => [statuses[name], reference('responses', name)]));
}

/** Named after its content, or after the operation if another response has that name. */
function success(
  { response, exportedBy, files }: Route,
  operation: Operation,
  components: Components,
): ReferenceObject {
  const schema = responseSchema(operation, response, components);
  const isPage = response.kind === 'list' && response.pageSize !== undefined;
  const suffix = response.kind === 'object' ? '' : isPage ? 'Page' : 'List';
  const names = [pascalCase(response.wrapper) + suffix, `${operation.name}Answer`] as const;
  const examples = sharedExample(names, exampleOf(schema, components), components);
  return components.share('responses', names, {
    description:
      describe(response) + (exportedBy === undefined ? '' : exportNote) + (files ? fileNote(Object.keys(files)) : ''),
    headers: {
      ...(response.kind === 'object' && { ETag: reference('headers', 'ETag') }),
      ...(isPage && pageHeaders),
      ...limitHeaders,
    },
    content: {
      'application/json': { schema, examples },
      ...(exportedBy !== undefined && lists),
      ...(files && filesOf(files)),
    },
  });
}

const exportNote =
  ' By `Accept`, or with `.csv` or `.xlsx` after the path, the items of all pages as a file: one row for each, below a row with the names of the columns.';

const fileNote = (formats: readonly string[]): string =>
  ` By \`Accept\`, or with ${formats.map((format) => `\`.${format}\``).join(' or ')} after the path, as a file.`;

/** An object as a file. */
const filesOf = (files: NonNullable<Route['files']>) =>
  Object.fromEntries(
    Object.keys(files)
      .filter(isFileFormat)
      .map((format) => [fileTypes[format], fileContents[format]]),
  );

const fileContents = {
  pdf: { schema: { type: 'string', format: 'binary' }, example: '%PDF-1.7 …' },
  xml: { schema: { type: 'string' }, example: '<?xml version="1.0" encoding="UTF-8"?> …' },
} satisfies Record<FileFormat, object>;

/** A list as a file. */
const lists = {
  [exportTypes.csv]: { schema: { type: 'string' }, example: '"id","title"\r\n1,"Massage"\r\n' },
  [exportTypes.xlsx]: { schema: { type: 'string', format: 'binary' }, example: 'PK…' },
};

function describe(response: ResponseShape): string {
  const words = inWords(response.wrapper);
  if (response.kind === 'object') return `The ${words}.`;
  const item = `each under \`${response.wrapper}\``;
  return response.pageSize === undefined
    ? `All items, ${item}.`
    : `A page of at most ${response.pageSize} items, ${item}.`;
}

const referencesTo = (...names: readonly string[]): Record<string, ReferenceObject> =>
  Object.fromEntries(names.map((name) => [name, reference('headers', name)]));

const pageHeaders = referencesTo('Link', 'Current-Page', 'Page-Items', 'Total-Count', 'Total-Pages');

/** Every response has them. */
const limitHeaders = referencesTo('RateLimit-Policy', 'RateLimit');

const count = (description: string, minimum: number, example: number) => ({
  description,
  required: true,
  schema: { type: 'integer', minimum },
  example,
});

/** Response headers. */
export const headers = {
  ETag: {
    description: 'The version of the object, for `If-Match` and `If-None-Match`.',
    schema: { type: 'string' },
    required: true,
  },
  Link: {
    description:
      'URLs of other pages (RFC 8288): `first` and `last`, and `prev` and `next` if they exist. They keep the other parameters of the URL. Relative if the address of the server is unknown. The header has at most 2,000 characters: of a longer query it has only some of the links, or is left out. `Current-Page` and `Total-Pages` always say whether there is a next page.',
    required: false,
    schema: { type: 'string' },
    example:
      '<https://example.org/api/v1/bookings?page=1>; rel="first", <https://example.org/api/v1/bookings?page=3>; rel="last"',
  },
  'Current-Page': count('The number of this page, from 1.', 1, 1),
  'Page-Items': count('The number of items on a full page.', 1, 50),
  'Total-Count': count('The number of items on all pages.', 0, 120),
  'Total-Pages': count('The number of pages.', 1, 3),
  'WWW-Authenticate': {
    description: 'The accepted schemes.',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer realm="booking", Basic realm="booking", charset="UTF-8"',
  },
  'Retry-After': count('Seconds until the next attempt.', 1, 12),
  'RateLimit-Policy': {
    description:
      'The limits of requests (draft-ietf-httpapi-ratelimit-headers): `address` permits a client address `q` requests in `w` seconds, unless the operator has turned it off, and `account` permits the account `q` concurrent requests in one process.',
    required: true,
    schema: { type: 'string' },
    example: '"address";q=80;w=20, "account";q=32;qu="concurrent-requests"',
  },
  RateLimit: {
    description:
      'The rest of a limit: `r` requests, until it begins again in `t` seconds. With 429, the limit that was exceeded, with `r=0`.',
    schema: { type: 'string' },
    example: '"address";r=79;t=20',
  },
};

const errorSchemas = {
  Errors: {
    type: 'object',
    description:
      'Messages by the name of the attribute or parameter, nested like the objects in the request. Errors of the request as a whole are under `base`.',
    minProperties: 1,
    additionalProperties: {
      anyOf: [{ type: 'array', items: { type: 'string' } }, { $ref: '#/components/schemas/Errors' }],
    },
  },
  Problem: {
    type: 'object',
    properties: {
      error: {
        type: 'object',
        properties: { description: { type: 'string' } },
        required: ['description'],
        additionalProperties: false,
      },
    },
    required: ['error'],
    additionalProperties: false,
  },
  PriceProblem: {
    type: 'object',
    properties: {
      error: {
        type: 'object',
        properties: { description: { type: 'string' } },
        required: ['description'],
        additionalProperties: false,
      },
      price: { type: 'string', description: 'The price that the booking has.' },
      item: { type: 'string', description: 'Of a visit: the place of the booking, such as `items[1]`.' },
    },
    required: ['error', 'price'],
    additionalProperties: false,
  },
  SystemError: {
    type: 'object',
    properties: { error: { type: 'string' } },
    required: ['error'],
    additionalProperties: false,
  },
  ProblemDetails: {
    type: 'object',
    description:
      'An error in the form of RFC 9457, for a client that names `application/problem+json` in `Accept` and not JSON before it.',
    properties: {
      type: { type: 'string', description: 'URL of the status in the guide.' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      errors: { $ref: '#/components/schemas/Errors', description: 'With status 400.' },
    },
    required: ['type', 'title', 'status', 'detail'],
    additionalProperties: true,
  },
} as const satisfies Record<string, Schema>;

const withBody = (
  status: ErrorResponse,
  description: string,
  schema: keyof typeof errorSchemas,
  body: Problem['body'],
) => ({
  description,
  content: {
    'application/json': { schema: reference('schemas', schema), example: body },
    [problemType]: {
      schema: reference('schemas', 'ProblemDetails'),
      example: problemDetails({ status: Number(statuses[status].replace('XX', '00')), body }, 'https://example.org'),
    },
  },
});
const problem = (status: ErrorResponse, description: string, message: string) =>
  withBody(status, description, 'Problem', { error: { description: message } });

const sharedResponses: Record<ErrorResponse, { headers?: Record<string, ReferenceObject>; [part: string]: unknown }> = {
  NotModified: {
    description: 'The object has not changed since `If-None-Match`.',
    headers: { ETag: reference('headers', 'ETag') },
  },
  Invalid: withBody('Invalid', 'The input is invalid.', 'Errors', {
    booked_to: ['must be after booked_from'],
    person: ['is invalid'],
    person_attributes: { email: ['is invalid'] },
  }),
  Unauthenticated: {
    ...problem(
      'Unauthenticated',
      'The key is missing or invalid, or the API of the account is disabled.',
      'The API key is not valid',
    ),
    headers: { 'WWW-Authenticate': reference('headers', 'WWW-Authenticate') },
  },
  Suspended: problem(
    'Suspended',
    'The account is suspended because of an unpaid bill.',
    'The account is suspended for an unpaid bill',
  ),
  Forbidden: problem('Forbidden', 'The role of the key does not permit the request.', 'Not permitted'),
  NotFound: problem('NotFound', 'The object does not exist.', 'Not found'),
  PriceConflict: withBody('PriceConflict', 'The price is not `expected_price`. Nothing was booked.', 'PriceProblem', {
    error: { description: 'The price is 900.0' },
    price: '900.0',
  }),
  PreconditionFailed: problem(
    'PreconditionFailed',
    'The object has changed since `If-Match`.',
    'The object has changed',
  ),
  UnsupportedMediaType: problem(
    'UnsupportedMediaType',
    'The body has a `Content-Encoding`. Only requests with a key may send compressed bodies.',
    'The body must not have a Content-Encoding',
  ),
  RateLimited: {
    ...problem(
      'RateLimited',
      'The client address has sent too many requests.',
      'Rate limit exceeded, retry in 12 seconds',
    ),
    headers: { 'Retry-After': reference('headers', 'Retry-After') },
  },
  Unavailable: {
    ...withBody('Unavailable', 'The database is unavailable or overloaded. Nothing was done.', 'SystemError', {
      error: 'system error',
    }),
    headers: { 'Retry-After': reference('headers', 'Retry-After') },
  },
  SystemError: withBody(
    'SystemError',
    'An error of the server, without details. The request may have been executed in part.',
    'SystemError',
    {
      error: 'system error',
    },
  ),
};

/** Adds the responses that all operations share. */
export function addErrorResponses(components: Components): void {
  for (const [name, schema] of Object.entries(errorSchemas)) components.once('schemas', name, () => schema);
  for (const [name, { headers, ...response }] of Object.entries(sharedResponses)) {
    components.once('responses', name, () => ({ ...response, headers: { ...headers, ...limitHeaders } }));
  }
}
