import { GraphQLInputObjectType } from 'graphql';
import { Coupon, CouponValueType } from '../../../src/domain/coupon/coupon.entity.js';
import { Event } from '../../../src/domain/event/event.entity.js';
import { Provider } from '../../../src/domain/provider/provider.entity.js';
import { validateAttributes } from '../../../src/domain/records/attributes.js';
import { Service } from '../../../src/domain/service/service.entity.js';
import { bookingSchema } from '../../../src/graphql/schema.js';

const blank = ["can't be blank"];

function fieldsOfInput(name: string): Map<string, string> {
  const type = bookingSchema().getType(name);
  if (!(type instanceof GraphQLInputObjectType)) throw new Error(`no input ${name}`);
  return new Map(Object.values(type.getFields()).map((field) => [field.name, String(field.type)]));
}

describe('an input derived from an entity', () => {
  it('excludes read-only attributes and those that every record has', () => {
    for (const name of ['ServiceInput', 'ProviderInput', 'EventInput', 'CouponInput', 'GiftCardInput']) {
      const fields = fieldsOfInput(name);
      for (const hidden of ['accountId', 'id', 'createdAt', 'updatedAt', 'archivedAt', 'remaining', 'collectionId']) {
        expect(fields.has(hidden)).toBe(false);
      }
    }
    expect(fieldsOfInput('ServiceInput').has('active')).toBe(false);
    expect(fieldsOfInput('CouponInput').get('active')).toBe('Boolean');
  });

  it('has optional fields of the types of the attributes', () => {
    const fields = fieldsOfInput('ResourceInput');
    expect(fields.get('title')).toBe('String');
    expect(fields.get('capacity')).toBe('Int');
    expect(fields.get('customData')).toBe('CustomData');
    expect(fields.get('openingHoursMon')).toBe('[Time!]');
    expect(fieldsOfInput('ServiceInput').get('bookingType')).toBe('BookingType');
    expect(fieldsOfInput('ServiceInput').get('price')).toBe('Decimal');
  });

  it('may declare further fields', () => {
    expect(fieldsOfInput('ServiceInput').get('bookingTypeId')).toBe('Int');
    expect(fieldsOfInput('CouponInput').get('appliesTo')).toBe('CouponScopeInput');
  });
});

describe('validateAttributes', () => {
  it('reports required attributes without a default or value', () => {
    expect(validateAttributes(Service, {})).toEqual({ title: blank });
    expect(validateAttributes(Provider, { resourceId: 1 })).toEqual({ serviceId: blank });
    expect(Object.keys(validateAttributes(Event, {}))).toEqual([
      'resourceId',
      'serviceId',
      'capacity',
      'startsAt',
      'endsAt',
    ]);
  });

  it('reports values outside the ranges of their columns', () => {
    const coupon = { title: 'x', code: 'x', value: 0, valueType: CouponValueType.AMOUNT };
    expect(validateAttributes(Coupon, { ...coupon, minOrderAmount: '-0.01', maxCount: 1 })).toEqual({
      value: ['must be greater than 0'],
      minOrderAmount: ['must be greater than or equal to 0'],
    });
  });
});
