import { bookableServicePerTest, bookService } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { payOrder } from '../support/shop.js';
import { useOwnTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { startVisitorSession } from '../support/visitor-session.js';

const server = await useOwnTestServer({ now: '2026-03-02T07:00:00Z' });
const account = server.accountPerTest({ publicAccess: true, name: 'Fjord Studio' });
const offer = bookableServicePerTest(account, { service: { price: '100' } });
const visitor = () => new Visitor(account);

const issue = (orderId: number, kind: string) =>
  account.post(`/orders/${orderId}/documents`, { json: { document: { kind } } });

interface Listed {
  id: number;
  token: string;
  documents: { id: number; kind: string; number: number; amount: string; is_of_deposit: boolean }[];
}

const ordersOf = async (headers: Record<string, string>): Promise<Listed[]> =>
  (await visitor().get('/me/orders', { headers })).body.map(({ order }: { order: Listed }) => order);

const pdf = async (path: string): Promise<[status: number, type: string | null, bytes: string]> => {
  const response = await fetch(`${server.origin}/sites/${account.credentials.subdomain}${path}`, {
    headers: { accept: 'text/html,*/*' },
  });
  return [response.status, response.headers.get('content-type'), (await response.text()).slice(0, 5)];
};

/** Books at an hour for a person, pays it and issues its receipt. Returns the id of the order. */
async function receipted(hour: number, person: object): Promise<number> {
  const booked = { booked_from: `2026-03-03 ${hour}:00`, booked_to: `2026-03-03 ${hour + 1}:00`, ...person };
  await bookService(account, offer, booked);
  const { body } = await account.get('/orders');
  const id = Math.max(...body.map(({ order }: { order: { id: number } }) => order.id));
  await payOrder(account, id, '100');
  expect((await issue(id, 'receipt')).status).toBe(200);
  return id;
}

it('the one who has proved an address gets the documents of its orders as files, and those of no other', async () => {
  const kari = await receipted(10, { person_attributes: { name: 'Kari', email: 'kari@example.org' } });
  await issue(kari, 'invoice');
  await receipted(12, { person_attributes: { name: 'Ola', email: 'ola@example.org' } });
  const { body } = await account.get('/documents?kind=invoice');
  await account.post(`/documents/${body[0].document.id}/credit_notes`, { json: { amount: '40' } });
  const [own, ...others] = await ordersOf(await startVisitorSession(server, account, 'kari@example.org'));
  const [of] = await ordersOf(await startVisitorSession(server, account, 'ola@example.org'));
  expect(others).toEqual([]);
  expect(own?.documents.map(({ kind, number, amount }) => [kind, number, amount])).toEqual([
    ['receipt', 1, '100.0'],
    ['invoice', 1, '100.0'],
    ['credit_note', 1, '40.0'],
  ]);
  const [receipt] = own?.documents ?? [];
  const path = `/orders/${own?.token}/documents/${receipt?.id}`;
  expect((await visitor().get(path)).body).toEqual({ document: receipt });
  expect(await pdf(`${path}.pdf`)).toEqual([200, 'application/pdf', '%PDF-']);
  const foreign = `/orders/${own?.token}/documents/${of?.documents[0]?.id}`;
  expect((await visitor().get(foreign)).status).toBe(404);
  expect((await pdf(`${foreign}.pdf`))[0]).toBe(404);
  expect((await pdf(`/orders/none/documents/${receipt?.id}.pdf`))[0]).toBe(404);
  server.clock.set('2026-03-03T07:00:01Z');
  expect((await pdf(`${path}.pdf`))[0]).toBe(404);
  server.clock.set('2026-03-02T07:00:00Z');
});

it('a guardian has those of the child until it is removed, and keeps those of orders that it pays', async () => {
  const mother = await account.create('/people', 'person', { name: 'Anna', email: 'anna@example.org' });
  const child = await account.create('/people', 'person', { name: 'Bo', date_of_birth: '2018-04-01' });
  const guardian = await account.create(`/people/${child.id}/guardians`, 'guardian', { person_id: mother.id });
  await receipted(10, { person_id: child.id });
  await account.put(`/guardians/${guardian.id}`, { json: { guardian: { pays: false } } });
  await receipted(12, { person_id: child.id });
  const headers = await startVisitorSession(server, account, 'anna@example.org');
  const paths = (await ordersOf(headers)).map(({ token, documents: [document] }) => {
    return `/orders/${token}/documents/${document?.id}.pdf`;
  });
  const statuses = async () => [(await pdf(paths[0] ?? ''))[0], (await pdf(paths[1] ?? ''))[0]];
  expect(await statuses()).toEqual([200, 200]);
  expect((await account.del(`/guardians/${guardian.id}`)).status).toBe(200);
  expect(await statuses()).toEqual([404, 200]);
  expect(await ordersOf(headers)).toHaveLength(1);
});

it('"My bookings" and the page of the order list them with links to the files', async () => {
  const order = await receipted(10, { person_attributes: { name: 'Kari', email: 'kari@example.org' } });
  const headers = await startVisitorSession(server, account, 'kari@example.org');
  const cookie = `visitor_session=${headers['authorization']?.slice('Bearer '.length)}`;
  const own = new HtmlVisitor(account, { 'accept-language': 'en', cookie });
  const page = await own.open('/me');
  expect(page.text).toContain(`Receipts and invoices Receipt 1 Monday, 2 March 2026 at 08:00 Order ${order} 100`);
  const [, href = ''] = /href="([^"]*documents\/\d+\.pdf)"/.exec(page.html) ?? [];
  const file = await fetch(server.origin + href, { headers: { accept: 'text/html' } });
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="receipt-1.pdf"');
  expect((await own.follow(page, `Order ${order}`)).text).toContain('Receipts and invoices Receipt 1');
});
