import { SaxesParser } from 'saxes';
import { addCoupon, addService, payOrder } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const seller = { legal_name: 'Fjord & Co <AS>', address: 'Storgata 1\n0155 Oslo', currency: 'NOK', locale: 'nb' };
const registered = { organisation_number: '974760673', vat_number: '974760673 MVA' };
const account = server.accountPerTest({ countryCode: 'NO' });
beforeEach(() => account.put('/client', { json: { client: { ...seller, ...registered } } }));

/** An element with the elements in it, or its text. */
interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
  text: string;
}

function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return root.children[0] ?? root;
}

/** The elements with that path of names without prefixes. */
function all(element: Element, path: string): Element[] {
  return path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name.endsWith(`:${name}`))),
      [element],
    );
}

const text = (element: Element, path: string): string | undefined => all(element, path)[0]?.text;
const sum = (elements: readonly Element[]): number =>
  elements.reduce((total, { text: amount }) => total + Math.round(Number(amount) * 100), 0);

/** The sums of a document by the rules BR-CO and BR-S of EN 16931, in minor units. */
function checkSums(xml: Element): void {
  const total = (name: string): number => sum(all(xml, `LegalMonetaryTotal/${name}`));
  const lines = xml.children.filter(({ name }) => /Line$/.test(name));
  const allowances = all(xml, 'AllowanceCharge');
  const [tax] = all(xml, 'TaxTotal');
  const subtotals = tax ? all(tax, 'TaxSubtotal') : [];
  const cents = (elements: readonly Element[], path: string): number =>
    sum(elements.flatMap((each) => all(each, path)));
  expect(cents(lines, 'LineExtensionAmount')).toBe(total('LineExtensionAmount')); // BR-CO-10
  expect(cents(allowances, 'Amount')).toBe(total('AllowanceTotalAmount')); // BR-CO-11
  expect(total('LineExtensionAmount') - total('AllowanceTotalAmount')).toBe(total('TaxExclusiveAmount')); // BR-CO-13
  expect(cents(subtotals, 'TaxAmount')).toBe(tax ? sum(all(tax, 'TaxAmount')) : 0); // BR-CO-14
  expect(total('TaxExclusiveAmount') + cents(subtotals, 'TaxAmount')).toBe(total('TaxInclusiveAmount')); // BR-CO-15
  expect(total('TaxInclusiveAmount') - total('PrepaidAmount')).toBe(total('PayableAmount')); // BR-CO-16
  for (const subtotal of subtotals) {
    const percent = text(subtotal, 'TaxCategory/Percent');
    const isOfRate = (category: string) => (each: Element) => text(each, `${category}/Percent`) === percent;
    const net = cents(lines.filter(isOfRate('Item/ClassifiedTaxCategory')), 'LineExtensionAmount');
    const less = cents(allowances.filter(isOfRate('TaxCategory')), 'Amount');
    expect(net - less).toBe(sum(all(subtotal, 'TaxableAmount'))); // BR-S-08
    const exact = (sum(all(subtotal, 'TaxableAmount')) * Number(percent ?? 0)) / 100;
    expect(Math.abs(sum(all(subtotal, 'TaxAmount')) - exact)).toBeLessThan(100); // BR-CO-17
  }
  if (total('PayableAmount') > 0) expect(text(xml, 'DueDate') ?? text(xml, 'PaymentTerms/Note')).toBeTruthy(); // BR-CO-25
}

interface Content {
  taxes: { net: string; tax: string; gross: string }[];
  total: string;
  tax: string;
  tax_nok?: string;
  due_on?: string;
}

const rates = new Map<string, number>();
beforeEach(() => rates.clear());
async function rateOf(percentage: string): Promise<number> {
  const { id } = await account.create('/tax_rates', 'tax_rate', { name: `VAT ${percentage}`, percentage });
  return id;
}

async function addProduct(price: string, percentage: string | null): Promise<number> {
  if (percentage !== null && !rates.has(percentage)) rates.set(percentage, await rateOf(percentage));
  const tax_rate_id = percentage === null ? null : rates.get(percentage);
  return addService(account, { title: `At ${percentage}`, booking_type: 'product', price, tax_rate_id });
}

const buyer = { name: 'Kari "K" Nordmann', email: 'kari@example.org', street: 'Lille vei 2', postal_code: '5003' };

async function addOrder(items: readonly object[], attributes: object = {}): Promise<number> {
  const person = await account.create('/people', 'person', { ...buyer, city: 'Bergen', email: null });
  return (await account.create('/orders', 'order', { order_line_items: items, person_id: person.id, ...attributes }))
    .id;
}

async function issued(orderId: number, kind: string, more: object = {}) {
  const { body } = await account.post(`/orders/${orderId}/documents`, { json: { document: { kind, ...more } } });
  return body.document;
}

async function download(id: number): Promise<Response> {
  return fetch(`${server.origin}/api/v1/documents/${id}.xml`, {
    headers: { authorization: `Bearer ${account.credentials.api_key}`, 'user-agent': 'test' },
  });
}

/** Reads a document as XML, and compares its sums with each other and with its content. */
async function read({ id, content }: { id: number; content: Content }): Promise<Element> {
  const response = await download(id);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/xml']);
  const xml = parse(await response.text());
  checkSums(xml);
  const [first, inNok] = all(xml, 'TaxTotal');
  expect(Number(text(xml, 'LegalMonetaryTotal/TaxInclusiveAmount'))).toBe(Number(content.total));
  expect(Number(first && text(first, 'TaxAmount'))).toBe(Number(content.tax));
  expect(inNok && text(inNok, 'TaxAmount')).toBe(content.tax_nok);
  expect(text(xml, 'DueDate')).toBe(content.due_on);
  const stated = all(xml, 'TaxTotal/TaxSubtotal').map((each) => [text(each, 'TaxableAmount'), text(each, 'TaxAmount')]);
  expect(stated).toEqual(content.taxes.map(({ net, tax }) => [net, tax]));
  return xml;
}

describe('a document as an invoice in XML', () => {
  it('has the parties, lines and sums of an invoice, with the discount by rate', async () => {
    const items = [
      { service_id: await addProduct('100.00', '25'), quantity: 3 },
      { service_id: await addProduct('33.33', '25') },
      { service_id: await addProduct('50.00', '15') },
      { service_id: await addProduct('20.00', '0') },
    ];
    const { id: coupon_id } = await addCoupon(account, { value_type: 'amount', value: 10 });
    const document = await issued(await addOrder(items, { coupon_id }), 'invoice');
    const xml = await read(document);
    expect(xml.name).toBe('Invoice');
    expect([text(xml, 'ID'), text(xml, 'InvoiceTypeCode')]).toEqual(['invoice-1', '380']);
    const from = all(xml, 'AccountingSupplierParty/Party')[0] ?? xml;
    expect(text(from, 'PartyLegalEntity/RegistrationName')).toBe(seller.legal_name);
    expect(text(from, 'PartyTaxScheme/CompanyID')).toBe('NO974760673MVA');
    expect(text(from, 'PartyLegalEntity/CompanyID')).toBe('974760673');
    const to = all(xml, 'AccountingCustomerParty/Party')[0] ?? xml;
    expect(text(to, 'PartyLegalEntity/RegistrationName')).toBe(buyer.name);
    const address = ['StreetName', 'CityName', 'PostalZone', 'Country/IdentificationCode'];
    expect(address.map((name) => text(to, `PostalAddress/${name}`))).toEqual(['Lille vei 2', 'Bergen', '5003', 'NO']);
    const lines = all(xml, 'InvoiceLine').map((line) => [text(line, 'InvoicedQuantity'), text(line, 'Item/Name')]);
    expect(lines).toEqual([
      ['3', 'At 25'],
      ['1', 'At 25'],
      ['1', 'At 15'],
      ['1', 'At 0'],
    ]);
  });

  it.each(['line', 'net', 'gross'])('has the sums of tax rounded by %s', async (tax_rounding) => {
    await account.put('/client', { json: { client: { tax_rounding } } });
    const order = await addOrder([{ service_id: await addProduct('100.00', '19'), quantity: 5 }]);
    await read(await issued(order, 'invoice'));
    await payOrder(account, order, tax_rounding === 'net' ? '499.98' : '500');
    const receipt = await read(await issued(order, 'receipt'));
    expect(text(receipt, 'LegalMonetaryTotal/PayableAmount')).toBe('0.00');
  });

  it('of a credit note names what it corrects', async () => {
    const invoice = await issued(await addOrder([{ service_id: await addProduct('100.00', '25') }]), 'invoice');
    const { body } = await account.post(`/documents/${invoice.id}/credit_notes`, { json: { amount: '33.33' } });
    const xml = await read(body.credit_note);
    expect([xml.name, text(xml, 'ID'), text(xml, 'CreditNoteTypeCode')]).toEqual([
      'CreditNote',
      'credit-note-1',
      '381',
    ]);
    expect(text(xml, 'BillingReference/InvoiceDocumentReference/ID')).toBe('invoice-1');
    expect(text(xml, 'CreditNoteLine/Item/Name')).toBe('Faktura 1');
  });

  it('without VAT needs the organisation number, and has no VAT number', async () => {
    const document = await issued(await addOrder([{ service_id: await addProduct('9.90', null) }]), 'invoice');
    const xml = await read(document);
    expect(text(xml, 'TaxTotal/TaxSubtotal/TaxCategory/ID')).toBe('O');
    expect(all(xml, 'AccountingSupplierParty/Party/PartyTaxScheme')).toEqual([]);
  });

  it('names what it lacks', async () => {
    await account.put('/client', { json: { client: { organisation_number: null, vat_number: null } } });
    const taxed = await issued(
      await addOrder([{ service_id: await addProduct('100', '25') }], { person_id: null }),
      'invoice',
    );
    const untaxed = await issued(await addOrder([{ service_id: await addProduct('100', null) }]), 'invoice');
    const answer = async ({ id }: { id: number }) => {
      const response = await download(id);
      return [response.status, await response.json()];
    };
    const blank = ["can't be blank"];
    expect(await answer(taxed)).toEqual([400, { buyer_name: blank, vat_number: blank }]);
    expect(await answer(untaxed)).toEqual([400, { organisation_number: blank }]);
  });

  it('has two decimals, as the norm has', async () => {
    await account.put('/client', { json: { client: { currency: 'KWD' } } });
    const { id } = await issued(await addOrder([{ service_id: await addProduct('1.125', null) }]), 'invoice');
    const response = await download(id);
    expect([response.status, await response.json()]).toEqual([400, { currency: ['is invalid', expect.anything()] }]);
  });
});

describe('an invoice', () => {
  it('has the date on which it is due, in all its forms, if the account names the days', async () => {
    const order = await addOrder([{ service_id: await addProduct('100.00', '25') }]);
    const without = await issued(order, 'invoice');
    expect(without.content).not.toHaveProperty('due_on');
    expect(text(await read(without), 'PaymentTerms/Note')).toBe('Betales ved mottak');
    await account.put('/client', { json: { client: { invoice_due_days: 14 } } });
    const other = await addOrder([{ service_id: await addProduct('100.00', '25') }]);
    const invoice = await issued(other, 'invoice');
    const days = Date.parse(invoice.content.due_on) - Date.parse(invoice.content.issued_on);
    expect(days / 86_400_000).toBe(14);
    await read(invoice);
    await payOrder(account, other, '100');
    expect((await issued(other, 'receipt')).content).not.toHaveProperty('due_on');
  });
});

describe('a document of a business in Norway in another currency', () => {
  beforeEach(() => account.put('/client', { json: { client: { currency: 'EUR' } } }));

  it('needs a rate, and states the VAT in NOK, as its credit notes do', async () => {
    const order = await addOrder([{ service_id: await addProduct('100.00', '25') }]);
    const post = (document: object) => account.post(`/orders/${order}/documents`, { json: { document } });
    expect(await post({ kind: 'invoice' })).toMatchObject({ status: 400, body: { exchange_rate: ["can't be blank"] } });
    expect((await post({ kind: 'invoice', exchange_rate: '0' })).status).toBe(400);
    const invoice = await issued(order, 'invoice', { exchange_rate: '11.5325' });
    expect(invoice).toMatchObject({
      number: 1,
      content: { tax: '20.00', tax_nok: '230.65', exchange_rate: '11.5325' },
    });
    const xml = await read(invoice);
    expect([text(xml, 'DocumentCurrencyCode'), text(xml, 'TaxCurrencyCode')]).toEqual(['EUR', 'NOK']);
    await account.put('/client', { json: { client: { vat_exchange_rate: '12' } } });
    const { body } = await account.post(`/documents/${invoice.id}/credit_notes`, { json: { amount: '50' } });
    expect(body.credit_note.content).toMatchObject({ tax: '10.00', tax_nok: '115.33', exchange_rate: '11.5325' });
    await read(body.credit_note);
    await payOrder(account, order, '100');
    expect((await issued(order, 'receipt')).content).toMatchObject({ tax_nok: '240.00', exchange_rate: '12' });
  });

  it('needs none without VAT, or by the law of another country', async () => {
    const order = await addOrder([{ service_id: await addProduct('100.00', null) }]);
    expect((await issued(order, 'invoice')).content).not.toHaveProperty('tax_nok');
    await account.put('/client', { json: { client: { document_country: 'SE' } } });
    const taxed = await addOrder([{ service_id: await addProduct('100.00', '25') }]);
    expect((await issued(taxed, 'invoice')).content).not.toHaveProperty('tax_nok');
  });
});
