import type { Components, Reference } from './components.js';
import { exampleOf, requestExample, sharedExample } from './examples.js';
import { encodingOf } from './request-bodies.js';
import type { Schema } from './schema.js';

type Properties = Readonly<Record<string, Schema>>;

/** An object in which every property is required and no other is allowed. */
export const closedObject = (properties: Properties) =>
  ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false }) as const;

/** A required request body, as JSON or form data, of a path without a route. */
export function requestBodyOf(name: string, properties: Properties, components: Components): Reference {
  const schema: Schema = { type: 'object', properties, required: Object.keys(properties) };
  const examples = sharedExample([`${name}Request`], requestExample(schema, components), components);
  return components.once('requestBodies', name, () => ({
    required: true,
    content: {
      'application/json': { schema, examples },
      'application/x-www-form-urlencoded': { schema, ...encodingOf(properties, components), examples },
    },
  }));
}

/** A JSON response of a path without a route. */
export function responseOf(name: string, description: string, schema: Schema, components: Components): Reference {
  const examples = sharedExample([name], exampleOf(schema, components), components);
  return components.once('responses', name, () => ({
    description,
    content: { 'application/json': { schema, examples } },
  }));
}
