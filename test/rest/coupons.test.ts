import { accepted } from '../../src/platform/accepted.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const other = await server.account();
const serviceId: number = (await account.create('/services', 'service', { title: 'Cut' })).id;
const resourceId: number = (await account.create('/resources', 'resource', { title: 'Chair' })).id;
const foreignService: number = (await other.create('/services', 'service', { title: 'Theirs' })).id;

let codes = 0;
const attributesOf = (attributes: object = {}) => {
  codes += 1;
  return { title: 'Spring', code: `SPRING-${codes}`, value_type: 'percentage', value: 10, ...attributes };
};
const create = (attributes: object = {}) => account.create('/coupons', 'coupon', attributesOf(attributes));

const wholeCoupon = {
  id: expect.any(Number),
  created_at: '2026-03-02T08:00:00+01:00',
  updated_at: '2026-03-02T08:00:00+01:00',
  title: 'Spring',
  value_type: 'percentage',
  value: 10,
  valid_from: null,
  valid_until: null,
  active: true,
  applies_to: null,
  allowed_booking_start_at: null,
  allowed_booking_end_at: null,
  min_order_amount: null,
  max_order_amount: null,
  availability: null,
  min_count: null,
  max_count: null,
  custom_data: null,
};

describe('a coupon', () => {
  it('is created from a title, a code and a value', async () => {
    const given = attributesOf();
    const { status, body } = await account.post('/coupons', { json: { coupon: given } });
    expect([status, body]).toEqual([200, { coupon: { ...wholeCoupon, ...given } }]);
  });

  it('has all given attributes, and is read as it was returned', async () => {
    const given = attributesOf({
      value_type: 'amount',
      value: 150,
      active: false,
      availability: 7,
      min_count: 1,
      max_count: 4,
    });
    const { body } = await account.post('/coupons', {
      json: {
        coupon: {
          ...given,
          valid_from: '2026-03-01 00:00',
          valid_until: '2026-04-01 00:00',
          allowed_booking_start_at: '2026-05-01 00:00',
          allowed_booking_end_at: '2026-06-01T00:00:00Z',
          min_order_amount: 99.5,
          max_order_amount: '1000',
          applies_to: { services: [serviceId, serviceId], resources: [] },
          custom_data: { vip: true },
        },
      },
    });
    expect(body).toEqual({
      coupon: {
        ...wholeCoupon,
        ...given,
        valid_from: '2026-03-01T00:00:00+01:00',
        valid_until: '2026-04-01T00:00:00+02:00',
        allowed_booking_start_at: '2026-05-01T00:00:00+02:00',
        allowed_booking_end_at: '2026-06-01T02:00:00+02:00',
        min_order_amount: '99.5',
        max_order_amount: '1000.0',
        applies_to: { services: [serviceId], resources: null },
        custom_data: { vip: true },
      },
    });
    expect((await account.get(`/coupons/${body.coupon.id}`)).body).toEqual(body);
  });

  it('clears null attributes, and keeps absent ones', async () => {
    const { id, code } = await create({ availability: 3, max_count: 2, applies_to: { services: [serviceId] } });
    const { body } = await account.put(`/coupons/${id}`, { json: { availability: null, applies_to: null } });
    expect(body.coupon).toMatchObject({ code, availability: null, applies_to: null, max_count: 2 });
  });

  it('reduces the price by an amount by default', async () => {
    const { value_type, ...given } = attributesOf({ value: 150 });
    const { status, body } = await account.post('/coupons', { json: { coupon: given } });
    expect([status, body]).toEqual([200, { coupon: { ...wholeCoupon, ...given, value_type: 'amount' } }]);
    const { body: changed } = await account.put(`/coupons/${body.coupon.id}`, { json: { value: 200 } });
    expect(changed.coupon).toMatchObject({ value: 200, value_type: 'amount' });
    const { id } = await create({ value_type: 'percentage' });
    const { body: restored } = await account.put(`/coupons/${id}`, { json: { value_type: null } });
    expect(restored.coupon.value_type).toBe('amount');
  });

  it('can be sent as a form', async () => {
    const form = `coupon[title]=Form&coupon[code]=FORM&coupon[value_type]=amount&coupon[value]=5&coupon[applies_to][services][]=${serviceId}&coupon[applies_to][resources][]=${resourceId}`;
    const { body } = await account.post('/coupons', { form });
    expect(body.coupon.applies_to).toEqual({ services: [serviceId], resources: [resourceId] });
  });

  it('keeps a deleted service, but cannot be given one', async () => {
    const { id: gone } = await account.create('/services', 'service', { title: 'Gone' });
    const { id } = await create({ applies_to: { services: [gone] } });
    await account.del(`/services/${gone}`);
    const kept = await account.put(`/coupons/${id}`, { json: { applies_to: { services: [gone, serviceId] } } });
    expect(kept.status).toBe(200);
    const { body } = await account.post('/coupons', { json: attributesOf({ applies_to: { services: [gone] } }) });
    expect(body).toEqual({ applies_to: { services: ['does not exist'] } });
  });

  it('is archived if it was used: readable, not listed, and its code is free', async () => {
    const shop = await server.account();
    const { id: resource_id } = await shop.create('/resources', 'resource', { title: 'Chair' });
    const coupon = await shop.create('/coupons', 'coupon', attributesOf());
    const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    await shop.create('/bookings', 'booking', { ...time, resource_id, coupon_id: coupon.id });

    const archived = { coupon: { ...coupon, active: false } };
    for (const _ of [1, 2]) {
      const { status, body } = await shop.del(`/coupons/${coupon.id}`);
      expect([status, body]).toEqual([200, archived]);
    }
    expect((await shop.get(`/coupons/${coupon.id}`)).body).toEqual(archived);
    expect((await shop.get('/coupons')).body).toEqual([]);
    const names = (await server.changes(shop)).filter((name) => name === 'coupon.deleted');
    expect(names).toHaveLength(1);

    const { id } = await shop.create('/coupons', 'coupon', attributesOf({ code: coupon.code }));
    const restoration = await shop.put(`/coupons/${coupon.id}`, { json: { active: true } });
    expect([restoration.status, restoration.body]).toEqual([400, { code: ['has already been taken'] }]);
    await shop.del(`/coupons/${id}`);
    expect((await shop.put(`/coupons/${coupon.id}`, { json: { active: true } })).body).toEqual({ coupon });
    expect((await shop.get('/coupons')).body).toEqual([{ coupon }]);
  });

  it('is removed if it is deleted unused, and its code is free', async () => {
    const coupon = await create();
    const { status, body } = await account.del(`/coupons/${coupon.id}`);
    expect([status, body]).toEqual([200, { coupon }]);
    expect((await account.get(`/coupons/${coupon.id}`)).status).toBe(404);
    expect((await create({ code: coupon.code })).code).toBe(coupon.code);
  });
});

describe('bad input', () => {
  it.each([
    [{ title: null }, { title: ["can't be blank"] }],
    [{ title: 'x'.repeat(256) }, { title: ['is too long (maximum is 255 characters)'] }],
    [{ code: '' }, { code: ["can't be blank"] }],
    [{ code: {} }, { code: ['is invalid'] }],
    [{ code: 'x'.repeat(256) }, { code: ['is too long (maximum is 255 characters)'] }],
    [
      { value_type: 'free' },
      { value_type: ['is not included in the list', expect.stringMatching(/^must be one of /)] },
    ],
    [{ value: null }, { value: ["can't be blank"] }],
    [{ value: 0 }, { value: ['must be greater than 0'] }],
    [{ value: 101 }, { value: ['must be less than or equal to 100'] }],
    [{ value: 1.5 }, { value: ['must be an integer'] }],
    [{ value: 1e12 }, { value: ['must be less than or equal to 2147483647'] }],
    [{ valid_from: 'soon' }, { valid_from: ['is invalid', accepted.dateTime] }],
    [{ valid_from: '2026-04-01', valid_until: '2026-03-31' }, { valid_until: ['must be after valid_from'] }],
    [
      { allowed_booking_start_at: '2026-04-02', allowed_booking_end_at: '2026-04-01' },
      { allowed_booking_end_at: ['must be after allowed_booking_start_at'] },
    ],
    [{ active: 'perhaps' }, { active: ['is invalid', accepted.boolean] }],
    [{ applies_to: 'all' }, { applies_to: ['is invalid'] }],
    [{ applies_to: { services: ['x'] } }, { applies_to: { services: ['is not a number'] } }],
    [{ applies_to: { services: [0] } }, { applies_to: { services: ['does not exist'] } }],
    [{ applies_to: { resources: [2_000_000_000] } }, { applies_to: { resources: ['does not exist'] } }],
    [{ min_order_amount: 'much' }, { min_order_amount: ['is not a number'] }],
    [{ min_order_amount: -1 }, { min_order_amount: ['must be greater than or equal to 0'] }],
    [{ max_order_amount: '12345678901' }, { max_order_amount: ['is invalid'] }],
    [{ min_order_amount: 2, max_order_amount: 1 }, { min_order_amount: ['must be less than or equal to 1'] }],
    [{ availability: -1 }, { availability: ['must be greater than or equal to 0'] }],
    [{ availability: 'many' }, { availability: ['is not a number'] }],
    [{ min_count: 0 }, { min_count: ['must be greater than 0'] }],
    [{ min_count: 3, max_count: 2 }, { min_count: ['must be less than or equal to 2'] }],
    [{ custom_data: { nested: {} } }, { custom_data: ['is invalid'] }],
  ])('%j is rejected, on creation and on change', async (attributes, errors) => {
    const creation = await account.post('/coupons', { json: { coupon: attributesOf(attributes) } });
    expect([creation.status, creation.body]).toEqual([400, errors]);
    const before = await create();
    const change = await account.put(`/coupons/${before.id}`, { json: { coupon: attributes } });
    expect([change.status, change.body]).toEqual([400, errors]);
    expect((await account.get(`/coupons/${before.id}`)).body.coupon).toEqual(before);
  });

  it('includes an empty object', async () => {
    const blank = ["can't be blank"];
    const { status, body } = await account.post('/coupons', { json: {} });
    expect([status, body]).toEqual([400, { title: blank, code: blank, value: blank }]);
  });

  it('includes a service of another account', async () => {
    const json = attributesOf({ applies_to: { services: [foreignService] } });
    expect((await account.post('/coupons', { json })).body).toEqual({ applies_to: { services: ['does not exist'] } });
  });

  it('includes a code of the account in any case, but not one of another account', async () => {
    const { id, code } = await create();
    const taken = [400, { code: ['has already been taken'] }];
    const creation = await account.post('/coupons', { json: attributesOf({ code: code.toLowerCase() }) });
    expect([creation.status, creation.body]).toEqual(taken);
    const change = await account.put(`/coupons/${(await create()).id}`, { json: { code } });
    expect([change.status, change.body]).toEqual(taken);
    expect((await account.put(`/coupons/${id}`, { json: { code: code.toLowerCase() } })).status).toBe(200);
    expect((await other.post('/coupons', { json: attributesOf({ code }) })).status).toBe(200);
  });

  it('includes all but one of many concurrent requests with the same code', async () => {
    const json = attributesOf();
    const answers = await Promise.all(Array.from({ length: 5 }, () => account.post('/coupons', { json })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  });
});

describe('coupons', () => {
  it('are listed in the order of creation, including inactive ones', async () => {
    const shop = await server.account();
    for (const [code, active] of [
      ['B', true],
      ['A', false],
    ]) {
      await shop.create('/coupons', 'coupon', attributesOf({ code, active }));
    }
    const { body } = await shop.get('/coupons');
    expect(body.map(({ coupon }: { coupon: { code: string } }) => coupon.code)).toEqual(['B', 'A']);
  });

  it('require a key', async () => {
    expect((await account.get('/coupons', { headers: { authorization: 'Bearer none' } })).status).toBe(401);
  });

  it.each(['get', 'put', 'del'] as const)(
    'that are unknown, or of another account, are not found by %s',
    async (method) => {
      const { id } = await create();
      for (const [of, path] of [
        [account, '/coupons/2000000000'],
        [other, `/coupons/${id}`],
      ] as const) {
        const { status, body } = await of[method](path, method === 'put' ? { json: {} } : {});
        expect([status, body]).toEqual([404, { error: { description: 'Not found' } }]);
      }
    },
  );
});
