import express, { type Request, type RequestHandler, type Response } from 'express';
import qs from 'qs';
import { invalid } from '../errors.js';
import { bodyErrorStatus } from '../platform/body-error.js';
import { asRecord } from './coerce.js';
import { isMultipart, parseMultipart, withFile } from './multipart.js';

/** What a request sent, before any of it is looked at. */
export interface RestRequest {
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  /** Whether the attributes of the object may stand in the body without their wrapper. */
  mayBeUnwrapped: boolean;
}

const readText = express.raw({ type: () => true, limit: '1mb' });
/** A file of 1 MB, and what stands beside it. */
const readMultipart = express.raw({ type: () => true, limit: '2mb' });

/** @throws DomainError INVALID on `base` when the body or the URL's parameters cannot be parsed */
export async function readRequest(request: Request, response: Response): Promise<RestRequest> {
  const search = request.originalUrl.indexOf('?');
  const query = search < 0 ? {} : parseForm(request.originalUrl.slice(search + 1));
  if (request.method === 'GET' || request.method === 'HEAD') return { query, body: {}, mayBeUnwrapped: false };
  const type = request.get('content-type');
  if (type !== undefined && isMultipart(type)) {
    const { fields, file } = await parseMultipart(type, await bytesOf(request, response, readMultipart, '2 MB'));
    return { query, body: withFile(parseForm(fields), file), mayBeUnwrapped: false };
  }
  return { query, ...parseBody(type, await bytesOf(request, response, readText, '1 MB')) };
}

/** The body, unpacked when it was sent compressed; nothing when there is none. */
async function bytesOf(request: Request, response: Response, read: RequestHandler, maximum: string): Promise<Buffer> {
  const error = await new Promise<unknown>((resolve) => void read(request, response, resolve));
  if (error) {
    const status = bodyErrorStatus(error);
    if (status === undefined) throw error;
    throw invalid({ base: [status === 413 ? `is too large (maximum is ${maximum})` : 'cannot be read'] });
  }
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/**
 * The body as JSON or as a form (spec, Transport and formats). A body without a type is taken for JSON.
 *
 * @throws DomainError INVALID on `base` when it cannot be parsed
 */
export function parseBody(contentType: string | undefined, bytes: Buffer): Omit<RestRequest, 'query'> {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset && !/^charset="?(utf-?8|us-ascii)"?$/.test(charset)) throw invalid({ base: ['must be UTF-8'] });
  const text = decodeUtf8(bytes);
  if (text.trim() === '') return { body: {}, mayBeUnwrapped: false };
  if (type === 'application/x-www-form-urlencoded') return { body: parseForm(text), mayBeUnwrapped: false };
  if (type === '' || type === 'application/json' || type.endsWith('+json') || type === 'text/json') {
    return { body: parseJson(text), mayBeUnwrapped: true };
  }
  throw invalid({ base: ['must be JSON or form data'] });
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid({ base: ['must be UTF-8'] });
  }
}

function parseJson(text: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw invalid({ base: ['is not valid JSON'] });
  }
  const record = asRecord(parsed);
  if (!record) throw invalid({ base: ['must be a JSON object'] });
  return record;
}

const formLimits = {
  depth: 6,
  strictDepth: true,
  parameterLimit: 2000,
  arrayLimit: 1000,
  throwOnLimitExceeded: true,
  plainObjects: true,
};

/** Form data, or the parameters of a URL: `a=1`, `a[b]=1`, `a[]=1&a[]=2`. @throws DomainError INVALID on `base` */
export function parseForm(text: string): Record<string, unknown> {
  try {
    return qs.parse(text, { ...formLimits, decoder: decodeComponent });
  } catch {
    throw invalid({ base: ['is not valid form data'] });
  }
}

/** Strict where the default decoder passes broken escapes on. */
function decodeComponent(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
