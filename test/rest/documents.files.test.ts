import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { languages } from '../../src/platform/language.js';
import { textsIn } from '../../src/texts/texts.js';
import { bookService, createBookableService } from '../support/catalog.js';
import { addService } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ name: 'Fjord Studio', countryCode: 'GB' });

/** Issues an invoice of products with a tax rate. Returns its id. */
async function issue(titles: readonly string[], attributes: object = {}): Promise<number> {
  const { id: tax_rate_id } = await account.create('/tax_rates', 'tax_rate', { name: 'VAT 25 %', percentage: '25' });
  const services = [];
  for (const title of titles) {
    services.push(await addService(account, { title, booking_type: 'product', price: '100.50', tax_rate_id }));
  }
  const order_line_items = services.map((service_id) => ({ service_id }));
  const { id } = await account.create('/orders', 'order', { order_line_items, ...attributes });
  const { body } = await account.post(`/orders/${id}/documents`, { json: { document: { kind: 'invoice' } } });
  return body.document.id;
}

const download = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.origin}/api/v1${path}`, {
    headers: { authorization: `Bearer ${account.credentials.api_key}`, 'user-agent': 'test', ...headers },
  });
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
};

/** Reads the text of a PDF file as a viewer selects it. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocument({ data: bytes.slice(), useSystemFonts: false }).promise;
  const pages = Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1));
  const contents = await Promise.all(pages.map(async (page) => (await page).getTextContent()));
  return contents.flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : ''))).join(' ');
}

/** Returns the longest time in milliseconds for which the event loop did nothing else. */
async function longestDelay(work: () => Promise<unknown>): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  await work();
  histogram.disable();
  return histogram.max / 1e6;
}

describe('the file of a document', () => {
  it('has its facts as text, by the extension and by Accept', async () => {
    const id = await issue(['Soap'], { person_attributes: { name: 'Kari Nordmann', email: 'kari@example.org' } });
    const { response, bytes } = await download(`/documents/${id}.pdf`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="invoice-1.pdf"');
    const text = await textOf(bytes);
    for (const fact of ['Invoice 1', 'Fjord Studio', 'Kari Nordmann', 'Soap', '100.50', 'VAT 25 %', '20.10', '80.40']) {
      expect(text).toContain(fact);
    }
    const accepted = await download(`/documents/${id}`, { accept: 'application/pdf' });
    expect(accepted.bytes).toEqual(bytes);
    const json = await download(`/documents/${id}`, { accept: '*/*' });
    expect(json.response.headers.get('content-type')).toContain('application/json');
  });

  it('is the same at another time, also after the account has another language', async () => {
    const id = await issue(['Soap']);
    const { bytes } = await download(`/documents/${id}.pdf`);
    server.clock.advance(100_000);
    await account.put('/client', { json: { client: { locale: 'nb', country_code: 'SE', name: 'Other' } } });
    expect((await download(`/documents/${id}.pdf`)).bytes).toEqual(bytes);
  });

  it('states what Norway asks of a seller, and when the service was delivered', async () => {
    const business = { country_code: 'NO', legal_name: 'Fjord AS', address: 'Storgata 1\n0155 Oslo' };
    const numbers = { organisation_number: '974760673', vat_number: '974760673 MVA' };
    await account.put('/client', { json: { client: { ...business, ...numbers, locale: 'nb', currency: 'NOK' } } });
    const rate = await account.create('/tax_rates', 'tax_rate', { name: 'MVA 25 %', percentage: '25' });
    const { serviceId, resourceId } = await createBookableService(account, {
      service: { price: '500', tax_rate_id: rate.id },
    });
    await bookService(account, { serviceId, resourceId });
    const [{ order }] = (await account.get('/orders')).body;
    const { body } = await account.post(`/orders/${order.id}/documents`, { json: { document: { kind: 'invoice' } } });
    expect(body.document.content.lines).toMatchObject([{ delivered_on: '2026-03-04' }]);
    const text = await textOf((await download(`/documents/${body.document.id}.pdf`)).bytes);
    for (const fact of [
      'Fjord AS',
      'Storgata 1',
      '0155 Oslo',
      '974760673 MVA',
      'onsdag 4. mars 2026',
      '100 kr',
      'MVA 25 %',
    ]) {
      expect(text).toContain(fact);
    }
  });

  it('has the letters of all languages, and names in other scripts', async () => {
    const name = 'Ærlig Østbø Åse Çelik Ñandú Œuvre Straße Łukasz Ştefan Ελένη Іван Գրիգոր';
    const id = await issue(['Soap'], { person_attributes: { name, email: 'x@example.org' } });
    const { bytes } = await download(`/documents/${id}.pdf`);
    expect(await textOf(bytes)).toContain(name);
    expect(Buffer.from(bytes).toString('latin1')).toContain('/FontFile2');
  });

  it.each(languages)('is in the language of the account: %s', async (locale) => {
    await account.put('/client', { json: { client: { locale } } });
    const id = await issue(['Soap']);
    const { kinds, ...labels } = textsIn(locale).messages.document;
    const text = await textOf((await download(`/documents/${id}.pdf`)).bytes);
    for (const label of [`${kinds.invoice} 1`, labels.seller, labels.buyer, labels.netTotal, labels.total]) {
      expect(text).toContain(label);
    }
  });

  it('of many lines has several pages, and does not block the server for 100 ms', async () => {
    const id = await issue(
      Array.from({ length: 20 }, (_, index) => `Product ${index} ${'with a long name '.repeat(12)}`),
    );
    await download(`/documents/${id}.pdf`);
    const delays = [];
    for (let attempt = 0; attempt < 5; attempt += 1)
      delays.push(await longestDelay(() => download(`/documents/${id}.pdf`)));
    // Other programs of the machine may delay some of them.
    expect(Math.min(...delays)).toBeLessThan(100);
    const { bytes } = await download(`/documents/${id}.pdf`);
    const text = await textOf(bytes);
    for (let index = 0; index < 20; index += 1) expect(text).toContain(`Product ${index} `);
    expect((await getDocument({ data: bytes.slice() }).promise).numPages).toBeGreaterThan(1);
  });

  it('is one in Base64 over GraphQL, and not there for an id that is not', async () => {
    const id = await issue(['Soap']);
    const { bytes } = await download(`/documents/${id}.pdf`);
    const { data } = await account.graphql(`{ document(id: ${id}) { pdf { name content } } }`);
    expect(data.document.pdf).toEqual({ name: 'invoice-1.pdf', content: Buffer.from(bytes).toString('base64') });
    expect((await download('/documents/999999.pdf')).response.status).toBe(404);
    expect((await download('/documents/999999.csv')).response.status).toBe(404);
  });
});
