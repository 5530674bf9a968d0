import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();
const put = (client: object) => account.put('/client', { json: { client } });

describe('the numbers of an account in Norway', () => {
  it('are stored without spaces, the VAT number with its country', async () => {
    const { body } = await put({ organisation_number: '974 760 673', vat_number: '974 760 673 mva' });
    expect(body.client).toMatchObject({ organisation_number: '974760673', vat_number: 'NO974760673MVA' });
    const again = await put({ vat_number: body.client.vat_number });
    expect(again.body.client).toMatchObject({ vat_number: 'NO974760673MVA' });
  });

  it.each(['974760674', '97476067', '174760673', 'nine digits'])('are not %s', async (number) => {
    const wrong = { status: 400, body: { organisation_number: ['is invalid', expect.stringContaining('974760673')] } };
    expect(await put({ organisation_number: number })).toMatchObject(wrong);
    expect(await put({ vat_number: `${number} MVA` })).toMatchObject({ status: 400 });
  });

  it('belong to each other: the VAT number is the organisation number with MVA', async () => {
    expect(await put({ vat_number: '974760673' })).toMatchObject({ status: 400 });
    const other = { organisation_number: '923609016', vat_number: '974760673 MVA' };
    expect(await put(other)).toMatchObject({ status: 400, body: { vat_number: ['is invalid', expect.anything()] } });
  });
});

it('numbers of another country are free, by the country of documents', async () => {
  const german = { document_country: 'de', organisation_number: 'HRB 12 345', vat_number: 'DE123456789' };
  expect((await put(german)).body.client).toMatchObject({ ...german, document_country: 'DE' });
  expect(await put({ document_country: null })).toMatchObject({
    status: 400,
    body: { organisation_number: ['is invalid', expect.anything()] },
  });
  expect(await put({ document_country: 'XX' })).toMatchObject({
    status: 400,
    body: { document_country: ['is invalid', 'must be an ISO 3166-1 alpha-2 code such as NO'] },
  });
});

it('years of documents are from 1 to 30', async () => {
  expect(await put({ document_retention_years: 0 })).toMatchObject({ status: 400 });
  expect(await put({ document_retention_years: 31 })).toMatchObject({ status: 400 });
  expect((await put({ document_retention_years: 10 })).body.client).toMatchObject({ document_retention_years: 10 });
});

it('days until an invoice is due are from 0 to 365', async () => {
  expect(await put({ invoice_due_days: -1 })).toMatchObject({ status: 400 });
  expect(await put({ invoice_due_days: 366 })).toMatchObject({ status: 400 });
  expect((await put({ invoice_due_days: 0 })).body.client).toMatchObject({ invoice_due_days: 0 });
});

it('a rate of VAT in NOK has at most four decimals, and goes with the currency', async () => {
  expect(await put({ vat_exchange_rate: 0 })).toMatchObject({ status: 400 });
  expect(await put({ vat_exchange_rate: '11.53251' })).toMatchObject({
    status: 400,
    body: { vat_exchange_rate: ['is invalid', 'must have at most 4 decimals'] },
  });
  const both = { currency: 'EUR', vat_exchange_rate: '11.5325' };
  expect((await put(both)).body.client).toMatchObject(both);
  expect((await put({ currency: 'USD' })).body.client).toMatchObject({ currency: 'USD', vat_exchange_rate: null });
});
