import { type GraphQLField, type GraphQLResolveInfo, getNamedType, isObjectType } from 'graphql';
import { bookingSchema } from '../../src/graphql/schema.js';
import { CustomDataObject, Instant } from '../../src/platform/scalars.js';
import { zoneOf } from '../../src/platform/time/zone.js';

const context = { zone: zoneOf('Europe/Oslo') };

/** Fields that are computed from others of their object. */
const computed = [
  'Booking.changeableUntil',
  'Booking.linkExpiresAt',
  'DeliveryAttempt.at',
  'MessageAttempt.at',
  'MessageAttempt.nextAttemptAt',
  'WebHookDelivery.nextTryAt',
];

/** Returns every stored field of the schema with that type. */
function fieldsOf(scalar: string): [name: string, field: GraphQLField<unknown, unknown>][] {
  const types = Object.values(bookingSchema().getTypeMap()).filter(isObjectType);
  return types.flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => getNamedType(field.type).name === scalar)
      .map((field): [string, GraphQLField<unknown, unknown>] => [`${type.name}.${field.name}`, field])
      .filter(([name]) => !computed.includes(name)),
  );
}

const resolve = (field: GraphQLField<unknown, unknown>, value: unknown): unknown =>
  field.resolve?.({ [field.name]: value }, {}, context, { fieldName: field.name } as GraphQLResolveInfo);

describe.each(fieldsOf(Instant.name))('%s', (_name, field) => {
  it('is returned in the zone, synchronously', () => {
    expect(resolve(field, new Date('2026-07-01T10:00:00.250Z'))).toBe('2026-07-01T12:00:00+02:00');
  });

  it.each([null, undefined])('is null for %p', (value) => expect(resolve(field, value)).toBeNull());

  it.each([7, '2026-07-01T10:00:00.250Z'])('throws for %p', (value) => {
    expect(() => resolve(field, value)).toThrow(TypeError);
  });
});

describe.each(fieldsOf(CustomDataObject.name))('%s', (_name, field) => {
  it('is returned converted, synchronously', () => {
    expect(resolve(field, { a_at: '2026-07-01T10:00:00Z', b: 'true' })).toEqual({
      a_at: '2026-07-01T12:00:00+02:00',
      b: true,
    });
  });
});
