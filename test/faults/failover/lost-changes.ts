import { setTimeout as pass } from 'node:timers/promises';
import { createAccount } from '../../../src/domain/account/account.actions.js';
import { systemClock } from '../../../src/platform/time/clock.js';
import { acme, TestAccount } from '../../support/test-server.js';
import { until } from '../../support/until.js';
import type { Processes } from '../storm/cluster.js';
import { subscribe } from '../storm/readers.js';
import type { Cell } from './cell.js';

const patience = 120_000;

/**
 * Kills a primary whose newest changes no other server has, without synchronous replication: these changes are lost, and the
 * clients that have seen them must be refused, while all others go on.
 *
 * @returns violated guarantees, in words
 */
export async function loseChanges(cell: Cell, { database, origins: [origin = ''] }: Processes): Promise<string[]> {
  await cell.makeAsynchronous();
  const account = new TestAccount(origin, await createAccount(database, systemClock, { ...acme, subdomain: 'lossy' }));
  const problems: string[] = [];
  const expect = (what: string, isTrue: boolean): void =>
    void (isTrue || problems.push(`without synchronous replication: ${what}`));

  const kept = await addPerson(account, 'Kept');
  const reader = subscribe([account]);
  const primary = await cell.primary();
  const others = cell.nodes.filter(({ name }) => name !== primary.name);
  for (const { machine } of others) await primary.machine.ignore(machine);
  const lost = [await addPerson(account, 'Lost'), await addPerson(account, 'Lost, too')];
  await until(() => reader.cursors.includes(lost[1] ?? ''), patience);
  await primary.machine.signal('SIGKILL');
  await until(async () => (await cell.primary()).name !== primary.name, patience);
  const after = await addPerson(account, 'After');
  for (const { machine } of others) await primary.machine.receive(machine);
  primary.start();

  for (const cursor of lost) {
    const { status, body } = await account.get(`/changes?after=${cursor}`);
    expect(
      `the cursor of a lost change was answered with ${status} ${JSON.stringify(body)}`,
      status === 400 && body.after?.length === 2,
    );
  }
  const next = await account.get(`/changes?after=${kept}`);
  const names = next.body.changes?.items.map(({ person }: { person: { name: string } }) => person.name);
  expect(`after the last kept change came ${JSON.stringify(names)}`, JSON.stringify(names) === '["After"]');
  const { body: people } = await account.get('/people');
  expect('a lost record is still there', !JSON.stringify(people).includes('Lost'));
  const received = reader.cursors.length;
  const resumesBefore = reader.resumes;
  await until(() => reader.resumes > resumesBefore + 2, patience);
  expect('a subscription continued after a lost change', reader.cursors.length === received);
  await reader.stop();
  const fresh = subscribe([account]);
  await until(() => fresh.cursors.includes(after), patience);
  expect('a new subscription received a lost change', !lost.some((cursor) => fresh.cursors.includes(cursor)));
  await fresh.stop();
  await cell.whenComplete();
  return problems;
}

/** Adds a person as soon as the server can write, and returns the cursor of that change once it is listed. */
async function addPerson(account: TestAccount, name: string): Promise<string> {
  let id: number | undefined;
  await until(async () => {
    const headers = { 'idempotency-key': name.replaceAll(/\W+/g, '-') };
    const { status, body } = await account.post('/people', { json: { person: { name } }, headers });
    if (status === 200) id = body.person.id;
    else await pass(200);
    return id !== undefined;
  }, patience);
  let cursor = '';
  await until(async () => {
    const { body } = await account.get('/changes');
    cursor = body.changes?.cursor ?? '';
    return body.changes?.items.at(-1)?.object_id === id;
  }, patience);
  return cursor;
}
