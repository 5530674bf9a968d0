import escapeHtml from 'escape-html';
import { type FieldErrors, hasErrors, invalid } from '../../platform/errors.js';
import { textsIn } from '../../texts/texts.js';
import { type Amount, spreadAmount, toAmount, toDecimal, tooManyDecimals } from '../money.rules.js';
import { taxIn } from '../tax-rate/tax.rules.js';
import { type Document, DocumentKind } from './document.entity.js';
import type { DocumentContent, DocumentLine, DocumentParty } from './document.rules.js';
import { type DocumentForm, documentTitle } from './document-page.rules.js';

type Written = Pick<Document, 'kind' | 'number' | 'content'>;

/**
 * Returns a document as an invoice in XML: UBL 2.1 by the European norm EN 16931. Its sums follow the rules BR-CO of that norm: each
 * line and discount is without VAT, and those of a rate add up to its net amount, so that nothing is rounded twice.
 *
 * `@e-invoice-eu/core` was rejected: it takes the same tree of elements as JSON, and 74 MB, a third of all packages in production.
 *
 * @throws DomainError INVALID by attribute of what the norm asks for and the document lacks
 */
export function toInvoiceXml(document: Written, form: DocumentForm): string {
  const { kind, content } = document;
  const groups = groupsOf(document, form);
  requireFacts(content, groups);
  const currency = content.currency ?? '';
  const isCreditNote = kind === DocumentKind.CREDIT_NOTE;
  const money = (name: string, amount: Amount): string => amountElement(name, amount, currency);
  const [net, tax, gross] = [sumOf(groups, 'net'), sumOf(groups, 'tax'), sumOf(groups, 'gross')];
  const allowance = sumOf(groups, 'allowance');
  const payable = kind === DocumentKind.RECEIPT ? 0n : gross;
  const { corrects, due_on: dueOn, tax_nok: taxNok, seller, buyer } = content;
  const root = isCreditNote ? 'CreditNote' : 'Invoice';
  const typeCode = isCreditNote ? '381' : content.deposit_of === undefined ? '380' : '386';
  const body = [
    text('cbc:CustomizationID', 'urn:cen.eu:en16931:2017'),
    text('cbc:ID', documentName(document)),
    text('cbc:IssueDate', content.issued_on ?? form.issuedOn),
    dueOn === undefined ? '' : text('cbc:DueDate', dueOn),
    text(`cbc:${root}TypeCode`, typeCode),
    text('cbc:DocumentCurrencyCode', currency),
    taxNok === undefined ? '' : text('cbc:TaxCurrencyCode', 'NOK'),
    corrects
      ? group('cac:BillingReference', [group('cac:InvoiceDocumentReference', [text('cbc:ID', documentName(corrects))])])
      : '',
    group('cac:AccountingSupplierParty', [partyElement(seller, addressOfSeller(seller), groups)]),
    group('cac:AccountingCustomerParty', [partyElement(buyer, addressOfBuyer(buyer), [])]),
    dueOn === undefined && payable > 0n
      ? group('cac:PaymentTerms', [text('cbc:Note', textsIn(form.language).messages.document.onReceipt)])
      : '',
    ...groups.filter((each) => each.allowance > 0n).map((each) => allowanceElement(each, form, currency)),
    group('cac:TaxTotal', [
      money('cbc:TaxAmount', tax),
      ...groups.map((each) => subtotalElement(each, form, currency)),
    ]),
    taxNok === undefined ? '' : group('cac:TaxTotal', [amountElement('cbc:TaxAmount', toAmount(taxNok), 'NOK')]),
    group('cac:LegalMonetaryTotal', [
      money('cbc:LineExtensionAmount', net + allowance),
      money('cbc:TaxExclusiveAmount', net),
      money('cbc:TaxInclusiveAmount', gross),
      allowance > 0n ? money('cbc:AllowanceTotalAmount', allowance) : '',
      payable < gross ? money('cbc:PrepaidAmount', gross - payable) : '',
      money('cbc:PayableAmount', payable),
    ]),
    ...linesOf(groups).map((line, index) => lineElement(line, index + 1, root, currency)),
  ];
  const namespaces = [
    `xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"`,
    'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"',
    'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"',
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespaces.join(' ')}>${body.join('')}</${root}>\n`;
}

/** Returns the name of a document in the series of all kinds, such as `invoice-12`: the norm wants it unique for the seller. */
export function documentName({ kind, number }: { kind: `${DocumentKind}`; number: number }): string {
  return `${kind.replace('_', '-')}-${number}`;
}

/** A category of VAT by UNCL 5305: `S` a rate, `Z` none of it, `E` exempt, `O` not subject to VAT. */
interface Category {
  id: 'S' | 'Z' | 'E' | 'O';
  percentage: string;
}

/** A line without VAT. */
interface NetLine extends Category {
  title: string;
  quantity: number;
  net: Amount;
  deliveredOn?: string | null | undefined;
}

/** The lines of one rate, and their sums after the discount. */
interface Group extends Category {
  net: Amount;
  tax: Amount;
  gross: Amount;
  /** The discount without VAT. */
  allowance: Amount;
  lines: readonly NetLine[];
}

/** Groups a document by its rates. A document about a part of an order, and a credit note, have one line for each rate. */
function groupsOf(document: Written, form: DocumentForm): Group[] {
  const { content } = document;
  const hasRates = content.taxes.some(({ percentage }) => percentage !== null);
  const isByLine = content.lines.length > 0 && content.deposit_of === undefined;
  const byRate = Map.groupBy(content.taxes, ({ percentage }) => percentage);
  return [...byRate].map(([percentage, taxes]) => {
    const sum = (attribute: 'net' | 'tax' | 'gross'): Amount =>
      taxes.reduce((total, each) => total + toAmount(each[attribute]), 0n);
    const [net, tax, gross] = [sum('net'), sum('tax'), sum('gross')];
    const category = categoryOf(percentage, hasRates);
    const lines = content.lines.filter((line) => !hasRates || line.tax_percentage === percentage);
    if (!isByLine || lines.length === 0) {
      const title = content.corrects
        ? documentTitle(form.language, content.corrects)
        : documentTitle(form.language, document);
      return { ...category, net, tax, gross, allowance: 0n, lines: [{ ...category, title, quantity: 1, net }] };
    }
    const prices = lines.map(({ unit_price, quantity }) => toAmount(unit_price) * BigInt(quantity));
    const before = netBefore(prices, { percentage, net, discount: content.discount, currency: content.currency });
    const nets = spreadAmount(before, prices, content.currency);
    return {
      ...{ ...category, net, tax, gross, allowance: before - net },
      lines: lines.map((line, index) => ({ ...category, ...lineFacts(line, form), net: nets[index] ?? 0n })),
    };
  });
}

/** Returns what lines cost before the discount, without VAT. Without a discount that is their net amount. */
function netBefore(
  prices: readonly Amount[],
  {
    percentage,
    net,
    discount,
    currency,
  }: { percentage: string | null; net: Amount; discount: string; currency: string | null },
): Amount {
  if (toAmount(discount) === 0n) return net;
  const price = prices.reduce((sum, each) => sum + each, 0n);
  const before = percentage === null ? price : price - taxIn(price, percentage, currency);
  return before > net ? before : net;
}

function lineFacts(
  { title, quantity, delivered_on }: DocumentLine,
  { language }: DocumentForm,
): Pick<NetLine, 'title' | 'quantity' | 'deliveredOn'> {
  return { title: title ?? textsIn(language).messages.document.unnamed, quantity, deliveredOn: delivered_on };
}

function categoryOf(percentage: string | null, hasRates: boolean): Category {
  if (percentage === null) return { id: hasRates ? 'E' : 'O', percentage: '0' };
  return { id: Number(percentage) > 0 ? 'S' : 'Z', percentage };
}

function sumOf(groups: readonly Group[], attribute: 'net' | 'tax' | 'gross' | 'allowance'): Amount {
  return groups.reduce((sum, each) => sum + each[attribute], 0n);
}

const linesOf = (groups: readonly Group[]): NetLine[] => groups.flatMap(({ lines }) => lines);

/** Documents do not change, so one from before its facts were stored stays without XML. @throws DomainError INVALID */
function requireFacts({ seller, buyer, currency, taxes, total }: DocumentContent, groups: readonly Group[]): void {
  const isTaxed = groups.some(({ id }) => id !== 'O');
  const blank = ["can't be blank"];
  const amounts = [total, ...taxes.flatMap(({ net, tax, gross }) => [net, tax, gross])];
  const errors: FieldErrors = {
    ...(currency === null && { currency: blank }),
    ...(!buyer['name'] && { buyerName: blank }),
    ...(!buyer['country'] && { buyerCountry: blank }),
    ...(isTaxed && !seller['vat_number'] && { vatNumber: blank }),
    ...(!isTaxed && !seller['organisation_number'] && { organisationNumber: blank }),
    ...(amounts.some((amount) => tooManyDecimals(amount, 2)) && {
      currency: ['is invalid', 'must have at most 2 decimals in an invoice of EN 16931'],
    }),
  };
  if (hasErrors(errors)) throw invalid(errors);
}

interface Address {
  street?: string | null | undefined;
  more?: string | null | undefined;
  city?: string | null | undefined;
  postalCode?: string | null | undefined;
  country: string | null | undefined;
}

function addressOfSeller({ address, country }: DocumentParty): Address {
  const [street, ...more] = (address ?? '').split('\n').map((line) => line.trim());
  return { street, more: more.join(', '), country };
}

function addressOfBuyer({ street, city, postal_code: postalCode, country }: DocumentParty): Address {
  return { street, city, postalCode, country };
}

/** @param groups of the seller: without VAT, the norm does not allow its VAT number */
function partyElement(party: DocumentParty, address: Address, groups: readonly Group[]): string {
  const vatNumber = groups.some(({ id }) => id !== 'O') ? party['vat_number'] : null;
  // A number of VAT begins with its country. Others are those of the local tax office.
  const scheme = /^[A-Z]{2}/.test(vatNumber ?? '') ? 'VAT' : 'TAX';
  return group('cac:Party', [
    group('cac:PostalAddress', [
      text('cbc:StreetName', address.street),
      text('cbc:AdditionalStreetName', address.more),
      text('cbc:CityName', address.city),
      text('cbc:PostalZone', address.postalCode),
      group('cac:Country', [text('cbc:IdentificationCode', address.country)]),
    ]),
    vatNumber
      ? group('cac:PartyTaxScheme', [
          text('cbc:CompanyID', vatNumber),
          group('cac:TaxScheme', [text('cbc:ID', scheme)]),
        ])
      : '',
    group('cac:PartyLegalEntity', [
      text('cbc:RegistrationName', party['name']),
      text('cbc:CompanyID', party['organisation_number']),
    ]),
    party['email'] ? group('cac:Contact', [text('cbc:ElectronicMail', party['email'])]) : '',
  ]);
}

function categoryElement(name: string, { id, percentage }: Category, reason?: string): string {
  return group(name, [
    text('cbc:ID', id),
    id === 'O' ? '' : text('cbc:Percent', percentage),
    reason === undefined ? '' : text('cbc:TaxExemptionReason', reason),
    group('cac:TaxScheme', [text('cbc:ID', 'VAT')]),
  ]);
}

function subtotalElement(each: Group, { language }: DocumentForm, currency: string): string {
  const isTaxed = each.id === 'S' || each.id === 'Z';
  const reason = isTaxed ? undefined : textsIn(language).messages.document.untaxed;
  return group('cac:TaxSubtotal', [
    amountElement('cbc:TaxableAmount', each.net, currency),
    amountElement('cbc:TaxAmount', each.tax, currency),
    categoryElement('cac:TaxCategory', each, reason),
  ]);
}

function allowanceElement(each: Group, { language }: DocumentForm, currency: string): string {
  return group('cac:AllowanceCharge', [
    text('cbc:ChargeIndicator', 'false'),
    text('cbc:AllowanceChargeReason', textsIn(language).messages.document.discount),
    amountElement('cbc:Amount', each.allowance, currency),
    categoryElement('cac:TaxCategory', each),
  ]);
}

/** The price is that of all units, so that a line is not rounded. */
function lineElement(line: NetLine, number: number, root: 'Invoice' | 'CreditNote', currency: string): string {
  const { title, quantity, net, deliveredOn } = line;
  return group(`cac:${root}Line`, [
    text('cbc:ID', String(number)),
    text(`cbc:${root === 'Invoice' ? 'Invoiced' : 'Credited'}Quantity`, String(quantity), 'unitCode="C62"'),
    amountElement('cbc:LineExtensionAmount', net, currency),
    deliveredOn
      ? group('cac:InvoicePeriod', [text('cbc:StartDate', deliveredOn), text('cbc:EndDate', deliveredOn)])
      : '',
    group('cac:Item', [text('cbc:Name', title), categoryElement('cac:ClassifiedTaxCategory', line)]),
    group('cac:Price', [
      amountElement('cbc:PriceAmount', net, currency),
      text('cbc:BaseQuantity', String(quantity), 'unitCode="C62"'),
    ]),
  ]);
}

function group(name: string, children: readonly string[]): string {
  return `<${name}>${children.join('')}</${name}>`;
}

/** Characters that XML has no form for. */
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** An element with a text. Nothing without one: an element is never empty. */
function text(name: string, value: string | null | undefined, attributes?: string): string {
  if (!value) return '';
  const start = attributes === undefined ? name : `${name} ${attributes}`;
  return `<${start}>${escapeHtml(value.replaceAll(unwritable, ''))}</${name}>`;
}

function amountElement(name: string, amount: Amount, currency: string): string {
  return text(name, toDecimal(amount), `currencyID="${escapeHtml(currency)}"`);
}
