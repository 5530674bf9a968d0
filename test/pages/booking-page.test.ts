import { createBookableService, createEvent } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { type TestAccount, type TestServer, useTestServer } from '../support/test-server.js';

const now = '2026-03-02T07:00:00Z';

let server: TestServer;
let account: TestAccount;
let visitor: HtmlVisitor;
let serviceId: number;
let resourceId: number;
beforeAll(async () => {
  server = await useTestServer({ now });
});
afterAll(async () => server[Symbol.asyncDispose]());
beforeEach(async () => {
  server.clock.set(now);
  account = await server.account({ publicAccess: true, verification: 'email', name: 'Fjord Studio' });
  visitor = new HtmlVisitor(server.origin, account.credentials.subdomain);
  ({ serviceId, resourceId } = await createBookableService(account));
});

const kari = { name: 'Kari Nordmann', email: 'kari@example.org' };
const seen = async (id: number | string) => (await account.get(`/bookings/${id}`)).body.booking;

describe('booking without JavaScript', () => {
  it('leads from the service to a time, the details, the code and the end', async () => {
    const catalogue = await visitor.open('/');
    expect(catalogue.status).toBe(200);
    const times = await visitor.follow(catalogue, 'Cut');
    expect(times.text).toContain('Free times on Monday, 2 March 2026');
    const day = await visitor.follow(times, 'Tuesday, 3 March 2026');
    const form = await visitor.follow(day, '10:00');
    const code = await visitor.submit(form, kari);
    expect([code.status, code.heading]).toEqual([200, 'Enter your code']);
    const id = Number(new URL(code.url).searchParams.get('id'));
    expect(await seen(id)).toMatchObject({
      ...{ service_id: serviceId, resource_id: resourceId, state: 'awaiting_verification', created_by: 'public' },
      ...{ booked_from: '2026-03-03T10:00:00+01:00', person: { ...kari, locale: 'en' } },
    });
    const wrong = await visitor.submit(code, { verification_code: '000000' });
    expect([wrong.status, wrong.problems]).toEqual([
      400,
      { verification_code: 'This code is not right. Please check it.' },
    ]);
    const done = await visitor.submit(wrong, { verification_code: (await seen(id)).verification_code });
    expect([done.status, done.heading]).toEqual([200, 'Your booking is confirmed']);
    expect(await seen(id)).toMatchObject({ state: 'confirmed' });
  });

  it('of an event shows the places that are left', async () => {
    const event = await createEvent(account);
    const catalogue = await visitor.open('/');
    expect(catalogue.text).toContain('3 places left');
    const form = await visitor.follow(catalogue, event.title);
    const code = await visitor.submit(form, kari);
    const id = Number(new URL(code.url).searchParams.get('id'));
    expect(await seen(id)).toMatchObject({ event_id: event.id, booking_type: 'attendance' });
  });
});
