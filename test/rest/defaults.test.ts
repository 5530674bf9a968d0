import { createBookableService, createEvent } from '../support/catalog.js';
import { initialAndOther } from '../support/initial-values.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

/** The path of an object of each kind. */
async function createObjects(): Promise<Record<string, string>> {
  const { serviceId: service_id, resourceId: resource_id } = await createBookableService(account, {
    resource: { capacity: 5 },
    service: { price: '100' },
  });
  const event = await createEvent(account);
  const of = async (path: string, wrapper: string, object: object): Promise<string> =>
    `${path}/${(await account.create(path, wrapper, object)).id}`;
  const time = { booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' };
  const template = { message_type: 'confirmation', delivery_type: 'email', template: 'Welcome!' };
  // Its places are bounded by a capacity, and that of the other resource is restored to 1.
  const roomy = await createBookableService(account, { resource: { capacity: 5 } });
  const { id: neededId } = await account.create('/services', 'service', { title: 'Colour' });
  const need = await account.create(`/services/${neededId}/needs`, 'service_need', { title: 'Stylist' });
  const dependant = await account.create('/people', 'person', { name: 'Bo' });
  const { id: person_id } = await account.create('/people', 'person', { name: 'Anna' });
  const waiting = {
    service_id: roomy.serviceId,
    from: '2026-03-20',
    to: '2026-03-21',
    name: 'Kari',
    email: 'kari@example.org',
  };
  const ofService = async (path: string, wrapper: string): Promise<string> => {
    const { id } = await account.create(`/services/${service_id}/${path}`, wrapper, { title: 'Wash' });
    return `/${wrapper}s/${id}`;
  };
  return {
    client: '/client',
    service: `/services/${service_id}`,
    resource: `/resources/${resource_id}`,
    event: `/events/${event.id}`,
    booking: await of('/bookings', 'booking', { service_id, resource_id, ...time }),
    coupon: await of('/coupons', 'coupon', { title: 'Spring', code: 'SPRING', value_type: 'amount', value: 10 }),
    gift_card: await of('/gift_cards', 'gift_card', { value: 100 }),
    message_template: await of('/message_templates', 'message_template', template),
    package: await of('/packages', 'package', { title: 'Ten', units: 10 }),
    tax_rate: await of('/tax_rates', 'tax_rate', { name: 'VAT', percentage: '25' }),
    service_need: `/service_needs/${need.id}`,
    service_option: await ofService('options', 'service_option'),
    service_option_group: await ofService('option_groups', 'service_option_group'),
    guardian: `/guardians/${(await account.create(`/people/${dependant.id}/guardians`, 'guardian', { person_id })).id}`,
    person: await of('/people', 'person', { name: 'Kari' }),
    waitlist_entry: await of('/waitlist', 'waitlist_entry', waiting),
    web_hook: await of('/web_hooks', 'web_hook', { target_url: 'https://example.org', event: '*' }),
  };
}

it('null restores the default of an attribute, and so does an empty field of a form', async () => {
  const objects = await createObjects();
  for (const [wrapper, defaults] of Object.entries(initialAndOther)) {
    const path = objects[wrapper] ?? '';
    for (const [attribute, [initial, other]] of Object.entries(defaults)) {
      const set = (value: unknown) => account.put(path, { json: { [wrapper]: { [attribute]: value } } });
      const changed = await set(other);
      expect([attribute, changed.body]).toEqual([
        attribute,
        { [wrapper]: expect.objectContaining({ [attribute]: other }) },
      ]);
      const restored = await set(null);
      expect([wrapper, attribute, restored.status, restored.body[wrapper]?.[attribute] ?? restored.body]).toEqual([
        wrapper,
        attribute,
        200,
        initial,
      ]);
      await set(other);
      const { status, body } = await account.put(path, { form: `${wrapper}[${attribute}]=` });
      expect([wrapper, attribute, status, body[wrapper]?.[attribute]]).toEqual([wrapper, attribute, 200, initial]);
    }
  }
});

it('null on creation is the default', async () => {
  const { service } = initialAndOther;
  const nulls = Object.keys(service ?? {}).map((attribute) => [attribute, null]);
  const made = await account.create('/services', 'service', { title: 'Cut', ...Object.fromEntries(nulls) });
  expect(made).toMatchObject(
    Object.fromEntries(Object.entries(service ?? {}).map(([attribute, [initial]]) => [attribute, initial])),
  );
});

it('null for a required attribute without a default is rejected', async () => {
  const { status, body } = await account.put('/client', { json: { client: { time_zone: null, name: null } } });
  expect([status, body]).toEqual([400, { name: ["can't be blank"], time_zone: ["can't be blank"] }]);
});
