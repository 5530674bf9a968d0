import { Cell } from '../../../src/platform/cells/cell.js';
import { Directory } from '../../../src/platform/cells/directory.js';
import type { Session } from '../../../src/platform/database/session.js';

const row = { name: 'cell1', firstAccountId: 1, lastAccountId: 100 };
/** It connects only when it is asked, which these tests do not. */
const directory = new Directory('postgres://127.0.0.1:1/directory');
afterAll(() => directory.close());

/** A cell whose table of accounts has these rows. */
function cellWith(...rows: object[]): Cell {
  const session: Session = {
    execute: async <Result extends object>() => rows as Result[],
    transaction: (work) => work(session),
  };
  return new Cell(row, session, directory);
}

it('serves the accounts whose rows are here', async () => {
  await expect(cellWith({ movedTo: null }).requireHere(5)).resolves.toBeUndefined();
  await expect(cellWith({ movedTo: null }).requireHere(500)).resolves.toBeUndefined();
});

it('refuses an account that was moved, although its row is here', async () => {
  await expect(cellWith({ movedTo: 'cell2' }).requireHere(5)).rejects.toMatchObject({ code: 'MISDIRECTED' });
});

it.each([0, 101])('refuses the id %i of another range without the directory', async (id) => {
  await expect(cellWith().requireHere(id)).rejects.toMatchObject({ code: 'MISDIRECTED' });
});
