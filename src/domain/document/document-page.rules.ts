import type { Language } from '../../platform/language.js';
import { formatLocalizedDate, type Locale } from '../../platform/time/localized.js';
import type { PlainDate } from '../../platform/time/plain-date.js';
import { textsIn } from '../../texts/texts.js';
import { formatMoney, toAmount, toDecimal } from '../money.rules.js';
import type { Document } from './document.entity.js';
import {
  type DocumentContent,
  type DocumentLine,
  type DocumentParty,
  type DocumentTax,
  sumTaxes,
} from './document.rules.js';

interface LabelledText {
  label: string;
  value: string;
}

/** A row of a table: a text, with a note below it, and numbers. */
export interface PrintedRow {
  text: string;
  note?: string;
  numbers: readonly string[];
}

/** The texts of a document, as they stand on its pages. */
export interface DocumentPage {
  language: Language;
  title: string;
  author: string;
  issuedAt: Date;
  facts: readonly LabelledText[];
  parties: readonly { label: string; lines: readonly string[] }[];
  /** The header, then the lines. Only the header for a credit note, which is about amounts. */
  lines: readonly PrintedRow[];
  /** The header, then the rates. Undefined if there is none. */
  taxes?: readonly PrintedRow[];
  totals: readonly (LabelledText & { isSum: boolean })[];
}

/** The language and form in which a document is written, and the date on which it was issued, of the account. */
export interface DocumentForm {
  language: Language;
  locale: Locale;
  /** For documents from before they had it. */
  issuedOn: PlainDate;
}

type Corrected = NonNullable<DocumentContent['corrects']>;
type Printed = Pick<Document, 'kind' | 'number' | 'orderId' | 'issuedAt' | 'content'>;

/** Returns the name of a document in a language, such as `Receipt 12`. @param content says whether it is the receipt of a deposit */
export function documentTitle(
  language: Language,
  { kind, number, content }: { kind: Document['kind'] | Corrected['kind']; number: number; content?: DocumentContent },
): string {
  return titleOf(language, { kind, number, isOfDeposit: content?.deposit_of !== undefined });
}

/** Returns the name of a document, of which only these facts are known. */
export function titleOf(
  language: Language,
  { kind, number, isOfDeposit }: { kind: `${Document['kind']}`; number: number; isOfDeposit: boolean },
): string {
  const { kinds, title, deposit } = textsIn(language).messages.document;
  return title({ kind: isOfDeposit ? deposit.receipt : kinds[`${kind}`], number });
}

/** Returns the title of the line of a receipt of a tip. */
export function tipTitle(language: Language): string {
  return textsIn(language).messages.order.tip;
}

/** Returns what stands on the pages of a document. */
export function toPage(document: Printed, form: DocumentForm): DocumentPage {
  const { content, issuedAt } = document;
  const { seller, buyer, lines } = content;
  const texts = textsIn(form.language).messages.document;
  const print = printerOf(form, content.currency);
  const title = documentTitle(form.language, document);
  const hasRates = content.taxes.some(({ percentage }) => percentage !== null);
  const { corrects } = content;
  return {
    ...{ language: form.language, title, author: seller['name'] ?? '', issuedAt },
    facts: [
      { label: texts.date, value: print.date(content.issued_on ?? form.issuedOn) },
      ...(content.due_on === undefined ? [] : [{ label: texts.due, value: print.date(content.due_on) }]),
      { label: texts.order, value: String(document.orderId) },
      ...(corrects ? [{ label: texts.corrects, value: documentTitle(form.language, corrects) }] : []),
    ],
    parties: [
      { label: texts.seller, lines: [...partyLines(seller), ...sellerNumber(form, seller)] },
      { label: texts.buyer, lines: partyLines(buyer) },
    ],
    lines: [
      ...(lines.length > 0
        ? [{ text: texts.what, numbers: [texts.quantity, texts.unitPrice, texts.vat, texts.amount] }]
        : []),
      ...lines.map((line) => lineRow(line, form, print)),
    ],
    ...(hasRates && {
      taxes: [
        { text: texts.rate, numbers: [texts.net, texts.vat, texts.gross] },
        ...content.taxes.map((tax) => taxRow(tax, form, print)),
      ],
    }),
    totals: [
      ...(toAmount(content.discount) > 0n
        ? [{ label: texts.discount, value: print.money(content.discount), isSum: false }]
        : []),
      ...(hasRates
        ? [
            { label: texts.netTotal, value: print.money(toDecimal(sumTaxes(content.taxes, 'net'))), isSum: false },
            { label: texts.vat, value: print.money(content.tax), isSum: false },
          ]
        : []),
      ...vatInNok(content, form),
      ...(content.deposit_of === undefined
        ? []
        : [{ label: texts.deposit.of, value: print.money(content.deposit_of), isSum: false }]),
      {
        label: content.deposit_of === undefined ? texts.total : texts.deposit.paid,
        value: print.money(content.total),
        isSum: true,
      },
      ...(content.tip === undefined ? [] : [{ label: texts.tip, value: print.money(content.tip), isSum: false }]),
    ],
  };
}

/** The VAT in NOK with the rate, of a document in another currency. */
function vatInNok(
  { tax_nok: tax, exchange_rate: rate, currency }: DocumentContent,
  { language, locale }: DocumentForm,
): DocumentPage['totals'] {
  if (tax === undefined || rate === undefined) return [];
  const exchanged = `1 ${currency} = ${new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(Number(rate))} NOK`;
  const { vatIn } = textsIn(language).messages.document;
  return [{ label: vatIn({ rate: exchanged }), value: formatMoney(tax, 'NOK', locale), isSum: false }];
}

interface Printer {
  money(amount: string): string;
  date(date: PlainDate): string;
  percentage(percentage: string): string;
}

function printerOf({ locale }: DocumentForm, currency: string | null): Printer {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 });
  return {
    money: (amount) => formatMoney(amount, currency, locale),
    date: (date) => formatLocalizedDate(date, locale),
    percentage: (percentage) => percent.format(Number(percentage) / 100),
  };
}

function partyLines({ name, address, street, postal_code, city, email }: DocumentParty): string[] {
  const lines = (address ?? street ?? '').split('\n').map((line) => line.trim());
  const place = [postal_code, city].filter(Boolean).join(' ');
  return [name ?? '', ...lines, place, email ?? ''].filter((line) => line !== '');
}

/** A seller in Norway states its number once, with `MVA` if it charges VAT. */
function sellerNumber(
  { language }: DocumentForm,
  { organisation_number, vat_number, country }: DocumentParty,
): string[] {
  const { messages, punctuation } = textsIn(language);
  const { organisationNumber, vatNumber } = messages.document;
  const inNorway = country === 'NO' && vat_number ? vat_number.replace(/^NO(\d{9})MVA$/, '$1 MVA') : undefined;
  const numbers: [string, string | null | undefined][] = inNorway
    ? [[organisationNumber, inNorway]]
    : [
        [organisationNumber, organisation_number],
        [vatNumber, vat_number],
      ];
  return numbers.flatMap(([label, value]) => (value ? [punctuation.labelled({ label, value })] : []));
}

function lineRow(line: DocumentLine, { language }: DocumentForm, print: Printer): PrintedRow {
  const { punctuation, messages } = textsIn(language);
  const { delivered, unnamed } = messages.document;
  const { title, quantity, unit_price, tax_percentage, delivered_on } = line;
  const numbers = [
    String(quantity),
    print.money(unit_price),
    tax_percentage === null ? '' : print.percentage(tax_percentage),
    print.money(toDecimal(toAmount(unit_price) * BigInt(quantity))),
  ];
  const note = delivered_on && punctuation.labelled({ label: delivered, value: print.date(delivered_on) });
  return { text: title ?? unnamed, ...(note && { note }), numbers };
}

function taxRow(
  { name, percentage, net, tax, gross }: DocumentTax,
  { language }: DocumentForm,
  print: Printer,
): PrintedRow {
  const { untaxed } = textsIn(language).messages.document;
  const rate = percentage === null ? untaxed : (name ?? print.percentage(percentage));
  return { text: rate, numbers: [print.money(net), print.money(tax), print.money(gross)] };
}
