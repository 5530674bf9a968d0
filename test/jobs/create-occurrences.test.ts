import { startWorker } from '../../src/jobs/worker.js';
import { ChangeSignal } from '../../src/outbox/signal.js';
import { createBookableService } from '../support/catalog.js';
import { jobSettings } from '../support/job-context.js';
import { createAllOccurrences, createBatch } from '../support/recurrence.js';
import { useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { silent } from './change-writer.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();

async function bookDaily(count: number): Promise<string> {
  const { resourceId } = await createBookableService(account, { resource: { capacity: 5 } });
  const { body } = await account.post('/bookings/recurring', {
    json: {
      booking: { resource_id: resourceId, booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' },
      recurring: { rrule: `FREQ=DAILY;COUNT=${count}` },
    },
  });
  return body.collection_id;
}

async function starts(collectionId: string): Promise<string[]> {
  const { body } = await account.get(`/bookings/recurring/${collectionId}`);
  return body.map(({ booking }: { booking: { booked_from: string } }) => booking.booked_from);
}

describe('creating occurrences', () => {
  it('creates each once, by several workers at once and when repeated', async () => {
    const collectionId = await bookDaily(151);
    await Promise.all([1, 2, 3, 4].map(() => createAllOccurrences(server, account, collectionId)));
    await createAllOccurrences(server, account, collectionId);
    const all = await starts(collectionId);
    expect([all.length, new Set(all).size]).toEqual([151, 151]);
    expect((await server.changes(account)).filter((name) => name === 'booking.created')).toHaveLength(151);
  });

  it('loses and repeats nothing if a batch is rolled back', async () => {
    const collectionId = await bookDaily(101);
    await server.sql(`create function break() returns trigger language plpgsql as $$
      begin if new.booked_from = '2026-03-20T09:00:00Z' then raise exception 'killed'; end if; return new; end $$`);
    await server.sql('create trigger break before insert on booking for each row execute function break()');
    await expect(createBatch(server, account, collectionId)).rejects.toThrow('killed');
    expect(await starts(collectionId)).toHaveLength(1);
    await server.sql('drop trigger break on booking');
    await createAllOccurrences(server, account, collectionId);
    expect(new Set(await starts(collectionId)).size).toBe(101);
  });

  it('skips an occurrence that overlaps one of the same batch', async () => {
    const { resourceId } = await createBookableService(account, { resource: { capacity: 1 } });
    const { body } = await account.post('/bookings/recurring', {
      json: {
        booking: { resource_id: resourceId, booked_from: '2026-03-03 10:00', booked_to: '2026-03-04 11:00' },
        recurring: { rrule: 'FREQ=DAILY;COUNT=5' },
      },
    });
    await createAllOccurrences(server, account, body.collection_id);
    const days = (await starts(body.collection_id)).map((start) => start.slice(0, 10));
    expect(days).toEqual(['2026-03-03', '2026-03-05', '2026-03-07']);
  });

  it('is stopped by a concurrent cancellation', async () => {
    const collectionId = await bookDaily(300);
    await Promise.all([
      createAllOccurrences(server, account, collectionId),
      account.put(`/bookings/recurring/${collectionId}/cancel`),
    ]);
    const { body } = await account.get(`/bookings/recurring/${collectionId}?state=confirmed`);
    expect(body).toEqual([]);
  });

  it('is done by a worker', async () => {
    const signal = new ChangeSignal(server.databaseUrl, silent);
    await signal.start();
    const worker = await startWorker({ ...jobSettings(server), signal, logger: silent });
    const collectionId = await bookDaily(60);
    await until(async () => (await starts(collectionId)).length === 60);
    await worker.stop();
    await signal.stop();
  });
});
