import { rowFactoryOf } from '../../../src/platform/database/row-factory.js';

describe('a row factory', () => {
  it('creates an object of the columns in their order', () => {
    const row = rowFactoryOf(['b', 'a', 'c'])([1, null, 'x']);
    expect(JSON.stringify(row)).toBe('{"b":1,"a":null,"c":"x"}');
  });

  it.each(['quote"s', "it's", '`$`', 'back\\slash', 'line\nbreak', 'line\u2028separator', 'førsteår', '名前', ' ', ''])(
    'accepts a column with the name %j',
    (name) => {
      expect(rowFactoryOf([name, `person.${name}`])([1, 2])).toEqual(
        Object.fromEntries([
          [name, 1],
          ['person', { [name]: 2 }],
        ]),
      );
    },
  );

  it('does not run a name as code', () => {
    const name = '": (attacked = true), "x';
    expect(Object.keys(rowFactoryOf([name])([1]))).toEqual([name]);
    expect(globalThis).not.toHaveProperty('attacked');
  });

  it('sets no prototype', () => {
    const row = rowFactoryOf(['__proto__', 'id'])([{ admin: true }, 1]);
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    expect(Object.keys(row)).toEqual(['__proto__', 'id']);
  });

  it('puts columns with a dot into a nested object, which is null without an id', () => {
    const create = rowFactoryOf(['id', 'person.id', 'person.name', 'event.id', 'event.title', 'name']);
    expect(create([1, 2, null, null, null, 'x'])).toEqual({
      id: 1,
      name: 'x',
      person: { id: 2, name: null },
      event: null,
    });
  });

  it('uses the first column before the dot as the id, even if it is zero or empty', () => {
    const create = rowFactoryOf(['person.id', 'person.name']);
    expect(create([0, 'x'])).toEqual({ person: { id: 0, name: 'x' } });
    expect(create(['', 'x'])).toEqual({ person: { id: '', name: 'x' } });
  });

  it('splits a name only at its first dot', () => {
    expect(rowFactoryOf(['person.id', 'person.a.b'])([1, 2])).toEqual({ person: { id: 1, 'a.b': 2 } });
  });

  it('is compiled once per list of columns', () => {
    expect(rowFactoryOf(['id', 'name'])).toBe(rowFactoryOf(['id', 'name']));
    expect(rowFactoryOf(['name', 'id'])([1, 2])).toEqual({ name: 1, id: 2 });
  });

  it('is compiled again after it was evicted', () => {
    for (let number = 0; number < 2_500; number += 1) {
      const name = `column_${number}`;
      expect(rowFactoryOf([name])([number])).toEqual({ [name]: number });
    }
  });
});
