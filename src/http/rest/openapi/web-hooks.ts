import { Instant, Uuid } from '../../../platform/scalars.js';
import { type Components, nonNull, type Schema } from './components.js';
import type { DescribedOperation, DescribeSection, PathItem } from './document.js';
import { exampleOf, sharedExample } from './examples.js';
import type { Parameter } from './parameters.js';
import { responseSchema } from './response-schema.js';
import { outputScalar } from './scalars.js';
import { closedObject } from './unrouted-paths.js';
import { capitalised, pascalCase } from './wording.js';

const header = (name: string, description: string, schema: Schema): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', ...schema },
});

/** The headers that authenticate a delivery, by the names of their components. */
const signatureHeaders = {
  ServiceSignature: header(
    'X-Service-Signature',
    'HMAC-SHA256 of the body in hexadecimal. The key is the secret of the account; while that is being replaced, the former one until the overlap ends.',
    { pattern: '^sha256=[0-9a-f]{64}$' },
  ),
  WebhookId: header('webhook-id', 'The `idempotency_id` of the payload (Standard Webhooks).', { format: 'uuid' }),
  WebhookTimestamp: header('webhook-timestamp', 'Unix time of this attempt, in seconds (Standard Webhooks).', {
    pattern: '^\\d+$',
  }),
  WebhookSignature: header(
    'webhook-signature',
    'HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the body, joined by full stops, in Base64 (Standard Webhooks). Several are separated by spaces, and one that you can verify suffices: those by the secret of the webhook, `new Webhook(secret)`, and those by the secret of the account without decoding, `new Webhook(secret, { format: "raw" })`. While one is being replaced, both it and its successor sign.',
    { pattern: '^v1,[A-Za-z0-9+/]+=*( v1,[A-Za-z0-9+/]+=*){0,3}$' },
  ),
};

const tag = {
  name: 'Webhook deliveries',
  description: 'Requests that this server sends to the URLs of `/web_hooks`.',
};

const deliveryResponses = {
  Taken: { description: 'The delivery succeeded if the response arrives within 10 seconds. The body is ignored.' },
  NotTaken: {
    description:
      'The attempt failed: another status, including redirects, no response within 10 seconds, or no connection. At most 5 retries follow. The delay before the first is `WEBHOOK_RETRY_BASE_MS` (default: 30 seconds); it doubles each time.',
    headers: {
      'Retry-After': {
        description: 'Seconds or a date before which the next attempt is not made, at most 24 hours.',
        schema: { type: 'string' },
      },
    },
  },
};

/**
 * Describes the deliveries of webhooks, one for each event such as `booking.created`.
 *
 * @param testEvent the event that tests a webhook
 */
export function describeWebHooks(events: readonly string[], testEvent: string): DescribeSection {
  return (components, operations) => {
    const operation = operations.get('GetChange');
    if (!operation) throw new Error('no operation GetChange');
    const { properties = {} } = responseSchema(operation, { kind: 'object', wrapper: 'change' }, components);
    const change = components.resolve(properties['change'] ?? {});
    const parameters = Object.entries(signatureHeaders).map(([name, parameter]) =>
      components.once('parameters', name, () => parameter),
    );
    const responses = {
      '2XX': components.once('responses', 'Taken', () => deliveryResponses.Taken),
      default: components.once('responses', 'NotTaken', () => deliveryResponses.NotTaken),
    };
    const describe = (event: string): DescribedOperation => {
      const [group = '', name = ''] = event.split('.');
      return {
        operationId: `${group}${capitalised(name)}`,
        summary: `${capitalised(group)} ${name}`,
        description: `Sent to webhooks that subscribe to \`${event}\`, \`${group}.*\` or \`*\`. A delivery may arrive more than once, with the same \`idempotency_id\`.`,
        tags: [tag.name],
        security: [],
        parameters,
        requestBody: describePayload(event, event === testEvent, change, components),
        responses,
      };
    };
    const describeTest = (): DescribedOperation => ({
      ...describe(testEvent),
      summary: 'Test event',
      description:
        'Sent by `POST /web_hooks/{web_hook_id}/test` and by the dashboard, whatever the webhook subscribes to. Nothing has happened. It may arrive more than once, with the same `idempotency_id`.',
    });
    return {
      tag,
      webhooks: {
        ...Object.fromEntries(events.map((event): [string, PathItem] => [event, { post: describe(event) }])),
        [testEvent]: { post: describeTest() },
      },
    };
  };
}

const trueValue: Schema = { type: 'boolean', description: 'True.' };

/** The object of a test event. */
const testedWebHook = closedObject({
  id: { type: 'integer' },
  event: { type: 'string' },
  active: { type: 'boolean' },
});

/** The object is in `data` and, under its name, at the root, except that `event` at the root is the name of the event. */
function describePayload(event: string, isTest: boolean, change: Schema, components: Components): { $ref: string } {
  const [group = '', participle] = event.split('.');
  const { object_id: id = {}, performed_by: performedBy = {}, [group]: object = {} } = change.properties ?? {};
  const shown = isTest ? testedWebHook : nonNull(object);
  const data = closedObject({ object: { type: 'string', enum: [group] }, id, [group]: shown });
  const former = components.resolve(nonNull(change.properties?.['previous'] ?? {})).properties?.[group];
  const previous: Schema = {
    ...(participle === 'created' ? { type: 'null' } : former),
    description:
      'The values before the change of the attributes that it changed. Null if the object was created, removed or erased.',
  };
  const schema = closedObject({
    ...data.properties,
    event: { type: 'string', enum: [event] },
    ...(isTest ? { test: trueValue } : undefined),
    idempotency_id: outputScalar(Uuid),
    generated_at: outputScalar(Instant),
    performed_by: performedBy,
    data: isTest ? data : { ...data, properties: { ...data.properties, previous } },
  });
  const name = `${event.split('.').map(pascalCase).join('')}Delivery`;
  const examples = sharedExample([name], exampleOf(schema, components), components);
  return components.once('requestBodies', name, () => ({
    required: true,
    content: { 'application/json': { schema, examples } },
  }));
}
