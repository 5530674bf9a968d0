import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { AsyncApiDocument } from '../../src/http/async-api/document.js';
import { asyncApi } from '../../src/process/async-api.js';

/** Creates a compiler of the schemas in an AsyncAPI document, which is registered as `events`. */
export function messageSchemas(document: AsyncApiDocument): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
  formats.default(ajv);
  ajv.addVocabulary(Object.keys(document));
  return ajv.addSchema(document, 'events');
}

interface DescribedMessages {
  schemas: Ajv;
  /** The names of the components by the names of the messages. */
  components: ReadonlyMap<string, string>;
  compiled: Map<string, ValidateFunction>;
}

let described: DescribedMessages | undefined;

function committed(): DescribedMessages {
  if (described) return described;
  const document = asyncApi();
  const components = Object.entries(document.components.messages).map(
    ([component, { name }]) => [name, component] as const,
  );
  described = { schemas: messageSchemas(document), components: new Map(components), compiled: new Map() };
  return described;
}

/**
 * Compares the payload of a message that the server has sent with the AsyncAPI document.
 *
 * @param name of the message, such as `booking.created` or `bookingChangedNext`
 * @returns the differences
 */
export function problemsOfMessage(name: string, payload: unknown): string[] {
  const { schemas, components, compiled } = committed();
  const component = components.get(name);
  if (component === undefined) return [`${name} is not in schema/asyncapi.json`];
  const validate = compiled.get(name) ?? schemas.compile({ $ref: `events#/components/messages/${component}/payload` });
  compiled.set(name, validate);
  if (validate(payload)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${name}${instancePath} ${message}`);
}
