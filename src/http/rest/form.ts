import qs from 'qs';
import { invalid } from '../../platform/errors.js';

const limits = {
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
    return qs.parse(withIndexes(text), { ...limits, decoder: decodeComponent });
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
  const parts = text.split('&', limits.parameterLimit + 1);
  // qs refuses so many.
  if (parts.length > limits.parameterLimit) return text;
  const arrays = new Map<string, OpenArray>();
  return parts.map((part) => withIndex(part, arrays)).join('&');
}

function withIndex(part: string, arrays: Map<string, OpenArray>): string {
  const end = part.indexOf('=');
  if ((end < 0 ? part.length : end) > maxKeyLength) throw new RangeError('a key is too long');
  const key = (end < 0 ? part : part.slice(0, end)).replace(/%5B/gi, '[').replace(/%5D/gi, ']');
  let indexed = key;
  let position = indexed.indexOf(arrayOfObjects);
  for (let depth = 0; position >= 0 && depth <= limits.depth; depth++) {
    const array = indexed.slice(0, position);
    const index = indexOf(arrays, array, indexed.slice(position + 2));
    indexed = `${array}[${index}]${indexed.slice(position + 2)}`;
    position = indexed.indexOf(arrayOfObjects, position + 1);
  }
  return indexed === key ? part : indexed + (end < 0 ? '' : part.slice(end));
}

/** A repeated key starts the next object, unless the key is an array: `[hours][]` is repeated within one object. */
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
