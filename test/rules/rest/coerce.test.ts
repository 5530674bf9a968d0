import { inspect } from 'node:util';
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';
import { compileReader } from '../../../src/graphql/input-reader.js';
import { type DeprecatedNames, restDialect } from '../../../src/http/rest/coerce.js';
import { accepted } from '../../../src/platform/accepted.js';
import type { FieldErrors } from '../../../src/platform/errors.js';
import {
  CalendarDate,
  CustomDataObject,
  Decimal,
  Instant,
  JsonObject,
  Uuid,
  WallTime,
} from '../../../src/platform/scalars.js';
import { type Zone, zoneOf } from '../../../src/platform/time/zone.js';

const oslo = zoneOf('Europe/Oslo');
const ids = new GraphQLList(new GraphQLNonNull(GraphQLInt));
const Kind = new GraphQLEnumType({ name: 'Kind', values: { GIFT_CARD: { value: 'gift_card' } } });
const Person = new GraphQLInputObjectType({
  name: 'PersonInput',
  fields: { phoneNumber: { type: GraphQLString }, dateOfBirth: { type: CalendarDate } },
});
const Booking = new GraphQLInputObjectType({
  name: 'BookingInput',
  fields: {
    bookedFrom: { type: Instant },
    open0: { type: WallTime },
    count: { type: GraphQLInt },
    personAttributes: { type: Person },
    people: { type: new GraphQLList(Person) },
  },
});
const Strict = new GraphQLInputObjectType({
  name: 'StrictInput',
  fields: { title: { type: new GraphQLNonNull(GraphQLString) } },
});

const blank = ["can't be blank"];
const invalid = ['is invalid'];
const notNumber = ['is not a number'];
const outOfRange = ['must be less than or equal to 2147483647'];
const nul = 'a\0b';
const halfSurrogate = '\ud800';

const value = (given: unknown) => ({ value: given });
const errors = (found: unknown) => ({ errors: found });

/** Returns the value of an input as the resolver gets it, or its errors. */
function coerce(type: GraphQLInputType, raw: unknown, zone: Zone, deprecated?: DeprecatedNames) {
  const malformed: FieldErrors = {};
  const read = compileReader({ name: 'input', type, extensions: {} }, restDialect(deprecated));
  const result = read(raw, { zone, malformed, refused: {}, refusedItems: new Map() });
  return malformed['input'] ? errors(malformed['input']) : value(result);
}

type Case = [type: GraphQLInputType, raw: unknown, result: unknown];

const table: Record<string, Case[]> = {
  text: [
    [GraphQLString, 'a', value('a')],
    [GraphQLString, '', value('')],
    [GraphQLString, ' å ', value(' å ')],
    [GraphQLString, 12, value('12')],
    [GraphQLString, 1.5, value('1.5')],
    [GraphQLString, Number.MAX_SAFE_INTEGER + 1, errors(invalid)],
    [GraphQLString, JSON.parse('1e400'), errors(invalid)],
    [GraphQLString, true, errors(invalid)],
    [GraphQLString, ['a'], errors(invalid)],
    [GraphQLString, {}, errors(invalid)],
    [GraphQLString, nul, errors(invalid)],
    [GraphQLString, halfSurrogate, errors(invalid)],
    [GraphQLString, '😀', value('😀')],
  ],
  nothing: [
    [GraphQLString, null, value(null)],
    [GraphQLInt, null, value(null)],
    [GraphQLInt, '', value(null)],
    [ids, '', value(null)],
    [Person, '', value(null)],
    [new GraphQLNonNull(GraphQLInt), null, errors(blank)],
    [new GraphQLNonNull(GraphQLInt), '', errors(blank)],
    [new GraphQLNonNull(Person), null, errors(blank)],
  ],
  integers: [
    [GraphQLInt, 7, value(7)],
    [GraphQLInt, ' 7 ', value(7)],
    [GraphQLInt, '-7', value(-7)],
    [GraphQLInt, '+7', value(7)],
    [GraphQLInt, '7.0', value(7)],
    [GraphQLInt, 7.5, errors(['must be an integer'])],
    [GraphQLInt, '7.5', errors(['must be an integer'])],
    [GraphQLInt, 2_147_483_647, value(2_147_483_647)],
    [GraphQLInt, 2_147_483_648, errors(outOfRange)],
    [GraphQLInt, 2 ** 53, errors(outOfRange)],
    [GraphQLInt, '99999999999999999999', errors(outOfRange)],
    [GraphQLInt, -(2 ** 53), errors(['must be greater than or equal to -2147483647'])],
    [GraphQLInt, JSON.parse('1e400'), errors(['must be an integer'])],
    [GraphQLInt, 'x', errors(notNumber)],
    [GraphQLInt, '0x10', errors(notNumber)],
    [GraphQLInt, '1e3', errors(notNumber)],
    [GraphQLInt, '٣', errors(notNumber)],
    [GraphQLInt, true, errors(notNumber)],
    [GraphQLInt, [7], errors(notNumber)],
    [GraphQLInt, {}, errors(notNumber)],
  ],
  decimals: [
    [Decimal, 115, value('115')],
    [Decimal, 115.25, value('115.25')],
    [Decimal, '115.0', value('115.0')],
    [Decimal, ' +115.50 ', value('115.50')],
    [Decimal, '-3', value('-3')],
    [Decimal, '1.234', value('1.234')],
    [Decimal, '1.12345678901', errors(invalid)],
    [Decimal, '12345678901', errors(invalid)],
    [Decimal, 1e21, errors(notNumber)],
    [Decimal, JSON.parse('1e400'), errors(notNumber)],
    [Decimal, '1,5', errors(notNumber)],
    [Decimal, 'x', errors(notNumber)],
    [Decimal, [], errors(notNumber)],
    [Decimal, false, errors(notNumber)],
  ],
  booleans: [
    ...[true, 'true', '1', 1].map((raw): Case => [GraphQLBoolean, raw, value(true)]),
    ...[false, 'false', '0', 0].map((raw): Case => [GraphQLBoolean, raw, value(false)]),
    ...['yes', 'on', 2, [], {}].map((raw): Case => [GraphQLBoolean, raw, errors(['is invalid', accepted.boolean])]),
  ],
  enumerations: [
    [Kind, 'gift_card', value('gift_card')],
    [Kind, ' GIFT_CARD ', value('gift_card')],
    [Kind, 'product', errors(['is not included in the list', expect.stringMatching(/^must be one of /)])],
    [Kind, '__proto__', errors(['is not included in the list', expect.stringMatching(/^must be one of /)])],
    [Kind, 1, errors(['is not included in the list', expect.stringMatching(/^must be one of /)])],
  ],
  'instants, in winter': [
    [Instant, '2026-01-15 09:00', value(new Date('2026-01-15T08:00:00.000Z'))],
    [Instant, '2026-01-15 09:00:30', value(new Date('2026-01-15T08:00:30.000Z'))],
    [Instant, '2026-01-15T09:00', value(new Date('2026-01-15T08:00:00.000Z'))],
    [Instant, '2026-01-15T09:00:30', value(new Date('2026-01-15T08:00:30.000Z'))],
    [Instant, '2026-01-15T09:00:00+01:00', value(new Date('2026-01-15T08:00:00.000Z'))],
    [Instant, '2026-01-15T09:00:00 01:00', value(new Date('2026-01-15T08:00:00.000Z'))],
    [Instant, '2026-01-15T09:00:00-0530', value(new Date('2026-01-15T14:30:00.000Z'))],
    [Instant, '2026-01-15T09:00Z', value(new Date('2026-01-15T09:00:00.000Z'))],
    [Instant, '15.01.26 09:00', value(new Date('2026-01-15T08:00:00.000Z'))],
    [Instant, '15.01.2026 09:00', value(new Date('2026-01-15T08:00:00.000Z'))],
    [Instant, '2026-01-15', value(new Date('2026-01-14T23:00:00.000Z'))],
    [Instant, ' 2026-01-15 09:00 ', value(new Date('2026-01-15T08:00:00.000Z'))],
    [Instant, '2026-02-30 09:00', errors(['is invalid', accepted.dateTime])],
    [Instant, '2026-01-15 25:00', errors(['is invalid', accepted.dateTime])],
    [Instant, '01/15/2026', errors(['is invalid', accepted.dateTime])],
    [Instant, 'tomorrow', errors(['is invalid', accepted.dateTime])],
    [Instant, 1_768_464_000, errors(['is invalid', accepted.dateTime])],
    [Instant, [], errors(['is invalid', accepted.dateTime])],
  ],
  'instants, where the clock changes': [
    [Instant, '2026-07-15 09:00', value(new Date('2026-07-15T07:00:00.000Z'))],
    [Instant, '2026-03-29 02:30', value(new Date('2026-03-29T01:30:00.000Z'))],
    [Instant, '2026-10-25 02:30', value(new Date('2026-10-25T00:30:00.000Z'))],
  ],
  dates: [
    [CalendarDate, '2026-01-15', value('2026-01-15')],
    [CalendarDate, '15.01.2026', value('2026-01-15')],
    [CalendarDate, '2026-01-15T23:30:00Z', value('2026-01-16')],
    [CalendarDate, '2026-02-30', errors(['is invalid', accepted.date])],
    [CalendarDate, 20260115, errors(['is invalid', accepted.date])],
  ],
  'times of the day': [
    [WallTime, '09:00', value('09:00')],
    [WallTime, '24:00', value('24:00')],
    [WallTime, '36:00', value('36:00')],
    [WallTime, '36:01', errors(invalid)],
    [WallTime, 900, errors(invalid)],
  ],
  'custom data': [
    [CustomDataObject, { a: '1', b: 2, c: true, d: null }, value({ a: '1', b: '2', c: 'true' })],
    [CustomDataObject, [], value({})],
    [CustomDataObject, ['a'], errors(invalid)],
    [CustomDataObject, 'a', errors(invalid)],
    [CustomDataObject, { a: {} }, errors(invalid)],
    [CustomDataObject, { a: nul }, errors(invalid)],
    [CustomDataObject, { [nul]: 'a' }, errors(invalid)],
    [CustomDataObject, { a: 'x'.repeat(70_000) }, errors(invalid)],
  ],
  'JSON objects': [
    [JsonObject, { a: { b: [1] } }, value({ a: { b: [1] } })],
    [JsonObject, { a: [halfSurrogate] }, errors(invalid)],
    [JsonObject, JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`), errors(invalid)],
    [JsonObject, [], value({})],
    [JsonObject, [1], errors(invalid)],
  ],
  identifiers: [
    [Uuid, '0F8FAD5B-D9CB-469F-A165-70867728950E', value('0f8fad5b-d9cb-469f-a165-70867728950e')],
    [Uuid, '0f8fad5b', errors(invalid)],
  ],
  lists: [
    [ids, ['1', 2], value([1, 2])],
    [ids, '1,2', value([1, 2])],
    [ids, '1, 2', value([1, 2])],
    [ids, '1', value([1])],
    [ids, 1, value([1])],
    [ids, [], value([])],
    [ids, [''], value([])],
    [ids, { 0: '1', 1: '2' }, value([1, 2])],
    [ids, {}, errors(invalid)],
    [ids, { a: '1' }, errors(invalid)],
    [ids, ['1', 'x'], errors(notNumber)],
    [ids, [null], errors(blank)],
    [ids, true, errors(invalid)],
    [ids, Array.from({ length: 1000 }, () => 1), value(Array.from({ length: 1000 }, () => 1))],
    [ids, Array.from({ length: 100_000 }, () => 1), errors(['is too long (maximum is 1000 items)'])],
    [ids, '1,'.repeat(100_000), errors(['is too long (maximum is 1000 items)'])],
  ],
  objects: [
    [Booking, { booked_from: '2026-01-15 09:00' }, value({ bookedFrom: new Date('2026-01-15T08:00:00.000Z') })],
    [Booking, { open_0: '09:00' }, value({ open0: '09:00' })],
    [Booking, { count: null }, value({ count: null })],
    [Booking, { unknown: 1, bookedFrom: 'x' }, value({})],
    [Booking, [], value({})],
    [Booking, ['count'], errors(invalid)],
    [Booking, 'count', errors(invalid)],
    [Booking, JSON.parse('{"__proto__": {"count": 3}}'), value({})],
    [Booking, Object.create({ count: 3 }), value({})],
    [
      Booking,
      { booked_from: 'x', count: 'y', person_attributes: { date_of_birth: 'z' } },
      errors({
        bookedFrom: ['is invalid', accepted.dateTime],
        count: notNumber,
        person: invalid,
        personAttributes: { dateOfBirth: ['is invalid', accepted.date] },
      }),
    ],
    [Booking, { people: [{ phone_number: 1 }] }, value({ people: [{ phoneNumber: '1' }] })],
    [Booking, { people: { 0: { phone_number: '1' } } }, value({ people: [{ phoneNumber: '1' }] })],
    [Booking, { people: 'a,b' }, errors({ people: invalid })],
    [Booking, { people: 1 }, errors({ people: invalid })],
    [Strict, {}, errors({ title: blank })],
  ],
};

for (const [name, cases] of Object.entries(table)) {
  describe(name, () => {
    it.each(
      cases.map(
        ([type, raw, result]) =>
          [
            String(type),
            inspect(raw, { depth: 1, maxArrayLength: 3, breakLength: Number.POSITIVE_INFINITY }).slice(0, 60),
            type,
            raw,
            result,
          ] as const,
      ),
    )('%s accepts %s', (_type, _raw, type, raw, result) => expect(coerce(type, raw, oslo)).toEqual(result));
  });
}

describe('deprecated names', () => {
  const deprecated = { phonenumber: 'phone_number' };

  it.each([
    ['set the field of the current name', { phonenumber: '1' }, { phoneNumber: '1' }],
    ['are ignored beside the current name', { phonenumber: '1', phone_number: '2' }, { phoneNumber: '2' }],
  ])('%s', (_says, raw, result) => expect(coerce(Person, raw, oslo, deprecated)).toEqual(value(result)));

  it('are accepted in nested objects, too', () => {
    const raw = { person_attributes: { phonenumber: '1' } };
    expect(coerce(Booking, raw, oslo, deprecated)).toEqual(value({ personAttributes: { phoneNumber: '1' } }));
  });
});
