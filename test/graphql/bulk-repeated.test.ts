import { bookableServicePerTest } from '../support/catalog.js';
import { useOwnTestServer } from '../support/test-server.js';
import { bulk, hours } from './bulk.calls.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();
const offered = bookableServicePerTest(account, { resource: { capacity: 100 } });

const create = (items: unknown, more: string, sender = account) =>
  bulk(sender, 'createBookings', '[NewBookingInput!]!', items, more);
const at = (hour: number, title = 'x') => ({ resourceId: offered.resourceId, title, ...hours(hour) });
const created = async (): Promise<number> =>
  (await server.changes(account)).filter((name) => name === 'booking.created').length;

it('a repeated call returns the same answer and writes nothing, for each API key of its own', async () => {
  const items = [at(9), { ...at(10), count: 200 }];
  const key = 'mode: EACH, idempotencyKey: "import-1"';
  const first = await create(items, key);
  expect(first.data?.written).toBe(1);
  const id = first.data?.items[0]?.booking?.id;
  await account.put(`/bookings/${id}`, { json: { title: 'changed since' } });
  expect(await create(items, key)).toEqual(first);
  expect(await created()).toBe(1);
  const another = await server.withRole(account, 'staff');
  expect((await create(items, key, another)).data?.items[0]?.booking?.id).not.toBe(id);
});

it('a rejected call is repeated with the same response, and the key of another call is rejected', async () => {
  const key = 'idempotencyKey: "import-1"';
  const items = [{ ...at(9), count: 200 }];
  const first = await create(items, key);
  expect(first.data?.written).toBe(0);
  await account.put(`/resources/${offered.resourceId}`, { json: { capacity: 1_000 } });
  expect(await create(items, key)).toEqual(first);
  const used = { idempotencyKey: ['has already been used with another request'] };
  expect((await create([at(9)], key)).errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', fields: used });
  for (const wrong of ['', 'ø', 'x'.repeat(256)]) {
    const { errors } = await create(items, `idempotencyKey: "${wrong}"`);
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', fields: { idempotencyKey: ['is invalid'] } });
  }
});

it('calls with the same key at once write once', async () => {
  const items = Array.from({ length: 60 }, (_, index) => at(9 + (index % 8)));
  const answers = await Promise.all([1, 2, 3].map(() => create(items, 'mode: EACH, idempotencyKey: "at-once"')));
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  expect(await created()).toBe(60);
});

it('a call that was interrupted between two batches continues with the second', async () => {
  const items = Array.from({ length: 60 }, (_, index) => at(9, index === 55 ? 'boom' : 'x'));
  await server.sql(`create function explode() returns trigger language plpgsql as
    $$ begin if new.title = 'boom' then raise exception 'boom'; end if; return new; end $$`);
  await server.sql('create trigger explode before insert on booking for each row execute function explode()');
  const key = 'mode: EACH, idempotencyKey: "import-1"';
  expect((await create(items, key)).errors?.[0]?.message).toBe('system error');
  expect(await created()).toBe(50);
  await server.sql('drop trigger explode on booking');
  const { data } = await create(items, key);
  expect(data?.written).toBe(60);
  expect(await created()).toBe(60);
});
