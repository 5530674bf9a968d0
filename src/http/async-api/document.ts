import type { GraphQLObjectType } from 'graphql';
import { isObject } from '../../platform/accepted.js';
import type { OpenApiDocument } from '../rest/openapi/document.js';
import { type MessageObject, protocolMessages, resultMessages } from './subscription-messages.js';

type JsonObject = Record<string, unknown>;

/** An AsyncAPI 3.1 document. */
export interface AsyncApiDocument {
  asyncapi: '3.1.0';
  info: JsonObject;
  defaultContentType: string;
  servers: { live: { host: string; protocol: string; [part: string]: unknown }; [name: string]: JsonObject };
  channels: Record<string, JsonObject>;
  operations: Record<string, JsonObject>;
  components: {
    messages: Record<string, MessageObject>;
    schemas: JsonObject;
    securitySchemes: JsonObject;
  };
}

interface DescribedEvents {
  /** Its webhooks are the deliveries. */
  openApi: OpenApiDocument;
  subscriptions: GraphQLObjectType;
  /** The names of the changes that clients may see. */
  changes: readonly string[];
}

const about = {
  title: 'Booking server: events',
  version: '1',
  description: `The messages that the server sends when something has changed: requests to webhooks, and results of GraphQL subscriptions over WebSocket and Server-Sent Events.
REST is described by \`/api/v1/openapi.json\`. The guides \`/docs/guides/webhooks\` and \`/docs/guides/stay-current\` show how to use them, and how to continue
after a lost connection.`,
  license: { name: 'MIT' },
  tags: [{ name: 'webhooks' }, { name: 'subscriptions' }],
};

const reference = (...path: readonly string[]) => ({ $ref: `#/${path.join('/')}` });
const security = [reference('components', 'securitySchemes', 'bearer')];

/** Generates the AsyncAPI document from the catalogue of changes, the webhooks of OpenAPI and the subscriptions of the schema. */
export function describeEvents({ openApi, subscriptions, changes }: DescribedEvents): AsyncApiDocument {
  const deliveries = deliveriesOf(openApi);
  const results = resultMessages(subscriptions, changes);
  const { sent, received } = protocolMessages;
  const messages = { ...deliveries, ...results, ...sent, ...received };
  const streamed = ['StreamedNext', 'StreamedComplete'];
  const overSocket = [...Object.keys(results), ...Object.keys(sent).filter((name) => !streamed.includes(name))];
  return {
    asyncapi: '3.1.0',
    info: about,
    defaultContentType: 'application/json',
    servers: {
      live: {
        host: 'localhost:3000',
        protocol: 'http',
        description: 'This server. A WebSocket is an upgrade of a request to it.',
      },
      receiver: {
        host: '{receiver}',
        protocol: 'https',
        description: 'The `target_url` of a webhook.',
        variables: { receiver: { description: 'The host of the `target_url`.', examples: ['example.org'] } },
      },
    },
    channels: {
      webhooks: {
        address: null,
        title: 'Webhooks',
        description: 'The `target_url` of each webhook whose `event` includes the change.',
        servers: [reference('servers', 'receiver')],
        messages: referencesTo(Object.keys(deliveries)),
      },
      socket: {
        address: '/graphql',
        title: 'GraphQL over WebSocket',
        description: 'The sub-protocol is `graphql-transport-ws`.',
        servers: [reference('servers', 'live')],
        messages: referencesTo([...overSocket, ...Object.keys(received)]),
        bindings: { ws: { method: 'GET' } },
      },
      stream: {
        address: '/graphql/stream',
        title: 'GraphQL over Server-Sent Events',
        description:
          'A request with a subscription, in the distinct connections mode of graphql-sse. The response is a stream of events.',
        servers: [reference('servers', 'live')],
        messages: referencesTo([...streamed, 'GraphqlRequest']),
      },
    },
    operations: {
      deliverWebhook: {
        action: 'send',
        channel: reference('channels', 'webhooks'),
        summary: 'Sends a change to a webhook, at least once, in the order of its object.',
        tags: [{ name: 'webhooks' }],
        bindings: { http: { method: 'POST' } },
        messages: inChannel('webhooks', Object.keys(deliveries)),
      },
      receiveOverSocket: {
        action: 'receive',
        channel: reference('channels', 'socket'),
        summary: 'Connects, subscribes and ends subscriptions.',
        tags: [{ name: 'subscriptions' }],
        security,
        messages: inChannel(
          'socket',
          Object.keys(received).filter((name) => name !== 'GraphqlRequest'),
        ),
      },
      sendOverSocket: {
        action: 'send',
        channel: reference('channels', 'socket'),
        summary: 'Sends the changes in commit order, from now on or after a cursor.',
        tags: [{ name: 'subscriptions' }],
        security,
        messages: inChannel('socket', overSocket),
      },
      openStream: {
        action: 'receive',
        channel: reference('channels', 'stream'),
        summary: 'Subscribes by one request.',
        tags: [{ name: 'subscriptions' }],
        security,
        bindings: { http: { method: 'POST' } },
        messages: inChannel('stream', ['GraphqlRequest']),
      },
      sendOverStream: {
        action: 'send',
        channel: reference('channels', 'stream'),
        summary: 'Sends the changes in commit order, from now on or after a cursor.',
        tags: [{ name: 'subscriptions' }],
        security,
        messages: inChannel('stream', streamed),
      },
    },
    components: {
      messages,
      schemas: schemasOf(openApi, messages),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'The API key of the account.' } },
    },
  };
}

/** Sets the address of the server. */
export function servedAt({ host, protocol }: URL, { servers, ...document }: AsyncApiDocument): AsyncApiDocument {
  return { ...document, servers: { ...servers, live: { ...servers.live, host, protocol: protocol.slice(0, -1) } } };
}

const referencesTo = (messages: readonly string[]) =>
  Object.fromEntries(messages.map((name) => [name, reference('components', 'messages', name)]));

const inChannel = (channel: string, messages: readonly string[]) =>
  messages.map((name) => reference('channels', channel, 'messages', name));

/** Returns the deliveries to webhooks by the names of their schemas in OpenAPI. */
function deliveriesOf(openApi: OpenApiDocument): Record<string, MessageObject> {
  return Object.fromEntries(
    Object.entries(openApi.webhooks).map(([event, { post }]): [string, MessageObject] => {
      const name = post?.requestBody?.$ref.split('/').at(-1) ?? '';
      const { schema, examples } = memberOf(memberOf(found(openApi, post?.requestBody), 'content'), 'application/json');
      const headers = (post?.parameters ?? []).map((parameter) =>
        '$ref' in parameter ? found(openApi, parameter) : { ...parameter },
      );
      const message: MessageObject = {
        name: event,
        title: post?.summary ?? event,
        summary: post?.description ?? event,
        contentType: 'application/json',
        headers: {
          type: 'object',
          properties: Object.fromEntries(
            headers.map(({ name: header, description, schema: ofHeader }) => [
              String(header).toLowerCase(),
              { ...(isObject(ofHeader) && ofHeader), description },
            ]),
          ),
          required: headers.map(({ name: header }) => String(header).toLowerCase()),
        },
        payload: isObject(schema) ? schema : {},
        examples: Object.values(isObject(examples) ? examples : {}).map((example) => ({
          payload: found(openApi, example)['value'],
        })),
      };
      return [name, message];
    }),
  );
}

/** Returns the schemas to which messages refer, and those to which these refer. */
function schemasOf(openApi: OpenApiDocument, messages: object): JsonObject {
  const schemas: JsonObject = {};
  const waiting: unknown[] = [messages];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part !== 'object' || part === null) continue;
    const [, name] = /^#\/components\/schemas\/(.+)$/.exec('$ref' in part ? String(part.$ref) : '') ?? [];
    if (name !== undefined && schemas[name] === undefined) {
      schemas[name] = found(openApi, part);
      waiting.push(schemas[name]);
    }
    waiting.push(...Object.values(part));
  }
  return Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** @throws Error if the document does not have what the reference names */
function found(document: OpenApiDocument, reference: unknown): JsonObject {
  const $ref = isObject(reference) ? String(reference['$ref']) : '';
  const [, ...path] = $ref.split('/');
  return path.reduce((part: JsonObject, name) => memberOf(part, name), { ...document });
}

/** @throws Error if the object has no such object */
function memberOf(object: JsonObject, name: string): JsonObject {
  const member = object[name];
  if (!isObject(member)) throw new Error(`no ${name} in the OpenAPI document`);
  return member;
}
