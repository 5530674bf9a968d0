import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../../src/platform/project-root.js';

interface Change {
  element: string;
  problem: string;
}
type FindChanges = (former: object, present: object) => Change[];

const load = (file: string) => import(pathToFileURL(join(projectRoot, '.github/schema-check', file)).href);
const { restChanges }: { restChanges: FindChanges } = await load('rest-changes.mjs');
const { eventChanges }: { eventChanges: FindChanges } = await load('event-changes.mjs');

const described = (changes: Change[]): string[] => changes.map(({ element, problem }) => `${element} ${problem}`);
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const object = (properties: object, ...required: string[]) => ({ type: 'object', properties, required });
const state = (...values: string[]) => ({ type: 'string', enum: values });

/** Returns a document with one path. */
const paths = (item: object, path = '/services', components = {}) => ({ paths: { [path]: item }, components });
const get = (operation: object) => paths({ get: { operationId: 'listServices', responses: {}, ...operation } });
const accepts = (schema: object) => get({ requestBody: json(schema) });
const answers = (schema: object) => get({ responses: { 200: json(schema) } });
const parameter = (options: object, name = 'since', where = 'query') =>
  get({ parameters: [{ name, in: where, schema: text, ...options }] });

describe('an operation of REST', () => {
  const byComponent = (type: string, name = 'Service') =>
    paths(
      { get: { responses: { 200: json({ type: 'array', items: { $ref: `#/components/schemas/${name}` } }) } } },
      '/services',
      { schemas: { [name]: object({ id: { type }, parent: { $ref: `#/components/schemas/${name}` } }) } },
    );

  it.each<[string, object, object, string[]]>([
    ['a path', paths({ get: {} }), { paths: {} }, ['GET /services was removed']],
    ['a method', paths({ ...get({}).paths['/services'], put: {} }), get({}), ['PUT /services was removed']],
    ['an operation id', get({}), get({ operationId: 'services' }), ['GET /services is now called services']],
    ['a parameter', parameter({}), get({}), ['GET /services since was removed']],
    ['a needed parameter', get({}), parameter({ required: true }), ['GET /services since is now required']],
    ['a parameter, now needed', parameter({}), parameter({ required: true }), ['GET /services since is now required']],
    ['a header', parameter({}, 'if-match', 'header'), parameter({}, 'If-Match', 'header'), []],
    ['another parameter', get({}), parameter({}), []],
    ['a body', accepts(text), get({}), ['GET /services no longer accepts a body']],
    [
      'a needed body',
      accepts(text),
      get({ requestBody: { required: true, ...json(text) } }),
      ['GET /services now requires a body'],
    ],
    [
      'a media type',
      accepts(text),
      get({ requestBody: { content: { 'text/csv': { schema: text } } } }),
      ['GET /services no longer accepts application/json'],
    ],
    ['a status', answers(text), get({ responses: { 201: {} } }), ['GET /services no longer answers 200']],
    ['an error', get({ responses: { 409: {} } }), get({}), []],
    [
      'a header of the answer',
      get({ responses: { 200: { headers: { etag: {} } } } }),
      get({ responses: { 200: {} } }),
      ['GET /services etag is no header of 200 now'],
    ],
    [
      'the media type of the answer',
      answers(text),
      get({ responses: { 200: {} } }),
      ['GET /services no longer answers with application/json'],
    ],
    [
      'the schema of a component',
      byComponent('integer'),
      byComponent('string'),
      ['Service.id can now have the type string'],
    ],
    ['the name of a component', byComponent('integer'), byComponent('integer', 'Offer'), []],
    [
      'the name of a parameter in the path',
      paths({ get: { responses: {}, parameters: [{ name: 'id', in: 'path', schema: text }] } }, '/a/{id}'),
      paths({ get: { responses: {}, parameters: [{ name: 'a_id', in: 'path', schema: text }] } }, '/a/{a_id}'),
      [],
    ],
  ])('%s', (_name, former, present, expected) => {
    expect(described(restChanges(former, present))).toEqual(expected);
  });
});

describe('what clients send', () => {
  it.each<[string, object, object, string[]]>([
    ['a type', { type: 'integer' }, text, ['no longer accepts the type integer']],
    ['a wider type', { type: 'integer' }, { type: ['number', 'null'] }, []],
    ['null', { type: ['string', 'null'] }, text, ['no longer accepts the type null']],
    ['null of alternatives', { anyOf: [text, { type: 'null' }] }, { type: ['string', 'null'] }, []],
    ['any type', {}, text, ['no longer accepts the type any']],
    ['a value', state('new', 'old'), state('new'), ['old is no longer accepted']],
    ['another value', state('new'), state('new', 'old'), []],
    ['listed values', text, state('new'), ['accepts only listed values now']],
    ['a format', text, { ...text, format: 'date' }, ['accepts only the format date now']],
    ['a pattern', text, { ...text, pattern: '^a' }, ['accepts only the pattern ^a now']],
    ['a minimum', { type: 'integer', minimum: 1 }, { type: 'integer', minimum: 2 }, ['has the minimum 2 now']],
    ['a lower minimum', { type: 'integer', minimum: 1 }, { type: 'integer', minimum: 0 }, []],
    ['a maximum', text, { ...text, maxLength: 5 }, ['has the maxLength 5 now']],
    ['a higher maximum', { ...text, maxLength: 5 }, { ...text, maxLength: 6 }, []],
    ['an attribute', object({ title: text }), object({}), ['title was removed']],
    ['another attribute', object({}), object({ title: text }), []],
    ['a needed attribute', object({}), object({ title: text }, 'title'), ['title is now required']],
    ['an attribute, now optional', object({ title: text }, 'title'), object({ title: text }), []],
    [
      'an item',
      object({ ids: { type: 'array', items: { type: 'integer' } } }),
      object({ ids: { type: 'array', items: text } }),
      ['ids no longer accepts the type integer'],
    ],
    [
      'a value of a map',
      object({ by_id: { type: 'object', additionalProperties: text } }),
      object({ by_id: { type: 'object', additionalProperties: { type: 'integer' } } }),
      ['by_id no longer accepts the type string'],
    ],
    [
      'one of two forms',
      {
        anyOf: [
          { title: 'A', ...object({}) },
          { title: 'B', ...object({}) },
        ],
      },
      { title: 'B', ...object({}) },
      ['no longer accepts one of its forms'],
    ],
  ])('%s', (_name, former, present, expected) => {
    expect(described(restChanges(accepts(former), accepts(present)))).toEqual(
      expected.map((change) => `GET /services ${change}`),
    );
  });
});

describe('what clients receive', () => {
  it.each<[string, object, object, string[]]>([
    ['a type', { type: 'integer' }, { type: 'number' }, ['can now have the type number']],
    ['a narrower type', { type: ['number', 'null'] }, { type: 'integer' }, []],
    ['null', text, { type: ['string', 'null'] }, ['can now have the type null']],
    ['a value', state('new', 'old'), state('new'), []],
    ['another value', state('new'), state('new', 'old'), ['old is a new value']],
    ['any value', state('new'), text, ['can now have any value']],
    ['a format', { ...text, format: 'date' }, text, ['no longer has the format date']],
    ['a bound', text, { ...text, maxLength: 5 }, []],
    ['an attribute', object({ title: text }), object({}), ['title was removed']],
    ['another attribute', object({}), object({ title: text }, 'title'), []],
    [
      'an attribute, now optional',
      object({ title: text }, 'title'),
      object({ title: text }),
      ['title can now be absent'],
    ],
    [
      'another form',
      { title: 'B', ...object({}) },
      {
        anyOf: [
          { title: 'A', ...object({}) },
          { title: 'B', ...object({}) },
        ],
      },
      ['can now have another form'],
    ],
  ])('%s', (_name, former, present, expected) => {
    expect(described(restChanges(answers(former), answers(present)))).toEqual(
      expected.map((change) => `GET /services ${change}`),
    );
  });
});

describe('deliveries and messages', () => {
  const delivery = (schema: object) => ({
    paths: {},
    webhooks: { 'booking.created': { post: { requestBody: json(schema) } } },
  });
  const sent = (payload: object, options: object = {}, action = 'send') => ({
    channels: { hooks: { address: '/hooks', ...options } },
    operations: { deliver: { action, messages: [{ $ref: '#/messages/Created' }] } },
    messages: { Created: { name: 'booking.created', payload } },
  });

  it.each<[string, string[], string[]]>([
    ['a webhook', described(restChanges(delivery(text), { paths: {} })), ['booking.created was removed']],
    [
      'the body of a webhook',
      described(restChanges(delivery(object({ id: text })), delivery(object({})))),
      ['booking.created.id was removed'],
    ],
    ['an address', described(eventChanges(sent(text), sent(text, { address: '/' }))), ['hooks is now at /']],
    [
      'a message that clients receive',
      described(eventChanges(sent(object({ id: text })), sent(object({}, 'id')))),
      ['booking.created.id was removed'],
    ],
    [
      'a message that clients send',
      described(eventChanges(sent(object({}), {}, 'receive'), sent(object({}, 'id'), {}, 'receive'))),
      ['booking.created.id is now required'],
    ],
    [
      'the end of a message',
      described(eventChanges(sent(text), { ...sent(text), operations: { deliver: { action: 'send', messages: [] } } })),
      ['booking.created was removed'],
    ],
    [
      'the end of an operation',
      described(eventChanges(sent(text), { channels: {}, operations: {} })),
      ['hooks was removed', 'deliver was removed'],
    ],
  ])('%s', (_name, changes, expected) => {
    expect(changes).toEqual(expected);
  });
});
