import { buildSchema } from 'graphql';
import { permissionNames, permissions } from '../../src/domain/account/permissions.rules.js';
import { declaredOperations } from '../../src/graphql/authorisation.js';
import { bookingSchema } from '../../src/graphql/schema.js';

const undeclared = (schema = bookingSchema()): string[] =>
  declaredOperations(schema).flatMap(({ name, permission }) => (permission === undefined ? [name] : []));

describe('every query, mutation and subscription', () => {
  it('declares the permission that it requires', () => {
    expect(declaredOperations(bookingSchema()).length).toBeGreaterThan(120);
    expect(undeclared()).toEqual([]);
  });

  it('requires another permission than to read if it is a mutation, and the same for one kind of record', () => {
    const names = Object.keys(bookingSchema().getMutationType()?.getFields() ?? {});
    const mutations = declaredOperations(bookingSchema()).filter(({ name }) => names.includes(name));
    expect(mutations.filter(({ permission }) => permission === 'read')).toEqual([]);
    const ofRecord = Map.groupBy(mutations, ({ name }) => /^(?:create|update|delete)(\w+?)s?$/.exec(name)?.[1]);
    ofRecord.delete(undefined);
    const mixed = [...ofRecord].filter(([, all]) => new Set(all.map(({ permission }) => permission)).size > 1);
    expect(mixed).toEqual([]);
    expect(ofRecord.size).toBeGreaterThan(15);
  });

  it('writes a kind of record that no other permission claims in its description', () => {
    const mutations = Object.keys(bookingSchema().getMutationType()?.getFields() ?? {});
    const plurals: Readonly<Record<string, string>> = { person: 'people', category: 'categories', entry: 'entries' };
    const wrong = declaredOperations(bookingSchema()).flatMap(({ name, permission }) => {
      // The last word of `deleteGiftCard` or `updateRecurringEvents`.
      const kind = /^(?:create|update|delete)\w*([A-Z][a-z]+?)s?$/.exec(name)?.[1]?.toLowerCase();
      if (!kind || !mutations.includes(name)) return [];
      const named = permissionNames.filter((each) => permissions[each].covers.includes(plurals[kind] ?? `${kind}s`));
      return named.length === 0 || named.some((each) => each === permission)
        ? []
        : [`${name}: ${permission}, not ${named}`];
    });
    expect(wrong).toEqual([]);
  });

  it('is found if it does not', () => {
    const schema = buildSchema('type Query { open: Int } type Mutation { good: Int forgotten: Int wrong: Int }');
    const { good, wrong } = schema.getMutationType()?.getFields() ?? {};
    Object.assign(good ?? {}, { extensions: { permission: 'people' } });
    Object.assign(wrong ?? {}, { extensions: { permission: 'nonsense' } });
    expect(undeclared(schema)).toEqual(['open', 'forgotten', 'wrong']);
  });
});
