import { Readable } from 'node:stream';
import busboy from 'busboy';
import { type FieldErrors, invalid } from '../../platform/errors.js';
import { asRecord } from './coerce.js';

/** A file in a form. `name` is the name of its field, such as `client[logo]`. */
export interface FormFile {
  name: string;
  bytes: Uint8Array;
}

const maxFileBytes = 1_048_576;
const limits = { files: 1, fileSize: maxFileBytes, fields: 2000, fieldSize: maxFileBytes };

export function isMultipart(contentType: string): boolean {
  return /^\s*multipart\/form-data\s*(;|$)/i.test(contentType);
}

/**
 * Parses `multipart/form-data` with at most one file, of at most 1 MB.
 *
 * @returns the fields as a URL-encoded form
 * @throws DomainError INVALID on `base` if it cannot be parsed, or on the field of a file that is too large
 */
export async function parseMultipart(
  contentType: string,
  bytes: Buffer,
): Promise<{ fields: string; file: FormFile | undefined }> {
  const fields: string[] = [];
  let file: FormFile | undefined;
  await new Promise<void>((resolve, reject) => {
    const refuse = (errors: FieldErrors): void => {
      reject(invalid(errors));
      parser.destroy();
    };
    const unreadable = (): void => refuse({ base: ['is not valid form data'] });
    const parser = parserOf(contentType)
      .on('field', (name, value, { valueTruncated }) => {
        if (valueTruncated || isBroken(name) || isBroken(value)) unreadable();
        else fields.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
      })
      .on('file', (name, stream) => {
        const parts: Buffer[] = [];
        stream
          .on('data', (part: Buffer) => void parts.push(part))
          .on('limit', () => refuse({ [attributeOf(name)]: ['is too large (maximum is 1 MB)'] }))
          .on('error', unreadable)
          .on('end', () => {
            file = { name, bytes: Buffer.concat(parts) };
          });
      })
      .on('fieldsLimit', unreadable)
      .on('filesLimit', () => refuse({ base: ['has more than one file'] }))
      .on('error', unreadable)
      .on('close', resolve);
    Readable.from(inParts(bytes)).pipe(parser);
  });
  return { fields: fields.join('&'), file };
}

/** In bytes. A parser that is destroyed reads what was written at once to its end: 30,000 small fields take 120 ms. */
const partLength = 65_536;

function* inParts(bytes: Buffer): Generator<Buffer> {
  for (let begin = 0; begin < bytes.length; begin += partLength) yield bytes.subarray(begin, begin + partLength);
}

function parserOf(contentType: string): busboy.Busboy {
  try {
    return busboy({ headers: { 'content-type': contentType }, limits, defParamCharset: 'utf8' });
  } catch {
    throw invalid({ base: ['is not valid form data'] });
  }
}

/** Whether the parser has replaced bytes that are not UTF-8. */
function isBroken(text: string): boolean {
  return text.includes('\ufffd');
}

const fieldPattern = /^([^[\]]+)(?:\[([^[\]]+)\])?$/;

function attributeOf(name: string): string {
  const [, outer, inner] = fieldPattern.exec(name) ?? [];
  return inner ?? outer ?? 'base';
}

/** Adds the file to the body at the name of its field, `logo` or `client[logo]`. An empty file is an empty field. */
export function withFile(body: Record<string, unknown>, file: FormFile | undefined): Record<string, unknown> {
  const [, outer, inner] = fieldPattern.exec(file?.name ?? '') ?? [];
  if (!file || file.bytes.length === 0 || outer === undefined) return body;
  const value = inner === undefined ? file.bytes : { ...asRecord(body[outer]), [inner]: file.bytes };
  return { ...body, [outer]: value };
}
