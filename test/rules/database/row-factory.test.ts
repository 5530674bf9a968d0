import pg from 'pg';
import { rowFactoryOf, rowReader } from '../../../src/platform/database/data-row.js';
import { dataRow } from '../../support/data-rows.js';

const factoryOf = (names: readonly string[]) =>
  rowFactoryOf(names.map((name) => ({ name, dataTypeID: pg.types.builtins.TEXT })));

/** Creates an object from values, which are sent as JSON. */
function create(names: readonly string[], values: readonly unknown[]): object {
  rowReader.start(dataRow(values.map((value) => (value === null ? null : Buffer.from(JSON.stringify(value))))), true);
  return factoryOf(names)(
    rowReader,
    names.map(() => JSON.parse),
  );
}

describe('a row factory', () => {
  it('creates an object of the columns in their order', () => {
    const row = create(['b', 'a', 'c'], [1, null, 'x']);
    expect(JSON.stringify(row)).toBe('{"b":1,"a":null,"c":"x"}');
  });

  it.each(['quote"s', "it's", '`$`', 'back\\slash', 'line\nbreak', 'line\u2028separator', 'førsteår', '名前', ' ', ''])(
    'accepts a column with the name %j',
    (name) => {
      expect(create([name, `person.${name}`], [1, 2])).toEqual(
        Object.fromEntries([
          [name, 1],
          ['person', { [name]: 2 }],
        ]),
      );
    },
  );

  it('does not run a name as code', () => {
    const name = '": (attacked = true), "x';
    expect(Object.keys(create([name], [1]))).toEqual([name]);
    expect(globalThis).not.toHaveProperty('attacked');
  });

  it('sets no prototype', () => {
    const row = create(['__proto__', 'id'], [{ admin: true }, 1]);
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    expect(Object.keys(row)).toEqual(['__proto__', 'id']);
  });

  it('puts columns with a dot into a nested object, which is null without an id', () => {
    const names = ['id', 'person.id', 'person.name', 'event.id', 'event.title', 'name'];
    expect(create(names, [1, 2, null, null, null, 'x'])).toEqual({
      id: 1,
      name: 'x',
      person: { id: 2, name: null },
      event: null,
    });
  });

  it('uses the first column before the dot as the id, even if it is zero or empty', () => {
    const names = ['person.id', 'person.name'];
    expect(create(names, [0, 'x'])).toEqual({ person: { id: 0, name: 'x' } });
    expect(create(names, ['', 'x'])).toEqual({ person: { id: '', name: 'x' } });
  });

  it('splits a name only at its first dot', () => {
    expect(create(['person.id', 'person.a.b'], [1, 2])).toEqual({ person: { id: 1, 'a.b': 2 } });
  });

  it('is compiled once per list of columns', () => {
    expect(factoryOf(['id', 'name'])).toBe(factoryOf(['id', 'name']));
    expect(create(['name', 'id'], [1, 2])).toEqual({ name: 1, id: 2 });
  });

  it('is compiled again after it was evicted', () => {
    for (let number = 0; number < 2_500; number += 1) {
      const name = `column_${number}`;
      expect(create([name], [number])).toEqual({ [name]: number });
    }
  });
});
