import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { claimDelivery, deliver } from '../../src/domain/web-hook/web-hook-delivery.actions.js';
import { enqueueDeliveries } from '../../src/jobs/web-hook.jobs.js';
import { startOfLog } from '../../src/outbox/cursor.js';
import { readChanges } from '../../src/outbox/log-reader.js';
import { jobContext } from '../support/job-context.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { untilSettled } from './change-writer.js';
import { createWebHook, type ReceivedDelivery, WebHookReceivers } from './web-hook-receiver.js';

const server = await useTestServer();
const receivers = new WebHookReceivers();
afterAll(() => receivers.stop());
afterEach(() => expect(receivers.takeDifferences()).toEqual([]));

/** Attempts what is due to a webhook, five at a time, as its job does. */
async function work({ credentials: { id } }: TestAccount, webHookId: number): Promise<void> {
  const { webHooks } = jobContext(server);
  const context = await createBackgroundContext(server.database, server.clock, id);
  const attemptAll = async () => {
    for (;;) {
      const delivery = await claimDelivery(context, webHookId);
      if (!delivery) return;
      await deliver({ ...context, db: server.database.account(id) }, delivery, webHooks);
    }
  };
  // The deliveries of one object wait for each other, so a worker that finds none may be needed later.
  const isPending = async () =>
    (await server.sql(`select from web_hook_delivery where web_hook_id = ? and state = 'pending'`, webHookId)).length >
    0;
  do await Promise.all(Array.from({ length: 5 }, attemptAll));
  while (await isPending());
}

/** Plans the deliveries of all changes of an account, as the relay does. */
async function relay({ credentials: { id } }: TestAccount): Promise<void> {
  await untilSettled(server.database);
  const { changes } = await readChanges(server.database.account(id), startOfLog, 5_000);
  const context = jobContext(server);
  for (const change of changes) await enqueueDeliveries(context, change);
}

interface Parts {
  deliveries: number;
  calls: number;
}

/** Sends a period again, part by part. */
async function replay(account: TestAccount, id: number, period: object): Promise<Parts> {
  const parts = { deliveries: 0, calls: 0 };
  let after: string | undefined;
  do {
    const { status, body } = await account.post(`/web_hooks/${id}/replay`, { json: { ...period, after } });
    expect([status, body]).toEqual([200, { web_hook_replay: expect.any(Object) }]);
    parts.deliveries += body.web_hook_replay.deliveries;
    parts.calls += 1;
    after = body.web_hook_replay.cursor ?? undefined;
  } while (after !== undefined);
  return parts;
}

/** Returns what was received of each object, in the order of arrival. */
const byObject = (received: readonly ReceivedDelivery[]) =>
  Map.groupBy(
    received.map(({ payload }) => ({ id: payload.id, notes: payload.person.notes, key: payload.idempotency_id })),
    ({ id }) => id,
  );

describe('a replay', () => {
  it('sends 1,000 changes in the order of the log, with the same ids as before', async () => {
    const account = await server.account();
    const { received, address } = await receivers.start();
    const { id } = await createWebHook(account, `http://${address}/`, 'person.*');
    const since = server.clock.now().toISOString();
    const people = [];
    for (let number = 0; number < 100; number += 1) {
      people.push(await account.create('/people', 'person', { name: 'Ola', notes: '0' }));
    }
    for (let round = 1; round < 10; round += 1) {
      for (const person of people)
        await account.put(`/people/${person.id}`, { json: { person: { notes: `${round}` } } });
    }
    await relay(account);
    await work(account, id);
    const before = received.splice(0);
    expect(before).toHaveLength(1_000);
    server.clock.advance(1);
    expect(await replay(account, id, { since })).toEqual({ deliveries: 1_000, calls: 1 });
    await work(account, id);
    expect(received).toHaveLength(1_000);
    const rounds = Array.from({ length: 10 }, (_, round) => `${round}`);
    const again = byObject(received);
    for (const [person, changes] of byObject(before)) {
      expect(again.get(person)).toEqual(changes);
      expect(changes.map(({ notes }) => notes)).toEqual(rounds);
    }
    // All are claimed in the order of the log: of those under way at the same time, one may arrive before another.
    const positions = received.map(({ payload }) => Number(payload.person.notes));
    expect(positions.slice(0, 90).every((notes) => notes === 0)).toBe(true);
    expect(positions.slice(-90).every((notes) => notes === 9)).toBe(true);
  }, 120_000);

  it('sends what a webhook missed before what it got since, object by object', async () => {
    const account = await server.account();
    const { received, address } = await receivers.start();
    const { id } = await createWebHook(account, `http://${address}/`, 'person.*');
    const since = server.clock.now().toISOString();
    const person = await account.create('/people', 'person', { name: 'Ola', notes: '0' });
    const note = (notes: string) => account.put(`/people/${person.id}`, { json: { person: { notes } } });
    const turn = (active: boolean) => account.put(`/web_hooks/${id}`, { json: { web_hook: { active } } });
    await relay(account);
    await turn(false);
    await note('missed');
    await relay(account);
    await turn(true);
    await note('later');
    await relay(account);
    await work(account, id);
    // The first one was dropped when the webhook was switched off.
    expect(received.map(({ payload }) => payload.person.notes)).toEqual(['later']);
    const [{ key } = { key: '' }] = byObject(received).get(person.id) ?? [];
    received.splice(0);
    server.clock.advance(1);
    expect(await replay(account, id, { since })).toMatchObject({ deliveries: 3 });
    await work(account, id);
    expect(received.map(({ payload }) => payload.person.notes)).toEqual(['0', 'missed', 'later']);
    expect(received.at(-1)?.payload.idempotency_id).toBe(key);
  });

  it('sends the events of a period to which the webhook subscribes, also from before it existed', async () => {
    const account = await server.account();
    const { received, address } = await receivers.start();
    const names = ['a', 'b', 'c', 'd'];
    const times: string[] = [];
    for (const name of names) {
      times.push(server.clock.now().toISOString());
      const { id } = await account.create('/people', 'person', { name });
      await account.put(`/people/${id}`, { json: { person: { notes: name } } });
      server.clock.advance(60);
    }
    const { id } = await createWebHook(account, `http://${address}/`, 'person.created');
    expect(await replay(account, id, { since: times[1], until: times[3] })).toEqual({ deliveries: 2, calls: 1 });
    await work(account, id);
    // They are of different people, so either may arrive first.
    expect(received.map(({ payload }) => payload.person.name).toSorted()).toEqual(['b', 'c']);
    const { data } = await account.graphql(
      'mutation ($id: Int!, $since: DateTime!) { replayWebHook(id: $id, since: $since) { deliveries cursor } }',
      { id, since: times[3] },
    );
    expect(data.replayWebHook).toEqual({ deliveries: 1, cursor: null });
  });

  it('is planned in parts, and continues after the last change of a part', async () => {
    const account = await server.account();
    const { address } = await receivers.start();
    const since = server.clock.now().toISOString();
    await server.sql(
      `insert into change (account_id, era, object_id, created_at, name, object_type, snapshot, actor)
       select ?, open_change_log_era(?), number, ?, 'person.created', 'person', '{}', '{"kind":"background"}'
       from generate_series(1, 12000) as number`,
      ...[account.credentials.id, account.credentials.id, server.clock.now()],
    );
    const { id } = await createWebHook(account, `http://${address}/`, 'person.*');
    server.clock.advance(1);
    expect(await replay(account, id, { since })).toEqual({ deliveries: 12_000, calls: 3 });
    const planned = await server.sql<{ object: number }>(
      'select object_id as object from web_hook_delivery where web_hook_id = ? order by id',
      id,
    );
    expect(planned.map(({ object }) => object)).toEqual(Array.from({ length: 12_000 }, (_, index) => index + 1));
    await replay(account, id, { since });
    expect(await server.sql('select id from web_hook_delivery where web_hook_id = ?', id)).toHaveLength(12_000);
    await server.sql('delete from web_hook_delivery where web_hook_id = ?', id);
  });

  it.each<[string, object, object]>([
    ['no start', {}, { since: ["can't be blank"] }],
    [
      'a start that is too long ago',
      { since: '2026-01-01' },
      { since: ['is invalid', 'must be within the last 30 days'] },
    ],
    ['a start in the future', { since: '2026-04-01' }, { since: ['must be in the past'] }],
    ['an end before the start', { since: '2026-03-01', until: '2026-02-28' }, { until: ['must be after since'] }],
    ['a cursor that is none', { since: '2026-03-01', after: 'x' }, { after: ['is invalid'] }],
  ])('is refused with %s', async (_name, period, body) => {
    const account = await server.account();
    const { id } = await createWebHook(account, 'http://127.0.0.1:9/');
    expect(await account.post(`/web_hooks/${id}/replay`, { json: period })).toMatchObject({ status: 400, body });
  });

  it('is refused for a webhook that is switched off, and while too much is pending', async () => {
    const account = await server.account();
    const { id } = await createWebHook(account, 'http://127.0.0.1:9/');
    const period = { json: { since: '2026-03-01' } };
    const fill = `insert into web_hook_delivery
      (account_id, created_at, updated_at, web_hook_id, change_cursor, event, next_attempt_at)
      select ?, now(), now(), ?, 'filled-' || number, 'person.created', now() from generate_series(1, 20000) as number`;
    await server.sql(fill, account.credentials.id, id);
    expect(await account.post(`/web_hooks/${id}/replay`, period)).toMatchObject({
      status: 400,
      body: { base: ['has 20000 pending deliveries: wait until they are made'] },
    });
    await server.sql('delete from web_hook_delivery where account_id = ?', account.credentials.id);
    await account.put(`/web_hooks/${id}`, { json: { web_hook: { active: false } } });
    expect(await account.post(`/web_hooks/${id}/replay`, period)).toMatchObject({
      status: 400,
      body: { active: ['must be true'] },
    });
  });
});
