import { languageOf } from '../../platform/language.js';
import { localeOf } from '../../platform/time/localized.js';
import type { RequestContext } from '../context.js';
import { Document } from './document.entity.js';
import type { DocumentFile } from './document-file.type.js';
import { type DocumentForm, toPage } from './document-page.rules.js';
import { writePdf } from './document-pdf.js';
import { documentName, toInvoiceXml } from './document-xml.rules.js';

/** Returns a document as a PDF file. */
export async function pdfOf(context: RequestContext, document: Document): Promise<DocumentFile> {
  const bytes = await writePdf(context.account.id, toPage(document, formOf(context, document)));
  return { name: `${documentName(document)}.pdf`, content: Buffer.from(bytes).toString('base64') };
}

/** Returns a document as an invoice in XML. @throws DomainError INVALID by attribute of what it lacks */
export function xmlOf(context: RequestContext, document: Document): DocumentFile {
  const xml = toInvoiceXml(document, formOf(context, document));
  return { name: `${documentName(document)}.xml`, content: Buffer.from(xml).toString('base64') };
}

function formOf({ account, zone }: RequestContext, { issuedAt, content }: Document): DocumentForm {
  const language = content.language ?? languageOf(account.locale);
  return {
    language,
    locale: localeOf(language, content.seller['country'] ?? account.countryCode),
    issuedOn: zone.dateAt(issuedAt.getTime()),
  };
}

/** Reads a document and returns it as a PDF file. @throws DomainError NOT_FOUND */
export async function readPdf(context: RequestContext, id: number): Promise<DocumentFile> {
  return pdfOf(context, await context.db.get(Document, id));
}
