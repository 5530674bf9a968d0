import type { Request } from 'express';
import { invalid } from '../../platform/errors.js';
import { anonymousLimits, BodyError, type BodyLimits, decodeText, parseJson, readBody } from '../request-body.js';
import { asRecord } from './coerce.js';
import { isMultipart, parseForm, parseMultipart, withFile } from './form.js';

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
