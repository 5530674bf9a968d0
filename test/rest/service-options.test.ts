import { addService } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);

let serviceId: number;
beforeEach(async () => {
  serviceId = await addService(account, { title: 'Cut', price: 600 });
});

const addOption = (attributes: object) =>
  account.post(`/services/${serviceId}/options`, { json: { service_option: { title: 'Wash', ...attributes } } });
const addGroup = (attributes: object) =>
  account.post(`/services/${serviceId}/option_groups`, {
    json: { service_option_group: { title: 'Length', ...attributes } },
  });

describe('options of a service', () => {
  it('are listed by position, for visitors with the price as it is sold', async () => {
    const { id: tax_rate_id } = await account.create('/tax_rates', 'tax_rate', {
      ...{ name: 'VAT', percentage: '25', included: false },
    });
    const { body: last } = await addOption({ position: 2 });
    const { body: group } = await addGroup({ minimum: 1, maximum: 2 });
    const { id: group_id } = group.service_option_group;
    const { body: first } = await addOption({
      title: 'Long',
      group_id,
      minutes: 30,
      price: '200',
      maximum: 3,
      tax_rate_id,
    });
    expect(first.service_option).toEqual({
      ...{ id: expect.any(Number), created_at: expect.any(String), updated_at: expect.any(String) },
      ...{ service_id: serviceId, group_id, title: 'Long', minutes: 30, price: '200.0', tax_rate_id },
      ...{ maximum: 3, position: 0, active: true },
    });
    expect(group.service_option_group).toEqual({
      ...{ id: group_id, created_at: expect.any(String), updated_at: expect.any(String) },
      ...{ service_id: serviceId, title: 'Length', position: 0, minimum: 1, maximum: 2, active: true },
    });
    expect((await account.get(`/services/${serviceId}/options`)).body).toEqual([first, last]);
    expect((await visitor.get(`/services/${serviceId}/options`)).body).toEqual([
      {
        service_option: {
          ...{
            id: first.service_option.id,
            group_id,
            title: 'Long',
            minutes: 30,
            price: '250.0',
            maximum: 3,
            position: 0,
          },
        },
      },
      {
        service_option: {
          ...{
            id: last.service_option.id,
            group_id: null,
            title: 'Wash',
            minutes: 0,
            price: '0.0',
            maximum: 1,
            position: 2,
          },
        },
      },
    ]);
    expect((await visitor.get(`/services/${serviceId}/option_groups`)).body).toEqual([
      { service_option_group: { id: group_id, title: 'Length', position: 0, minimum: 1, maximum: 2 } },
    ]);
    const document = `{ service(id: ${serviceId}) { options { id salesPrice group { title } } optionGroups { id } } }`;
    expect((await account.graphql(document)).data.service).toEqual({
      options: [
        { id: first.service_option.id, salesPrice: '250.0', group: { title: 'Length' } },
        { id: last.service_option.id, salesPrice: '0.0', group: null },
      ],
      optionGroups: [{ id: group_id }],
    });
  });

  it.each([
    [{ title: '' }, { title: ["can't be blank"] }],
    [{ minutes: -1 }, { minutes: ['must be greater than or equal to 0'] }],
    [{ minutes: 481 }, { minutes: ['must be less than or equal to 480'] }],
    [{ price: -1 }, { price: ['must be greater than or equal to 0'] }],
    [{ maximum: 0 }, { maximum: ['must be greater than or equal to 1'] }],
    [{ maximum: 101 }, { maximum: ['must be less than or equal to 100'] }],
    [{ group_id: 1 }, { group_id: ['does not exist'] }],
    [{ tax_rate_id: 1 }, { tax_rate_id: ['does not exist'] }],
  ])('refuses an option with %j', async (attributes, errors) => {
    expect(await addOption(attributes)).toMatchObject({ status: 400, body: errors });
  });

  it.each([
    [{ minimum: -1 }, { minimum: ['must be greater than or equal to 0'] }],
    [{ maximum: 0 }, { maximum: ['must be greater than or equal to 1'] }],
    [{ minimum: 3, maximum: 2 }, { minimum: ['must be less than or equal to 2'] }],
  ])('refuses a group with %j', async (attributes, errors) => {
    expect(await addGroup(attributes)).toMatchObject({ status: 400, body: errors });
  });

  it('stay with their service, and in its groups', async () => {
    const other = await addService(account, { title: 'Colour' });
    const { body } = await addOption({});
    const { body: ofOther } = await account.post(`/services/${other}/option_groups`, {
      json: { service_option_group: { title: 'Shade' } },
    });
    const change = (service_option: object) =>
      account.put(`/service_options/${body.service_option.id}`, { json: { service_option } });
    expect(await change({ service_id: other })).toMatchObject({
      ...{ status: 200, body: { service_option: { service_id: serviceId } } },
    });
    expect(await change({ group_id: ofOther.service_option_group.id })).toMatchObject({
      ...{ status: 400, body: { group_id: ['does not exist'] } },
    });
  });

  it.each([
    ['option', 'options'],
    ['group', 'option_groups'],
  ])('a new %s is that of the service in the path, which must exist', async (_name, collection) => {
    const wrapper = `service_${collection.slice(0, -1)}`;
    const add = (id: number, attributes: object = {}) =>
      account.post(`/services/${id}/${collection}`, { json: { [wrapper]: { title: 'Wash', ...attributes } } });
    const other = await addService(account, { title: 'Colour' });
    expect((await add(serviceId, { service_id: other })).body[wrapper]).toMatchObject({ service_id: serviceId });
    await account.del(`/services/${other}`);
    expect(await add(other)).toMatchObject({ status: 400, body: { service_id: ['does not exist'] } });
    expect((await add(2_000_000_000)).status).toBe(404);
  });

  it('are no longer listed when they are deleted, and can still be read', async () => {
    const { body } = await addOption({});
    const path = `/service_options/${body.service_option.id}`;
    expect((await account.del(path)).body.service_option).toMatchObject({ active: false });
    expect((await account.get(`/services/${serviceId}/options`)).body).toEqual([]);
    expect((await account.get(path)).body.service_option).toMatchObject({ title: 'Wash', active: false });
  });
});
