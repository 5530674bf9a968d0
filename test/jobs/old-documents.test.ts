import { trimHistory } from '../../src/domain/trim-history.actions.js';
import { addService } from '../support/shop.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();

const trim = () => trimHistory(server.database, { days: 3_650, unfinishedJobs: new Map() });

/** Issues a document for a person, as if some years ago. @returns the ids of the person and of the document */
async function issue(yearsAgo: number): Promise<{ personId: number; id: number }> {
  const service_id = await addService(account, { title: 'Soap', booking_type: 'product', price: '100' });
  const { id: person_id } = await account.create('/people', 'person', { name: 'Kari' });
  const order = await account.create('/orders', 'order', { person_id, order_line_items: [{ service_id }] });
  expect((await account.put(`/orders/${order.id}/cancel`)).status).toBe(200);
  const [row] = await server.sql<{ id: number }>(
    `insert into document (account_id, created_at, updated_at, order_id, kind, series, number, issued_at, amount, content)
     select ?, now(), now(), ?, 'receipt', 'receipt', ?, date_trunc('year', now()) - make_interval(years => ?), 100, '{}'
     returning id`,
    ...[account.credentials.id, order.id, yearsAgo + 1, yearsAgo],
  );
  return { personId: person_id, id: row?.id ?? 0 };
}

const erase = async (personId: number): Promise<void> => {
  await server.sql(
    'update person set erased_at = now() where account_id = ? and id = ?',
    account.credentials.id,
    personId,
  );
};
const left = async () =>
  (
    await server.sql<{ id: number }>('select id from document where account_id = ? order by id', account.credentials.id)
  ).map(({ id }) => id);

it('documents of an erased person are kept for five years after that of their issue, or those of the account', async () => {
  const [old, young] = [await issue(6), await issue(5)];
  await trim();
  expect(await left()).toEqual([old.id, young.id]);
  await erase(old.personId);
  await erase(young.personId);
  await trim();
  expect(await left()).toEqual([young.id]);
  await account.put('/client', { json: { client: { document_retention_years: 4 } } });
  await trim();
  expect(await left()).toEqual([]);
});

it('a document that is corrected goes after its credit notes', async () => {
  const { id, personId } = await issue(8);
  await server.sql(
    `insert into document (account_id, created_at, updated_at, order_id, credited_id, kind, series, number, issued_at, amount, content)
     select account_id, now(), now(), order_id, id, 'credit_note', 'credit_note', 1, issued_at + interval '1 day', 50, '{}'
     from document where account_id = ? and id = ?`,
    ...[account.credentials.id, id],
  );
  await erase(personId);
  await trim();
  expect(await left()).toEqual([id]);
  await trim();
  expect(await left()).toEqual([]);
});

it('the erasure of a person says until when its documents are kept', async () => {
  const { personId } = await issue(0);
  await account.post(`/people/${personId}/erase`);
  const query = `{ personErasure(personId: ${personId}) { documentsKeptUntil } }`;
  const year = new Date().getUTCFullYear();
  expect((await account.graphql(query)).data.personErasure).toEqual({ documentsKeptUntil: `${year + 5}-12-31` });
  const { status, body } = await account.get(`/people/${personId}/erasure`);
  expect([status, body]).toEqual([
    200,
    {
      person_erasure: {
        ...{ id: expect.any(Number), created_at: expect.any(String), person_id: personId },
        ...{ erased_rows: expect.any(Number), finished_at: null, documents_kept_until: `${year + 5}-12-31` },
      },
    },
  ]);
  const { id: other } = await account.create('/people', 'person', { name: 'Ola' });
  expect((await account.get(`/people/${other}/erasure`)).status).toBe(404);
  const [{ id } = { id: 0 }] = await server.sql<{ id: number }>('select max(id) as id from document');
  await expect(server.sql('delete from document where id = ?', id)).rejects.toThrow('cannot change');
});
