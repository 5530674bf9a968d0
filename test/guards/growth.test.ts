import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { createTestDatabase } from '../support/test-database.js';

/**
 * Says why each table does not grow for ever: it has permanent data of the account, its rows are bounded by something
 * else, work deletes its rows when it ends, or a job trims it by age.
 */
const tables: Record<string, { permanent: true } | { bounded: string } | { deletedBy: string } | { job: string }> = {
  account: { permanent: true },
  account_move: { bounded: 'one for each account' },
  account_logo: { bounded: 'one for each account' },
  account_user: { permanent: true },
  agenda_jobs: { deletedBy: 'src/jobs/agenda.ts' },
  api_key: { deletedBy: 'src/domain/user/session.actions.ts' },
  api_key_requests: { job: 'trim-api-key-requests' },
  attempt: { deletedBy: 'src/platform/database/attempt-limiter.ts' },
  booking: { permanent: true },
  booking_count: { bounded: 'one for each day and state' },
  booking_count_change: { bounded: 'about 500 for each account, which writers compact' },
  booking_order: { permanent: true },
  calendar_feed: { permanent: true },
  calendar_source: { bounded: 'at most five for each resource' },
  calendar_source_entry: { job: 'trim-history' },
  category: { permanent: true },
  category_service: { permanent: true },
  cell: { bounded: 'one row' },
  change: { job: 'trim-change-log' },
  change_log_era: { bounded: 'one for each restore of the database' },
  change_log_start: { bounded: 'one for each account' },
  client_user_link: { permanent: true },
  coupon: { permanent: true },
  encryption_key: { bounded: 'one for each key of ENCRYPTION_KEY' },
  event: { permanent: true },
  external_busy: { deletedBy: 'src/domain/calendar-source/read-calendar-source.actions.ts' },
  failed_job: { job: 'trim-history' },
  security_event: { job: 'trim-history' },
  booking_refusal: { deletedBy: 'src/platform/database/newest-rows.ts' },
  api_request: { deletedBy: 'src/platform/database/newest-rows.ts' },
  gift_card: { permanent: true },
  identity_link: { permanent: true },
  identity_provider: { bounded: 'one for each account' },
  idempotency_key: { job: 'trim-stored-responses' },
  message: { job: 'trim-history' },
  message_quota: { bounded: 'four for each account' },
  message_request: { job: 'trim-history' },
  message_template: { permanent: true },
  message_template_service: { permanent: true },
  order_line_item: { permanent: true },
  order_payment: { permanent: true },
  tax_rate: { permanent: true },
  document: { permanent: true },
  document_series: { bounded: 'one for each kind of document' },
  passkey: { bounded: 'at most ten for each user' },
  payment_checkout: { permanent: true },
  payment_notification: { job: 'trim-history' },
  payment_refund: { permanent: true },
  payment_settings: { bounded: 'one for each account' },
  perishable_token: { deletedBy: 'src/domain/person/perishable-token.actions.ts' },
  person: { permanent: true },
  person_erasure: { bounded: 'one for each person' },
  planned_message: { deletedBy: 'src/domain/messaging/composing/planned-messages.actions.ts' },
  provider: { permanent: true },
  rate_limit: { deletedBy: 'src/http/rate-limit.ts' },
  record_image: { bounded: 'one for each resource and service' },
  recurrence: { permanent: true },
  relay_position: { bounded: 'one for each account and relay' },
  resource: { permanent: true },
  resource_exception_date: { permanent: true },
  rota: { permanent: true },
  schema_function: { bounded: 'one for each file in schema/functions' },
  schema_migration: { bounded: 'one for each migration' },
  second_factor: { bounded: 'one for each user' },
  service: { permanent: true },
  used_identity_token: { deletedBy: 'src/domain/identity-provider/identity-sign-in.actions.ts' },
  visitor_code: { job: 'trim-visitor-sessions' },
  visitor_session: { job: 'trim-visitor-sessions' },
  waitlist_check: { bounded: 'one for each account' },
  waitlist_entry: { job: 'trim-waitlist' },
  waitlist_offer: { job: 'trim-waitlist' },
  waitlist_opening: { deletedBy: 'src/domain/waitlist/waitlist-line.actions.ts' },
  web_hook: { permanent: true },
  web_hook_delivery: { job: 'trim-history' },
};

/** Matches the source of a function that deletes rows. */
const deletion = /delete from |job\.remove\(\)|clearExpiredByTimeout: true/;

const test = await disposeAfterAll(createTestDatabase());

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

describe('every table', () => {
  it('has a reason why it does not grow for ever', async () => {
    const found = await test.database.orm.em
      .fork()
      .execute<{ name: string }[]>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
      );
    expect(found.map(({ name }) => name).filter((name) => !(name in tables))).toEqual([]);
    expect(Object.keys(tables).filter((name) => !found.some((table) => table.name === name))).toEqual([]);
  });

  it('that is trimmed has a recurring job of that name', () => {
    const sources = readdirSync(join(projectRoot, 'src/jobs')).map((file) => read(`src/jobs/${file}`));
    const jobs = sources.filter((source) => source.includes('every:')).join();
    const named = Object.values(tables).flatMap((reason) => ('job' in reason ? reason.job : []));
    expect(named.filter((job) => !jobs.includes(`name: '${job}'`))).toEqual([]);
  });

  it('whose work deletes its rows has a source that does', () => {
    const sources = Object.values(tables).flatMap((reason) => ('deletedBy' in reason ? reason.deletedBy : []));
    expect(sources.filter((path) => !deletion.test(read(path)))).toEqual([]);
  });
});
