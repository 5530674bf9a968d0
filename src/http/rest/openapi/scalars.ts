import {
  GraphQLBoolean,
  type GraphQLEnumType,
  GraphQLFloat,
  GraphQLInt,
  type GraphQLScalarType,
  GraphQLString,
} from 'graphql';
import {
  AttributeName,
  CalendarDate,
  CustomDataObject,
  Decimal,
  FileUpload,
  Instant,
  JsonObject,
  Uuid,
  WallTime,
} from '../../../platform/scalars.js';
import type { Components, Schema } from './components.js';

/** The forms of a scalar in REST (spec, Transport and formats). */
interface ScalarForms {
  output: Schema;
  /** The input, if it differs from the output. */
  input?: Schema;
}

/** The key of an account or a session. */
export const apiKey: Schema = { type: 'string', examples: ['bk_1_x1Jn0sGmW3t0VwzqTqD5y6lZc2Rr8pKb'] };

const customData = { type: 'object', examples: [{ colour: 'blue', vip: true }] } as const;

const forms = new Map<GraphQLScalarType, ScalarForms>([
  [GraphQLInt, { output: { type: 'integer', format: 'int32' } }],
  [GraphQLFloat, { output: { type: 'number' } }],
  [GraphQLString, { output: { type: 'string' } }],
  [GraphQLBoolean, { output: { type: 'boolean' } }],
  [
    Instant,
    {
      output: {
        type: 'string',
        format: 'date-time',
        pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[+-]\\d\\d:\\d\\d$',
        examples: ['2026-03-02T10:00:00+01:00'],
      },
      input: {
        type: 'string',
        description:
          '`YYYY-MM-DD hh:mm[:ss]`, `YYYY-MM-DDThh:mm[:ss]` with or without an offset or `Z`, `YYYY-MM-DD hh:mm:ss ±hhmm`, `YYYYMMDDThhmmssZ`, `DD.MM.YY hh:mm[:ss]` or `DD.MM.YYYY hh:mm[:ss]`; hours also with one digit. Without an offset: in the time zone of the account.',
        examples: ['2026-03-02 10:00'],
      },
    },
  ],
  [
    CalendarDate,
    {
      output: { type: 'string', format: 'date', examples: ['2026-03-02'] },
      input: {
        type: 'string',
        description: '`YYYY-MM-DD` (recommended), `DD.MM.YYYY`, or a date-time, whose date is used.',
        examples: ['2026-03-02'],
      },
    },
  ],
  [
    WallTime,
    {
      output: {
        type: 'string',
        description: 'From 24:00 on, a time of the next day: 26:00 is 02:00.',
        pattern: '^([0-2]\\d|3[0-5]):[0-5]\\d$|^36:00$',
        examples: ['08:00'],
      },
      input: {
        type: 'string',
        description:
          'A time up to 36:00, noon of the next day. A closing before its opening is one of the next day: 02:00 after 18:00 is 26:00.',
        pattern: '^\\d\\d?:\\d\\d(:00)?$',
        examples: ['08:00'],
      },
    },
  ],
  [
    Decimal,
    {
      output: { type: 'string', pattern: '^-?\\d+\\.\\d{1,4}$', examples: ['115.0'] },
      input: { type: ['string', 'number'], examples: ['115.0'] },
    },
  ],
  [AttributeName, { output: { type: 'string', examples: ['booked_from'] } }],
  [
    FileUpload,
    {
      output: { type: 'string', examples: ['data:image/png;base64,iVBORw0KGgo='] },
      input: {
        type: 'string',
        description: 'A file: a part of `multipart/form-data`, or a data URL.',
        examples: ['data:image/png;base64,iVBORw0KGgo='],
      },
    },
  ],
  [Uuid, { output: { type: 'string', format: 'uuid', examples: ['0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11'] } }],
  [
    CustomDataObject,
    {
      output: { ...customData, additionalProperties: { type: ['string', 'boolean'] } },
      input: { ...customData, additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
    },
  ],
  [JsonObject, { output: { type: 'object', additionalProperties: true, examples: [{ sms_reminder_time: '12:00' }] } }],
]);

/** Returns the schema of a scalar in responses; for an unknown scalar, its description. */
export function outputScalar(scalar: GraphQLScalarType): Schema {
  return forms.get(scalar)?.output ?? { description: scalar.description ?? scalar.name };
}

/** Returns the schema of a scalar in requests. One with a description is a shared component. */
export function inputScalar(scalar: GraphQLScalarType, components: Components): Schema {
  const { output = outputScalar(scalar), input = output } = forms.get(scalar) ?? {};
  return input !== output && input.description ? components.once('schemas', `${scalar.name}Input`, () => input) : input;
}

/** REST writes enumeration values in lower case. */
export function enumeration(type: GraphQLEnumType, components: Components): Schema {
  return components.once('schemas', type.name, () => ({
    type: 'string',
    ...(type.description && { description: type.description }),
    enum: type.getValues().map(({ name }) => name.toLowerCase()),
  }));
}
