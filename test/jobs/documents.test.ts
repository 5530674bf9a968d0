import { setTimeout as pause } from 'node:timers/promises';
import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { readPdf } from '../../src/domain/document/document-files.queries.js';
import { issueRequested } from '../../src/domain/document/document-requests.actions.js';
import { sendMessage } from '../../src/domain/messaging/delivery/message-delivery.actions.js';
import type { OutgoingMessage } from '../../src/domain/messaging/delivery/senders.js';
import { routeChange } from '../../src/jobs/jobs.js';
import { type Cursor, startOfLog } from '../../src/outbox/cursor.js';
import { bookService, createBookableService } from '../support/catalog.js';
import { findJob, jobContext, running } from '../support/job-context.js';
import { addService, messagesOf, payOrder } from '../support/shop.js';
import { useOwnTestServer } from '../support/test-server.js';
import { settledChanges } from '../support/write-calendars.js';

const server = await useOwnTestServer();
const account = server.accountPerTest({ name: 'Fjord Studio' });
let product: number;
let position: Cursor;
beforeEach(async () => {
  position = startOfLog;
  product = await addService(account, { title: 'Soap', booking_type: 'product', price: '100' });
  await account.put('/client', { json: { client: { documents: 'receipt', locale: 'en', currency: 'NOK' } } });
});

/** Handles the changes since the last call as the relay does, and runs the jobs that they enqueue. */
async function relay(): Promise<void> {
  const context = jobContext(server);
  const changes = await settledChanges(server, account, position);
  for (const change of changes) await routeChange(context, change);
  position = changes.at(-1) ?? position;
  for (const { name, data } of context.enqueued) {
    if (name === 'issue-documents') await findJob(context, name).run(data, running);
  }
}

const personAttributes = { name: 'Kari', email: 'kari@example.org' };
const addOrder = async (attributes: object = { person_attributes: personAttributes }): Promise<number> => {
  const order_line_items = [{ service_id: product }];
  return (await account.create('/orders', 'order', { order_line_items, ...attributes })).id;
};
const refund = (orderId: number, amount: string) =>
  account.graphql(`mutation ($id: Int!, $amount: Decimal!) { recordRefund(orderId: $id, amount: $amount) { state } }`, {
    id: orderId,
    amount,
  });
const cancel = (orderId: number) => account.put(`/orders/${orderId}/cancel`);

const documents = async (filter = ''): Promise<[kind: string, number: number, amount: string][]> =>
  (await account.get(`/documents${filter}`)).body.map(({ document }: { document: Issued }) => [
    document.kind,
    document.number,
    document.amount,
  ]);

interface Issued {
  kind: string;
  number: number;
  amount: string;
}

const context = () => createBackgroundContext(server.database, server.clock, account.credentials.id);

describe('an account that issues documents by itself', () => {
  it('issues a receipt when an order is paid, and credit notes when it is refunded, each once', async () => {
    const order = await addOrder();
    await payOrder(account, order, '40');
    await relay();
    expect(await documents()).toEqual([]);
    await payOrder(account, order, '60');
    await relay();
    await relay();
    expect(await documents()).toEqual([['receipt', 1, '100.0']]);
    await cancel(order);
    await relay();
    expect(await documents()).toHaveLength(1);
    await refund(order, '30');
    await relay();
    await refund(order, '70');
    position = startOfLog;
    await relay();
    expect(await documents()).toEqual([
      ['receipt', 1, '100.0'],
      ['credit_note', 1, '30.0'],
      ['credit_note', 2, '70.0'],
    ]);
  });

  it('issues a receipt of a fee for cancelling late, and a credit note when that is waived and refunded', async () => {
    await account.put('/client', { json: { client: { cancellation_fees: 'no-show: 40' } } });
    const offered = await createBookableService(account, { service: { price: 100 } });
    const { id } = await bookService(account, offered, { person_attributes: personAttributes }, { confirm: false });
    await account.put(`/bookings/${id}`, { json: { booking: { status: 'no_show' } } });
    await account.graphql(`mutation { chargeCancellationFee(bookingId: ${id}) { id } }`);
    const [{ order }] = (await account.get('/orders')).body;
    await payOrder(account, order.id, '40');
    await relay();
    expect(await documents()).toEqual([['receipt', 1, '40.0']]);
    await account.graphql(`mutation { waiveCancellationFee(bookingId: ${id}, reason: "Ill") { id } }`);
    await refund(order.id, '40');
    await relay();
    expect(await documents()).toEqual([
      ['receipt', 1, '40.0'],
      ['credit_note', 1, '40.0'],
    ]);
    expect((await account.get(`/orders/${order.id}`)).body.order).toMatchObject({ state: 'cancelled', balance: '0.0' });
  });

  it('issues a receipt of a tip that was given after that of the order, and a credit note when it is given back', async () => {
    const tip = (mutation: string, amount: string) =>
      account.graphql(`mutation { ${mutation}(orderId: ${order}, amount: "${amount}") { tipAmount } }`);
    const order = await addOrder();
    await tip('recordTip', '20');
    await relay();
    expect(await documents()).toEqual([]);
    await payOrder(account, order, '100');
    await relay();
    await tip('recordTip', '30');
    await relay();
    position = startOfLog;
    await relay();
    await tip('recordTip', '5');
    await relay();
    expect(await documents()).toEqual([
      ['receipt', 1, '100.0'],
      ['receipt', 2, '30.0'],
      ['receipt', 3, '5.0'],
    ]);
    await tip('refundTip', '15');
    await relay();
    // A tip that the receipt of the order states beside its total has no credit note.
    await tip('refundTip', '40');
    await relay();
    expect((await documents()).slice(3)).toEqual([
      ['credit_note', 1, '5.0'],
      ['credit_note', 2, '10.0'],
      ['credit_note', 3, '20.0'],
    ]);
  });

  it('mails the document to the buyer as a file', async () => {
    await payOrder(account, await addOrder(), '100');
    await relay();
    const [, message] = (await messagesOf(server, account)).filter(({ recipient }) => recipient === 'kari@example.org');
    expect(message).toMatchObject({ kind: 'document', subject: 'Receipt 1 from Fjord Studio' });
    const [{ id } = { id: 0 }] = await server.sql<{ id: number }>(
      `select id from message where account_id = ? and kind = 'document'`,
      account.credentials.id,
    );
    const sent: { name: string; content: string }[] = [];
    const senders = { email: async ({ attachment }: OutgoingMessage) => void (attachment && sent.push(attachment)) };
    await sendMessage(await context(), id, senders, undefined, readPdf);
    const pdf = await fetch(
      `${server.origin}/api/v1/documents/${(await account.get('/documents')).body[0].document.id}.pdf`,
      {
        headers: { authorization: `Bearer ${account.credentials.api_key}`, 'user-agent': 'test' },
      },
    );
    expect(sent.map(({ name }) => name)).toEqual(['receipt-1.pdf']);
    const isSame = sent[0]?.content === Buffer.from(await pdf.arrayBuffer()).toString('base64');
    expect(isSame).toBe(true);
  });

  it('mails a document that is issued by hand, once, unless staff does not want it or there is no address', async () => {
    const order = await addOrder();
    await payOrder(account, order, '100');
    const post = (path: string, json: object, key: string) =>
      account.post(path, { json, headers: { 'idempotency-key': key } });
    for (let times = 0; times < 2; times += 1) {
      await post(`/orders/${order}/documents`, { document: { kind: 'receipt' } }, 'receipt');
    }
    await relay();
    await post(`/orders/${order}/documents`, { document: { kind: 'invoice', sends_email: false } }, 'invoice');
    const [{ document }] = (await account.get('/documents?kind=receipt')).body;
    await post(`/documents/${document.id}/credit_notes`, { amount: '10', sends_email: false }, 'first');
    await post(`/documents/${document.id}/credit_notes`, { amount: '20' }, 'second');
    const anonymous = await addOrder({});
    await post(`/orders/${anonymous}/documents`, { document: { kind: 'invoice' } }, 'anonymous');
    const mailed = (await messagesOf(server, account)).filter(({ kind }) => kind === 'document');
    expect(mailed.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['kari@example.org', 'Receipt 1 from Fjord Studio'],
      ['kari@example.org', 'Credit note 2 from Fjord Studio'],
    ]);
    expect(await documents()).toHaveLength(5);
  });

  it('issues nothing for free orders, and for orders of an account that does not want it', async () => {
    product = await addService(account, { title: 'Sample', booking_type: 'product', price: '0' });
    await addOrder();
    await relay();
    await account.put('/client', { json: { client: { documents: null } } });
    product = await addService(account, { title: 'Soap', booking_type: 'product', price: '100' });
    await payOrder(account, await addOrder(), '100');
    await relay();
    expect(await documents()).toEqual([]);
  });

  it('leaves a receipt that was issued by hand', async () => {
    const order = await addOrder();
    await payOrder(account, order, '100');
    await account.post(`/orders/${order}/documents`, { json: { document: { kind: 'receipt' } } });
    await relay();
    expect(await documents()).toEqual([['receipt', 1, '100.0']]);
  });

  it('numbers 20 at once, of which 5 are rolled back, and whose worker dies between, without a gap', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => addOrder({})));
    const refused = all.filter((_, index) => index % 4 === 0);
    const orders = all.filter((order) => !refused.includes(order));
    for (const order of all) await payOrder(account, order, '100');
    const changes = await settledChanges(server, account, position);
    for (const change of changes) await routeChange(jobContext(server), change);
    // The database refuses these when their transaction has drawn its number.
    await server.sql(`create or replace function refuse_some() returns trigger language plpgsql as $$ begin
      if new.order_id = any ('{${refused.join(',')}}') then raise exception 'refused'; end if; return new; end $$`);
    await server.sql('create trigger refuse_some after insert on document for each row execute function refuse_some()');
    // The first worker dies after three documents, and one whose backend ends in the middle of a transaction after it.
    let issued = 0;
    const dying = issueRequested(await context(), async () => {
      issued += 1;
      if (issued === 3) throw new Error('killed');
    });
    await expect(dying).rejects.toThrow('killed');
    const both = [1, 2].map(async () => issueRequested(await context(), async () => {}).catch(() => {}));
    await pause(5);
    await server.sql(`select pg_terminate_backend(pid) from pg_stat_activity where query like '%document_series%'
      and pid <> pg_backend_pid() and datname = current_database()`);
    await Promise.all(both);
    for (let attempt = 0; attempt < 5; attempt += 1)
      await issueRequested(await context(), async () => {}).catch(() => {});
    const run = issueRequested(await context(), async () => {});
    await expect(run).rejects.toThrow('no documents were issued for the orders');
    await server.sql('drop trigger refuse_some on document');
    const numbers = (await documents('?kind=receipt')).map(([, number]) => number);
    expect(numbers.toSorted((one, other) => one - other)).toEqual(orders.map((_, index) => index + 1));
    await issueRequested(await context(), async () => {});
    expect(await documents()).toHaveLength(20);
  });

  it('states the new price of an order that costs more and is paid again', async () => {
    const order = await addOrder({});
    await payOrder(account, order, '100');
    await relay();
    await server.sql(
      `update booking_order set total = 150, paid_amount = 150 where account_id = ? and id = ?`,
      ...[account.credentials.id, order],
    );
    await server.sql(
      'update order_line_item set amount = 150 where account_id = ? and order_id = ?',
      account.credentials.id,
      order,
    );
    position = startOfLog;
    await relay();
    expect(await documents()).toEqual([
      ['receipt', 1, '100.0'],
      ['credit_note', 1, '100.0'],
      ['receipt', 2, '150.0'],
    ]);
  });

  it('has at most one document of a kind for a payment in the database', async () => {
    await payOrder(account, await addOrder({}), '100');
    await relay();
    const copy = `insert into document (account_id, created_at, updated_at, order_id, payment_id, kind, series, number, issued_at, amount, content)
      select account_id, created_at, updated_at, order_id, payment_id, kind, series, number + 1, issued_at, amount, content
      from document where account_id = ?`;
    await expect(server.sql(copy, account.credentials.id)).rejects.toThrow('document_payment_unique');
  });
});

it('a paid deposit has a receipt that says so, and the whole price a credit note about it and another receipt', async () => {
  await account.put('/client', { json: { client: { deposit_type: 'percentage', deposit_value: 30 } } });
  const { id: tax_rate_id } = await account.create('/tax_rates', 'tax_rate', { name: 'VAT 25 %', percentage: '25' });
  const offered = await createBookableService(account, { service: { title: 'Cut', price: '333.33', tax_rate_id } });
  const book = () => bookService(account, offered, { person_attributes: personAttributes }, { confirm: false });
  const { id } = await book();
  const { id: orderId } = (await account.get('/orders')).body.at(-1).order;
  await payOrder(account, orderId, '60');
  await relay();
  expect(await documents()).toEqual([]);
  await payOrder(account, orderId, '40');
  await relay();
  expect(await documents()).toEqual([['receipt', 1, '100.0']]);
  const [{ document }] = (await account.get('/documents')).body;
  expect(document.content).toMatchObject({ deposit_of: '333.33', total: '100.00', tax: '20.00' });
  expect((await messagesOf(server, account)).filter(({ kind }) => kind === 'document')).toMatchObject([
    { subject: 'Receipt of a deposit 1 from Fjord Studio' },
  ]);
  await payOrder(account, orderId, '233.33');
  await relay();
  await relay();
  const all = [
    ['receipt', 1, '100.0'],
    ['credit_note', 1, '100.0'],
    ['receipt', 2, '333.33'],
  ];
  expect(await documents()).toEqual(all);
  expect((await account.get('/documents')).body.at(-1).document.content).not.toHaveProperty('deposit_of');
  // One that is paid and cancelled keeps its receipt until the deposit is paid back.
  await account.put(`/bookings/${id}/cancel`);
  const second = await book();
  const { id: secondOrder } = (await account.get('/orders')).body.at(-1).order;
  await payOrder(account, secondOrder, '100');
  await relay();
  await account.put(`/bookings/${second.id}/cancel`);
  await relay();
  expect(await documents()).toEqual([...all, ['receipt', 3, '100.0']]);
  await refund(secondOrder, '100');
  await relay();
  expect(await documents()).toEqual([...all, ['receipt', 3, '100.0'], ['credit_note', 2, '100.0']]);
});

it('a receipt that staff issue is that of the deposit, then that of the whole, which credits the other', async () => {
  await account.put('/client', { json: { client: { documents: null, deposit_type: 'amount', deposit_value: 100 } } });
  const offered = await createBookableService(account, { service: { title: 'Cut', price: '333.33' } });
  await bookService(account, offered, {}, { confirm: false });
  const { id: orderId } = (await account.get('/orders')).body.at(-1).order;
  const issue = async () => {
    const { status, body } = await account.post(`/orders/${orderId}/documents`, {
      json: { document: { kind: 'receipt' } },
    });
    return status === 200 ? body.document.amount : body;
  };
  expect(await issue()).toEqual({ state: ['must be confirmed'] });
  await payOrder(account, orderId, '100');
  expect([await issue(), await issue()]).toEqual(['100.0', { kind: ['is issued already'] }]);
  await payOrder(account, orderId, '233.33');
  expect([await issue(), await issue()]).toEqual(['333.33', { kind: ['is issued already'] }]);
  expect(await documents()).toEqual([
    ['receipt', 1, '100.0'],
    ['credit_note', 1, '100.0'],
    ['receipt', 2, '333.33'],
  ]);
});
