import { createBookableService, createEvent } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

/** An object of each kind: its path, its wrapper and an attribute that can be changed repeatedly. */
const objects: [path: string, wrapper: string, attribute: string][] = [];
const server = await useTestServer();
const account = await server.account();
const { serviceId, resourceId } = await createBookableService(account);
const [{ provider }] = (await account.get('/providers')).body;
const event = await createEvent(account);
const person = await account.create('/people', 'person', { name: 'Ola' });
const booking = await account.create('/bookings', 'booking', {
  service_id: serviceId,
  resource_id: resourceId,
  booked_from: '2026-03-05 09:00',
  booked_to: '2026-03-05 10:00',
});
const text = { message_type: 'confirmation', delivery_type: 'sms', template: 'Welcome!' };
const coupon = { title: 'Spring', code: 'SPRING', value_type: 'amount', value: 10 };
const { id: templateId } = await account.create('/message_templates', 'message_template', text);
const { id: couponId } = await account.create('/coupons', 'coupon', coupon);
const { id: giftCardId } = await account.create('/gift_cards', 'gift_card', { value: 5000 });
const { id: categoryId } = await account.create('/categories', 'category', { title: 'Hair' });
const hook = { target_url: 'https://example.org', event: '*' };
const { id: webHookId } = await account.create('/web_hooks', 'web_hook', hook);
const rota = { resource_id: resourceId, valid_from: '2027-01-01', weeks: [{}] };
const { id: rotaId } = await account.create('/rotas', 'rota', rota);
const { id: neededId } = await account.create('/services', 'service', { title: 'Colour' });
const { id: needId } = await account.create(`/services/${neededId}/needs`, 'service_need', { title: 'Stylist' });
await account.put(`/resources/${resourceId}/exception_dates/2026-12-24`, { json: { opening_hours: [] } });
const { id: childId } = await account.create('/people', 'person', { name: 'Child' });
const { id: motherId } = await account.create('/people', 'person', { name: 'Mother' });
const guardian = await account.create(`/people/${childId}/guardians`, 'guardian', { person_id: motherId });
objects.push(
  ['/client', 'client', 'footer'],
  [`/coupons/${couponId}`, 'coupon', 'title'],
  [`/gift_cards/${giftCardId}`, 'gift_card', 'value'],
  [`/categories/${categoryId}`, 'category', 'title'],
  [`/message_templates/${templateId}`, 'message_template', 'template'],
  [`/web_hooks/${webHookId}`, 'web_hook', 'target_url'],
  [`/resources/${resourceId}/exception_dates/2026-12-24`, 'resource_exception_date', 'opening_hours'],
  [`/rotas/${rotaId}`, 'rota', 'valid_to'],
  [`/service_needs/${needId}`, 'service_need', 'title'],
  [`/guardians/${guardian.id}`, 'guardian', 'may_book'],
  [`/services/${serviceId}`, 'service', 'title'],
  [`/resources/${resourceId}`, 'resource', 'title'],
  [`/providers/${provider.id}`, 'provider', 'priority_value'],
  [`/events/${event.id}`, 'event', 'title'],
  [`/people/${person.id}`, 'person', 'notes'],
  [`/bookings/${booking.id}`, 'booking', 'notes'],
);

/** Returns a different value for each number. */
function valued(attribute: string, number: number): unknown {
  if (attribute === 'target_url') return `https://example.org/${number}`;
  if (attribute === 'valid_to') return `2027-02-${String(number).padStart(2, '0')}`;
  if (attribute === 'opening_hours') return [`${String(number).padStart(2, '0')}:00`, '20:00'];
  if (attribute === 'may_book') return number >= 10;
  return number;
}

const tagOf = async (path: string): Promise<string> => (await account.get(path)).headers.get('etag') ?? '';

describe('a single object', () => {
  it('is 304 for a client that has it', async () => {
    for (const [path] of objects) {
      const etag = await tagOf(path);
      expect(etag).toMatch(/^"[\w-]{27}"$/);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const { status, text, headers } = await account.get(path, { headers: { 'if-none-match': known } });
        expect([path, known, status, text, headers.get('etag')]).toEqual([path, known, 304, '', etag]);
      }
      expect((await account.get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    }
  });

  it('is changed with a current If-Match, and not with an outdated one', async () => {
    for (const [path, wrapper, attribute] of objects) {
      const etag = await tagOf(path);
      const change = (value: number, ifMatch: string) =>
        account.put(path, {
          json: { [wrapper]: { [attribute]: valued(attribute, value) } },
          headers: { 'if-match': ifMatch },
        });
      const changed = await change(1, etag);
      expect([path, changed.status]).toEqual([path, 200]);
      expect(changed.headers.get('etag')).not.toBe(etag);
      expect(changed.headers.get('etag')).toBe(await tagOf(path));
      const stale = await change(2, etag);
      expect([path, stale.status, stale.body]).toEqual([
        path,
        412,
        { error: { description: 'The object has changed' } },
      ]);
      expect(String((await account.get(path)).body[wrapper][attribute])).toBe(String(valued(attribute, 1)));
    }
  });

  it('is changed by one of many concurrent requests with the same If-Match', async () => {
    for (const [path, wrapper, attribute] of objects) {
      const etag = await tagOf(path);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          account.put(path, {
            json: { [wrapper]: { [attribute]: valued(attribute, 10 + index) } },
            headers: { 'if-match': etag },
          }),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect([path, ...statuses]).toEqual([path, 200, 412, 412, 412, 412, 412, 412, 412]);
    }
  });

  it('is not deleted or transitioned with an outdated If-Match', async () => {
    for (const [path] of objects.filter(([one]) => one !== '/client')) {
      const { status } = await account.del(path, { headers: { 'if-match': '"other"' } });
      expect([path, status]).toEqual([path, 412]);
    }
    const [booking = ''] = objects.map(([path]) => path).filter((path) => path.startsWith('/bookings'));
    const stale = await account.put(`${booking}/cancel`, { headers: { 'if-match': '"other"' } });
    expect(stale.status).toBe(412);
    const known = await account.put(`${booking}/cancel`, { headers: { 'if-match': await tagOf(booking) } });
    expect([known.status, known.body.booking.state]).toEqual([200, 'cancelled']);
  });

  it('must exist to match', async () => {
    const missing = await account.put('/people/999999', { json: {}, headers: { 'if-match': '*' } });
    expect(missing.status).toBe(404);
    expect((await account.put('/people/x', { json: {}, headers: { 'if-match': '*' } })).status).toBe(404);
    const created = await account.post('/people', {
      json: { person: { name: 'Kari' } },
      headers: { 'if-match': '*' },
    });
    expect(created.status).toBe(412);
  });

  it('has the ETag of the response that created it', async () => {
    const { body, headers } = await account.post('/people', { json: { person: { name: 'Per' } } });
    expect(headers.get('etag')).toBe(await tagOf(`/people/${body.person.id}`));
  });
});

it('returns the same 412 for a repeated idempotency key', async () => {
  const { id } = await account.create('/people', 'person', { name: 'Ola' });
  const headers = { 'if-match': '"other"', 'idempotency-key': 'conditional' };
  const first = await account.put(`/people/${id}`, { json: { person: { name: 'Kari' } }, headers });
  const again = await account.put(`/people/${id}`, { json: { person: { name: 'Kari' } }, headers });
  expect([first.status, again.status, again.text]).toEqual([412, 412, first.text]);
});
