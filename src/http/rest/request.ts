import { Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import qs from 'qs';
import { type FieldErrors, invalid } from '../../platform/errors.js';
import { anonymousLimits, BodyError, type BodyLimits, decodeText, parseJson, readBody } from '../request-body.js';
import { asRecord } from './coerce.js';

/** The parsed but not validated input of a request. */
export interface RestRequest {
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  /** Whether the body may contain the attributes of the object without a wrapper. */
  mayBeUnwrapped: boolean;
}

/**
 * Reads the parameters of the URL and the body.
 *
 * @param limits the limits of the body. By default those of requests without a key
 * @throws DomainError INVALID on `base` if one of them cannot be parsed
 */
export async function readRequest(request: Request, limits: BodyLimits = anonymousLimits): Promise<RestRequest> {
  const search = request.originalUrl.indexOf('?');
  const query = search < 0 ? {} : parseForm(request.originalUrl.slice(search + 1));
  if (request.method === 'GET' || request.method === 'HEAD') return { query, body: {}, mayBeUnwrapped: false };
  const type = request.get('content-type');
  try {
    if (type !== undefined && isMultipart(type)) {
      const bytes = await readBody(request, { ...limits, bytes: limits.bytes + limits.fileBytes });
      const { fields, file } = await parseMultipart(type, bytes);
      return { query, body: withFile(parseForm(fields), file), mayBeUnwrapped: false };
    }
    return { query, ...parseBody(type, await readBody(request, limits), limits) };
  } catch (error) {
    throw error instanceof BodyError ? invalid({ base: [error.message] }) : error;
  }
}

/**
 * Parses a body as JSON or as a form (spec, Transport and formats). A body without a type is parsed as JSON.
 *
 * @throws BodyError, or DomainError INVALID on `base`, if it cannot be parsed
 */
function parseBody(contentType: string | undefined, bytes: Buffer, limits: BodyLimits): Omit<RestRequest, 'query'> {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const text = decodeText(contentType, bytes);
  if (text.trim() === '') return { body: {}, mayBeUnwrapped: false };
  if (type === 'application/x-www-form-urlencoded') return { body: parseForm(text), mayBeUnwrapped: false };
  if (type === '' || type === 'application/json' || type.endsWith('+json') || type === 'text/json') {
    return { body: parseJsonObject(text, limits), mayBeUnwrapped: true };
  }
  throw invalid({ base: ['must be JSON or form data'] });
}

function parseJsonObject(text: string, limits: BodyLimits): Record<string, unknown> {
  const record = asRecord(parseJson(text, limits));
  if (!record) throw invalid({ base: ['must be a JSON object'] });
  return record;
}

const textLimits = {
  depth: 6,
  strictDepth: true,
  parameterLimit: 2000,
  arrayLimit: 1000,
  throwOnLimitExceeded: true,
  plainObjects: true,
};

/**
 * Parses form data or a query string: `a=1`, `a[b]=1`, `a[]=1&a[]=2`, and arrays of objects as `a[0][b]=1` or,
 * like Rails, as `a[][b]=1&a[][c]=2&a[][b]=3`, where a repeated key starts the next object.
 *
 * @throws DomainError INVALID on `base`
 */
export function parseForm(text: string): Record<string, unknown> {
  try {
    return qs.parse(withIndexes(text), { ...textLimits, decoder: decodeComponent });
  } catch {
    throw invalid({ base: ['is not valid form data'] });
  }
}

/** Throws for invalid escapes, which the default decoder keeps. */
function decodeComponent(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

/** An array of objects read so far: the index of the last object, and its keys. */
interface OpenArray {
  last: number;
  keys: Set<string>;
}

const arrayOfObjects = '[][';

/** In characters, as sent. Far longer than any name; parsing the brackets of longer keys would take time. */
const maxKeyLength = 1_000;

/** Adds indexes to arrays such as `a[][b]=1`, of which qs would make one object per key. */
function withIndexes(text: string): string {
  const parts = text.split('&', textLimits.parameterLimit + 1);
  // qs refuses so many parameters.
  if (parts.length > textLimits.parameterLimit) return text;
  const arrays = new Map<string, OpenArray>();
  return parts.map((part) => withIndex(part, arrays)).join('&');
}

function withIndex(part: string, arrays: Map<string, OpenArray>): string {
  const end = part.indexOf('=');
  if ((end < 0 ? part.length : end) > maxKeyLength) throw new RangeError('a key is too long');
  const key = (end < 0 ? part : part.slice(0, end)).replace(/%5B/gi, '[').replace(/%5D/gi, ']');
  let indexed = key;
  let position = indexed.indexOf(arrayOfObjects);
  for (let depth = 0; position >= 0 && depth <= textLimits.depth; depth++) {
    const array = indexed.slice(0, position);
    const index = indexOf(arrays, array, indexed.slice(position + 2));
    indexed = `${array}[${index}]${indexed.slice(position + 2)}`;
    position = indexed.indexOf(arrayOfObjects, position + 1);
  }
  return indexed === key ? part : indexed + (end < 0 ? '' : part.slice(end));
}

/**
 * Returns the index of the object of a key. A repeated key starts the next object, unless it is an array such as
 * `[hours][]`.
 */
function indexOf(arrays: Map<string, OpenArray>, array: string, key: string): number {
  const open = arrays.get(array);
  const isNext = open?.keys.has(key) && !key.includes('[]');
  if (open && !isNext) {
    open.keys.add(key);
    return open.last;
  }
  const last = open ? open.last + 1 : 0;
  arrays.set(array, { last, keys: new Set([key]) });
  return last;
}

/** A file in a form. `name` is the name of its field, such as `client[logo]`. */
interface FormFile {
  name: string;
  bytes: Uint8Array;
}

const maxFileBytes = 1_048_576;
const multipartLimits = { files: 1, fileSize: maxFileBytes, fields: 2000, fieldSize: maxFileBytes };

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
    return busboy({ headers: { 'content-type': contentType }, limits: multipartLimits, defParamCharset: 'utf8' });
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
