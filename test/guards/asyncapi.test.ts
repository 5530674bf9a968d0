import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { visibleChanges, webHookEvents } from '../../src/domain/entities.js';
import { testEvent } from '../../src/domain/web-hook/web-hook-delivery.rules.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { type AsyncApiDocument, servedAt } from '../../src/http/async-api/document.js';
import { asyncApi, asyncApiFile } from '../../src/process/async-api.js';
import { formatDescription } from '../../src/process/open-api.js';
import { messageSchemas } from '../support/described-events.js';
import { describeWithTools, importTool } from '../support/tools.js';

const document = asyncApi();
const text = formatDescription(document);
const { channels, operations, components } = document;

/** Returns the references in a part of the document. */
function referencesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = '$ref' in part && typeof part.$ref === 'string' ? [part.$ref] : [];
  return [...own, ...Object.values(part).flatMap(referencesIn)];
}

/** Returns what a JSON Pointer names; undefined if there is nothing. */
const found = ($ref: string, within: unknown = document): unknown =>
  $ref
    .split('/')
    .slice(1)
    .reduce((part: unknown, name) => (part as Record<string, unknown> | undefined)?.[name], within);

/** Lists what is wrong with a document that its JSON schema does not see. */
function lint(linted: AsyncApiDocument): string[] {
  const references = referencesIn(linted);
  const unresolved = references
    .filter(($ref) => found($ref, linted) === undefined)
    .map(($ref) => `${$ref} does not exist`);
  const unused = Object.entries(linted.components).flatMap(([section, entries]) =>
    Object.keys(entries)
      .map((name) => `#/components/${section}/${name}`)
      .filter(($ref) => !references.includes($ref))
      .map(($ref) => `${$ref} is not used`),
  );
  const incomplete = Object.entries(linted.components.messages).flatMap(([name, message]) =>
    (['name', 'title', 'summary', 'payload', 'examples'] as const)
      .filter((part) => message[part] === undefined || message[part] === '')
      .map((part) => `${name} has no ${part}`),
  );
  const foreign = Object.entries(linted.operations).flatMap(([name, { channel, messages }]) => {
    const prefix = `${referencesIn(channel)[0]}/messages/`;
    return referencesIn(messages)
      .filter(($ref) => !$ref.startsWith(prefix))
      .map(($ref) => `${name}: ${$ref} is of another channel`);
  });
  return [...unresolved, ...unused, ...incomplete, ...foreign];
}

/** The part of `@asyncapi/specs` that the tests use. */
interface AsyncApiSchemas {
  default: { schemasWithoutId: Record<string, object> };
}

describeWithTools('schema/asyncapi.json by the schema of AsyncAPI 3.1', () => {
  it('is valid', async () => {
    const { default: asyncApiSchemas } = await importTool<AsyncApiSchemas>('@asyncapi/specs');
    const ajv = new Ajv({ strict: false, allErrors: true });
    formats.default(ajv);
    const validate = ajv.compile(asyncApiSchemas.schemasWithoutId['3.1.0'] ?? false);
    expect([validate(JSON.parse(text)), validate.errors]).toEqual([true, null]);
    expect(validate({ ...JSON.parse(text), channels: { x: { address: 7 } } })).toBe(false);
  });
});

describe('schema/asyncapi.json', () => {
  it('is what `npm run schema:emit` writes', () => {
    expect(readFileSync(asyncApiFile, 'utf8') === text).toBe(true);
  });

  it('passes the linter', () => expect(lint(document)).toEqual([]));

  it('has a message for each event of webhooks, and for each subscription', () => {
    const names = Object.values(components.messages).map(({ name }) => name);
    const subscriptions = Object.keys(bookingSchema().getSubscriptionType()?.getFields() ?? {});
    const expected = [...webHookEvents, testEvent, ...subscriptions.map((name) => `${name}Next`)];
    expect(names.slice(0, expected.length)).toEqual(expected);
  });

  it('names the changes that clients may see', () => {
    expect(JSON.stringify(components.messages['ChangesNext']?.payload)).toContain(JSON.stringify(visibleChanges));
  });

  it('has the address of the server for each client', () => {
    const { servers, ...rest } = servedAt(new URL('https://book.example.org/api/v1/asyncapi.json'), document);
    expect(servers.live).toMatchObject({ host: 'book.example.org', protocol: 'https' });
    expect({ ...rest, servers: document.servers }).toEqual(document);
  });
});

describe('examples', () => {
  const schemas = messageSchemas(document);

  it.each(Object.entries(components.messages))('fit their schema: %s', (name, { examples = [] }) => {
    const validate = schemas.compile({ $ref: `events#/components/messages/${name}/payload` });
    expect(examples.length).toBeGreaterThan(0);
    for (const { payload } of examples) expect([validate(payload), validate.errors]).toEqual([true, null]);
  });
});

describe('the linter finds', () => {
  const spoilt = (change: (copy: AsyncApiDocument) => void): string[] => {
    const copy: AsyncApiDocument = JSON.parse(text);
    change(copy);
    return lint(copy);
  };

  it.each<[string, (copy: AsyncApiDocument) => void, string]>([
    [
      'a reference to nothing',
      (copy) => void delete copy.components.schemas['PersonBody'],
      '#/components/schemas/PersonBody does not exist',
    ],
    [
      'a schema that is not used',
      (copy) => Object.assign(copy.components.schemas, { Nothing: {} }),
      '#/components/schemas/Nothing is not used',
    ],
    [
      'a message without a summary',
      (copy) => Object.assign(copy.components.messages['Ping'] ?? {}, { summary: '' }),
      'Ping has no summary',
    ],
    [
      'a message of another channel',
      (copy) =>
        Object.assign(copy.operations['openStream'] ?? {}, { messages: [{ $ref: '#/channels/socket/messages/Ping' }] }),
      'openStream: #/channels/socket/messages/Ping is of another channel',
    ],
  ])('%s', (_what, change, problem) => expect(spoilt(change)).toContain(problem));
});

it('every channel and operation says what it is for', () => {
  expect(Object.values(channels).filter(({ description }) => !description)).toEqual([]);
  expect(Object.values(operations).filter(({ summary }) => !summary)).toEqual([]);
});
