import { accepted } from '../../src/platform/accepted.js';
import { createBookableService, openDaily } from '../support/catalog.js';
import { slotTimes } from '../support/slots.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const other = await server.account();
const serviceId: number = (await account.create('/services', 'service', { title: 'Cut' })).id;
let resourceId: number;
beforeEach(async () => {
  resourceId = (await account.create('/resources', 'resource', { title: 'Chair' })).id;
});

const address = (suffix = '', of = resourceId) => `/resources/${of}/exception_dates${suffix}`;
const save = (date: string, attributes: object) =>
  account.put(address(`/${date}`), { json: { resource_exception_date: attributes } });
const saveMany = (entries: unknown) => account.put(address('/'), { json: { resource_exception_dates: entries } });
const dates = async (query = ''): Promise<string[]> =>
  (await account.get(address(query))).body.map(
    (item: { resource_exception_date: { exception_date: string } }) => item.resource_exception_date.exception_date,
  );
const changesOf = async (of: TestAccount): Promise<string[]> =>
  (await server.changes(of)).filter((name) => name.startsWith('resource_exception_date'));

const stamped = '2026-03-02T08:00:00+01:00';
const whole = (attributes: object) => ({
  resource_exception_date: {
    created_at: stamped,
    updated_at: stamped,
    resource_id: resourceId,
    exception_date: '2026-03-03',
    opening_hours: null,
    service_id: null,
    ...attributes,
  },
});
const notFound = [404, { error: { description: 'Not found' } }];

describe('one date', () => {
  it.each(['post', 'put'] as const)('is created and changed by %s', async (method) => {
    const send = (attributes: object) =>
      account[method](address('/2026-03-03'), { json: { resource_exception_date: attributes } });
    const created = await send({ opening_hours: ['9:00', '12:00', '12:00', '15:00'] });
    expect([created.status, created.body]).toEqual([200, whole({ opening_hours: ['09:00', '15:00'] })]);
    expect((await account.get(address('/2026-03-03'))).body).toEqual(created.body);
    expect((await send({})).body).toEqual(created.body);
    expect((await send({ opening_hours: [] })).body).toEqual(whole({ opening_hours: [] }));
    expect((await send({ opening_hours: null })).body).toEqual(whole({}));
    expect(await dates()).toEqual(['2026-03-03']);
  });

  it('has the time of its change, and an entry in the log for each', async () => {
    const studio = await server.account();
    const { id } = await studio.create('/resources', 'resource', { title: 'Chair' });
    const at = address('/2026-03-03', id);
    const created = await studio.post(at, { json: { opening_hours: [] } });
    server.clock.advance(5);
    const changed = await studio.put(at, { json: { opening_hours: ['10:00', '11:00'] } });
    expect(changed.body.resource_exception_date).toEqual({
      ...created.body.resource_exception_date,
      opening_hours: ['10:00', '11:00'],
      updated_at: '2026-03-02T08:05:00+01:00',
    });
    const deleted = await studio.del(at);
    expect([deleted.status, deleted.body]).toEqual([200, changed.body]);
    expect(await changesOf(studio)).toEqual([
      'resource_exception_date.created',
      'resource_exception_date.modified',
      'resource_exception_date.deleted',
    ]);
    server.clock.advance(-5);
  });

  it('exists until it is deleted', async () => {
    for (const again of [await account.get(address('/2026-03-03')), await account.del(address('/2026-03-03'))]) {
      expect([again.status, again.body]).toEqual(notFound);
    }
    await save('2026-03-03', { opening_hours: [] });
    await account.del(address('/2026-03-03'));
    expect((await account.get(address('/2026-03-03'))).status).toBe(404);
  });

  it('is accepted as a form, without a wrapper, and with other formats of the date', async () => {
    const form = (text: string) => account.post(address('/2026-03-03'), { form: text });
    const hours = 'resource_exception_date[opening_hours][]';
    expect((await form(`${hours}=08:00&${hours}=16:00`)).body).toEqual(whole({ opening_hours: ['08:00', '16:00'] }));
    expect((await form(`${hours}=`)).body).toEqual(whole({ opening_hours: [] }));
    expect((await form('resource_exception_date[opening_hours]=')).body).toEqual(whole({}));
    const unwrapped = await account.put(address('/03.03.26'), { json: { opening_hours: [] } });
    expect(unwrapped.body).toEqual(whole({ opening_hours: [] }));
    expect((await account.get(address('/2026-03-03.json'))).body).toEqual(unwrapped.body);
  });

  it('exists once without a service, and once for each', async () => {
    await save('2026-03-03', { opening_hours: [] });
    const given = { opening_hours: ['10:00', '11:00'] };
    const ofService = await account.put(address(`/2026-03-03?service_id=${serviceId}`), { json: given });
    expect(ofService.body).toEqual(whole({ ...given, service_id: serviceId }));
    expect((await save('2026-03-03', { service_id: serviceId })).body).toEqual(ofService.body);
    expect((await account.get(address(`/2026-03-03?service_id=${serviceId}`))).body).toEqual(ofService.body);
    expect((await account.get(address('/2026-03-03'))).body).toEqual(whole({ opening_hours: [] }));
    expect((await account.get(address(`?service_id=${serviceId}`))).body).toEqual([ofService.body]);
    expect(await dates()).toEqual(['2026-03-03', '2026-03-03']);
    expect((await account.del(address('/2026-03-03'), { json: { service_id: serviceId } })).body).toEqual(
      ofService.body,
    );
    expect((await account.get(address())).body).toEqual([whole({ opening_hours: [] })]);
  });

  it('keeps a deleted service, but cannot be given one', async () => {
    const { id } = await account.create('/services', 'service', { title: 'Shave' });
    await save('2026-03-03', { service_id: id });
    await account.del(`/services/${id}`);
    expect((await save('2026-03-03', { service_id: id, opening_hours: [] })).status).toBe(200);
    expect((await save('2026-03-04', { service_id: id })).body).toEqual({ service_id: ['does not exist'] });
  });
});

describe('the list', () => {
  it('is in the order of time, from and to a date', async () => {
    await saveMany(['2026-03-06', '2026-03-04', '2026-03-05'].map((exception_date) => ({ exception_date })));
    expect(await dates()).toEqual(['2026-03-04', '2026-03-05', '2026-03-06']);
    expect(await dates('?from=2026-03-05')).toEqual(['2026-03-05', '2026-03-06']);
    expect(await dates('?to=2026-03-05')).toEqual(['2026-03-04', '2026-03-05']);
    expect(await dates('?from=05.03.2026&to=2026-03-05')).toEqual(['2026-03-05']);
    expect(await dates('?from=2026-03-06&to=2026-03-04')).toEqual([]);
  });

  it.each([
    ['from=soon', { from: ['is invalid', accepted.date] }],
    ['to=2026-02-30', { to: ['is invalid', accepted.date] }],
    ['service_id=cut', { service_id: ['is not a number'] }],
  ])('rejects %s', async (query, errors) => {
    const { status, body } = await account.get(address(`?${query}`));
    expect([status, body]).toEqual([400, errors]);
  });
});

describe('bad input', () => {
  it.each([
    [{ opening_hours: ['09:00'] }, { opening_hours: ['is invalid', expect.stringMatching(/^must be pairs/)] }],
    [{ opening_hours: ['09:00', '36:01'] }, { opening_hours: ['is invalid'] }],
    [
      { opening_hours: ['18:00', '13:00'] },
      { opening_hours: ['is invalid', 'must close by 36:00, noon of the next day'] },
    ],
    [
      { opening_hours: ['09:00', '11:00', '10:00', '12:00'] },
      { opening_hours: ['is invalid', expect.stringMatching(/^must be in order/)] },
    ],
    [{ opening_hours: 'always' }, { opening_hours: ['is invalid'] }],
    [{ opening_hours: { open: '09:00' } }, { opening_hours: ['is invalid'] }],
    [{ opening_hours: true }, { opening_hours: ['is invalid'] }],
    [{ service_id: 0 }, { service_id: ['does not exist'] }],
    [{ service_id: 'cut' }, { service_id: ['is not a number'] }],
    [{ service_id: 2_147_483_648 }, { service_id: ['must be less than or equal to 2147483647'] }],
  ])('%j is rejected, on creation and on change', async (attributes, errors) => {
    const creation = await save('2026-03-03', attributes);
    expect([creation.status, creation.body]).toEqual([400, errors]);
    expect(await dates()).toEqual([]);
    await save('2026-03-03', { opening_hours: ['08:00', '09:00'] });
    const change = await save('2026-03-03', attributes);
    expect([change.status, change.body]).toEqual([400, errors]);
    expect((await account.get(address())).body).toEqual([whole({ opening_hours: ['08:00', '09:00'] })]);
  });

  it('includes a service of another account, or an unsupported date', async () => {
    const { id } = await other.create('/services', 'service', { title: 'Cut' });
    expect((await save('2026-03-03', { service_id: id })).body).toEqual({ service_id: ['does not exist'] });
    const remote = await save('2201-01-01', {});
    expect([remote.status, remote.body]).toEqual([400, { exception_date: ['is invalid'] }]);
  });

  it.each(['first', '2026-02-30', '2026', '0'])('has nothing at %s', async (date) => {
    const json = { opening_hours: [] };
    for (const answer of [
      await account.get(address(`/${date}`)),
      await account.post(address(`/${date}`), { json }),
      await account.put(address(`/${date}`), { json }),
      await account.del(address(`/${date}`)),
    ]) {
      expect([answer.status, answer.body]).toEqual(notFound);
    }
  });

  it.each(['a deleted', 'objects of another account', 'no'])('does not exist for %s resource', async (which) => {
    await save('2026-03-03', { opening_hours: [] });
    if (which === 'a deleted') await account.del(`/resources/${resourceId}`);
    const through = which === 'objects of another account' ? other : account;
    const of = which === 'no' ? 999_999 : resourceId;
    const one = address('/2026-03-03', of);
    const json = { opening_hours: ['10:00', '11:00'] };
    const many = { json: { resource_exception_dates: [{ exception_date: '2026-03-03', ...json }] } };
    for (const answer of [
      await through.get(one),
      await through.post(one, { json }),
      await through.put(one, { json }),
      await through.del(one),
      await through.get(address('', of)),
      await through.post(address('', of), many),
      await through.put(address('', of), many),
    ]) {
      expect([answer.status, answer.body]).toEqual(notFound);
    }
  });
});

describe('slots and public bookings', () => {
  it('change immediately', async () => {
    const chair = await createBookableService(account, { resource: openDaily('09:00', '11:00') });
    const at = `/resources/${chair.resourceId}/exception_dates`;
    const book = async (from: string, to: string) => {
      const { status, body } = await account.post('/bookings', {
        json: {
          booking: {
            service_id: chair.serviceId,
            resource_id: chair.resourceId,
            booked_from: `2026-03-03 ${from}`,
            booked_to: `2026-03-03 ${to}`,
            public_booking: true,
          },
        },
      });
      return status === 200 ? 'booked' : body.booked_from;
    };
    const closed = ['is outside the opening hours'];
    const put = (path: string, opening_hours: string[] | null) => account.put(at + path, { json: { opening_hours } });

    expect(await slotTimes(account, chair.serviceId)).toBe('09:00 10:00');
    await put('/2026-03-03', []);
    expect(await slotTimes(account, chair.serviceId)).toBe('');
    expect(await book('10:00', '11:00')).toEqual(closed);
    await put(`/2026-03-03?service_id=${chair.serviceId}`, ['14:00', '15:00']);
    expect(await slotTimes(account, chair.serviceId)).toBe('14:00');
    expect(await book('14:00', '15:00')).toBe('booked');
    await account.del(`${at}/2026-03-03?service_id=${chair.serviceId}`);
    expect(await book('15:00', '16:00')).toEqual(closed);
    await put('/2026-03-03', null);
    expect(await slotTimes(account, chair.serviceId)).toBe('09:00 10:00');
    expect(await book('10:00', '11:00')).toBe('booked');
    await account.put(at, {
      json: { resource_exception_dates: [{ exception_date: '2026-03-03', opening_hours: [] }] },
    });
    expect(await book('09:00', '10:00')).toEqual(closed);
    expect((await account.get(`/resources/${chair.resourceId}/opening_hours?from=2026-03-03`)).body).toEqual([
      { resource_opening_hours: { date: '2026-03-03', opening_hours: [] } },
    ]);
  });
});

describe('many dates', () => {
  it('are created, changed and deleted together', async () => {
    const studio = await server.account();
    const { id } = await studio.create('/resources', 'resource', { title: 'Chair' });
    const send = (method: 'post' | 'put', entries: object[]) =>
      studio[method](address('/', id), { json: { resource_exception_dates: entries } });
    const of = (attributes: object) => {
      const { resource_exception_date } = whole(attributes);
      return { resource_exception_date: { ...resource_exception_date, resource_id: id } };
    };
    const first = await send('post', [
      { exception_date: '2026-03-05', opening_hours: [] },
      { exception_date: '2026-03-04', opening_hours: ['10:00', '11:00'] },
    ]);
    expect([first.status, first.body]).toEqual([
      200,
      [
        of({ exception_date: '2026-03-05', opening_hours: [] }),
        of({ exception_date: '2026-03-04', opening_hours: ['10:00', '11:00'] }),
      ],
    ]);
    const second = await send('put', [
      { exception_date: '2026-03-06', opening_hours: null },
      { exception_date: '2026-03-05', _destroy: true },
      { exception_date: '2026-03-04', opening_hours: ['12:00', '13:00'] },
      { exception_date: '2026-03-07', _destroy: true },
    ]);
    expect(second.body).toEqual([
      of({ exception_date: '2026-03-06' }),
      of({ exception_date: '2026-03-04', opening_hours: ['12:00', '13:00'] }),
    ]);
    expect((await studio.get(address('', id))).body).toEqual(second.body.toReversed());
    expect((await changesOf(studio)).map((name) => name.split('.')[1])).toEqual([
      'created',
      'created',
      'created',
      'modified',
      'deleted',
    ]);
    const [modified] = await server.sql<{ previous: object }>(
      "select previous from change where account_id = ? and name = 'resource_exception_date.modified'",
      studio.credentials.id,
    );
    expect(Object.keys(modified?.previous ?? {})).toEqual(['openingHours']);
  });

  it('are accepted as a form', async () => {
    const form = [
      '[0][exception_date]=2026-03-04',
      '[0][opening_hours][]=08:00',
      '[0][opening_hours][]=12:00',
      '[1][exception_date]=2026-03-05',
      '[1][opening_hours][]=',
      '[2][exception_date]=2026-03-06',
      '[2][_destroy]=1',
    ].map((entry) => `resource_exception_dates${entry}`);
    await save('2026-03-06', { opening_hours: [] });
    const { body } = await account.post(address('/'), { form: form.join('&') });
    expect(body).toEqual([
      whole({ exception_date: '2026-03-04', opening_hours: ['08:00', '12:00'] }),
      whole({ exception_date: '2026-03-05', opening_hours: [] }),
    ]);
    expect(await dates()).toEqual(['2026-03-04', '2026-03-05']);
  });

  it("are accepted as a form in Rails' style, where a repeated key starts the next date", async () => {
    const form = [
      '[][exception_date]=2026-03-04',
      '[][opening_hours][]=08:00',
      '[][opening_hours][]=12:00',
      '[][exception_date]=2026-03-05',
      '[][opening_hours][]=',
      '[][exception_date]=2026-03-06',
      '[][_destroy]=1',
    ].map((entry) => `resource_exception_dates${entry}`);
    await save('2026-03-06', { opening_hours: [] });
    const { body } = await account.put(address('/'), { form: form.join('&') });
    expect(body).toEqual([
      whole({ exception_date: '2026-03-04', opening_hours: ['08:00', '12:00'] }),
      whole({ exception_date: '2026-03-05', opening_hours: [] }),
    ]);
    expect(await dates()).toEqual(['2026-03-04', '2026-03-05']);
  });

  it.each([
    [undefined, { resource_exception_dates: ["can't be blank"] }],
    [[], { resource_exception_dates: ["can't be blank"] }],
    [null, { resource_exception_dates: ["can't be blank"] }],
    ['2026-03-04', { resource_exception_dates: ['is invalid'] }],
    [[5], { resource_exception_dates: ['is invalid'] }],
    [[{ opening_hours: [] }], { exception_date: ["can't be blank", 'in item 2'] }],
    [[{ exception_date: 'soon' }], { exception_date: ['is invalid', accepted.date, 'in item 2'] }],
    [[{ exception_date: '1899-12-31' }], { exception_date: ['is invalid', 'in item 2 (1899-12-31)'] }],
    [
      [{ exception_date: '2026-03-05', opening_hours: ['12:00', '12:00'] }],
      { opening_hours: ['is invalid', expect.stringMatching(/^must not close/), 'in item 2 (2026-03-05)'] },
    ],
    [
      [{ exception_date: '2026-03-05', opening_hours: ['noon', '13:00'] }],
      { opening_hours: ['is invalid', 'in item 2'] },
    ],
    [
      [{ exception_date: '2026-03-05', service_id: 999_999 }],
      { service_id: ['does not exist', 'in item 2 (2026-03-05)'] },
    ],
    [
      [{ exception_date: '2026-03-05', _destroy: 'perhaps' }],
      { _destroy: ['is invalid', accepted.boolean, 'in item 2'] },
    ],
    [
      [{ exception_date: '2026-03-05' }, { exception_date: '2026-03-05', _destroy: true }],
      { exception_date: ['has already been taken', 'in item 3 (2026-03-05)'] },
    ],
  ])('reject %j, and store nothing', async (entries, errors) => {
    const given =
      Array.isArray(entries) && entries.length > 0 ? [{ exception_date: '2026-03-04' }, ...entries] : entries;
    const { status, body } = await saveMany(given);
    expect([status, body]).toEqual([400, errors]);
    expect(await dates()).toEqual([]);
  });

  it('of a year are saved together', async () => {
    const entries = Array.from({ length: 366 }, (_, day) => ({
      exception_date: new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(0, 10),
      opening_hours: [],
    }));
    expect((await saveMany([...entries, { exception_date: '2029-01-01' }])).body).toEqual({
      resource_exception_dates: ['is too long (maximum is 366 items)'],
    });
    expect((await saveMany(entries)).body).toHaveLength(366);
    expect((await saveMany(entries.map((entry) => ({ ...entry, _destroy: true })))).body).toEqual([]);
    expect(await dates()).toEqual([]);
  });
});

describe('concurrent requests', () => {
  it('to save one date result in one row', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0
          ? save('2026-03-03', { opening_hours: ['09:00', `1${index}:00`] })
          : saveMany([
              { exception_date: '2026-03-04', opening_hours: [] },
              { exception_date: '2026-03-03', opening_hours: ['09:00', `1${index}:00`] },
            ]),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await dates()).toEqual(['2026-03-03', '2026-03-04']);
  });
});
