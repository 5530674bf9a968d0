import { MikroORM } from '@mikro-orm/postgresql';
import { databaseModel, entities } from '../../src/domain/entities.js';
import { ormOptions } from '../../src/platform/database/orm.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { createTestDatabase } from '../support/test-database.js';

const test = await disposeAfterAll(createTestDatabase());

const suspicious = /secret|key|token|password|credential/;

/** Columns whose names look like secrets, but that need no encryption. Those that end in `_hash` are digests. */
const unsealed: Readonly<Record<string, string>> = {
  'account.google_merchant_key': 'a setting that admins read and write; the server does not use it',
  'attempt.key': 'the name of a limit, with a digest of what it counts',
  'failed_job.key': 'identifies a job',
  'idempotency_key.key': 'identifies a request of a client, and opens nothing',
  'passkey.credential_id': 'identifies a passkey; its private key stays with the user',
  'passkey.public_key': 'is public',
  'rate_limit.key': 'a client address',
  'security_event.repeat_key': 'identifies equal refusals of one sender',
};

const orm = new MikroORM(ormOptions('postgresql://localhost/none', entities));
const attributes = [...orm.getMetadata().getAll().values()].flatMap(({ tableName, props }) =>
  props.flatMap(({ fieldNames = [], hidden, columnTypes = [] }) =>
    fieldNames.map((field, index) => ({ name: `${tableName}.${field}`, hidden, type: columnTypes[index] })),
  ),
);

it('every column whose name looks like a secret is encrypted, a digest, or needs neither for a reason', async () => {
  const columns = await test.database.session.execute<{ name: string; column: string }>(
    `select table_name || '.' || column_name as name, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'character varying', 'jsonb', 'bytea')
       and table_name <> 'agenda_jobs' order by 1`,
  );
  const plain = columns
    .filter(({ column }) => suspicious.test(column) && !column.endsWith('_hash'))
    .map(({ name }) => name)
    .filter((name) => !databaseModel.sealedColumns.has(name));
  expect(plain).toEqual(Object.keys(unsealed).toSorted());
});

it('every column that is declared as sealed is an attribute that is hidden and has room for encrypted values', () => {
  const found = [...databaseModel.sealedColumns].map((sealed) => attributes.find(({ name }) => name === sealed));
  expect(found.map((attribute) => attribute?.name)).toEqual([...databaseModel.sealedColumns]);
  for (const attribute of found) expect(attribute).toMatchObject({ hidden: true, type: 'text' });
});
