import { languageOf } from '../../platform/language.js';
import { localeOf } from '../../platform/time/localized.js';
import type { RequestContext } from '../context.js';
import { Document } from './document.entity.js';
import type { DocumentFile } from './document-file.type.js';
import { toPage } from './document-page.rules.js';
import { writePdf } from './document-pdf.js';

/** Returns a document as a PDF file. */
export async function pdfOf({ account, zone }: RequestContext, document: Document): Promise<DocumentFile> {
  const { kind, number, issuedAt, content } = document;
  const language = content.language ?? languageOf(account.locale);
  const page = toPage(document, {
    language,
    locale: localeOf(language, content.seller['country'] ?? account.countryCode),
    issuedOn: zone.dateAt(issuedAt.getTime()),
  });
  const bytes = await writePdf(account.id, page);
  return { name: `${kind.replace('_', '-')}-${number}.pdf`, content: Buffer.from(bytes).toString('base64') };
}

/** Reads a document and returns it as a PDF file. @throws DomainError NOT_FOUND */
export async function readPdf(context: RequestContext, id: number): Promise<DocumentFile> {
  return pdfOf(context, await context.db.get(Document, id));
}
