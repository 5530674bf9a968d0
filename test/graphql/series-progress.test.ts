import { createBookableService } from '../support/catalog.js';
import { createAllOccurrences, createBatch } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

async function createSeries(count: number, taken?: object): Promise<string> {
  const { resourceId } = await createBookableService(account);
  if (taken) await account.create('/bookings', 'booking', { resource_id: resourceId, ...taken });
  const booking = { resource_id: resourceId, booked_from: '2026-03-03 09:00', booked_to: '2026-03-03 10:00' };
  const recurrence = { rrule: `FREQ=DAILY;COUNT=${count}` };
  const { body } = await account.post('/bookings/recurring', { json: { booking, recurrence } });
  return body.collection_id;
}

async function progressOf(collectionId: string, reader = account) {
  const { data, errors } = await reader.graphql(
    'query ($id: UUID!) { seriesProgress(collectionId: $id) { dates processed isFinished } }',
    { id: collectionId },
  );
  return errors ? errors[0].extensions.code : data.seriesProgress;
}

it('is counted while the server creates the series', async () => {
  const id = await createSeries(60);
  expect(await progressOf(id)).toEqual({ dates: 60, processed: 1, isFinished: false });
  await createBatch(server, account, id);
  const { processed, ...rest } = await progressOf(id);
  expect([processed > 1 && processed < 60, rest]).toEqual([true, { dates: 60, isFinished: false }]);
  await createAllOccurrences(server, account, id);
  expect(await progressOf(id)).toEqual({ dates: 60, processed: 60, isFinished: true });
});

it('counts dates that are left out as processed', async () => {
  const id = await createSeries(3, { booked_from: '2026-03-04 09:00', booked_to: '2026-03-04 10:00' });
  await createAllOccurrences(server, account, id);
  expect(await progressOf(id)).toEqual({ dates: 3, processed: 3, isFinished: true });
});

it('lists the dates that are left out, with the reason', async () => {
  const id = await createSeries(60, { booked_from: '2026-04-30 09:30', booked_to: '2026-04-30 10:30' });
  const leftOut = async () => (await account.get(`/series/${id}`)).body.series.left_out;
  await createBatch(server, account, id);
  expect(await leftOut()).toEqual([]);
  await createAllOccurrences(server, account, id);
  const time = { from: '2026-04-30T09:00:00+02:00', to: '2026-04-30T10:00:00+02:00' };
  expect(await leftOut()).toEqual([{ ...time, attribute: 'resource_id', reason: 'is not available', cause: 'taken' }]);
});

it('has a revision that the creation of occurrences does not change', async () => {
  const id = await createSeries(60);
  const revision = async () => (await account.get(`/series/${id}`)).body.series.revision;
  const before = await revision();
  await createBatch(server, account, id);
  expect(await revision()).toBe(before);
  await createAllOccurrences(server, account, id);
  expect(await revision()).toBe(before);
  await account.put(`/bookings/recurring/${id}/cancel`);
  expect(await revision()).not.toBe(before);
});

it('is finished for a series of one date, and for one that was cancelled', async () => {
  expect(await progressOf(await createSeries(1))).toEqual({ dates: 1, processed: 1, isFinished: true });
  const id = await createSeries(60);
  expect((await account.put(`/bookings/recurring/${id}/cancel`)).status).toBe(200);
  expect(await progressOf(id)).toEqual({ dates: 60, processed: 1, isFinished: true });
});

it('is not found for another account, and for an unknown collection', async () => {
  const id = await createSeries(2);
  expect(await progressOf(id, await server.account())).toBe('NOT_FOUND');
  expect(await progressOf('00000000-0000-4000-8000-000000000000')).toBe('NOT_FOUND');
});
