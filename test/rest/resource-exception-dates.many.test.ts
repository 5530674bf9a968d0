import { accepted } from '../../src/platform/accepted.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
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
      [{ exception_date: '2026-03-05', opening_hours: ['12:00', '10:00'] }],
      { opening_hours: ['is invalid', 'in item 2 (2026-03-05)'] },
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
