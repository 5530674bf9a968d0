import { catalogue } from '../../src/domain/person-data/catalogue.js';
import { columnsWithoutPeople } from '../support/columns-without-people.js';
import { listTextColumns, treatmentOf } from '../support/person-columns.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const columns = await listTextColumns(server);
const nameOf = ({ table, column }: { table: string; column: string }): string => `${table}.${column}`;
const withoutPeople = Object.entries(columnsWithoutPeople).flatMap(([table, { columns: named }]) =>
  named.split(' ').map((column) => ({ table, column })),
);

describe('every column that can hold text', () => {
  it('is in the catalogue of data of people, or never has any, for a reason', () => {
    const listed = new Set(withoutPeople.map(nameOf));
    expect(columns.filter((each) => !treatmentOf(each) && !listed.has(nameOf(each))).map(nameOf)).toEqual([]);
  });

  it('is in one of the two', () => {
    expect(withoutPeople.filter((each) => treatmentOf(each)).map(nameOf)).toEqual([]);
    const known = new Set(columns.map(nameOf));
    expect(withoutPeople.map(nameOf).filter((name) => !known.has(name))).toEqual([]);
  });
});

it('the catalogue names only columns that exist', async () => {
  const all = await server.sql<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
  );
  const known = new Set(all.map(nameOf));
  const named = catalogue.flatMap(({ table, erase, kept = {}, secret = [] }) =>
    [...(erase === 'row' ? [] : Object.keys(erase)), ...Object.keys(kept), ...secret].map((column) => ({
      table,
      column,
    })),
  );
  expect(named.map(nameOf).filter((name) => !known.has(name))).toEqual([]);
});
