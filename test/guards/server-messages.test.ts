import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { projectRoot } from '../../src/platform/project-root.js';
import { translator } from '../../src/texts/server-messages.js';
import { textsIn } from '../../src/texts/texts.js';
import { messagesIn } from '../support/sent-messages.js';

/** The parts of the server whose messages no user of a page meets, by the reason. */
const leftOut: readonly [reason: string, ...places: string[]][] = [
  ['its texts are those of the pages themselves', 'pages/', 'texts/'],
  ['the operator reads it', 'process/', 'observability/', 'platform/cells/', 'platform/embedded-postgres/'],
  ['the operator reads it: clients get "system error"', 'platform/database/', 'platform/encryption.ts', 'jobs/'],
  [
    'only programs use it',
    'packages/',
    'examples/',
    'http/mcp/',
    'http/partner-api/',
    'http/async-api/',
    'http/rest/openapi/',
  ],
  ['guides are in English', 'http/documentation/', 'graphql/descriptions.ts'],
  [
    'it describes who acts, or why data of a person stay',
    'outbox/actor.ts',
    'domain/context.ts',
    'domain/person-data/catalogue.ts',
    'domain/person-data/person-tables.ts',
  ],
];

/** Messages that no user of a page reads in English, by the reason. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'only programs with a key, or without one, meet it': [
    'An API key is required',
    'The API key is not valid',
    'The API key may not be used by pages of this origin',
    'The API key may not be used from the address #',
    'The API is not enabled on this account',
    'The key of an account has no session to end',
    'Only users who have signed in have a second factor',
    'Only users who have signed in have a language',
    'Only users who have signed in have sessions',
    'Only users who have signed in can send a test',
    'Only API keys and users have a role',
    'Only the dashboard may sign in here',
    'Another cell of this server has the account',
    'Method not allowed',
    'The request changes no object whose ETag could be in If-Match',
  ],
  'no form of a page sends such input': [
    'must be given, or a template, but not both',
    'would list more than # slots',
    'would list more than # resources',
    'is not a cursor of this list in this order',
    'cannot be combined with first or after',
    "can't be combined with booked_from",
    'is older than the changes that are kept',
    'names a change that the restored database does not have: begin anew',
    'is too long (maximum is # dimensions)',
    'must not contain a dimension twice',
    'must not combine #',
    'only calendars of the kind caldav have it',
    'needs an rrule or an rdate',
    'has an invalid rrule',
    'has an invalid rdate',
    'has an invalid exdate',
    'has too few occurrences for what it goes through',
    'must be an iCalendar rule such as FREQ=WEEKLY;COUNT=10',
    'must be iCalendar dates such as 20261215T100000,20261222T100000',
    'must be replica',
    'must be true or false',
    'has too many values (maximum is #)',
    'has more than one file',
    'has an id that no picture has',
    'has the id of another item',
    'must be one line of text',
    'must have 1 to # images',
    'must have an id or images, but not both',
    'only one can be the cover',
    'the images must be sizes of one picture',
  ],
  'the forms offer only what it names': [
    'must be #',
    'is not possible by this provider',
    'is not possible in this account',
    'is possible after a card is stored',
  ],
  'browsers send no such body or document': [
    'The body must be a JSON object of type application/json',
    'The body must not have a Content-Encoding',
    'cannot be read',
    'did not arrive whole',
    'has too many names and values (maximum is #)',
    'is nested too deeply (maximum is # levels)',
    'must be JSON or form data',
    'must be UTF-8',
    'must be a JSON object',
    '`operationName` must be a string',
    '`perPage` is required: it must be between 1 and 750.',
    '`query` must be a non-empty string',
    '`variables` must be JSON',
    '`variables` must be an object',
    'Cost limit of # exceeded, found #.',
    'No such operation, or several without an operationName',
    'Variable "$#" has no "#"',
    'Variable "$#" is required',
    'Variable "$#": #',
  ],
  'only programs ask for problem details': [
    'Part of the request may have been done',
    'The database was unavailable, and nothing was done',
    'The input is invalid: #',
  ],
  'the pages have a sentence of their own for its code or status': [
    'A session of a visitor is required: this one has ended, or there is none',
    'The account has used its share of the database, retry in # seconds',
    'The body cannot be read',
    'Sent by another site',
    'The price is #',
    'The price of # is #',
    'needs a session of its person',
    'needs the link of the message with the offer',
    'answered without a checkout',
    'answered without a customer',
    'answered without a payment',
    'answered without an address',
    'the permission #',
  ],
  'it ends a socket, which the page opens again': [
    'At most # # may be open at once',
    'Internal server error',
    'More than # operations on one socket',
    'Reads too slowly',
    'Subscriptions need a WebSocket (graphql-transport-ws) or `Accept: text/event-stream` (graphql-sse) at this address',
    'Too many bytes before the connection is acknowledged',
    'Too many messages',
    'Try again later',
  ],
  'the operator reads it in the log': ['cannot relay changes'],
  'it lists names of parts of a file': [
    'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD hIST pHYs acTL fcTL fdAT',
  ],
  'the server handles it itself': [
    '# is null',
    'not executed',
    'the relay',
    'the relay of account #',
    'the server is too busy',
    'the task has waited too long',
  ],
  'only the payment provider meets it': [
    'has a wrong signature',
    'has no amount',
    'has no event',
    'has no payment',
    'is not JSON',
    'is not signed',
    'is too old',
  ],
  'it stands in the security log, in the words of OpenID Connect': [
    'it is another kind of token',
    'the token is too long',
    'the token was used before',
    'unexpected "azp" claim value',
    'unexpected "nonce" claim value',
    'unexpected "sub" claim value',
  ],
  'the messages that it becomes or begins are in the catalogue': [
    '#: #',
    '#: the calendars together are too large (maximum is 10 MB)',
    'has too many bookings',
    'has too many bookings## (maximum is #)',
    'it could not be reached#',
  ],
};

const source = join(projectRoot, 'src');

function sentMessages(): string[] {
  const places = leftOut.flatMap(([, ...found]) => found);
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !places.some((place) => file.startsWith(place)),
  );
  const messages = files.flatMap((file) =>
    messagesIn(
      parseSync(readFileSync(join(source, file), 'utf8'), {
        syntax: 'typescript',
        tsx: file.endsWith('x'),
        decorators: true,
      }).body,
    ),
  );
  return [...new Set(messages)];
}

/** Translates every message that the catalogue has as a whole to the same mark. */
const mark = translator(Object.fromEntries(Object.keys(textsIn('en').serverErrors).map((key) => [key, 'known'])));

it('every message that a user of a page can meet stands in the catalogue in all languages, or is left out for a reason', () => {
  const messages = sentMessages();
  const missing = messages.filter((message) => mark(message) !== 'known');
  expect(messages.length).toBeGreaterThan(300);
  expect(missing.toSorted()).toEqual(Object.values(exceptions).flat().toSorted());
});

it('the messages whose values are parts of a sentence stand in the catalogue whole', () => {
  const bookings = ['', ' of the service'].flatMap((scope) =>
    ['', ' on that day', ' in that week'].map((when) => `has too many bookings${scope}${when} (maximum is 2)`),
  );
  const whole = [...bookings, 'it could not be reached', 'it could not be reached (EPIPE)'];
  expect(whole.filter((message) => mark(message) !== 'known')).toEqual([]);
});

it.each([
  ['of an error', "throw new DomainError('NOT_FOUND', 'There is none');", 'There is none'],
  ['of an attribute', "rejectIfAny({ name: ['is taken'] });", 'is taken'],
  ['among several', "rejectIfAny({ name: ['is invalid', 'must be a number'] });", 'must be a number'],
  ['with a value', 'errors.count = [`must be at least $' + '{least}`];', 'must be at least #'],
  ['of a choice', "const errors = { name: [isNew ? 'is taken' : other] };", 'is taken'],
  ['that is returned', "const problem = () => 'must be before noon';", 'must be before noon'],
  ['in a constant', "const refusals = { denied: ['FORBIDDEN', 'You are no user of it'] };", 'You are no user of it'],
])('the search for messages finds one %s', (_kind, source, message) => {
  expect(messagesIn(parseSync(source, { syntax: 'typescript' }))).toContain(message);
});

it.each([
  ['of the log', "logger.warn('cannot read changes');"],
  ['of a program error', "throw new Error('the request has no scope');"],
  ['that describe', "const field = { description: 'The name of the person' };"],
  ['of SQL', "const sql = 'is not null and id = 1';"],
])('the search leaves out texts %s', (_kind, source) => {
  expect(messagesIn(parseSync(source, { syntax: 'typescript' }))).toEqual([]);
});
