/**
 * The lines of an iCalendar file (RFC 5545, 3.1), read from its bytes: programs fold lines at bytes, also within a
 * character, so lines are unfolded first and decoded then. Every character of these texts is one byte.
 */
export type ByteText = string;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

/** Returns the bytes of a file as text. Converts UTF-16, which has to have a byte order mark, to UTF-8. */
export function byteTextOf(file: Uint8Array): ByteText {
  const isLittle = file[0] === 0xff && file[1] === 0xfe;
  const isBig = file[0] === 0xfe && file[1] === 0xff;
  const bytes =
    isLittle || isBig ? Buffer.from(new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(file)) : file;
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', hasMark ? 3 : 0);
  return text.includes('\n') ? text : text.replaceAll('\r', '\n');
}

/** No line that is read has so many. Finding them takes 1 ms. */
const foldsPerTurn = 20_000;

/**
 * Yields the lines of a file, folded as they are. Lines that end with LF alone are accepted. Yields an empty line within one
 * that is folded many times, so that the work can be divided.
 */
export function* foldedLines(text: ByteText): Generator<ByteText> {
  let start = 0;
  while (start < text.length) {
    let end = text.indexOf('\n', start);
    for (let folds = 1; end >= 0 && isFold(text.charCodeAt(end + 1)); folds += 1) {
      end = text.indexOf('\n', end + 1);
      if (folds % foldsPerTurn === 0) yield '';
    }
    const line = text.slice(start, end < 0 ? text.length : end);
    yield line.endsWith('\r') ? line.slice(0, -1) : line;
    start = end < 0 ? text.length : end + 1;
  }
}

const space = 0x20;
const tab = 0x09;

function isFold(code: number): boolean {
  return code === space || code === tab;
}

/** Returns the upper-case name of the property of a line, which ends before its parameters or value. */
export function propertyNameOf(line: ByteText): string {
  const length = line.slice(0, maxNameLength).search(/[:;]/);
  return length < 0 ? '' : line.slice(0, length).toUpperCase();
}

/** Longer than all names that are read: `X-MICROSOFT-CDO-BUSYSTATUS`. */
const maxNameLength = 40;

/** Unfolds and decodes a line: UTF-8, or Windows-1252, which contains Latin-1, if it is none. */
export function decodeLine(line: ByteText): string {
  const unfolded = line.includes('\n') ? line.replace(/\r?\n[ \t]/g, '') : line;
  if (!/[\x80-\xff]/.test(unfolded)) return unfolded;
  const bytes = Buffer.from(unfolded, 'latin1');
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}

/** In characters. Parsing so many takes 1 ms. */
const maxPartLength = 5_000;

/** Whether a line has no more than so many bytes, and its parameters are short: parsing them takes quadratic time. */
export function isParsable(line: ByteText, maxLength: number): boolean {
  if (line.length <= maxPartLength) return true;
  return line.length <= maxLength && colonOf(line.slice(0, maxPartLength)) >= 0;
}

/** Divides the line of a property with a list of values into several, unfolded, which mean the same. */
export function* partsOfList(line: ByteText): Generator<ByteText> {
  if (line.length <= maxPartLength) {
    yield line;
    return;
  }
  const unfolded = line.replace(/\r?\n[ \t]/g, '');
  const name = unfolded.slice(0, colonOf(unfolded) + 1);
  for (let start = name.length; start < unfolded.length; ) {
    const comma = unfolded.indexOf(',', start + maxPartLength);
    const end = comma < 0 ? unfolded.length : comma;
    yield name + unfolded.slice(start, end);
    start = end + 1;
  }
}

/** Returns the index of the colon before the value; -1 if there is none. Parameters can have colons in quotes. */
function colonOf(line: ByteText): number {
  let isQuoted = false;
  for (let index = 0; index < line.length; index += 1) {
    const sign = line[index];
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === ':' && !isQuoted) return index;
  }
  return -1;
}
