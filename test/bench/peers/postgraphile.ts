import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ServerProcess } from '../../process/server-process.js';
import type { BenchDatabase } from '../bench-database.js';
import type { Contender } from '../comparison.js';
import type { Job, NewBooking } from '../jobs.js';
import { bookingShape } from '../reference/bookings.js';
import type { Attribute, Shape } from '../reference/row-writer.js';
import type { World } from '../world.js';

const version = '5.1.5';

/**
 * Installs PostGraphile into a folder of its own and starts it on the tables of the server. It reads pages by functions that
 * return rows of bookings, and creates a booking by that of the reference `same tables`, which logs the change, too. Its own
 * `createBooking` would not.
 *
 * @throws Error if npm cannot install it
 */
export async function startPostGraphile(bench: BenchDatabase, world: World, folder: string): Promise<Contender> {
  await install(folder);
  await bench.writer.script(functions);
  const settings = { DATABASE_URL: bench.url, PEER_FOLDER: folder, NODE_ENV: 'production' };
  const server = new ServerProcess(process.execPath, ['dist/test/bench/peers/postgraphile-server.js'], settings);
  const target = { process: await server.ready('REST'), apiKey: world.apiKey, bench };
  return { name: 'PostGraphile', target, jobOf: (job) => jobOf(job, world) };
}

async function install(folder: string): Promise<void> {
  await writeFile(`${folder}/package.json`, '{ "private": true }');
  const options = ['--no-audit', '--no-fund', '--fetch-retries=1'];
  try {
    await promisify(execFile)('npm', ['install', ...options, `postgraphile@${version}`], { cwd: folder });
  } catch (error) {
    throw new Error(`--peers needs npm and its registry, to install PostGraphile ${version}`, { cause: error });
  }
}

const functions = `
  create schema peers;
  create function peers.bookings_from(account integer, since timestamptz) returns setof booking language sql stable as $$
    select * from booking where account_id = account and booked_from >= since and state <> 'deleted'
    order by booked_from, id
  $$;
  create function peers.bookings_changed(account integer, since timestamptz) returns setof booking language sql stable as $$
    select * from booking where account_id = account and updated_at >= since
      and is_active_booking(state, expires_at, now()) order by updated_at desc, id desc
  $$;
  create function peers.booking_active(booking booking) returns boolean language sql stable as $$
    select is_active_booking(booking.state, booking.expires_at, now())
  $$;
  create function peers.book(account integer, resource integer, service integer, person integer, starts timestamptz,
    ends timestamptz) returns booking language sql volatile as $$
    select * from bench.book(account, resource, service, person, starts, ends)
  $$`;

/** The field of a relation is called after its foreign key, and that of `id`, which is unique only in an account, `rowId`. */
function selectionOf({ attributes, relations = [], last = [] }: Shape): string {
  const fieldOf = ({ name }: Attribute): string => {
    if (name === 'id') return 'id: rowId';
    if (name === 'phonenumber') return 'phonenumber: phoneNumber';
    return `${name}: ${name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  };
  // It has fields of columns only.
  const fields = [...attributes, ...last].filter(({ column }) => column !== 'null::text').map(fieldOf);
  for (const relation of relations) {
    const { name } = relation;
    const key = name[0]?.toUpperCase() + name.slice(1);
    fields.push(`${name}: ${name}ByAccountIdAnd${key}Id { ${selectionOf(relation)} }`);
  }
  return fields.join(' ');
}

const booking = selectionOf(bookingShape);
const pageOf = (field: string) => `query Page($account: Int!, $since: Datetime!) {
  bookings: ${field}(account: $account, since: $since, first: 750) { nodes { ${booking} } }
}`;

/** By the key of the job. */
const documents: Record<string, string> = {
  J1: `query One($account: Int!, $id: Int!) {
    booking: bookingByAccountIdAndRowId(accountId: $account, rowId: $id) { ${booking} }
  }`,
  J2: pageOf('peersBookingsFrom'),
  J4: pageOf('peersBookingsChanged'),
  J3: `mutation Book($input: PeersBookInput!) { created: peersBook(input: $input) { booking: result { ${booking} } } }`,
};

function jobOf(job: Job, { accountId: account }: World): Job | undefined {
  const query = documents[job.key];
  if (!query) return undefined;
  const variables = (): object => {
    if (job.nextBooking) return { input: { account, ...inputOf(job.nextBooking()) } };
    const [path = '', since] = job.next().path.split('=');
    return since === undefined ? { account, id: Number(path.split('/').at(-1)) } : { account, since };
  };
  return {
    ...job,
    method: 'POST',
    next: () => ({ path: '/graphql', body: { query, variables: variables() } }),
    count: ({ data }) => job.count(data.bookings?.nodes ?? data.created ?? data),
  };
}

function inputOf({ resourceId, serviceId, personId, bookedFrom, bookedTo }: NewBooking): object {
  return { resource: resourceId, service: serviceId, person: personId, starts: bookedFrom, ends: bookedTo };
}
