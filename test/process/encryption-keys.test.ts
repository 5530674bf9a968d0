import { randomBytes } from 'node:crypto';
import { databaseModel } from '../../src/domain/entities.js';
import { requireKeys } from '../../src/platform/database/encryption-keys.js';
import { Encryption, EncryptionError, sealedBy } from '../../src/platform/encryption.js';
import { runAccountCommand } from '../../src/process/account-command.js';
import { newAccount } from '../support/cells.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { killAll, startMain } from './server-process.js';

/** Returns a setting with a new key. */
const keyNamed = (name: string): string => `${name}:${randomBytes(32).toString('base64')}`;

const [old, current, other] = [keyNamed('2025'), keyNamed('2026'), keyNamed('2026')];
const provider = { PAYMENT_SECRET_KEY: 'sk_test_4eC39HqLyjWDarjtT1zdp7dc', PAYMENT_WEBHOOK_SECRET: 'whsec_c2VjcmV0' };

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  killAll();
  await test[Symbol.asyncDispose]();
});

/** Runs an account command with a value of `ENCRYPTION_KEY`. */
async function run(key: string | undefined, command: string, ...args: string[]) {
  const settings = { DATABASE_URL: test.url, ...provider, ...(key !== undefined && { ENCRYPTION_KEY: key }) };
  const { lines, error } = await runAccountCommand([command, ...args], settings);
  return error ?? lines.map((line) => JSON.parse(line));
}

const create = (key: string | undefined, subdomain: string) =>
  run(key, 'create', '--subdomain', subdomain, ...newAccount);
const setProvider = (key: string | undefined, subdomain: string) =>
  run(key, 'set-payment-provider', '--subdomain', subdomain, '--provider', 'stripe');

/** Returns the values of all columns with secrets, by column. */
async function storedSecrets(): Promise<string[]> {
  const selects = [...databaseModel.sealedColumns].map((name) => {
    const [table, column] = name.split('.');
    return `select ${column} as value from ${table} where ${column} is not null`;
  });
  const rows = await test.database.session.execute<{ value: string }>(selects.join(' union all '));
  return rows.map(({ value }) => value);
}

const countSealed = async (key: string): Promise<number> =>
  (await storedSecrets()).filter((value) => value.startsWith(sealedBy(key.split(':')[0] ?? ''))).length;

describe('a database with encrypted secrets', () => {
  it('is not used without the key, or with another one under its name, and stays as it is', async () => {
    await create(current, 'acme');
    expect(await setProvider(current, 'acme')).toEqual([{ provider: 'stripe', active: true }]);
    const before = await storedSecrets();
    expect(before).toHaveLength(4);
    expect(await countSealed(current)).toBe(4);

    const missing = /^ENCRYPTION_KEY lacks the key 2026, which encrypted secrets of this database: nothing was changed/;
    expect(await run(undefined, 'list')).toMatch(missing);
    expect(await run(old, 'list')).toMatch(missing);
    expect(await run(other, 'list')).toMatch(
      /^ENCRYPTION_KEY has another key under the name 2026 than this database was used with: nothing was changed/,
    );
    const server = startMain({ DATABASE_URL: test.url, DEMO: 'off', ENCRYPTION_KEY: other });
    expect(await server.exited).toBe(1);
    expect(server.errors).toEqual([expect.stringMatching(/^Cannot start: ENCRYPTION_KEY has another key/)]);
    expect([...server.errors, ...server.lines].join()).not.toContain(other.split(':')[1]);
    expect(await storedSecrets()).toEqual(before);
    expect(await run(current, 'show-payment-provider', '--subdomain', 'acme')).toEqual([
      { provider: 'stripe', active: true },
    ]);
  });

  it('has one key under each name, however many processes start with others at once', async () => {
    const attempts = Array.from({ length: 12 }, (_, index) => {
      const bytes = Buffer.from((index % 2 === 0 ? current : other).split(':')[1] ?? '', 'base64');
      const encryption = new Encryption([{ id: '2026', bytes }]);
      const starting = requireKeys(test.database.session, encryption, databaseModel.sealedColumns);
      return starting.then(
        () => index % 2,
        (error) => (error instanceof EncryptionError ? 'refused' : error),
      );
    });
    const results = await Promise.all(attempts);
    expect(results.filter((result) => result === 'refused')).toHaveLength(6);
    expect(new Set(results).size).toBe(2);
  });
});

describe('account encrypt-secrets', () => {
  it('encrypts plain secrets, then those of a former key, and says when that is not needed any more', async () => {
    expect(await run(undefined, 'encrypt-secrets')).toBe('ENCRYPTION_KEY is not set');
    await create(undefined, 'acme');
    await setProvider(undefined, 'acme');
    await create(undefined, 'beta');
    // Two of each account, and two of the provider.
    const first = { key: '2025', encrypted: 6, left: 0, unused_keys: [] };
    expect(await run(old, 'encrypt-secrets')).toEqual([first]);
    expect(await run(old, 'encrypt-secrets')).toEqual([{ ...first, encrypted: 0 }]);
    expect(await countSealed(old)).toBe(6);

    const both = `${current},${old}`;
    await create(both, 'gamma');
    expect(await run(current, 'list')).toMatch(/lacks the key 2025/);
    const second = { key: '2026', encrypted: 6, left: 0, unused_keys: ['2025'] };
    expect(await run(both, 'encrypt-secrets')).toEqual([second]);
    expect(await countSealed(current)).toBe(8);
    expect(await run(current, 'show-payment-provider', '--subdomain', 'acme')).toEqual([
      { provider: 'stripe', active: true },
    ]);
    expect(await run(current, 'rotate-secret', '--subdomain', 'acme')).toMatchObject([{ subdomain: 'acme' }]);
  });

  it('encrypts thousands while others write, and leaves out accounts that are paused', async () => {
    const { database } = test;
    await database.session.execute(
      `insert into account (created_at, updated_at, subdomain, name, email, time_zone, country_code, secret)
       select now(), now(), 'many-' || number, 'Many', 'a@example.org', 'Europe/Oslo', 'NO', 'plain-' || number
       from generate_series(1, 1200) as number`,
    );
    await database.session.execute(`update account set paused_at = now() where subdomain = 'many-7'`);
    const runs = await Promise.all([run(current, 'encrypt-secrets'), run(current, 'encrypt-secrets')]);
    const results = runs.flat() as unknown as { encrypted: number; left: number }[];
    expect(results.reduce((sum, { encrypted }) => sum + encrypted, 0)).toBe(2 * 1_199);
    expect(results.map(({ left }) => left)).toEqual([2, 2]);
    database.encryption = new Encryption(
      [{ id: '2026', bytes: Buffer.from(current.split(':')[1] ?? '', 'base64') }],
      databaseModel.sealedColumns,
    );
    const accounts = await database.session.execute<{ id: number; subdomain: string; secret: string }>(
      'select id, subdomain, secret from account order by id',
    );
    for (const { id, subdomain, secret } of accounts) {
      expect(database.account(id).open('account.secret', secret)).toBe(subdomain.replace('many', 'plain'));
    }
  });
});

it('the start warns once that secrets are stored as they are, if there are some', async () => {
  const warnings = async (settings: Record<string, string>) => {
    const server = await startMain({ DATABASE_URL: test.url, DEMO: 'off', ROLE: 'web', ...settings }).ready('Health');
    await server.end();
    return server.lines.filter((line) => line.includes('ENCRYPTION_KEY is not set')).length;
  };
  await create(undefined, 'acme');
  expect(await warnings({})).toBe(0);
  await setProvider(undefined, 'acme');
  expect(await warnings({})).toBe(1);
  expect(await warnings({ ENCRYPTION_KEY: current })).toBe(0);
});

it('a column that is not declared is neither encrypted nor opened', () => {
  const db = test.database.account(1);
  expect(() => db.seal('person.name', 'Kari')).toThrow('declare person.name with @sealedText');
  expect(() => db.open('person.name', 'Kari')).toThrow('declare person.name with @sealedText');
});
