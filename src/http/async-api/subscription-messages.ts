import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { snakeCase } from '../../platform/text.js';
import { nullable, type Schema } from '../rest/openapi/components.js';
import { outputScalar } from '../rest/openapi/scalars.js';
import { capitalised, inWords } from '../rest/openapi/wording.js';

/** A Message Object of AsyncAPI. */
export interface MessageObject {
  name: string;
  title: string;
  summary: string;
  contentType: 'application/json';
  headers?: Record<string, unknown>;
  payload: Record<string, unknown>;
  examples?: readonly { payload: unknown }[];
}

const message = (name: string, summary: string, payload: Schema, examples: readonly unknown[]): MessageObject => ({
  name,
  title: capitalised(inWords(name)),
  summary,
  contentType: 'application/json',
  payload: { ...payload },
  examples: examples.map((payload) => ({ payload })),
});

const text: Schema = { type: 'string' };
const anyObject: Schema = { type: 'object', additionalProperties: true };
const object = (properties: Record<string, Schema>, ...required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
});
const ofType = (type: string, properties: Record<string, Schema> = {}, ...required: readonly string[]): Schema =>
  object({ type: { type: 'string', enum: [type] }, ...properties }, 'type', ...required);

const id: Schema = { type: 'string', description: 'Chosen by the client for each operation.' };

const errors: Schema = {
  type: 'array',
  description: '`extensions.code` says what is wrong, as in the guide `/docs/guides/requests`.',
  items: object({ message: text, extensions: anyObject }, 'message'),
};

const result: Schema = object({ data: { type: ['object', 'null'], additionalProperties: true }, errors });

const request = object(
  {
    query: text,
    variables: { type: ['object', 'null'], additionalProperties: true },
    operationName: { type: ['string', 'null'] },
  },
  'query',
);

const query = 'subscription ($after: String) { bookingChanged(after: $after) { cursor name booking { id state } } }';
const subscribing = { query, variables: { after: null } };

/** The messages of the protocols (graphql-transport-ws and graphql-sse), whatever the operation. */
export const protocolMessages: Record<'received' | 'sent', Record<string, MessageObject>> = {
  received: {
    ConnectionInit: message(
      'connectionInit',
      'The first message, within 3 seconds.',
      ofType('connection_init', {
        payload: object({
          authorization: {
            type: 'string',
            description: '`Bearer` and the API key, if the upgrade had no `Authorization`.',
          },
        }),
      }),
      [{ type: 'connection_init', payload: { authorization: 'Bearer bk_1_x1Jn0sGmW3t0VwzqTqD5y6lZc2Rr8pKb' } }],
    ),
    Subscribe: message(
      'subscribe',
      'Begins an operation.',
      ofType('subscribe', { id, payload: request }, 'id', 'payload'),
      [{ type: 'subscribe', id: '1', payload: subscribing }],
    ),
    GraphqlRequest: message('graphqlRequest', 'The body of the request.', request, [subscribing]),
  },
  sent: {
    ConnectionAck: message('connectionAck', 'The key is valid: operations may begin.', ofType('connection_ack'), [
      { type: 'connection_ack' },
    ]),
    OperationError: message(
      'operationError',
      'The operation is refused, or has ended by an error.',
      ofType('error', { id, payload: errors }, 'id', 'payload'),
      [{ type: 'error', id: '1', payload: [{ message: 'Not permitted', extensions: { code: 'FORBIDDEN' } }] }],
    ),
    Complete: message(
      'complete',
      'The operation has ended. A client sends it to end one.',
      ofType('complete', { id }, 'id'),
      [{ type: 'complete', id: '1' }],
    ),
    Ping: message('ping', 'Either side sends it at any time, and the other answers with pong.', ofType('ping'), [
      { type: 'ping' },
    ]),
    Pong: message('pong', 'Answers a ping.', ofType('pong'), [{ type: 'pong' }]),
    StreamedNext: message(
      'streamedNext',
      'The data of an event `next`: the same results as those of the messages `next` over WebSocket.',
      result,
      [{ data: { bookingChanged: { cursor: 'c1', name: 'booking.created', booking: { id: 7, state: 'CONFIRMED' } } } }],
    ),
    StreamedComplete: message(
      'streamedComplete',
      'The event `complete`, whose data are empty: the operation has ended.',
      text,
      [''],
    ),
  },
};

/** Returns a message `next` for each subscription of the schema. */
export function resultMessages(
  subscriptions: GraphQLObjectType,
  changes: readonly string[],
): Record<string, MessageObject> {
  return Object.fromEntries(
    Object.values(subscriptions.getFields()).map(({ name, type, description }) => {
      const group = /^(.+)Changed$/.exec(name)?.[1];
      const names =
        group === undefined ? changes : changes.filter((change) => change.startsWith(`${snakeCase(group)}.`));
      const payload = object({ data: object({ [name]: selectionOf(type, names) }), errors });
      const example = { type: 'next', id: '1', payload: { data: { [name]: { cursor: 'c1', name: names[0] } } } };
      const next = ofType('next', { id, payload }, 'id', 'payload');
      return [`${capitalised(name)}Next`, message(`${name}Next`, description ?? name, next, [example])];
    }),
  );
}

/**
 * Returns the schema of an object of which a document selects any fields. Objects in it are not described further: the
 * schema of GraphQL does so.
 */
function selectionOf(type: GraphQLOutputType, names: readonly string[]): Schema {
  const inner = getNullableType(type);
  if (!isObjectType(inner)) throw new Error(`${String(type)} is no object`);
  const properties = Object.values(inner.getFields()).map((field): [string, Schema] => {
    const schema = field.name === 'name' ? ({ type: 'string', enum: names } as const) : formOf(field.type);
    return [field.name, { ...schema, ...(field.description && { description: field.description }) }];
  });
  return {
    type: 'object',
    description: 'The fields that the document selects.',
    properties: Object.fromEntries(properties),
  };
}

function formOf(type: GraphQLOutputType): Schema {
  if (!isNonNullType(type)) return nullable(nonNullOf(type));
  return nonNullOf(type.ofType);
}

function nonNullOf(type: GraphQLOutputType): Schema {
  if (isListType(type)) return { type: 'array', items: formOf(type.ofType) };
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  return isScalarType(type) ? outputScalar(type) : anyObject;
}
