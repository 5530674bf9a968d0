import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Font } from 'fontkit';
import { FairQueue } from '../../platform/fairness.js';
import { projectRoot } from '../../platform/project-root.js';
import type { DocumentPage, PrintedRow } from './document-page.rules.js';

/** Lines of a document between two yields to the event loop. 20 lines take about 5 ms. */
const rowsPerTurn = 20;

/** The files of one process are written one after the other, those of accounts in turn: each takes some ms of CPU time. */
const writing = new FairQueue({ permits: 1 });

/**
 * Writes the page of a document as PDF: text that can be selected, in embedded fonts. The same page has the same bytes.
 *
 * The first file of a process takes 90 ms of CPU time, most of it to load the library, the others 3 to 6 ms, because the parsed
 * fonts are kept. With fonts that pdfkit parses for each file, it took 20 ms.
 */
export function writePdf(accountId: number, page: DocumentPage): Promise<Uint8Array> {
  return writing.run(accountId, () => write(page));
}

type Fonts = Readonly<Record<'regular' | 'bold', Font>>;
let fonts: Promise<Fonts> | undefined;

/**
 * DejaVu has the letters of Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic scripts in one file, and its licence
 * allows to embed it. It has none of Chinese, Japanese and Korean, whose fonts have many times its size: these are boxes.
 */
async function readFonts(): Promise<Fonts> {
  const { create } = await import('fontkit');
  const read = async (name: string): Promise<Font> => {
    const font = create(await readFile(join(projectRoot, 'node_modules/dejavu-fonts-ttf/ttf', name)));
    if (!('layout' in font)) throw new Error(`${name} has several fonts`);
    return font;
  };
  return { regular: await read('DejaVuSans.ttf'), bold: await read('DejaVuSans-Bold.ttf') };
}

/** In points. */
const margin = 56;
const width = 595.28 - 2 * margin;
const size = 9.5;
/** The end of a page, before the margin. */
const bottom = 841.89 - margin;
const grey = '#555555';

async function write(page: DocumentPage): Promise<Uint8Array> {
  const { default: PdfDocument } = await import('pdfkit');
  fonts ??= readFonts();
  const { regular, bold } = await fonts;
  await nextTurn();
  const info = { Title: page.title, Author: page.author, CreationDate: page.issuedAt, ModDate: page.issuedAt };
  const pdf = new PdfDocument({ size: 'A4', margin, font: '', lang: page.language, displayTitle: true, info });
  // @ts-expect-error The types lack the fonts of fontkit, which `PDFFontFactory.open` accepts.
  pdf.registerFont('regular', regular).registerFont('bold', bold);
  const parts: Uint8Array[] = [];
  pdf.on('data', (part: Uint8Array) => parts.push(part));
  const end = once(pdf, 'end');
  writeHead(pdf, page);
  await writeTable(pdf, page.lines);
  if (page.taxes) await writeTable(pdf, page.taxes);
  writeTotals(pdf, page);
  await nextTurn();
  pdf.end();
  await end;
  return Buffer.concat(parts);
}

function writeHead(pdf: PDFKit.PDFDocument, { title, facts, parties }: DocumentPage): void {
  pdf.font('bold').fontSize(20).text(title).moveDown(0.6);
  pdf.fontSize(size);
  for (const { label, value } of facts) {
    pdf.font('regular').fillColor(grey).text(`${label}  `, { continued: true }).fillColor('black').text(value);
  }
  pdf.moveDown(1.2);
  const top = pdf.y;
  const half = width / 2 - 12;
  const ends = parties.map(({ label, lines: [name = '', ...lines] }, index) => {
    const x = margin + index * (half + 24);
    pdf.font('regular').fillColor(grey).text(label, x, top, { width: half }).fillColor('black');
    pdf.font('bold').text(name, { width: half }).font('regular');
    for (const line of lines) pdf.text(line, { width: half });
    return pdf.y;
  });
  pdf.x = margin;
  pdf.y = Math.max(top, ...ends) + 22;
}

/** Writes rows with one wide column and narrow ones of numbers after it. The first row is the header. */
async function writeTable(pdf: PDFKit.PDFDocument, [header, ...rows]: readonly PrintedRow[]): Promise<void> {
  if (!header) return;
  writeRow(pdf, header, true);
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerTurn === rowsPerTurn - 1) await nextTurn();
    writeRow(pdf, row, false);
  }
  pdf.x = margin;
  pdf.y += 14;
}

const numberWidth = 82;

function writeRow(pdf: PDFKit.PDFDocument, { text, note, numbers }: PrintedRow, isHeader: boolean): void {
  const textWidth = width - numbers.length * numberWidth - 8;
  pdf.font(isHeader ? 'bold' : 'regular').fontSize(size);
  const written = note === undefined ? text : `${text}\n${note}`;
  const height = Math.max(
    ...[written, ...numbers].map((each, index) => {
      return pdf.heightOfString(each, { width: index === 0 ? textWidth : numberWidth - 6 });
    }),
  );
  if (pdf.y + height > bottom) {
    pdf.addPage();
    pdf.y = margin;
  }
  const { y } = pdf;
  pdf.text(text, margin, y, { width: textWidth });
  if (note !== undefined) pdf.fillColor(grey).text(note, { width: textWidth }).fillColor('black');
  for (const [index, number] of numbers.entries()) {
    const x = margin + textWidth + 8 + index * numberWidth + 6;
    pdf.text(number, x, y, { width: numberWidth - 6, align: 'right' });
  }
  pdf.y = y + height + 4;
  pdf
    .moveTo(margin, pdf.y)
    .lineTo(margin + width, pdf.y)
    .lineWidth(isHeader ? 0.8 : 0.3)
    .stroke('#bbbbbb');
  pdf.fillColor('black');
  pdf.y += 5;
}

function writeTotals(pdf: PDFKit.PDFDocument, { totals }: DocumentPage): void {
  for (const { label, value, isSum } of totals) {
    if (pdf.y + 20 > bottom) {
      pdf.addPage();
      pdf.y = margin;
    }
    pdf.font(isSum ? 'bold' : 'regular').fontSize(isSum ? 12 : size);
    const { y } = pdf;
    pdf.text(label, margin, y, { width: width - 160 });
    pdf.text(value, margin + width - 150, y, { width: 150, align: 'right' });
    pdf.y = Math.max(pdf.y, y) + 4;
  }
}
