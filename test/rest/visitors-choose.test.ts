import { openDaily } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);
const page = new HtmlVisitor(account, { 'accept-language': 'en' });

const refused = ["can't be chosen"];
const time = { booked_from: '2026-03-04T10:00:00+01:00', booked_to: '2026-03-04T11:00:00+01:00' };
const personAttributes = { name: 'Kari', email: 'kari@example.org' };
const day = 'from=2026-03-04&to=2026-03-04';

/** A massage by Ida or Jon in a room. Visitors may choose the one and not the other. */
async function openSpa(visitors_choose: boolean) {
  const { id: serviceId } = await account.create('/services', 'service', { title: 'Massage', interval: 60 });
  const addNeed = async (need: object, titles: readonly string[]): Promise<number[]> => {
    const { id: need_id } = await account.create(`/services/${serviceId}/needs`, 'service_need', need);
    const ids: number[] = [];
    for (const title of titles) {
      const { id } = await account.create('/resources', 'resource', { title, ...openDaily('09:00', '17:00') });
      await account.create('/providers', 'provider', { service_id: serviceId, resource_id: id, need_id });
      ids.push(id);
    }
    return ids;
  };
  const [ida = 0, jon = 0] = await addNeed({ title: 'Therapist', visitors_choose }, ['Ida', 'Jon']);
  const [room = 0] = await addNeed({ title: 'Room', visitors_choose: !visitors_choose }, ['Blue room']);
  return { serviceId, ida, jon, room };
}

/** Names a resource by each way of a visitor. @returns the errors by way */
async function nameEverywhere(serviceId: number, resourceId: number): Promise<Record<string, unknown>> {
  const booking = { service_id: serviceId, resource_id: resourceId, person_attributes: personAttributes, ...time };
  const item = { service_id: serviceId, resource_id: resourceId };
  const range = { from: '2026-03-04', to: '2026-03-04' };
  const sent = {
    slots: () => visitor.get(`/services/${serviceId}/slots?${day}&selected_resources=${resourceId}`),
    dates: () => visitor.get(`/services/${serviceId}/available_dates?${day}&selected_resources=${resourceId}`),
    visits: () =>
      visitor.post('/visits/slots', { json: { visit: { items: [{ service_id: serviceId }, item] }, ...range } }),
    waiting: () => visitor.post('/waitlist', { json: { waitlist_entry: { ...item, ...range, ...personAttributes } } }),
    booking: () => visitor.post('/bookings', { json: { booking } }),
    visit: () =>
      visitor.post('/visits', {
        json: { visit: { person_attributes: personAttributes, items: [{ ...item, ...time }] } },
      }),
  };
  const errors: Record<string, unknown> = {};
  for (const [way, send] of Object.entries(sent)) {
    const { status, body } = await send();
    errors[way] = status === 200 ? undefined : body;
  }
  return errors;
}

it('visitors name the resource of a need only if it lets them, by every way', async () => {
  const { serviceId, jon } = await openSpa(false);
  // A list that staff have read is not what a visitor gets.
  expect((await account.get(`/services/${serviceId}/slots?${day}&selected_resources=${jon}`)).status).toBe(200);
  expect(await nameEverywhere(serviceId, jon)).toEqual({
    slots: { selected_resources: refused },
    dates: { selected_resources: refused },
    visits: { 'items[1].resource_id': refused },
    waiting: { resource_id: refused },
    booking: { resource_id: refused },
    visit: { 'items[0].resource_id': refused },
  });
  expect((await account.get('/bookings/all')).body).toEqual([]);
});

it('a visit of listed times is booked whose resources nobody chose, also where visitors may not choose', async () => {
  const { serviceId, ida, jon } = await openSpa(false);
  const range = { from: '2026-03-04', to: '2026-03-04' };
  const { body: listed } = await visitor.post('/visits/slots', {
    json: { visit: { items: [{ service_id: serviceId }, { service_id: serviceId }] }, ...range },
  });
  const [{ visit_slot: slot }] = listed;
  const items = slot.items.map((item: { timestamp: string; timestamp_end: string; resource_id: number }) => ({
    ...{ service_id: serviceId, booked_from: item.timestamp, booked_to: item.timestamp_end },
    offered_resource_id: item.resource_id,
  }));
  expect(items.map((item: { offered_resource_id: number }) => item.offered_resource_id)).toEqual([ida, ida]);
  const book = (wanted: object[]) =>
    visitor.post('/visits', { json: { visit: { person_attributes: personAttributes, items: wanted } } });
  // Another suggestion than the offered one is no choice.
  const { status, body } = await book(items.map((item: object) => ({ ...item, offered_resource_id: jon })));
  expect([status, body.visit?.bookings?.length]).toEqual([200, 2]);
  const { body: bookings } = await account.get('/bookings');
  expect(bookings.map(({ booking }: { booking: { resource_id: number } }) => booking.resource_id)).toEqual([ida, ida]);
});

it('visitors choose where the need lets them, and staff choose anyway', async () => {
  const free = await openSpa(true);
  const answers = Object.entries(await nameEverywhere(free.serviceId, free.jon));
  // The booking before has taken the room.
  expect(answers.filter(([way, errors]) => way !== 'visit' && errors !== undefined)).toEqual([]);
  const { serviceId, jon } = await openSpa(false);
  const booking = await account.create('/bookings', 'booking', { service_id: serviceId, resource_id: jon, ...time });
  expect(booking.resource_id).toBe(jon);
});

it('a booking that moves by its link keeps a resource that visitors may not choose', async () => {
  await server.configure(account, { allow_cancellation: true });
  const { serviceId, ida, jon } = await openSpa(false);
  const booking = { service_id: serviceId, resource_id: jon, person_attributes: personAttributes, ...time };
  const { id } = await account.create('/bookings', 'booking', booking);
  const { data } = await account.graphql('query ($id: Int!) { booking(id: $id) { linkToken } }', { id });
  const path = `/bookings/${data.booking.linkToken}`;
  const { body: slots } = await visitor.get(`${path}/slots?${day}`);
  const resources = slots.flatMap(({ slot }: { slot: { available_resources: number[] } }) => slot.available_resources);
  expect([...new Set(resources)]).toEqual([jon]);
  expect((await visitor.get(`${path}/slots?${day}&selected_resources=${ida}`)).body).toEqual({
    selected_resources: refused,
  });
  const later = { booked_from: '2026-03-04T12:00:00+01:00', booked_to: '2026-03-04T13:00:00+01:00' };
  const move = (attributes: object) => visitor.put(path, { json: { booking: { ...later, ...attributes } } });
  expect((await move({ resource_id: ida })).body).toEqual({ resource_id: refused });
  expect((await move({ resource_id: jon })).status).toBe(200);
  const shown = await page.open(`${path}/move`);
  expect([shown.status, shown.text.includes('Ida')]).toEqual([200, false]);
});

it.each([
  [true, 'Ida'],
  [false, undefined],
])('the booking page offers the choice where visitors_choose is %p', async (visitorsChoose, offered) => {
  const { serviceId, ida } = await openSpa(visitorsChoose);
  const shown = await page.open(`/services/${serviceId}?date=2026-03-04&resource_id=${ida}`);
  expect(shown.status).toBe(200);
  expect(/With Anyone.*Ida/.test(shown.text)).toBe(offered !== undefined);
  expect((await page.follow(shown, '10:00')).text).toContain(`With ${offered ?? 'Anyone'}`);
});
