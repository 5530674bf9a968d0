import { createBookableService } from '../support/catalog.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();
let collectionId: string;
let ids: number[];
beforeEach(async () => {
  const { serviceId, resourceId } = await createBookableService(account, { service: { booking_type: 'attendance' } });
  const event = {
    ...{ service_id: serviceId, resource_id: resourceId, title: 'Yoga', capacity: 3 },
    ...{ starts_at: '2026-03-16 12:00', ends_at: '2026-03-16 13:30' },
  };
  const { body } = await account.post('/events/recurring', {
    json: { event, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } },
  });
  collectionId = body.collection_id;
  await createAllOccurrences(server, account, collectionId);
  ids = (await account.get(`/events/recurring/${collectionId}`)).body.map(({ event: { id } }: Listed) => id);
});

interface Listed {
  event: { id: number };
}

const one = (field: string) => `mutation ($from: Int!, $revision: Int) { change: ${field} { id } }`;
const series = (field: string) => `mutation ($collectionId: UUID!, $from: Int!, $revision: Int) { change: ${field} }`;
const changes = {
  updateEvent: one('updateEvent(id: $from, ifRevision: $revision, input: {description: "Quiet"})'),
  deleteEvent: one('deleteEvent(id: $from, ifRevision: $revision)'),
  updateRecurringEvents: series(
    `updateRecurringEvents(collectionId: $collectionId, scope: FOLLOWING, from: $from, ifRevision: $revision,
      input: {description: "Quiet"})`,
  ),
  deleteRecurringEvents: series(
    'deleteRecurringEvents(collectionId: $collectionId, scope: FOLLOWING, from: $from, ifRevision: $revision)',
  ),
};

/** Executes a change of the second event. */
const change = (document: string, revision: number | null) =>
  account.graphql(document, { collectionId, from: ids[1], revision });

const read = async () => {
  const query = 'query ($id: Int!) { event(id: $id) { active title description revisionCount } }';
  return Promise.all(ids.map(async (id) => (await account.graphql(query, { id })).data?.['event']));
};

describe.each(Object.entries(changes))('%s with ifRevision', (_name, document) => {
  it('is rejected after another change, and changes the revision that was read', async () => {
    await account.put(`/events/${ids[1]}`, { json: { event: { title: 'Elsewhere' } } });
    const before = [await read(), await server.changes(account)];
    expect((await change(document, 0)).errors).toMatchObject([
      { path: ['change'], extensions: { code: 'PRECONDITION_FAILED' } },
    ]);
    expect([await read(), await server.changes(account)]).toEqual(before);
    expect((await change(document, 1)).errors).toBeUndefined();
    expect((await read())[1]).toMatchObject({ revisionCount: 2 });
  });

  it('lets only one of three simultaneous changes of the same revision through', async () => {
    const documents = ['One', 'Two', 'Three'].map((text) => document.replace('Quiet', text));
    const answers = await Promise.all(documents.map((changed) => change(changed, 0)));
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(1);
    expect((await read())[1]).toMatchObject({ revisionCount: 1 });
  });

  it('changes any revision without it', async () => {
    await account.put(`/events/${ids[1]}`, { json: { event: { title: 'Elsewhere' } } });
    expect((await change(document, null)).errors).toBeUndefined();
  });
});

it('compares the first event that changes if the series is changed from no event', async () => {
  const update = (revision: number) =>
    account.graphql(
      `mutation ($collectionId: UUID!, $revision: Int) {
        updateRecurringEvents(collectionId: $collectionId, ifRevision: $revision, input: {title: "All"})
      }`,
      { collectionId, revision },
    );
  await account.put(`/events/${ids[0]}`, { json: { event: { title: 'Elsewhere' } } });
  expect((await update(0)).errors).toMatchObject([
    { message: 'The occurrence has changed', extensions: { code: 'PRECONDITION_FAILED' } },
  ]);
  expect(await update(1)).toEqual({ data: { updateRecurringEvents: collectionId } });
  expect(await read()).toMatchObject([
    { title: 'All', revisionCount: 2 },
    { title: 'All', revisionCount: 1 },
    { title: 'All', revisionCount: 1 },
  ]);
});

describe.each([
  { name: 'deleteEvent', field: 'change: deleteEvent(id: $from, ifAttendances: $people) { id }' },
  {
    name: 'deleteRecurringEvents',
    field:
      'change: deleteRecurringEvents(collectionId: $collectionId, scope: FOLLOWING, from: $from, ifAttendances: $people)',
  },
])('$name with ifAttendances', ({ name, field }) => {
  const isOfSeries = name === 'deleteRecurringEvents';
  const remove = (people: number | null) =>
    account.graphql(`mutation ($from: Int!, $people: Int${isOfSeries ? ', $collectionId: UUID!' : ''}) { ${field} }`, {
      from: ids[1],
      people,
      ...(isOfSeries && { collectionId }),
    });
  const book = (event_id: number | undefined, attributes: object = {}) =>
    account.post('/bookings', { json: { booking: { event_id, person_attributes: { name: 'Ola' }, ...attributes } } });

  it('is rejected if another number of people attends, and changes nothing', async () => {
    await book(ids[0]);
    await book(ids[1], { count: 2 });
    const { body } = await book(ids[1]);
    await account.del(`/bookings/${body.booking.id}`);
    await book(ids[2]);
    // Those of the second event, or of it and the third.
    const people = isOfSeries ? 3 : 2;
    const before = [await read(), await server.changes(account)];
    for (const seen of [0, people - 1, people + 1]) {
      expect((await remove(seen)).errors).toMatchObject([
        { path: ['change'], extensions: { code: 'PRECONDITION_FAILED' } },
      ]);
    }
    expect([await read(), await server.changes(account)]).toEqual(before);
    expect((await remove(people)).errors).toBeUndefined();
    expect((await read()).map(({ active }) => active)).toEqual([true, false, !isOfSeries]);
  });

  it('never cancels a booking that is made at the same time', async () => {
    const [removed, ...booked] = await Promise.all([remove(0), book(ids[1]), book(ids[1])]);
    const bookings = booked.filter(({ status }) => status === 200).length;
    expect(removed.errors === undefined).toBe(bookings === 0);
    expect((await read())[1]).toMatchObject({ active: bookings > 0 });
  });

  it('deletes what anybody attends without it', async () => {
    await book(ids[1]);
    expect((await remove(null)).errors).toBeUndefined();
  });
});
