import { planDeliveries } from '../../src/domain/web-hook/web-hook-delivery.actions.js';
import { startOfLog } from '../../src/outbox/cursor.js';
import { readChanges } from '../../src/outbox/log-reader.js';
import { useTestServer } from '../support/test-server.js';
import { untilSettled } from './change-writer.js';
import { createWebHook, listDeliveries } from './web-hook-receiver.js';

const server = await useTestServer();

describe('a webhook whose worker is behind', () => {
  it('gets the changes to which it subscribed when they were committed, and none from before it existed', async () => {
    const account = await server.account();
    const { id } = await account.create('/people', 'person', { name: 'Before' });
    const rename = (name: string) => account.put(`/people/${id}`, { json: { person: { name } } });
    await rename('Still before');
    const hook = await createWebHook(account, 'http://127.0.0.1:9/', 'person.modified');
    const other = await createWebHook(account, 'http://127.0.0.1:9/', '*');
    await rename('After');
    await account.create('/people', 'person', { name: 'Not subscribed' });
    await account.put(`/web_hooks/${hook.id}`, { json: { web_hook: { event: 'person.*' } } });
    await account.create('/people', 'person', { name: 'Subscribed' });
    await account.put(`/web_hooks/${other.id}`, { json: { web_hook: { active: false } } });
    await account.put(`/web_hooks/${other.id}`, { json: { web_hook: { active: true } } });
    await untilSettled(server.database);
    const db = server.database.account(account.credentials.id);
    const { changes } = await readChanges(db, startOfLog, 100);
    for (const change of changes) await planDeliveries({ db, serverClock: server.clock }, change);
    const planned = await server.sql<{ hook: number; name: string }>(
      `select web_hook_id as hook, change.snapshot ->> 'name' as name from web_hook_delivery delivery
       join change on change.account_id = delivery.account_id
         and change_cursor in (change.transaction_id || '-' || change.id, change.era || '.' || change.transaction_id || '-' || change.id)
       where delivery.account_id = ? order by web_hook_id, delivery.id`,
      account.credentials.id,
    );
    expect(planned).toEqual([
      ...['After', 'Subscribed'].map((name) => ({ hook: hook.id, name })),
      ...['After', 'Not subscribed', 'Subscribed'].map((name) => ({ hook: other.id, name })),
    ]);
    expect(await listDeliveries(account)).toHaveLength(5);
  });
});
