import { databaseModel } from '../../src/domain/entities.js';
import { emptiedTables, replacedColumns, resealedColumns } from '../../src/process/backup/copy-rules.js';
import { listMovedTables } from '../../src/process/move/account-tables.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { createTestDatabase } from '../support/test-database.js';

const test = await disposeAfterAll(createTestDatabase());

/** The tables whose rows a copy of an account gets as they are, but for the columns that are replaced. */
const copiedTables =
  'account_logo account_user booking booking_count booking_count_difference booking_count_position booking_order booking_place booking_refusal calendar_source category category_service change change_log_era change_log_start client_user_link coupon document document_series event gift_card guardian message message_quota message_template message_template_service order_line_item order_payment package person person_erasure provider record_image recurrence relay_position resource resource_exception_date rota security_event service service_need service_option service_option_group tax_rate time_off tip waitlist_entry waitlist_offer web_hook';

const suspicious = /secret|key|token|password|credential|hash|code$|code_|link/;

/** Copied columns whose names look like something that opens an account or a booking. */
const openNothing: Readonly<Record<string, string>> = {
  'account.country_code': 'a country',
  'account.google_merchant_key': 'a setting that the server does not use',
  'booking.link_version': 'counts the renewed links of a booking; the secret of links is another one in the copy',
  'booking_refusal.api_key_id': 'the number of a key, which the copy does not have',
  'booking_refusal.code': 'a kind of error',
  'coupon.code': 'part of the coupon, which the copy has',
  'gift_card.code': 'part of the gift card, which the copy has',
  'person.postal_code': 'part of an address',
  'person.country_code': 'a country',
  'security_event.api_key_id': 'the number of a key, which the copy does not have',
  'security_event.about_api_key_id': 'the number of a key, which the copy does not have',
  'security_event.repeat_key': 'identifies equal refusals of one sender',
};

/**
 * Copied columns that can hold references or texts of any shape. None has the id of the account, which is the only id that a
 * copy changes, and none has a secret.
 */
const shapes: Readonly<Record<string, string>> = {
  account: 'settings pictures embed_origins dashboard_networks closed_days',
  account_logo: 'bytes',
  booking:
    'custom_data chosen_messages unverified_attributes assignment options agreed_fees fee placed_resource_ids collection_id',
  booking_refusal: 'rules',
  calendar_source: 'calendars',
  category: 'custom_data',
  // Attributes of records that API and webhooks show, without those that are hidden.
  change: 'snapshot previous actor',
  coupon: 'applies_to custom_data',
  document: 'content',
  event: 'custom_data collection_id',
  gift_card: 'custom_data',
  message: 'attempts',
  message_template: 'custom_data',
  order_line_item: 'share',
  order_payment: 'taxes',
  package: 'service_ids custom_data',
  person: 'custom_data',
  person_erasure: 'identifiers',
  provider:
    'opening_hours_mon opening_hours_tue opening_hours_wed opening_hours_thu opening_hours_fri opening_hours_sat opening_hours_sun',
  record_image: 'bytes',
  recurrence: 'collection_id booking event occurrences left_out',
  resource:
    'custom_data opening_hours_mon opening_hours_tue opening_hours_wed opening_hours_thu opening_hours_fri opening_hours_sat opening_hours_sun',
  resource_exception_date: 'opening_hours',
  rota: 'weeks',
  security_event: 'details',
  service: 'custom_data package_service_ids',
  service_need: 'segments',
};

const isReplaced = (table: string, column: string): boolean => Object.hasOwn(replacedColumns[table] ?? {}, column);

/** Returns the columns of copied tables that are not replaced and satisfy an SQL condition, as `table.column`. */
async function copiedColumns(condition: string): Promise<string[]> {
  const rows = await test.database.session.execute<{ table: string; column: string }>(
    `select relname as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
       and relname = any ($1) and (${condition}) order by relname collate "C", attnum`,
    [['account', ...copiedTables.split(' ')]],
  );
  return rows
    .filter(({ table, column }) => !isReplaced(table, column))
    .map(({ table, column }) => `${table}.${column}`);
}

it('every table of an account is copied or emptied', async () => {
  const names = (await listMovedTables(test.database.session)).map(({ name }) => name);
  expect([...copiedTables.split(' '), ...Object.keys(emptiedTables)].toSorted()).toEqual(names.toSorted());
});

it('every key has the account, so that a row of a copy has the id of its original and refers to rows of the copy', async () => {
  const { session } = test.database;
  const tables = (await listMovedTables(session)).map(({ name }) => name);
  const keys = await session.execute<{ name: string; of: string; to: string | null; columns: string[] }>(
    `select indexrelid::regclass::text as name, indrelid::regclass::text as of, null as to, array(
       select attname::text from pg_attribute where attrelid = indrelid and attnum = any (indkey)) as columns
     from pg_index where indisunique and indrelid = any ($1::regclass[])
     union all
     select conname, conrelid::regclass::text, confrelid::regclass::text, array(
       select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey))
     from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any ($1::regclass[])`,
    [tables],
  );
  const references = keys.filter(({ to }) => to !== null);
  expect(keys.length).toBeGreaterThan(200);
  expect(references.length).toBeGreaterThan(100);
  expect(keys.filter(({ columns }) => !columns.includes('account_id'))).toEqual([]);
  const copied = new Set(['account', ...copiedTables.split(' ')]);
  expect(references.filter(({ of, to }) => copied.has(of) && !copied.has(to ?? ''))).toEqual([]);
});

it('every sealed column is emptied, replaced or sealed anew for the copy', () => {
  const copied = [...databaseModel.sealedColumns].filter((name) => {
    const [table = '', column = ''] = name.split('.');
    return !(table in emptiedTables) && !isReplaced(table, column);
  });
  expect(copied).toEqual([]);
  expect(resealedColumns.filter((name) => !databaseModel.sealedColumns.has(name))).toEqual([]);
});

it('every column whose name looks like a secret is emptied or replaced, or opens nothing for a reason', async () => {
  const named = await copiedColumns(
    `atttypid in ('text'::regtype, 'varchar'::regtype, 'int4'::regtype, 'uuid'::regtype)`,
  );
  expect(named.filter((name) => suspicious.test(name.split('.')[1] ?? ''))).toEqual(Object.keys(openNothing));
});

it('every column of any shape is known to have neither the id of the account nor a secret', async () => {
  const found = await copiedColumns(
    `(select typcategory from pg_type where oid = atttypid) = 'A'
     or atttypid in ('jsonb'::regtype, 'json'::regtype, 'bytea'::regtype, 'uuid'::regtype, 'xml'::regtype)`,
  );
  const known = Object.entries(shapes).flatMap(([table, columns]) =>
    columns.split(' ').map((name) => `${table}.${name}`),
  );
  expect(found.toSorted()).toEqual(known.toSorted());
});
