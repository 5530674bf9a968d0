import { createBookableService } from '../support/catalog.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';
import { daily, dates, type Listed } from './recurring.series.js';

const server = await useTestServer();
const account = server.accountPerTest();

/** A cut of 60 minutes for 600, from 9 to 17, of hair whose length must be named, and the options of it. */
async function salon() {
  const { serviceId, resourceId } = await createBookableService(account, { service: { title: 'Cut', price: 600 } });
  const path = `/services/${serviceId}`;
  const group = { title: 'Length', minimum: 1, maximum: 1 };
  const { id: group_id } = await account.create(`${path}/option_groups`, 'service_option_group', group);
  const add = async (attributes: object): Promise<number> =>
    (await account.create(`${path}/options`, 'service_option', attributes)).id;
  const long = await add({ title: 'Long hair', minutes: 30, price: 200, group_id });
  const wash = await add({ title: 'Wash', minutes: 15, price: 100, maximum: 2 });
  return { place: { service_id: serviceId, resource_id: resourceId }, long, wash };
}

type Salon = Awaited<ReturnType<typeof salon>>;

const start = ({ place }: Salon, booking: object, count = 3) =>
  account.post('/bookings/recurring', {
    json: {
      booking: { ...place, booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:30', ...booking },
      recurring: daily(count),
    },
  });

async function startAll(opened: Salon, booking: object): Promise<string> {
  const { status, body } = await start(opened, booking);
  expect([status, body]).toEqual([200, { collection_id: expect.any(String) }]);
  await createAllOccurrences(server, account, body.collection_id);
  return body.collection_id;
}

async function list(collectionId: string): Promise<Listed[]> {
  const { body } = await account.get(`/bookings/recurring/${collectionId}`);
  return body.map(({ booking }: { booking: Listed }) => booking);
}

const facts = (bookings: Listed[]) =>
  bookings.map(({ booked_from, booked_to, options }) => [
    `${booked_from.slice(8, 16)}–${String(booked_to).slice(11, 16)}`,
    (options as { title: string; quantity: number }[] | undefined)?.map(
      ({ title, quantity }) => `${quantity} ${title}`,
    ),
  ]);
const totals = async () =>
  (await account.get('/orders')).body.map(({ order }: { order: { total: string } }) => order.total);
const change = (collectionId: string, json: object) => account.put(`/bookings/recurring/${collectionId}`, { json });

describe('the options of a series', () => {
  it('are those of each of its bookings, which last longer and have orders with them', async () => {
    const opened = await salon();
    const options = [{ option_id: opened.long }];
    const collectionId = await startAll(opened, { options });
    const one = ['1 Long hair'];
    expect(facts(await list(collectionId))).toEqual([
      ['03T10:00–11:30', one],
      ['04T10:00–11:30', one],
      ['05T10:00–11:30', one],
    ]);
    expect(await totals()).toEqual(['800.0', '800.0', '800.0']);
  });

  it('are refused with the series, which is not begun', async () => {
    const opened = await salon();
    const refused = async (options?: object[]) => {
      const { status, body } = await start(opened, { options });
      return [status, body];
    };
    expect(await refused()).toEqual([400, { options: ['must have at least 1 of Length'] }]);
    expect(await refused([])).toEqual([400, { options: ['must have at least 1 of Length'] }]);
    const [long, wash] = [{ option_id: opened.long }, { option_id: opened.wash, quantity: 3 }];
    expect(await refused([long, wash])).toEqual([400, { 'options[1].quantity': ['must be less than or equal to 2'] }]);
    expect((await account.get('/bookings/all')).body).toEqual([]);
  });

  it('leave out a date on which they do not fit, which is booked later with other options', async () => {
    const opened = await salon();
    const between = { ...opened.place, booked_from: '2026-03-04 11:15', booked_to: '2026-03-04 12:15' };
    const short = [{ option_id: opened.long }];
    await account.create('/bookings', 'booking', { ...between, options: short, public_booking: false });
    const collectionId = await startAll(opened, { options: short });
    expect(dates(await list(collectionId))).toEqual(['03-03', '03-05']);
    const from = '2026-03-04T10:00:00+01:00';
    const { series } = (await account.get(`/series/${collectionId}`)).body;
    expect(series.left_out).toMatchObject([{ from, attribute: 'resource_id', cause: 'taken' }]);
    const add = (booking: object) =>
      account.post(`/bookings/recurring/${collectionId}/left_out`, { json: { from, booking } });
    const wrong = await add({ options: [] });
    expect([wrong.status, wrong.body]).toEqual([400, { options: ['must have at least 1 of Length'] }]);
    const { status } = await add({ booked_to: '2026-03-04 11:15', options: short });
    expect(status).toBe(200);
    expect(dates(await list(collectionId))).toEqual(['03-03', '03-04', '03-05']);
  });

  it('keep what was agreed with the first, also for bookings that are made after a change of the option', async () => {
    const opened = await salon();
    const { body } = await start(opened, { options: [{ option_id: opened.long }] });
    await account.put(`/service_options/${opened.long}`, { json: { service_option: { price: 900, minutes: 60 } } });
    await account.del(`/service_options/${opened.long}`);
    await createAllOccurrences(server, account, body.collection_id);
    expect(facts(await list(body.collection_id))).toEqual(
      ['03', '04', '05'].map((day) => [`${day}T10:00–11:30`, ['1 Long hair']]),
    );
    expect(await totals()).toEqual(['800.0', '800.0', '800.0']);
  });

  it('change with all of its bookings, or with one and those after it', async () => {
    const opened = await salon();
    const collectionId = await startAll(opened, { options: [{ option_id: opened.long }] });
    const options = [{ option_id: opened.long }, { option_id: opened.wash, quantity: 2 }];
    const [, second] = await list(collectionId);
    expect((await change(collectionId, { booking: { options }, scope: 'one', from: second?.id })).status).toBe(200);
    const more = ['1 Long hair', '2 Wash'];
    expect(facts(await list(collectionId))).toEqual([
      ['03T10:00–11:30', ['1 Long hair']],
      ['04T10:00–12:00', more],
      ['05T10:00–11:30', ['1 Long hair']],
    ]);
    const following = await change(collectionId, { booking: { options }, scope: 'following', from: second?.id });
    expect(following.status).toBe(200);
    expect(facts(await list(following.body.collection_id))).toEqual([
      ['04T10:00–12:00', more],
      ['05T10:00–12:00', more],
    ]);
    expect(await totals()).toEqual(expect.arrayContaining(['1000.0', '1000.0', '800.0']));
  });

  it('change nothing if they do not fit one of its bookings', async () => {
    const opened = await salon();
    const collectionId = await startAll(opened, { options: [{ option_id: opened.long }] });
    const between = { ...opened.place, booked_from: '2026-03-04 11:30', booked_to: '2026-03-04 13:00' };
    await account.create('/bookings', 'booking', { ...between, options: [{ option_id: opened.long }] });
    const before = await list(collectionId);
    const [, second] = before;
    const options = [{ option_id: opened.long }, { option_id: opened.wash }];
    const { status, body } = await change(collectionId, { booking: { options } });
    expect([status, body]).toMatchObject([
      400,
      { occurrences: { [String(second?.id)]: { resource_id: ['is not available'] } } },
    ]);
    expect(await list(collectionId)).toEqual(before);
  });

  it('change also for the bookings that are not made yet, with their lengths', async () => {
    const opened = await salon();
    const { body } = await start(opened, { options: [{ option_id: opened.long }] });
    const options = [{ option_id: opened.long }, { option_id: opened.wash, quantity: 2 }];
    expect((await change(body.collection_id, { booking: { options } })).status).toBe(200);
    await account.put(`/service_options/${opened.wash}`, { json: { service_option: { price: 900, minutes: 60 } } });
    await createAllOccurrences(server, account, body.collection_id);
    expect(facts(await list(body.collection_id))).toEqual(
      ['03', '04', '05'].map((day) => [`${day}T10:00–12:00`, ['1 Long hair', '2 Wash']]),
    );
    expect(await totals()).toEqual(['1000.0', '1000.0', '1000.0']);
  });

  it('leave the bookings that are not made yet with a service that has none', async () => {
    const opened = await salon();
    const other = await createBookableService(account, { service: { title: 'Colour', price: 50 } });
    await account.create('/providers', 'provider', { ...opened.place, service_id: other.serviceId });
    const { body } = await start(opened, { options: [{ option_id: opened.long }] });
    const changed = await change(body.collection_id, { booking: { service_id: other.serviceId } });
    expect(changed.status).toBe(200);
    await createAllOccurrences(server, account, body.collection_id);
    expect(facts(await list(body.collection_id))).toEqual(
      ['03', '04', '05'].map((day) => [`${day}T10:00–11:00`, undefined]),
    );
    expect(await totals()).toEqual(['50.0', '50.0', '50.0']);
  });
});
