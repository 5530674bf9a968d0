import type { ServerResponse } from 'node:http';
import { until } from '../support/until.js';
import { createWebHook, listDeliveries } from './web-hook-receiver.js';
import { useWebHookServer } from './web-hook-server.js';

const { receivers, server } = useWebHookServer();

describe('a webhook', () => {
  it('receives the events to which it subscribes, and no others', async () => {
    const account = await server().account();
    const subscriptions = ['person.created', 'person.*', '*', 'booking.*'];
    const subscribers = await Promise.all(subscriptions.map(() => receivers.start()));
    for (const [index, event] of subscriptions.entries())
      await createWebHook(account, `http://${subscribers[index]?.address}/`, event);
    const { id } = await account.create('/people', 'person', { name: 'Ola' });
    await account.put(`/people/${id}`, { json: { person: { name: 'Kari' } } });
    await account.del(`/people/${id}`);
    const everything = ['person.created', 'person.deleted', 'person.modified'];
    await until(() => subscribers.flatMap(({ received }) => received).length >= 7);
    const events = subscribers.map(({ received }) => received.map(({ payload }) => payload.event).sort());
    expect(events).toEqual([['person.created'], everything, everything, []]);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['500', (response) => response.writeHead(500).end('no')],
    ['404', (response) => response.writeHead(404).end('no')],
    ['302', (response) => response.writeHead(302, { location: '/' }).end('no')],
    ['a broken connection', (response) => response.socket?.resetAndDestroy()],
  ])('receives a delivery again after %s, with the same id and body', async (_name, refuse) => {
    const account = await server().account();
    const { received, address } = await receivers.start((response, index) =>
      index < 2 ? refuse(response) : response.end('yes'),
    );
    await createWebHook(account, `http://${address}/`);
    await account.create('/people', 'person', { name: 'Ola' });
    await until(async () => (await listDeliveries(account))[0]?.state === 'DELIVERED');
    expect(new Set(received.map(({ text }) => text)).size).toBe(1);
    expect(received.length).toBe(3);
    const [delivery] = await listDeliveries(account);
    expect(delivery).toMatchObject({ event: 'person.created', attemptCount: 3, nextAttemptAt: null });
    expect(delivery.attempts.at(-1)).toEqual({ status: 200, answer: 'yes', failure: null });
  });

  it('receives a delivery six times at most, and again when it is resent', async () => {
    const account = await server().account();
    let isWell = false;
    const { received, address } = await receivers.start((response) => response.writeHead(isWell ? 200 : 503).end());
    await createWebHook(account, `http://${address}/`);
    await account.create('/people', 'person', { name: 'Ola' });
    await until(async () => (await listDeliveries(account))[0]?.state === 'FAILED');
    expect(received.length).toBe(6);
    isWell = true;
    const [{ id, idempotencyId }] = await listDeliveries(account);
    const { data } = await account.graphql('mutation ($id: Int!) { resendWebHookDelivery(id: $id) { state } }', { id });
    expect(data.resendWebHookDelivery).toEqual({ state: 'PENDING' });
    await until(async () => (await listDeliveries(account))[0]?.state === 'DELIVERED');
    expect(received.at(-1)?.payload.idempotency_id).toBe(idempotencyId);
    expect(received.length).toBe(7);
  });

  it('receives the events of one object one after the other, and those of other objects at the same time', async () => {
    const account = await server().account();
    const unanswered: ServerResponse[] = [];
    const { received, address } = await receivers.start((response) => void unanswered.push(response));
    await createWebHook(account, `http://${address}/`);
    const [ola, kari] = [
      await account.create('/people', 'person', { name: 'Ola' }),
      await account.create('/people', 'person', { name: 'Kari' }),
    ];
    for (const notes of ['1', '2', '3']) await account.put(`/people/${ola.id}`, { json: { person: { notes } } });
    await account.del(`/people/${ola.id}`);
    const isRelayed = async () => (await listDeliveries(account)).length === 6;
    await until(isRelayed);
    await until(() => received.length === 2);
    const eventsOf = (id: number): string[] =>
      received.filter(({ payload }) => payload.id === id).map(({ payload }) => payload.event);
    expect([eventsOf(ola.id), eventsOf(kari.id)]).toEqual([['person.created'], ['person.created']]);
    for (let answered = 1; answered <= 6; answered++) {
      await until(() => unanswered.length > 0);
      expect(unanswered.length).toBeLessThanOrEqual(2);
      unanswered.shift()?.end();
    }
    await until(async () =>
      (await listDeliveries(account)).every(({ state }: { state: string }) => state === 'DELIVERED'),
    );
    const modified = 'person.modified';
    expect(eventsOf(ola.id)).toEqual(['person.created', modified, modified, modified, 'person.deleted']);
    const notes = received
      .filter(({ payload }) => payload.event === modified)
      .map(({ payload }) => payload.person.notes);
    expect(notes).toEqual(['1', '2', '3']);
  });

  it('receives later events of an object while an earlier one is to be retried', async () => {
    const account = await server().account();
    const { received, address } = await receivers.start((response, index) =>
      index === 0 ? response.writeHead(503, { 'retry-after': '3600' }).end() : response.end(),
    );
    await createWebHook(account, `http://${address}/`);
    const { id } = await account.create('/people', 'person', { name: 'Ola' });
    await account.del(`/people/${id}`);
    await until(async () => (await listDeliveries(account))[0]?.state === 'DELIVERED');
    expect(received.map(({ payload }) => payload.event)).toEqual(['person.created', 'person.deleted']);
    expect((await listDeliveries(account))[1]).toMatchObject({
      event: 'person.created',
      state: 'PENDING',
      attemptCount: 1,
    });
  });

  it('receives nothing while it is inactive, and only new events afterwards', async () => {
    const account = await server().account();
    const other = await receivers.start();
    const { received, address } = await receivers.start((response, index) =>
      index === 0 ? response.writeHead(503, { 'retry-after': '3600' }).end() : response.end(),
    );
    await createWebHook(account, `http://${other.address}/`);
    const { id } = await createWebHook(account, `http://${address}/`);
    const add = (name: string) => account.create('/people', 'person', { name });
    const turn = (active: boolean) => account.put(`/web_hooks/${id}`, { json: { web_hook: { active } } });
    await add('refused');
    await until(() => received.length === 1 && other.received.length === 1);
    await turn(false);
    const dropped = (await listDeliveries(account)).find(({ state }: { state: string }) => state === 'FAILED');
    expect(dropped).toMatchObject({ event: 'person.created', nextAttemptAt: null });
    const resend = 'mutation ($id: Int!) { resendWebHookDelivery(id: $id) { state } }';
    const { errors } = await account.graphql(resend, { id: dropped.id });
    expect(errors?.[0].extensions.fields).toEqual({ state: ['is of a webhook that is switched off'] });
    await add('while it is off');
    await turn(true);
    await add('on again');
    await until(() => received.length === 2 && other.received.length === 3);
    expect(received.map(({ payload }) => payload.person.name)).toEqual(['refused', 'on again']);
    // A delivery is stored as delivered after its receiver has answered.
    const states = async (): Promise<string[]> =>
      (await listDeliveries(account)).map(({ state }: { state: string }) => state).sort();
    await until(async () => (await states()).every((state) => state !== 'PENDING'));
    expect(await states()).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED', 'DELIVERED', 'FAILED']);
  });

  it('receives a delivery whose job was lost', async () => {
    const account = await server().account();
    const { received, address } = await receivers.start();
    await createWebHook(account, `http://${address}/`);
    await account.create('/people', 'person', { name: 'Ola' });
    await until(async () => (await listDeliveries(account))[0]?.state === 'DELIVERED');
    const sql = (statement: string) => server().test.database.orm.em.fork().execute(statement);
    await sql(`update web_hook_delivery set state = 'pending', next_attempt_at = now() - interval '31 seconds'
      where account_id = ${account.credentials.id}`);
    await sql(`update agenda_jobs set next_run_at = now() where name = 'resume-stuck-work'`);
    await until(() => received.length === 2);
    expect(received[1]?.text).toBe(received[0]?.text);
  });

  it('does not delay other webhooks while it is slow', async () => {
    const [account, other] = [await server().account(), await server().account()];
    let open = 0;
    let mostOpen = 0;
    const slow = await receivers.start((response) => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      response.once('close', () => {
        open -= 1;
      });
    });
    const quick = await receivers.start();
    const others = await receivers.start();
    await createWebHook(account, `http://${slow.address}/`, 'person.created');
    await createWebHook(account, `http://${quick.address}/`, 'person.created');
    await createWebHook(other, `http://${others.address}/`, 'person.created');
    for (let index = 0; index < 30; index++) await account.create('/people', 'person', { name: `Person ${index}` });
    await other.create('/people', 'person', { name: 'Ola' });
    await until(() => quick.received.length === 30 && others.received.length === 1);
    await until(() => mostOpen >= 5);
    expect(mostOpen).toBe(5);
  });

  it('receives nothing at a private address, unless that is allowed', async () => {
    await server().restart({ WEBHOOK_PRIVATE_TARGETS: 'deny' });
    const account = await server().account();
    const { received, address } = await receivers.start();
    await createWebHook(account, `http://${address}/`);
    await account.create('/people', 'person', { name: 'Ola' });
    await until(async () => (await listDeliveries(account))[0]?.attemptCount >= 1);
    const [delivery] = await listDeliveries(account);
    expect(delivery.attempts[0]).toEqual({ status: null, answer: null, failure: 'the address is not a public one' });
    expect(received).toEqual([]);
    expect(server().process.lines.join('\n')).not.toContain(address);
  });
});
