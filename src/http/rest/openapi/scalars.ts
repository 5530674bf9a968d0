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
import type { Components } from './components.js';
import type { Schema } from './schema.js';

/** What REST gives and takes for a scalar (spec, Transport and formats). */
interface ScalarForms {
  given: Schema;
  /** Where it differs from what is given. */
  taken?: Schema;
}

/** The key of an account or a session. */
export const apiKey: Schema = { type: 'string', examples: ['bk_1_x1Jn0sGmW3t0VwzqTqD5y6lZc2Rr8pKb'] };

const customData = { type: 'object', examples: [{ colour: 'blue', vip: true }] } as const;

const forms = new Map<GraphQLScalarType, ScalarForms>([
  [GraphQLInt, { given: { type: 'integer', format: 'int32' } }],
  [GraphQLFloat, { given: { type: 'number' } }],
  [GraphQLString, { given: { type: 'string' } }],
  [GraphQLBoolean, { given: { type: 'boolean' } }],
  [
    Instant,
    {
      given: {
        type: 'string',
        format: 'date-time',
        pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[+-]\\d\\d:\\d\\d$',
        examples: ['2026-03-02T10:00:00+01:00'],
      },
      taken: {
        type: 'string',
        description:
          "`YYYY-MM-DD hh:mm[:ss]`, `YYYY-MM-DDThh:mm[:ss]` with or without an offset or `Z`, `YYYY-MM-DD hh:mm:ss ±hhmm`, `YYYYMMDDThhmmssZ`, `DD.MM.YY hh:mm[:ss]` or `DD.MM.YYYY hh:mm[:ss]`; hours also with one digit; without an offset in the account's time zone.",
        examples: ['2026-03-02 10:00'],
      },
    },
  ],
  [
    CalendarDate,
    {
      given: { type: 'string', format: 'date', examples: ['2026-03-02'] },
      taken: {
        type: 'string',
        description: '`YYYY-MM-DD` is recommended; `DD.MM.YYYY`, and a date-time for its date, are taken too.',
        examples: ['2026-03-02'],
      },
    },
  ],
  [
    WallTime,
    {
      given: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$', examples: ['08:00'] },
      taken: { type: 'string', pattern: '^\\d\\d?:\\d\\d(:00)?$', examples: ['08:00'] },
    },
  ],
  [
    Decimal,
    {
      given: { type: 'string', pattern: '^-?\\d+\\.\\d{1,2}$', examples: ['115.0'] },
      taken: { type: ['string', 'number'], examples: ['115.0'] },
    },
  ],
  [AttributeName, { given: { type: 'string', examples: ['booked_from'] } }],
  [
    FileUpload,
    {
      given: { type: 'string', examples: ['data:image/png;base64,iVBORw0KGgo='] },
      taken: {
        type: 'string',
        description: 'A file: a part of its own in `multipart/form-data`, or a data URL.',
        examples: ['data:image/png;base64,iVBORw0KGgo='],
      },
    },
  ],
  [Uuid, { given: { type: 'string', format: 'uuid', examples: ['0b2a6c1e-5a0f-4c53-9d3e-1f2f6d0f7a11'] } }],
  [
    CustomDataObject,
    {
      given: { ...customData, additionalProperties: { type: ['string', 'boolean'] } },
      taken: { ...customData, additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
    },
  ],
  [JsonObject, { given: { type: 'object', additionalProperties: true, examples: [{ sms_reminder_time: '12:00' }] } }],
]);

/** A scalar as answers hold it; of one without a form of its own, what the schema says about it. */
export function givenScalar(scalar: GraphQLScalarType): Schema {
  return forms.get(scalar)?.given ?? { description: scalar.description ?? scalar.name };
}

/** A scalar as requests may hold it; one that takes a sentence to say is a component. */
export function takenScalar(scalar: GraphQLScalarType, components: Components): Schema {
  const { given = givenScalar(scalar), taken = given } = forms.get(scalar) ?? {};
  return taken !== given && taken.description ? components.once('schemas', `${scalar.name}Input`, () => taken) : taken;
}

/** Enumerations are lower case in REST. */
export function enumeration(type: GraphQLEnumType, components: Components): Schema {
  return components.once('schemas', type.name, () => ({
    type: 'string',
    ...(type.description && { description: type.description }),
    enum: type.getValues().map(({ name }) => name.toLowerCase()),
  }));
}
