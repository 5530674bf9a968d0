import { GraphQLError } from 'graphql';
import type { RequestContext } from '../../domain/context.js';
import type { Zone } from '../../platform/time/zone.js';

/** JSON text, or a promise of it if a value is not available yet. */
export type Json = string | Promise<string>;

/** Joins JSON texts in order. The result is a promise only if one of them is. */
export class JsonParts {
  #text: string;
  #parts: Json[] | undefined;

  constructor(start: string) {
    this.#text = start;
  }

  add(label: string, value: Json): void {
    if (typeof value === 'string') this.#text += label + value;
    else {
      this.#parts ??= [];
      this.#parts.push(this.#text + label, value);
      this.#text = '';
    }
  }

  end(text: string): Json {
    if (!this.#parts) return this.#text + text;
    return Promise.all([...this.#parts, this.#text + text]).then((parts) => parts.join(''));
  }

  /** Called instead of `end` after an error. Prevents unhandled rejections of the other values. */
  abandon(): void {
    for (const part of this.#parts ?? []) if (part instanceof Promise) part.catch(() => {});
  }
}

/** Writes a value that is not null as JSON. */
export type LeafWriter = (value: NonNullable<unknown>, zone: Zone) => string;

/** One execution of a compiled operation. */
export interface Execution {
  readonly context: RequestContext;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A field of a leaf type whose value is a property of the object. */
export interface Attribute {
  /** The name of the property. */
  readonly name: string;
  readonly isNullable: boolean;
  readonly write: LeafWriter;
  /** The type and the field, for errors, such as `Booking.state`. */
  readonly coordinate: string;
}

interface WritableField {
  /** The key in the response. */
  readonly key: string;
  readonly attribute: Attribute | undefined;
  write(source: unknown, execution: Execution): Json;
}

type ObjectWriter = (source: unknown, execution: Execution) => Json;

/**
 * Compiles a selection to a function with statements for each field, so that V8 knows the shape of the object at each
 * property. A loop over writers of fields took 13 instead of 9.5 ms for a page of 750 bookings. The generated source
 * contains only names of the schema and of the server's own operations.
 */
export function objectWriter(fields: readonly WritableField[]): ObjectWriter {
  const statements = fields.map((field, index) => {
    const label = `${index > 0 ? ',' : ''}"${field.key}":`;
    return field.attribute ? attributeStatement(field.attribute, label, index) : fieldStatement(label, index);
  });
  const locals = fields.map(({ attribute }, index) =>
    attribute
      ? `const write${index} = fields[${index}].attribute.write;`
      : `const write${index} = fields[${index}].write;`,
  );
  const create = new Function('fields', 'JsonParts', 'requireValue', functionSource(locals, statements));
  return create(fields, JsonParts, requireValue);
}

const functionSource = (locals: readonly string[], statements: readonly string[]): string => `'use strict';
${locals.join('\n')}
return (source, execution) => {
  const { zone } = execution.context;
  let text = '{';
  let parts;
  let value;
  try {
    ${statements.join('\n    ')}
  } catch (error) {
    parts?.abandon();
    throw error;
  }
  return parts ? parts.end(text + '}') : text + '}';
};`;

/** Writes a primitive value directly. Dates, other objects, promises and methods go through the writer of the field. */
function attributeStatement({ name, isNullable }: Attribute, label: string, index: number): string {
  const whenNull = isNullable ? `text += ${quoted(`${label}null`)};` : `requireValue(fields[${index}]);`;
  return `value = source.${name};
    if (value === null || value === undefined) ${whenNull}
    else if (typeof value !== 'object' && typeof value !== 'function') text += ${quoted(label)} + write${index}(value, zone);
    else {
      value = fields[${index}].write(source, execution);
      ${addition(label)}
    }`;
}

const fieldStatement = (label: string, index: number): string =>
  `value = write${index}(source, execution);
    ${addition(label)}`;

/** Adds the JSON in `value`, which may be a promise. */
const addition = (label: string): string => `if (typeof value === 'string') text += ${quoted(label)} + value;
    else {
      parts ??= new JsonParts('');
      parts.add(text + ${quoted(label)}, value);
      text = '';
    }`;

/** Returns a string literal of JavaScript. */
const quoted = (text: string): string => JSON.stringify(text);

function requireValue({ attribute }: WritableField): never {
  throw new GraphQLError(`${attribute?.coordinate} is null`);
}
