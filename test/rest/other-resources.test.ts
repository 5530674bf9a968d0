import { openDaily } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { useTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);
const page = new HtmlVisitor(account, { 'accept-language': 'en' });

const time = { booked_from: '2026-03-04T10:00:00+01:00', booked_to: '2026-03-04T11:00:00+01:00' };
const range = { from: '2026-03-04', to: '2026-03-04' };
const day = 'from=2026-03-04&to=2026-03-04';
const personAttributes = { name: 'Kari', email: 'kari@example.org' };

interface Pool {
  titles: readonly string[];
  visitors_choose?: boolean;
  count?: number;
  per?: string;
}

/** A service with a need for each pool. Resources of the same title are one. */
async function open(...pools: readonly Pool[]) {
  const { id: serviceId } = await account.create('/services', 'service', { title: 'Massage', interval: 60 });
  const ids = new Map<string, number>();
  for (const { titles, ...need } of pools) {
    const attributes = { title: 'Need', visitors_choose: true, ...need };
    const { id: need_id } = await account.create(`/services/${serviceId}/needs`, 'service_need', attributes);
    for (const title of titles) {
      const hours = openDaily('09:00', '17:00');
      const id = ids.get(title) ?? (await account.create('/resources', 'resource', { title, ...hours })).id;
      ids.set(title, id);
      await account.create('/providers', 'provider', { service_id: serviceId, resource_id: id, need_id });
    }
  }
  return { serviceId, of: (title: string): number => ids.get(title) ?? 0 };
}

const spa = (visitors_choose = true) =>
  open({ titles: ['Ida', 'Jon'] }, { titles: ['Blue', 'Red'], visitors_choose }, { titles: ['Lamp'] });

type Sender = Pick<typeof visitor, 'get' | 'post'>;

/** Names resources by each way. @returns the errors by way; undefined where they are taken */
async function nameEverywhere(by: Sender, serviceId: number, other_resources: readonly number[]) {
  const item = { service_id: serviceId, other_resources };
  const given = { ...item, ...time, person_attributes: personAttributes };
  const visit = { person_attributes: personAttributes, items: [{ ...item, ...time }] };
  const query = `${day}&other_resources=${other_resources}`;
  const sent = {
    slots: () => by.get(`/services/${serviceId}/slots?${query}`),
    dates: () => by.get(`/services/${serviceId}/available_dates?${query}`),
    next: () => by.get(`/services/${serviceId}/next_available_date?from=2026-03-04&other_resources=${other_resources}`),
    visits: () => by.post('/visits/slots', { json: { visit: { items: [{ service_id: serviceId }, item] }, ...range } }),
    booking: () => by.post('/bookings', { json: { booking: given } }),
    visit: () => by.post('/visits', { json: { visit } }),
  };
  const errors: Record<string, unknown> = {};
  for (const [way, send] of Object.entries(sent)) {
    const { status, body } = await send();
    errors[way] = status === 200 ? undefined : body;
    const ids = way === 'visit' ? body.visit?.bookings?.map(({ id }: { id: number }) => id) : [body.booking?.id];
    if (status === 200) for (const id of ids ?? []) if (id !== undefined) await account.del(`/bookings/${id}`);
  }
  return errors;
}

const everywhere = (messages: readonly string[]) => ({
  slots: { other_resources: messages },
  dates: { other_resources: messages },
  next: { other_resources: messages },
  visits: { 'items[1].other_resources': messages },
  booking: { other_resources: messages },
  visit: { 'items[0].other_resources': messages },
});
const nowhere = {};

const placesOf = async (id: number): Promise<number[]> => {
  const rows = await server.sql<{ id: number }>(
    'select resource_id as id from booking_place where booking_id = ? order by 1',
    id,
  );
  return rows.map((row) => row.id);
};

describe('resources for needs other than the first', () => {
  it.each<[string, readonly string[], boolean, readonly string[] | undefined, readonly string[] | undefined]>([
    ['one of a need that visitors may choose', ['Red'], true, undefined, undefined],
    ['one of each', ['Lamp', 'Red'], true, undefined, undefined],
    ['the same twice', ['Red', 'Red'], true, undefined, undefined],
    ['one of a need that they may not choose', ['Red'], false, ["can't be chosen"], undefined],
    ['one of the first need', ['Ida'], true, ['is not included in the list'], ['is not included in the list']],
    ['more than the need takes', ['Blue', 'Red'], true, [tooMany(1)], [tooMany(1)]],
  ])('are named by every way: %s', async (_name, titles, mayChoose, ofVisitor, ofStaff) => {
    const { serviceId, of } = await spa(mayChoose);
    const ids = titles.map(of);
    const expected = (messages: readonly string[] | undefined) => (messages ? everywhere(messages) : nowhere);
    expect(await nameEverywhere(visitor, serviceId, ids)).toEqual(expected(ofVisitor));
    expect(await nameEverywhere(account, serviceId, ids)).toEqual(expected(ofStaff));
  });

  it('are refused of a service without needs, and of an event', async () => {
    const { id: serviceId } = await account.create('/services', 'service', { title: 'Cut', interval: 60 });
    const { id } = await account.create('/resources', 'resource', { title: 'Ida', ...openDaily('09:00', '17:00') });
    await account.create('/providers', 'provider', { service_id: serviceId, resource_id: id });
    const refused = everywhere(['is not included in the list']);
    expect(await nameEverywhere(visitor, serviceId, [id])).toEqual(refused);
    await spa();
    expect(await nameEverywhere(visitor, serviceId, [id])).toEqual(refused);
  });

  it('are taken, or nothing is listed and booked', async () => {
    const { serviceId, of } = await spa();
    const other_resources = [of('Red'), of('Lamp')];
    const book = () => visitor.post('/bookings', { json: { booking: { ...booking, ...time } } });
    const booking = { service_id: serviceId, other_resources, person_attributes: personAttributes };
    const times = async (ids: readonly number[]): Promise<string[]> => {
      const { body } = await visitor.get(`/services/${serviceId}/slots?${day}&other_resources=${ids}`);
      return body.map(({ slot }: { slot: { timestamp: string } }) => slot.timestamp.slice(11, 16));
    };
    const before = await times([]);
    expect(before).toContain('10:00');
    expect(await times(other_resources)).toEqual(before);
    const made = await book();
    expect(made.status).toBe(200);
    expect(await placesOf(made.body.booking.id)).toEqual([of('Ida'), ...other_resources].sort((a, b) => a - b));
    await account.create('/bookings', 'booking', {
      ...{ resource_id: of('Red'), booked_from: '2026-03-04 14:30', booked_to: '2026-03-04 15:00' },
    });
    expect(await times([of('Red')])).toEqual(before.filter((one) => !['10:00', '14:00'].includes(one)));
    expect(await times([of('Blue')])).toEqual(before.filter((one) => one !== '10:00'));
    expect((await book()).body).toEqual({ resource_id: ['is not available'] });
  });

  it('serve the need that leaves the others their own', async () => {
    const { serviceId, of } = await open({ titles: ['Ida'] }, { titles: ['Blue', 'Red'] }, { titles: ['Blue'] });
    const other_resources = [of('Blue'), of('Red')];
    const { status, body } = await visitor.post('/bookings', {
      json: { booking: { service_id: serviceId, other_resources, person_attributes: personAttributes, ...time } },
    });
    expect(status).toBe(200);
    expect(await placesOf(body.booking.id)).toEqual([of('Ida'), ...other_resources]);
  });

  it('are as many as the people of the booking take, whose times have room for them', async () => {
    const couple = { titles: ['Blue', 'Red'], per: 'person' };
    const { serviceId, of } = await open({ titles: ['Ida'] }, couple);
    await account.put(`/resources/${of('Ida')}`, { json: { resource: { capacity: 2 } } });
    await account.put(`/services/${serviceId}`, { json: { service: { booking_capacity: 2 } } });
    const other_resources = [of('Blue'), of('Red')];
    const { body: listed } = await visitor.get(
      `/services/${serviceId}/slots?${day}&other_resources=${other_resources}`,
    );
    expect(new Set(listed.map(({ slot }: { slot: { free: number } }) => slot.free))).toEqual(new Set([2]));
    const book = (count: number) => {
      const booking = { service_id: serviceId, other_resources, count, person_attributes: personAttributes, ...time };
      return visitor.post('/bookings', { json: { booking } });
    };
    expect((await book(1)).body).toEqual({ other_resources: [tooMany(1)] });
    expect((await book(2)).status).toBe(200);
  });

  it('stay with a booking that moves by its link, as far as they are free', async () => {
    await server.configure(account, { allow_cancellation: true });
    const { serviceId, of } = await spa();
    const booking = { service_id: serviceId, other_resources: [of('Red')], person_attributes: personAttributes };
    const { id } = await account.create('/bookings', 'booking', { ...booking, ...time });
    await account.create('/bookings', 'booking', {
      ...{ resource_id: of('Red'), booked_from: '2026-03-04 14:00', booked_to: '2026-03-04 15:00' },
    });
    const path = `/bookings/${await linkTokenOf(account, id)}`;
    const move = (hour: number) =>
      visitor.put(path, {
        json: { booking: { booked_from: `2026-03-04 ${hour}:00`, booked_to: `2026-03-04 ${hour + 1}:00` } },
      });
    expect((await move(12)).status).toBe(200);
    expect(await placesOf(id)).toEqual([of('Ida'), of('Red'), of('Lamp')]);
    expect((await move(14)).status).toBe(200);
    expect(await placesOf(id)).toEqual([of('Ida'), of('Blue'), of('Lamp')]);
  });
});

it('a visit is listed and booked with the resources that its items name, of which each leaves those of the others', async () => {
  const { serviceId, of } = await spa();
  const { serviceId: other } = await spa();
  const items = (ids: readonly (readonly number[])[]) =>
    ids.map((other_resources, index) => ({ service_id: index === 0 ? serviceId : other, other_resources }));
  await account.create('/bookings', 'booking', {
    ...{ resource_id: of('Red'), booked_from: '2026-03-04 09:00', booked_to: '2026-03-04 12:00' },
  });
  const list = async (ids: readonly (readonly number[])[]) => {
    const { body } = await visitor.post('/visits/slots', { json: { visit: { items: items(ids) }, ...range } });
    return body.map(({ visit_slot }: { visit_slot: { timestamp: string } }) => visit_slot.timestamp.slice(11, 16));
  };
  expect((await list([[], []]))[0]).toBe('09:00');
  expect((await list([[of('Red')], []]))[0]).toBe('12:00');
  const at = (hour: number) => ({ booked_from: `2026-03-04 ${hour}:00`, booked_to: `2026-03-04 ${hour + 1}:00` });
  const book = (hour: number) => {
    const wanted = items([[of('Red')], []]).map((item, index) => ({ ...item, ...at(hour + index) }));
    return visitor.post('/visits', { json: { visit: { person_attributes: personAttributes, items: wanted } } });
  };
  expect((await book(11)).body).toEqual({ 'items[0].resource_id': ['is not available'] });
  const { status, body } = await book(12);
  expect([status, await placesOf(body.visit.bookings[0].id)]).toEqual([200, [of('Ida'), of('Red'), of('Lamp')]]);
});

it('an item of a visit leaves the resource that a later one at the same time names', async () => {
  const { serviceId, of } = await open({ titles: ['Ida', 'Jon'] }, { titles: ['Blue', 'Red'] });
  const item = { service_id: serviceId, ...time };
  const visit = { items: [item, { ...item, other_resources: [of('Blue')] }] };
  const search = { arrangement: 'at_once', items: [{ service_id: serviceId }, { service_id: serviceId }] };
  const [first, second] = search.items;
  const named = { ...search, items: [first, { ...second, other_resources: [of('Blue')] }] };
  const { body: listed } = await account.post('/visits/slots', { json: { visit: named, ...range } });
  expect(listed.length).toBeGreaterThan(0);
  const people = visit.items.map((one, index) => ({ ...one, person_attributes: { name: `Person ${index}` } }));
  const { status, body } = await account.post('/visits', { json: { visit: { items: people } } });
  expect(status).toBe(200);
  const places = await Promise.all(body.visit.bookings.map(({ id }: { id: number }) => placesOf(id)));
  expect(places.map((ids) => ids.includes(of('Blue')))).toEqual([false, true]);
});

it('the booking page offers the needs that visitors may choose, and books what they chose', async () => {
  const { serviceId, of } = await spa();
  await account.create('/bookings', 'booking', {
    ...{ resource_id: of('Red'), booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00' },
  });
  const path = `/services/${serviceId}?date=2026-03-04`;
  const shown = await page.open(path);
  expect([shown.text.includes('No preference'), shown.text.includes('Lamp')]).toEqual([true, false]);
  const [need] = [...shown.html.matchAll(/name="(need_\d+)"/g)].map(([, name]) => name);
  const chosen = await page.open(`${path}&named=1&${need}=${of('Red')}`);
  expect([shown.text.includes('10:00'), chosen.text.includes('10:00')]).toEqual([true, false]);
  const form = await page.follow(chosen, '12:00');
  expect(form.text).toMatch(/Need\s*Red/);
  expect((await page.submit(form, personAttributes)).status).toBe(200);
  const { body } = await account.get('/bookings');
  const ids = body.map(({ booking }: { booking: { id: number } }) => booking.id);
  expect(await placesOf(Math.max(...ids))).toEqual([of('Ida'), of('Red'), of('Lamp')]);
});

it('the basket keeps what was chosen for a service, offers the same for each, and books it', async () => {
  const { serviceId, of } = await spa();
  const shown = await page.open(`/services/${serviceId}?date=2026-03-04`);
  const [need] = [...shown.html.matchAll(/name="(need_\d+)"/g)].map(([, name]) => name);
  const chosen = await page.open(`/services/${serviceId}?date=2026-03-04&named=1&${need}=${of('Red')}`);
  const basket = await page.follow(await page.follow(chosen, 'Add another service'), 'Massage');
  const { values } = basket.forms.find((form) => form.values['chosen'] === '1') ?? {};
  expect([values?.[`i0_${need}`], values?.[`i1_${need}`]]).toEqual([String(of('Red')), '']);
  const query = new URLSearchParams({ ...values, [`i1_${need}`]: String(of('Blue')), date: '2026-03-04' });
  const form = await page.follow(await page.open(`/visit?${query}`), '09:00');
  expect(form.text).toMatch(/09:00–10:00.* Need Red.* 10:00–11:00.* Need Blue/);
  expect((await page.submit(form, personAttributes)).status).toBe(200);
  const { body } = await account.get('/bookings');
  const ids = body.map(({ booking }: { booking: { id: number } }) => booking.id).toSorted();
  const rooms = await Promise.all(ids.map(async (id: number) => (await placesOf(id))[1]));
  expect(rooms).toEqual([of('Red'), of('Blue')]);
});

function tooMany(maximum: number): string {
  return `is too long (maximum is ${maximum} items)`;
}
