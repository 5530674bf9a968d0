import { join } from 'node:path';
import { visibleChanges } from '../domain/entities.js';
import { bookingSchema } from '../graphql/schema.js';
import { type AsyncApiDocument, describeEvents } from '../http/async-api/document.js';
import { projectRoot } from '../platform/project-root.js';
import { openApi } from './open-api.js';

/** The committed AsyncAPI document. A test compares it with the code. */
export const asyncApiFile = join(projectRoot, 'schema', 'asyncapi.json');

/** Describes webhooks and subscriptions. */
export function asyncApi(described = openApi()): AsyncApiDocument {
  const subscriptions = bookingSchema().getSubscriptionType();
  if (!subscriptions) throw new Error('the schema has no subscriptions');
  return describeEvents({ openApi: described, subscriptions, changes: visibleChanges });
}
