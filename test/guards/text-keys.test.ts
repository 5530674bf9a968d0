import { migrate } from '../../src/platform/database/migrate.js';
import 'reflect-metadata';
import { GraphQLString, getNullableType, isInputObjectType } from 'graphql';
import { bookingSchema } from '../../src/graphql/schema.js';
import { cleanAttribute, codeKey, textKey } from '../../src/platform/text.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(async () => test[Symbol.asyncDispose]());

const sql = <Row extends object>(statement: string, ...parameters: unknown[]): Promise<Row[]> =>
  test.database.orm.em.fork().execute<Row[]>(statement, parameters);

/** Letters that have been added since Unicode 10, which the ICU of the embedded PostgreSQL has. */
const newer = /[\u1c89-\u1cbf\u2c2f\ua7b8-\ua7f5\u{10570}-\u{10595}\u{10d50}-\u{10d65}\u{16e40}-\u{16eb8}]/u;

it('the functions of the database return the keys of every character', async () => {
  const wrong: string[] = [];
  // The planes with letters. The private use character stands for the dotless i in between.
  for (let first = 1; first < 0x2_0000; first += 0x2000) {
    const rows = await sql<{ code: number; key: string; ofCode: string }>(
      `select code, text_key('x' || chr(code) || 'Σ') as key, code_key('x' || chr(code) || 'y') as "ofCode"
       from generate_series(?::integer, ?::integer) as code where code not between 55296 and 57344`,
      first,
      first + 0x1fff,
    );
    for (const { code, key, ofCode } of rows) {
      const character = String.fromCodePoint(code);
      const isRight = key === textKey(`x${character}Σ`) && ofCode === codeKey(`x${character}y`);
      if (!isRight && !newer.test(character)) wrong.push(code.toString(16));
    }
  }
  expect(wrong).toEqual([]);
});

/** Texts of requests that are neither a person's or user's name nor a contact. `username` is for another server. */
const other = /^(countryCode|username|postalCode|.*[cC]ode)$/;

it('every name, email address and phone number of a request is cleaned', async () => {
  const schema = bookingSchema();
  const found = new Set<string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const isText = getNullableType(field.type) === GraphQLString;
      if (!isText || !/name|mail|phone|search|recipient/i.test(field.name) || other.test(field.name)) continue;
      if (/^(mail|sms)[A-Z]/.test(field.name) && field.name !== 'mailNotificationRecipient') continue;
      found.add(field.name);
      expect([type.name, field.name, cleanAttribute(field.name, 'a\u200bb')]).toEqual([type.name, field.name, 'ab']);
    }
  }
  expect([...found].toSorted()).toEqual([
    'bookedForName',
    'email',
    'legalName',
    'mailNotificationRecipient',
    'name',
    'phoneNumber',
    'search',
  ]);
});

describe('the migration of addresses that have become equal', () => {
  const previous = async () => {
    await sql('drop function code_key cascade');
    await sql('drop function text_key cascade');
    await sql('create unique index person_email_unique on person (account_id, lower(email)) where active');
    await sql('create unique index account_user_email_unique on account_user (account_id, lower(email))');
    await sql('create index waitlist_entry_email on waitlist_entry (account_id, lower(email))');
    await sql(`delete from schema_migration where name = '0078-text-keys'`);
  };
  const addPeople = async (...emails: string[]) => {
    await sql(`insert into account (id, created_at, updated_at, subdomain, name, email, time_zone, country_code, secret)
      values (1, now(), now(), 'acme', 'Acme', 'acme@example.org', 'Europe/Oslo', 'NO', 'secret')`);
    for (const email of emails) {
      await sql('insert into person (account_id, created_at, updated_at, email) values (1, now(), now(), ?)', email);
    }
  };
  const indexes = async () => {
    const rows = await sql<{ definition: string }>(
      `select indexdef as definition from pg_indexes where indexname in ('person_email_unique', 'person_email_key')
       order by indexname`,
    );
    return rows.map(({ definition }) => [definition.includes('UNIQUE'), /text_key|lower/.exec(definition)?.[0]]);
  };

  it('makes the index unique by the key', async () => {
    await previous();
    await addPeople('kari@example.org', 'strasse@example.org');
    await migrate(test.database);
    expect(await indexes()).toEqual([[true, 'text_key']]);
  });

  it('keeps the unique index where stored addresses are equal now', async () => {
    await previous();
    await addPeople('straße@example.org', 'strasse@example.org');
    await migrate(test.database);
    expect(await indexes()).toEqual([
      [false, 'text_key'],
      [true, 'lower'],
    ]);
  });
});
