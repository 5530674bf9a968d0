import { Button } from '../../../../design/button.js';
import { ConfirmButton } from '../../../../design/dialog.js';
import { Checkbox, Field } from '../../../../design/field.js';
import { Table } from '../../../../design/table.js';
import { showDone } from '../../../../design/toast.js';
import { downloadFile } from '../../../download.js';
import { formats } from '../../../format.js';
import { execute } from '../../../graphql/client.js';
import { useRequestKey } from '../../../graphql/request-key.js';
import { t } from '../../../texts.js';
import { LoadedContent } from '../../../ui/loaded.js';
import { useData } from '../../../use-data.js';
import {
  creditDocument,
  issueDocument,
  type ListOrderDocumentsQuery,
  listOrderDocuments,
  type OrderDetailsFragment,
  readDocumentFile,
  readDocumentXml,
} from '../setup.operations.js';
import { Part } from './order-tables.js';

const texts = t.business.orders;

type ListedDocument = ListOrderDocumentsQuery['documents']['nodes'][number];

const nameOf = ({ kind, number }: Pick<ListedDocument, 'kind' | 'number'>): string =>
  texts.document({ kind: texts.documentKinds[kind], number });

/** Whether a part of a receipt or an invoice is not credited yet. */
function isCreditable({ id, kind, amount }: ListedDocument, all: readonly ListedDocument[]): boolean {
  const credited = all
    .filter(({ creditedId }) => creditedId === id)
    .reduce((sum, note) => sum + Number(note.amount), 0);
  // Amounts have up to four decimals.
  return kind !== 'CREDIT_NOTE' && Math.round((Number(amount) - credited) * 10_000) > 0;
}

/** Lets the browser save a file of a document. A link to it would need the key of the session, which scripts cannot read. */
function save(type: string, file: { name: string; content: string } | undefined): void {
  if (!file) return;
  const bytes = Uint8Array.from(atob(file.content), (character) => character.charCodeAt(0));
  downloadFile(file.name, type, bytes);
}

const savePdf = async (id: number) => save('application/pdf', (await execute(readDocumentFile, { id })).document?.pdf);
const saveXml = async (id: number) => save('application/xml', (await execute(readDocumentXml, { id })).document?.xml);

type Seller = ListOrderDocumentsQuery['account'];

/** Whether documents about an order state the VAT in NOK, too, and the account has no rate for it. */
function needsRate(seller: Seller, { taxAmount }: OrderDetailsFragment): boolean {
  const { currency, countryCode, documentCountry, vatExchangeRate } = seller;
  const isForeign = (documentCountry ?? countryCode) === 'NO' && currency !== null && currency !== 'NOK';
  return isForeign && vatExchangeRate === null && Number(taxAmount) > 0;
}

/** The receipts, invoices and credit notes of an order, with the file of each, and what can still be issued. */
export function OrderDocuments({ order }: { order: OrderDetailsFragment }) {
  const { id, state, person } = order;
  const loaded = useData(`documents of order ${id}`, async () => {
    const { account, documents } = await execute(listOrderDocuments, { orderId: id });
    return { seller: account, documents: documents.nodes };
  });
  const once = useRequestKey();
  const { dateTime, money } = formats();
  const mailing = person?.email && <Checkbox label={texts.sendByEmail} name="sendsEmail" defaultChecked />;
  // Without the field, the server knows whether the order has an address.
  const isSent = (values: FormData) => !mailing || values.has('sendsEmail');
  const issue = async (kind: 'RECEIPT' | 'INVOICE', values: FormData) => {
    const rate = values.get('exchangeRate');
    const exchangeRate = typeof rate === 'string' ? rate.trim().replace(',', '.') : null;
    const input = { kind, sendsEmail: isSent(values), exchangeRate };
    await once((key) => execute(issueDocument, { orderId: id, input }, key));
    showDone(texts.documentIssued);
    await loaded.reload();
  };
  const credit = async (document: ListedDocument, values: FormData) => {
    await once((key) => execute(creditDocument, { id: document.id, sendsEmail: isSent(values) }, key));
    showDone(texts.documentIssued);
    await loaded.reload();
  };
  return (
    <Part title={texts.documents}>
      <LoadedContent label={texts.documents} loaded={loaded}>
        {({ seller, documents }) => {
          const issueFields = (
            <>
              {needsRate(seller, order) && (
                <Field
                  {...{ label: texts.exchangeRate({ currency: seller.currency ?? '' }), name: 'exchangeRate' }}
                  {...{ required: true, inputMode: 'decimal', maxLength: 15 }}
                />
              )}
              {mailing}
            </>
          );
          return (
            <>
              <Table
                caption={texts.documents}
                rows={documents}
                keyOf={(document) => document.id}
                empty={texts.noDocuments}
                columns={[
                  {
                    title: texts.documentName,
                    cell: (document) => (
                      <Button kind="plain" onClick={() => savePdf(document.id)}>
                        {nameOf(document)}
                      </Button>
                    ),
                  },
                  { title: texts.when, cell: ({ issuedAt }) => dateTime(issuedAt) },
                  { title: texts.amount, isNumber: true, cell: ({ amount }) => money(amount) },
                  {
                    title: texts.eInvoice,
                    cell: (document) => (
                      <Button
                        kind="plain"
                        label={texts.xmlOf({ document: nameOf(document) })}
                        onClick={() => saveXml(document.id)}
                      >
                        {texts.xml}
                      </Button>
                    ),
                  },
                  {
                    title: texts.correction,
                    cell: (document) =>
                      isCreditable(document, documents) && (
                        <ConfirmButton
                          kind="plain"
                          question={texts.creditQuestion({ document: nameOf(document) })}
                          fields={mailing}
                          onConfirm={(values) => credit(document, values)}
                        >
                          {texts.credit}
                        </ConfirmButton>
                      ),
                  },
                ]}
              />
              <div class="actions">
                {state === 'CONFIRMED' && (
                  <ConfirmButton
                    kind="plain"
                    question={texts.issueQuestion}
                    fields={issueFields}
                    onConfirm={(values) => issue('RECEIPT', values)}
                  >
                    {texts.issueReceipt}
                  </ConfirmButton>
                )}
                {state !== 'CANCELLED' && (
                  <ConfirmButton
                    kind="plain"
                    question={texts.issueQuestion}
                    fields={issueFields}
                    onConfirm={(values) => issue('INVOICE', values)}
                  >
                    {texts.issueInvoice}
                  </ConfirmButton>
                )}
              </div>
            </>
          );
        }}
      </LoadedContent>
    </Part>
  );
}
