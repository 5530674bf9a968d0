import { buildSchema } from 'graphql';
import { declaredOperations } from '../../src/graphql/authorisation.js';
import { bookingSchema } from '../../src/graphql/schema.js';

const undeclared = (schema = bookingSchema()): string[] =>
  declaredOperations(schema).flatMap(({ name, permission }) => (permission === undefined ? [name] : []));

describe('every query, mutation and subscription', () => {
  it('declares the permission that it requires', () => {
    expect(declaredOperations(bookingSchema()).length).toBeGreaterThan(120);
    expect(undeclared()).toEqual([]);
  });

  it('is found if it does not', () => {
    const schema = buildSchema('type Query { open: Int } type Mutation { good: Int forgotten: Int wrong: Int }');
    const { good, wrong } = schema.getMutationType()?.getFields() ?? {};
    Object.assign(good ?? {}, { extensions: { permission: 'people' } });
    Object.assign(wrong ?? {}, { extensions: { permission: 'nonsense' } });
    expect(undeclared(schema)).toEqual(['open', 'forgotten', 'wrong']);
  });
});
