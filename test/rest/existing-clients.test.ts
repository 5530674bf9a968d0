import { type RawRequest, rawRequest } from '../support/raw-request.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const key = account.credentials.api_key;

/**
 * Sends a request like existing clients of this API: with the key as user name of Basic authentication, with double
 * slashes in paths, and with 200 as the only status of success.
 */
async function call(method: string, path: string, sending: Pick<RawRequest, 'body' | 'headers'> = {}) {
  const headers = {
    Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    'User-Agent': 'Client (client@example.org)',
    Accept: 'application/json',
    ...sending.headers,
  };
  const { status, text } = await rawRequest(`${server.origin}/api/v1/${path}`, { method, ...sending, headers });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return JSON.parse(text);
}

const json = (body: object): RawRequest => ({
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});
const form = (fields: Record<string, string>): RawRequest => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
});

describe('a client of the API family', () => {
  it('books a new customer and cancels', async () => {
    const { service } = await call(
      'POST',
      '/services',
      json({ service: { title: 'Massage', interval: 60, price: '500.00' } }),
    );
    const { resource } = await call(
      'POST',
      '/resources/',
      json({ resource: { title: 'Anna', opening_hours_tue: ['09:00', '17:00'] } }),
    );
    await call('POST', 'providers.json', json({ provider: { service_id: service.id, resource_id: resource.id } }));
    const slots = await call('GET', `services/${service.id}/slots?from=2026-03-03&to=2026-03-03`);
    expect(slots[0].slot).toMatchObject({ timestamp: '2026-03-03T09:00:00+01:00', available_resources: [resource.id] });

    const { booking } = await call(
      'POST',
      '/bookings',
      json({
        booking: {
          service_id: service.id,
          resource_id: String(resource.id),
          booked_from: slots[0].slot.timestamp,
          booked_to: slots[0].slot.timestamp_end,
          person_attributes: { name: 'Kari', email: 'kari@example.org', phonenumber: '+47 912 34 567' },
          custom_data: { source: 'web' },
        },
      }),
    );
    expect(booking).toMatchObject({
      state: 'confirmed',
      person: { email: 'kari@example.org', phonenumber: '+47 912 34 567' },
    });

    const [{ person }] = await call('GET', '/people/?email=kari@example.org');
    expect(person.id).toBe(booking.person_id);
    expect((await call('GET', `/bookings/${booking.id}`)).booking.id).toBe(booking.id);
    expect((await call('GET', `people/${person.id}/bookings`)).map((item: typeof booking) => item.booking.id)).toEqual([
      booking.id,
    ]);
    expect((await call('PUT', `/bookings/${booking.id}/cancel`)).booking.state).toBe('cancelled');
  });

  it('synchronises its calendar with forms', async () => {
    const { resource } = await call(
      'POST',
      'resources',
      form({ 'resource[title]': 'Room', 'resource[capacity]': '2' }),
    );
    const { booking } = await call(
      'POST',
      'bookings.json',
      form({
        'booking[resource_id]': resource.id,
        'booking[booked_from]': '2026-03-04 10:00',
        'booking[booked_to]': '04.03.2026 11:30',
        'booking[external_id]': 'cal-1',
        ignore_capacity: '1',
      }),
    );
    expect(booking).toMatchObject({ booked_from: '2026-03-04T10:00:00+01:00', booked_to: '2026-03-04T11:30:00+01:00' });
    const found = await call('GET', 'bookings/find_by/external_id/cal-1.json');
    expect(found.booking.id).toBe(booking.id);

    const moved = await call('PUT', `bookings/${booking.id}.json`, form({ 'booking[booked_to]': '2026-03-04 12:00' }));
    expect(moved.booking).toMatchObject({ booked_to: '2026-03-04T12:00:00+01:00', external_id: 'cal-1' });
    const since = encodeURIComponent(booking.updated_at);
    expect(await call('GET', `bookings/all?since=${since}`)).toContainEqual(expect.objectContaining(moved));
    expect((await call('DELETE', `bookings/${booking.id}`)).booking).toMatchObject({ state: 'deleted', active: false });
  });

  it('sends an offset whose plus is not escaped', async () => {
    expect(await call('GET', 'bookings?start=2026-03-05T10:00:00+01:00')).toEqual([]);
  });

  it('reads errors in the documented form', async () => {
    await expect(call('POST', '/people', json({ person: {} }))).rejects.toThrow(`400 {"name":["can't be blank"]}`);
    await expect(call('GET', '/people/7777')).rejects.toThrow('404 {"error":{"description":"Not found"}}');
  });
});
