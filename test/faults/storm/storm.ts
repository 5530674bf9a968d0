import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, type NewAccount } from '../../../src/domain/account/account.actions.js';
import { systemClock } from '../../../src/platform/time/clock.js';
import { type Random, seeded } from '../../support/random.js';
import { acme, TestAccount } from '../../support/test-server.js';
import { until } from '../../support/until.js';
import { type AccountNote, Notebook } from '../judge/notes.js';
import { judge } from '../judge/verdict.js';
import type { Cluster, Member } from './cluster.js';
import { killInTurn, killOneOf, type Victims } from './kills.js';
import { noting, poll, type Reader, subscribe } from './readers.js';
import { type Receiver, startReceiver } from './receiver.js';
import { gaps, longest, readyTime, spans } from './spans.js';
import { type Place, Writer } from './writers.js';

export interface StormOptions {
  /** The number of processes to kill. With 0, the writers stop after `calmWrites` acknowledged writes. */
  kills: number;
  seed: number;
  calmWrites?: number;
  /** The number of clients that write. */
  writers?: number;
  /** Whether it kills in quicker succession, and sends no messages, which a killed worker delays for two minutes. */
  hurry?: boolean;
  /** In milliseconds: the time for the product to recover, see `judge`. */
  patience?: number;
  /** Disturbs the servers, in place of the kills. @returns figures about it */
  disturb?: (notebook: Notebook) => Promise<Record<string, number>>;
}

export interface StormReport {
  figures: Record<string, number>;
  /** Violated guarantees, in words. */
  problems: string[];
  /** The file of what the clients saw. */
  notes: string;
}

/** Lets clients write, read and receive changes while processes are killed, then has it judged what each of them saw. */
export async function runStorm(cluster: Cluster, options: StormOptions): Promise<StormReport> {
  const { kills, seed, calmWrites = 80, writers = 4, hurry = false, patience } = options;
  await cluster.whenReady();
  await using clients = await startClients(cluster, { subdomain: `storm-${seed}`, seed, writers, messages: !hurry });
  const { notebook, subscriber } = clients;
  const random = seeded(seed);
  const begun = performance.now();
  const killed = options.disturb
    ? await options.disturb(notebook)
    : await killInTurn(victimsOf(cluster, random, subscriber), kills, random, hurry ? [100, 1_000] : [300, 2_500]);
  if (kills === 0) await until(() => notebook.acknowledged.length >= calmWrites);
  await clients.endWriting();
  await cluster.whenReady();
  const { figures, problems } = await judge(notebook.path, cluster.url, patience);
  const served = spans(cluster.members.filter(({ role }) => role === 'web').flatMap(({ service }) => service));
  const crashes = cluster.members.reduce((sum, member) => sum + member.crashes, 0);
  return {
    figures: {
      seconds: Math.round((performance.now() - begun) / 1_000),
      ...killed,
      ...figures,
      ...clients.resumes(),
      'longest wait while a web process was ready, ms': longest(
        notebook.requests.map((wait) => readyTime(wait, served)),
      ),
      'longest time without a web process, ms': longest(gaps(served)),
    },
    problems: [...problems, ...(crashes > 0 ? [`${crashes} processes ended by themselves`] : [])],
    notes: notebook.path,
  };
}

interface ClientsOptions {
  subdomain: string;
  seed: number;
  writers?: number;
  messages: boolean;
}

/** Clients of one account, which note what they see. */
export interface Clients extends AsyncDisposable {
  account: TestAccount;
  notebook: Notebook;
  subscriber: Reader;
  /** Waits until each writer has got an answer to its last request. */
  endWriting(): Promise<void>;
  /** The figures of the readers. */
  resumes(): Record<string, number>;
}

/**
 * Creates an account with webhooks and starts clients that write, follow its log and receive deliveries.
 *
 * @param cluster the database that gets the account
 * @param origins the addresses that the clients use in turn, if not all of the cluster
 */
export async function startClients(
  cluster: Pick<Cluster, 'database' | 'createAccount' | 'origins'>,
  { subdomain, seed, writers = 4, messages }: ClientsOptions,
  origins: readonly string[] = cluster.origins,
): Promise<Clients> {
  const notebook = new Notebook(join(await mkdtemp(join(tmpdir(), 'booking-notes-')), `${seed}.jsonl`));
  const receiver = await startReceiver(refusingSome(notebook, seeded(seed)));
  const { account, place } = await openAccount(
    cluster,
    { subdomain, verification: messages ? 'email' : 'none' },
    receiver,
    notebook,
  );
  const accounts = origins.map((origin) => account.at(origin));
  const subscriber = subscribe(accounts, noting(notebook, 'subscriber'));
  const follower = poll(accounts, noting(notebook, 'follower'));
  let isOver = false;
  const writing = Promise.all(
    Array.from({ length: writers }, (_, index) => {
      const random = seeded(seed + index + 1);
      const writer = new Writer({ name: `w${index + 1}`, accounts, place, random, notebook, messages });
      return writer.writeUntil(() => isOver);
    }),
  );
  const endWriting = async (): Promise<void> => {
    isOver = true;
    await writing;
  };
  return {
    ...{ account, notebook, subscriber, endWriting },
    resumes: () => ({ 'subscriber resumed': subscriber.resumes, 'follower resumed': follower.resumes }),
    [Symbol.asyncDispose]: async () => {
      await endWriting();
      await subscriber.stop();
      await follower.stop();
      await receiver[Symbol.asyncDispose]();
      notebook[Symbol.dispose]();
    },
  };
}

/** Refuses the first attempt of a tenth of the deliveries, and notes all. */
function refusingSome(notebook: Notebook, random: Random): Parameters<typeof startReceiver>[0] {
  const known = new Set<string>();
  return ({ path, headers, body, idempotencyId, at }) => {
    const isRefused = !known.has(idempotencyId) && random(10) === 0;
    known.add(idempotencyId);
    const status = isRefused ? 503 : 200;
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    notebook.add({ kind: 'delivery', path, headers: Object.fromEntries(texts), body, status, at });
    return status;
  };
}

const capacities = { narrow: 3, wide: 100_000 };
/** The price, and the most bookings on one day and of one person on one day. */
const limits = { price: 250, max_daily_bookings: 4, max_daily_per_person: 2 };

/** Creates an account with something to book and with webhooks. */
async function openAccount(
  { database, origins, createAccount: create }: Pick<Cluster, 'database' | 'createAccount' | 'origins'>,
  own: Pick<NewAccount, 'subdomain' | 'verification'>,
  receiver: Receiver,
  notebook: Notebook,
): Promise<{ account: TestAccount; place: Place }> {
  const attributes: NewAccount = { ...acme, publicAccess: true, ...own };
  const credentials = await (create?.(attributes) ?? createAccount(database, systemClock, attributes));
  const [origin] = origins;
  if (origin === undefined) throw new Error('no web process');
  const account = new TestAccount(origin, credentials);
  const [narrow, wide] = await Promise.all(
    Object.entries(capacities).map(([title, capacity]) =>
      account.create('/resources', 'resource', { title, capacity }),
    ),
  );
  const service = await account.create('/services', 'service', { title: 'Limited', ...limits });
  await account.create('/providers', 'provider', { service_id: service.id, resource_id: narrow.id });
  notebook.add({
    ...{ kind: 'account', id: credentials.id, secret: credentials.secret, readers: ['subscriber', 'follower'] },
    resources: [narrow, wide].map(({ id, capacity }) => ({ id, capacity })),
    // A version that does not know limits stores none, and holds none.
    services: [
      {
        ...{ id: service.id, price: limits.price },
        ...{ perDay: service.max_daily_bookings ?? null, perPerson: service.max_daily_per_person ?? null },
      },
    ],
  } satisfies AccountNote);
  for (const [path, event] of [
    ['/all', '*'],
    ['/bookings', 'booking.*'],
    ['/people', 'person.created'],
  ] as const) {
    const attributes = { target_url: receiver.address + path, event };
    const { id } = await account.create('/web_hooks', 'web_hook', attributes);
    const { body } = await account.get(`/web_hooks/${id}/secret`);
    notebook.add({ kind: 'hook', id, event, path, secret: body.web_hook_secret.secret });
  }
  return { account, place: { narrow: narrow.id, wide: wide.id, limited: service.id } };
}

/** The first web process that is killed is that of the subscriber, so that it must resume. */
function victimsOf({ members, mongo, killPostgres }: Cluster, random: Random, subscriber: Reader): Victims {
  const of = (role: Member['role']) => members.filter((member) => member.role === role);
  return new Map<string, (isFirst: boolean) => Promise<void>>([
    ['web', (isFirst) => killOneOf(of('web'), random, isFirst ? subscriber.origin : undefined)],
    ['worker', () => killOneOf(of('worker'), random)],
    ['PostgreSQL', killPostgres],
    ...(mongo ? ([['MongoDB', () => mongo.kill()]] as const) : []),
  ]);
}
