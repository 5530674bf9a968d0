import { accepted } from '../../src/platform/accepted.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const other = await server.account();
const kari: number = (await account.create('/people', 'person', { name: 'Kari' })).id;
const theirs: number = (await other.create('/people', 'person', { name: 'Not ours' })).id;

const create = (attributes: object = {}, of: TestAccount = account) =>
  of.create('/gift_cards', 'gift_card', { value: 500, ...attributes });

const wholeCard = {
  id: expect.any(Number),
  created_at: '2026-03-02T08:00:00+01:00',
  updated_at: '2026-03-02T08:00:00+01:00',
  code: expect.stringMatching(/^[A-Z]{4}-\d{4}-[A-Z]{4}$/),
  value: 500,
  initial_value: 500,
  active: true,
  valid_until: null,
  person_id: null,
  purchased_by_person_id: null,
  custom_data: null,
};

describe('a gift card', () => {
  it.each([{}, { code: null }, { code: ' ' }])('has a generated code if it is created with %j', async (given) => {
    const { status, body } = await account.post('/gift_cards', { json: { gift_card: { value: 500, ...given } } });
    expect([status, body]).toEqual([200, { gift_card: wholeCard }]);
  });

  it('has all given attributes, and is read as it was returned', async () => {
    const given = {
      value: 120,
      initial_value: 10_000,
      active: false,
      valid_until: '2026-12-31',
      person_id: kari,
      purchased_by_person_id: kari,
      custom_data: { vip: true },
    };
    const { body } = await account.post('/gift_cards', { json: { gift_card: { ...given, code: ' Mine ' } } });
    expect(body).toEqual({ gift_card: { ...wholeCard, ...given, code: 'Mine' } });
    expect((await account.get(`/gift_cards/${body.gift_card.id}`)).body).toEqual(body);
  });

  it('clears null attributes, and keeps absent ones', async () => {
    const { id, code } = await create({ valid_until: '2026-12-31', person_id: kari });
    const { body } = await account.put(`/gift_cards/${id}`, { json: { valid_until: null, value: 300 } });
    expect(body.gift_card).toMatchObject({ code, value: 300, initial_value: 500, valid_until: null, person_id: kari });
  });

  it('is removed if it is deleted unused', async () => {
    const card = await create();
    const { status, body } = await account.del(`/gift_cards/${card.id}`);
    expect([status, body]).toEqual([200, { gift_card: card }]);
    expect((await account.get(`/gift_cards/${card.id}`)).status).toBe(404);
  });
});

describe('bad input', () => {
  it.each([
    [{ value: null }, { value: ["can't be blank"] }],
    [{ value: 0 }, { value: ['must be greater than 0'] }],
    [{ value: 10_001 }, { value: ['must be less than or equal to 10000'] }],
    [{ value: 2_000_000_000 }, { value: ['must be less than or equal to 10000'] }],
    [{ value: 1.5 }, { value: ['must be an integer'] }],
    [{ value: 'much' }, { value: ['is not a number'] }],
    [{ initial_value: 0 }, { initial_value: ['must be greater than 0'] }],
    [{ initial_value: 10_001 }, { initial_value: ['must be less than or equal to 10000'] }],
    [{ code: 'x'.repeat(51) }, { code: ['is too long (maximum is 50 characters)'] }],
    [{ code: 'a\u0000b' }, { code: ['is invalid'] }],
    [{ code: [] }, { code: ['is invalid'] }],
    [{ active: 'perhaps' }, { active: ['is invalid', accepted.boolean] }],
    [{ valid_until: '2026-02-30' }, { valid_until: ['is invalid', accepted.date] }],
    [{ person_id: 0 }, { person_id: ['does not exist'] }],
    [{ person_id: 'Kari' }, { person_id: ['is not a number'] }],
    [{ purchased_by_person_id: 2_000_000_000 }, { purchased_by_person_id: ['does not exist'] }],
    [{ custom_data: 'x' }, { custom_data: ['is invalid'] }],
  ])('%j is rejected, on creation and on change', async (attributes, errors) => {
    const creation = await account.post('/gift_cards', { json: { gift_card: { value: 1, ...attributes } } });
    expect([creation.status, creation.body]).toEqual([400, errors]);
    const before = await create();
    const change = await account.put(`/gift_cards/${before.id}`, { json: { gift_card: attributes } });
    expect([change.status, change.body]).toEqual([400, errors]);
    expect((await account.get(`/gift_cards/${before.id}`)).body.gift_card).toEqual(before);
  });

  it('includes a missing value', async () => {
    const { status, body } = await account.post('/gift_cards', { json: {} });
    expect([status, body]).toEqual([400, { value: ["can't be blank"] }]);
  });

  it.each([{ code: null }, { initial_value: null }])('includes a change to %j', async (json) => {
    const { id } = await create();
    const { status, body } = await account.put(`/gift_cards/${id}`, { json });
    expect([status, body]).toEqual([400, { [Object.keys(json).join()]: ["can't be blank"] }]);
  });

  it('includes a person of another account, or a deleted one', async () => {
    const { id: gone } = await account.create('/people', 'person', { name: 'Gone' });
    await account.del(`/people/${gone}`);
    const { body } = await account.post('/gift_cards', {
      json: { value: 1, person_id: theirs, purchased_by_person_id: gone },
    });
    expect(body).toEqual({ person_id: ['does not exist'], purchased_by_person_id: ['does not exist'] });
  });

  it('includes a code of the account in any case, but not one of another account', async () => {
    const { id } = await create({ code: 'Birthday' });
    const taken = [400, { code: ['has already been taken'] }];
    const creation = await account.post('/gift_cards', { json: { value: 1, code: 'BIRTHDAY' } });
    expect([creation.status, creation.body]).toEqual(taken);
    const change = await account.put(`/gift_cards/${(await create()).id}`, { json: { code: 'birthday' } });
    expect([change.status, change.body]).toEqual(taken);
    expect((await account.put(`/gift_cards/${id}`, { json: { code: 'BIRTHDAY' } })).status).toBe(200);
    expect((await create({ code: 'Birthday' }, other)).code).toBe('Birthday');
  });

  it('includes all but one of many concurrent requests with the same code', async () => {
    const json = { value: 1, code: 'once' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => account.post('/gift_cards', { json })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  });
});

describe('gift cards', () => {
  it('are listed while they are active, all or of one person', async () => {
    const shop = await server.account();
    const { id: person_id } = await shop.create('/people', 'person', { name: 'Kari' });
    await create({ code: 'A', person_id }, shop);
    await create({ code: 'B' }, shop);
    await create({ code: 'C', person_id, active: false }, shop);
    await create({ code: 'D', person_id, valid_until: '2026-03-01' }, shop);
    const { id: spent } = await create({ code: 'E', person_id }, shop);
    await server.sql('update gift_card set remaining = 0 where account_id = ? and id = ?', shop.credentials.id, spent);
    const codes = async (query: string) =>
      (await shop.get(`/gift_cards${query}`)).body.map(
        ({ gift_card }: { gift_card: { code: string } }) => gift_card.code,
      );
    await create({ code: 'F', valid_until: '2026-03-02' }, shop);
    expect(await codes('')).toEqual(['A', 'B', 'F']);
    expect(await codes(`?person_id=${person_id}`)).toEqual(['A']);
    expect(await codes('?person_id=2000000000')).toEqual([]);
    expect((await shop.get('/gift_cards?person_id=x')).body).toEqual({ person_id: ['is not a number'] });
  });

  it.each([
    ['spent', 'remaining = 0', { value: 0 }],
    ['past its last date', "valid_until = '2026-03-01'", { valid_until: '2026-03-01' }],
  ])('that are %s are inactive', async (_state, assignment, shown) => {
    const { id } = await create();
    const { id: accountId } = account.credentials;
    await server.sql(`update gift_card set ${assignment} where account_id = ? and id = ?`, accountId, id);
    const { gift_card } = (await account.get(`/gift_cards/${id}`)).body;
    expect(gift_card).toMatchObject({ ...shown, active: false });
    await account.put(`/gift_cards/${id}`, { json: { gift_card } });
    const { body } = await account.put(`/gift_cards/${id}`, { json: { value: 20, valid_until: null } });
    expect(body.gift_card).toMatchObject({ value: 20, active: true });
  });

  it('have codes that the change log does not contain', async () => {
    const { id } = await create({ code: 'Secret' });
    const [change] = await server.sql<{ snapshot: object }>(
      `select snapshot from change where object_type = 'gift_card' and object_id = ?`,
      id,
    );
    expect(change?.snapshot).toMatchObject({ remaining: '500.00', initialValue: 500 });
    expect(change?.snapshot).not.toHaveProperty('code');
  });

  it.each(['get', 'put', 'del'] as const)(
    'that are unknown, or of another account, are not found by %s',
    async (method) => {
      const { id } = await create();
      for (const [of, path] of [
        [account, '/gift_cards/2000000000'],
        [other, `/gift_cards/${id}`],
      ] as const) {
        const { status, body } = await of[method](path, method === 'put' ? { json: {} } : {});
        expect([status, body]).toEqual([404, { error: { description: 'Not found' } }]);
      }
    },
  );
});
