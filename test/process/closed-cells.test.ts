import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Directory } from '../../src/platform/cells/directory.js';
import { makeReadonly, makeWritable } from '../../src/platform/cells/readonly-cell.js';
import { createTestCells, newAccount, startCellWeb, type TestCells } from '../support/cells.js';
import type { Web } from '../support/web.js';

const partnerToken = 'the-token-of-the-partner';

let test: TestCells;
let directory: Directory;
/** A web process of the closed cell. */
let web: Web;
let folder: string;

/** The account "saved" was exported and is gone, "other" is in cell1. All that follows would put one of them into cell2. */
beforeAll(async () => {
  test = await createTestCells();
  directory = new Directory(test.directoryUrl);
  web = await startCellWeb(test, 'cell2', { partnerToken });
  folder = await mkdtemp(join(tmpdir(), 'booking-closed-'));
  const [saved] = await test.run('cell2', 'create', '--subdomain', 'saved', ...newAccount);
  await test.run('cell2', 'export-all', '--subdomain', 'saved', '--output', fileOf());
  const id = Number(saved?.['id']);
  await inCell2('delete from api_key');
  await inCell2('delete from account');
  await directory.keepOnly(id, undefined);
  await test.run('cell1', 'create', '--subdomain', 'other', ...newAccount);
});
afterAll(async () => {
  await web?.[Symbol.asyncDispose]();
  await directory?.close();
  await test?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const fileOf = (): string => join(folder, 'saved.account');
const inCell2 = (statement: string) => test.cells.cell2.database.session.execute<{ id: number }>(statement);

/** The ways to close a cell and to open it again, with the words of a command about it. */
const closures = {
  draining: {
    reason: 'is being drained',
    close: () => inCell2('update cell set weight_before_drain = 100'),
    open: () => inCell2('update cell set weight_before_drain = null'),
  },
  'read-only': {
    reason: 'is read-only',
    close: () => makeReadonly(test.cells.cell2.database.session, 1_000),
    open: () => makeWritable(test.cells.cell2.database.session),
  },
};

/** Returns the error of a command in a cell. */
const errorOf = async (cell: 'cell1' | 'cell2', ...args: string[]) => {
  const { status, error } = await test.attempt(cell, ...args);
  return status === 0 ? undefined : error;
};

/** Each way of an account into cell2. Returns the error. */
const ways: Record<string, () => Promise<string | undefined>> = {
  create: () => errorOf('cell2', 'create', '--subdomain', 'new', ...newAccount),
  restore: () => errorOf('cell2', 'restore', fileOf()),
  'restore from another cell': () => errorOf('cell1', 'restore', fileOf(), '--cell', 'cell2'),
  'restore --as-new': () => errorOf('cell2', 'restore', fileOf(), '--as-new', '--subdomain', 'new'),
  move: () => errorOf('cell1', 'move', '--subdomain', 'other', '--to', 'cell2'),
  'cell drain --to': () => errorOf('cell1', 'cell', 'drain', '--cell', 'cell1', '--to', 'cell2'),
  'cell drain': () => errorOf('cell1', 'cell', 'drain', '--cell', 'cell1'),
};

/** The words of those that name no cell. */
const otherErrors: Record<string, string> = {
  'cell drain': 'no other cell gets new accounts: name cells with --to',
};

/** The accounts that the directory has, or that are reserved there. */
async function subdomains(): Promise<string[]> {
  const found: string[] = [];
  for await (const part of directory.entries()) found.push(...part.map(({ subdomain }) => subdomain));
  return found;
}

describe.each(Object.entries(closures))('a %s cell', (_, { reason, close, open }) => {
  beforeAll(close);
  afterAll(open);
  // One case that wrote would let others fail.
  afterEach(async () => {
    expect(await inCell2('select id from account')).toEqual([]);
    expect(await subdomains()).toEqual(['other']);
  });

  it.each(Object.entries(ways))('gets no account by %s', async (name, attempt) => {
    expect(await attempt()).toMatch(otherErrors[name] ?? new RegExp(`^(?:cell )?cell2 ${reason}$`));
  });

  it('gets no account by a sign-up', async () => {
    const { status } = await fetch(`${web.origin}/partner/clients`, {
      method: 'POST',
      headers: { authorization: `Bearer ${partnerToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        client: {
          ...{ name: 'New', subdomain: 'new', email: 'a@example.org' },
          ...{ time_zone: 'Europe/Oslo', country_code: 'NO' },
        },
        user: { name: 'Kari', email: 'kari@example.org', password: 'correct horse' },
      }),
    });
    expect(status).toBe(503);
  });

  it('gets no account by a rebalance', async () => {
    const printed = await test.run('cell1', 'cell', 'rebalance');
    expect(printed).toEqual([{ moved: 0, left: 0 }]);
  });
});

describe('a cell that is open again', () => {
  it('gets the account of a file', async () => {
    const [restored] = await test.run('cell2', 'restore', fileOf());
    expect(restored).toMatchObject({ subdomain: 'saved' });
    expect(await subdomains()).toEqual(expect.arrayContaining(['saved', 'other']));
  });
});
