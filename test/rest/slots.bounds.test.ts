import { createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest();

const everyMinute = { service: { interval: 1, next_interval: 1 }, resource: openDaily('00:00', '24:00') };

describe('slots', () => {
  it('are listed up to 10,000, and rejected above', async () => {
    const { serviceId } = await createBookableService(account, everyMinute);
    // 960 slots from 08:00 on the first date, then 1,440 a date.
    const week = await account.get(`/services/${serviceId}/slots?from=2026-03-02&to=2026-03-08`);
    expect([week.status, week.body.length]).toEqual([200, 960 + 6 * 1440]);
    const longer = await account.get(`/services/${serviceId}/slots?from=2026-03-02&to=2026-03-09`);
    expect([longer.status, longer.body]).toEqual([400, { to: ['would list more than 10000 slots'] }]);
    const year = await account.get(`/services/${serviceId}/slots?from=2026-03-02&to=2027-03-03`);
    expect([year.status, year.body]).toEqual([400, { to: ['would list more than 10000 slots'] }]);
  });

  it('of events are rejected above 10,000', async () => {
    const event = await createEvent(account, { capacity: 1 });
    await server.sql(
      `insert into event (account_id, created_at, updated_at, resource_id, service_id, capacity, starts_at, ends_at)
       select account_id, created_at, updated_at, resource_id, service_id, 1, starts_at + n * interval '1 minute',
         ends_at + n * interval '1 minute'
       from event, generate_series(1, 10000) as n where account_id = ? and id = ?`,
      account.credentials.id,
      event.id,
    );
    const path = `/services/${event.service_id}/slots?from=2026-03-03`;
    const all = await account.get(`${path}&to=2026-03-31`);
    expect([all.status, all.body]).toEqual([400, { to: ['would list more than 10000 slots'] }]);
    const day = await account.get(`${path}&to=2026-03-03`);
    expect([day.status, day.body.length]).toEqual([200, 720]);
    const dates = await account.get(`/services/${event.service_id}/available_dates?from=2026-03-03&to=2026-03-31`);
    const named = dates.body.map(({ available_date }: { available_date: { date: string } }) => available_date.date);
    expect(named).toEqual(Array.from({ length: 8 }, (_, day) => `2026-03-${String(3 + day).padStart(2, '0')}`));
  });

  it('are counted over all fields of a GraphQL document', async () => {
    const { serviceId } = await createBookableService(account, everyMinute);
    const days = (to: string) => `slots(serviceId: ${serviceId}, from: "2026-03-02", to: "${to}") { totalCount }`;
    const both = await account.graphql(`{ first: ${days('2026-03-05')} second: ${days('2026-03-03')} }`);
    expect(both).toEqual({ data: { first: { totalCount: 960 + 3 * 1440 }, second: { totalCount: 960 + 1440 } } });
    const more = await account.graphql(`{ first: ${days('2026-03-05')} second: ${days('2026-03-05')} }`);
    expect(more.errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', fields: { to: ['would list more than 10000 slots'] } },
    ]);
  });

  it('of more than 31 days are rejected on the public site', async () => {
    await server.configure(account, { public_access: true });
    const { serviceId } = await createBookableService(account);
    const visitor = new Visitor(account);
    const visit = (to: string) => visitor.get(`/services/${serviceId}/slots?from=2026-03-02&to=${to}`);
    expect((await visit('2026-04-02')).status).toBe(200);
    const longer = await visit('2026-04-03');
    expect([longer.status, longer.body]).toEqual([400, { to: ['must be within 31 days of from'] }]);
    expect((await account.get(`/services/${serviceId}/slots?from=2026-03-02&to=2026-04-03`)).status).toBe(200);
  });
});

describe('a year of slots at every minute', () => {
  const year = 'from=2026-03-02&to=2027-03-03';

  it('has its dates and its resources', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, { ...everyMinute, providers: [{}, {}] });
    const dates = await account.get(`/services/${serviceId}/available_dates?${year}`);
    expect([dates.status, dates.body.length]).toEqual([200, 367]);
    const next = await account.get(`/services/${serviceId}/next_available_date?from=2026-03-02`);
    expect(next.body).toEqual([{ available_date: '2026-03-02' }]);
    const resources = await account.get(`/services/${serviceId}/availability?${year}`);
    expect(resources.body.map(({ resource }: { resource: { id: number } }) => resource.id)).toEqual(resourceIds);
  });
});
