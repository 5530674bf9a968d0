import { buildSchema } from 'graphql';
import { undeclaredMutations } from '../../src/graphql/authorisation.js';
import { bookingSchema } from '../../src/graphql/schema.js';

describe('the mutations', () => {
  it('say which permission each takes', () => {
    expect(undeclaredMutations(bookingSchema())).toEqual([]);
  });

  it('would be found out', () => {
    const schema = buildSchema('type Query { a: Int } type Mutation { good: Int forgotten: Int wrong: Int }');
    const { good, wrong } = schema.getMutationType()?.getFields() ?? {};
    Object.assign(good ?? {}, { extensions: { permission: 'people' } });
    Object.assign(wrong ?? {}, { extensions: { permission: 'nonsense' } });
    expect(undeclaredMutations(schema)).toEqual(['forgotten', 'wrong']);
  });
});
