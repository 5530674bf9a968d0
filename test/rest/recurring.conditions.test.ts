import { createBookableService } from '../support/catalog.js';
import { holdLock, untilBlocked } from '../support/held-lock.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

interface Series {
  collectionId: string;
  ids: number[];
}

/** Creates three weekly occurrences. */
async function createSeries(kind: 'booking' | 'event'): Promise<Series> {
  const booking_type = kind === 'event' ? 'attendance' : 'appointment';
  const { serviceId, resourceId } = await createBookableService(account, { service: { booking_type } });
  const place = { service_id: serviceId, resource_id: resourceId };
  const [from, to] = ['2026-03-16 12:00', '2026-03-16 13:00'];
  const occurrence =
    kind === 'event'
      ? { ...place, capacity: 3, starts_at: from, ends_at: to }
      : { ...place, booked_from: from, booked_to: to };
  const { body } = await account.post(`/${kind}s/recurring`, {
    json: { [kind]: { ...occurrence, title: 'A' }, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } },
  });
  await createAllOccurrences(server, account, body.collection_id);
  const list = await account.get(`/${kind}s/recurring/${body.collection_id}`);
  return {
    collectionId: body.collection_id,
    ids: list.body.map((one: Record<string, { id: number }>) => one[kind]?.id),
  };
}

const refused = { error: { description: 'The object has changed' } };
const without = { error: { description: 'The request changes no object whose ETag could be in If-Match' } };

describe.each(['booking', 'event'] as const)('a change of a series of %ss with If-Match', (kind) => {
  const read = async (id: number | undefined) => {
    const { headers, body } = await account.get(`/${kind}s/${id}`);
    return { tag: headers.get('etag') ?? '', title: body[kind].title };
  };
  const titles = ({ ids }: Series) => Promise.all(ids.map(async (id) => (await read(id)).title));
  const change = ({ collectionId }: Series, ifMatch: string, json: object) =>
    account.put(`/${kind}s/recurring/${collectionId}`, { json, headers: { 'if-match': ifMatch } });

  it.each(['one', 'following', 'all'])('is based on the occurrence that it names, for the scope %s', async (scope) => {
    const series = await createSeries(kind);
    const from = series.ids[1];
    const json = { scope, from, [kind]: { title: 'B' } };
    const { tag } = await read(from);
    await account.put(`/${kind}s/${from}`, { json: { title: 'Theirs' } });
    const logged = await server.changes(account);
    expect(await change(series, tag, json)).toMatchObject({ status: 412, body: refused });
    expect([await titles(series), await server.changes(account)]).toEqual([['A', 'Theirs', 'A'], logged]);
    expect((await change(series, (await read(from)).tag, json)).status).toBe(200);
    const expected = { one: ['A', 'B', 'A'], following: ['A', 'B', 'B'], all: ['B', 'B', 'B'] };
    expect(await titles(series)).toEqual(expected[scope as keyof typeof expected]);
  });

  it('is refused if it names no occurrence, or none that exists', async () => {
    const series = await createSeries(kind);
    const cases: [object, number, object][] = [
      [{ [kind]: { title: 'B' } }, 412, without],
      [{ from: 2_000_000_000, [kind]: { title: 'B' } }, 404, { error: { description: 'Not found' } }],
      [{ from: 'first', [kind]: { title: 'B' } }, 400, { from: ['is not a number'] }],
    ];
    for (const [json, status, body] of cases) {
      expect(await change(series, '*', json)).toMatchObject({ status, body });
    }
    expect(await titles(series)).toEqual(['A', 'A', 'A']);
  });

  it('lets only one of several simultaneous changes through, also from other occurrences', async () => {
    const series = await createSeries(kind);
    const tags = await Promise.all(series.ids.map(async (id) => (await read(id)).tag));
    await using lock = await holdLock(server, account, kind, series.ids[2] ?? 0);
    const answers = series.ids.map((from, index) =>
      change(series, tags[index] ?? '', { scope: 'all', from, [kind]: { title: `From ${index}` } }),
    );
    await untilBlocked(server, 3, ...answers);
    await lock.release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 412, 412]);
    expect(new Set(await titles(series)).size).toBe(1);
  });

  it('returns the first answer when it is repeated with its idempotency key', async () => {
    const series = await createSeries(kind);
    const [from] = series.ids;
    const headers = { 'if-match': (await read(from)).tag, 'idempotency-key': `series-${kind}` };
    const send = () =>
      account.put(`/${kind}s/recurring/${series.collectionId}`, { json: { from, [kind]: { title: 'B' } }, headers });
    expect((await send()).body).toEqual({ collection_id: series.collectionId });
    expect((await send()).body).toEqual({ collection_id: series.collectionId });
  });
});

const revisionOf = async ({ collectionId }: Series): Promise<string> =>
  (await account.get(`/series/${collectionId}`)).body.series.revision;

describe.each(['booking', 'event'] as const)('a change of a series of %ss with the revision of the series', (kind) => {
  const change = ({ collectionId }: Series, json: object) =>
    account.put(`/${kind}s/recurring/${collectionId}`, { json });
  const refusedSeries = { status: 412, body: { error: { description: 'The series has changed' } } };

  it.each(['one', 'following', 'all'])(
    'is refused after a change of another occurrence, for the scope %s',
    async (scope) => {
      const series = await createSeries(kind);
      const json = { scope, from: series.ids[0], [kind]: { title: 'B' } };
      const revision = await revisionOf(series);
      await account.put(`/${kind}s/${series.ids[2]}`, { json: { title: 'Theirs' } });
      const logged = await server.changes(account);
      expect(await change(series, { ...json, if_series_revision: revision })).toMatchObject(refusedSeries);
      expect(await server.changes(account)).toEqual(logged);
      expect((await change(series, { ...json, if_series_revision: await revisionOf(series) })).status).toBe(200);
    },
  );

  it('is refused after a part of the series has become a series of its own', async () => {
    const series = await createSeries(kind);
    const revision = await revisionOf(series);
    expect((await change(series, { scope: 'following', from: series.ids[1], [kind]: { title: 'C' } })).status).toBe(
      200,
    );
    const json = { [kind]: { title: 'B' }, if_series_revision: revision };
    expect(await change(series, json)).toMatchObject(refusedSeries);
  });

  it('is refused for a revision that never was, and for one that is no text', async () => {
    const series = await createSeries(kind);
    for (const revision of ['', 'latest', 'x'.repeat(300)]) {
      expect(await change(series, { [kind]: { title: 'B' }, if_series_revision: revision })).toMatchObject(
        refusedSeries,
      );
    }
    expect(await change(series, { [kind]: { title: 'B' }, if_series_revision: ['a'] })).toMatchObject({
      status: 400,
      body: { if_series_revision: ['is invalid'] },
    });
  });

  it('lets only one of several simultaneous changes through', async () => {
    const series = await createSeries(kind);
    const revision = await revisionOf(series);
    await using lock = await holdLock(server, account, kind, series.ids[2] ?? 0);
    const answers = ['B', 'C', 'D'].map((title) => change(series, { [kind]: { title }, if_series_revision: revision }));
    await untilBlocked(server, 3, ...answers);
    await lock.release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 412, 412]);
  });
});

it('does not delete events of a series after a change of another event', async () => {
  const series = await createSeries('event');
  const path = `/events/recurring/${series.collectionId}?scope=following&from=${series.ids[1]}&if_series_revision=`;
  const revision = await revisionOf(series);
  await account.create('/bookings', 'booking', { event_id: series.ids[2] });
  expect(await revisionOf(series)).toBe(revision);
  await account.put(`/events/${series.ids[2]}`, { json: { title: 'Theirs' } });
  expect((await account.del(`${path}${revision}`)).status).toBe(412);
  expect((await account.del(`${path}${await revisionOf(series)}`)).status).toBe(200);
  expect((await account.get(`/events/recurring/${series.collectionId}`)).body).toHaveLength(1);
});

it('deletes events of a series from the one that was read', async () => {
  const { collectionId, ids } = await createSeries('event');
  const path = `/events/recurring/${collectionId}?scope=following&from=${ids[1]}`;
  const tagOf = async () => (await account.get(`/events/${ids[1]}`)).headers.get('etag') ?? '';
  const tag = await tagOf();
  await account.create('/bookings', 'booking', { event_id: ids[1] });
  expect(await account.del(path, { headers: { 'if-match': tag } })).toMatchObject({ status: 412, body: refused });
  const left = async () => (await account.get(`/events/recurring/${collectionId}`)).body.length;
  expect(await left()).toBe(3);
  expect((await account.del(path, { headers: { 'if-match': await tagOf() } })).status).toBe(200);
  expect(await left()).toBe(1);
});
