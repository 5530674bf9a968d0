import { LRUCache } from 'lru-cache';
import type { Operation } from '../../graphql/operations.js';
import { maxListLength, mustBeOneOf, tooManyItems } from '../../platform/accepted.js';
import { invalid } from '../../platform/errors.js';
import type { ResponseShape } from './route.js';

/**
 * The operations for the attributes that requests have named, compiled. Limited, because anyone who may read can name any of
 * the 2 ** 40 sets of attributes of a booking. A set that is not there takes 0.2 ms.
 */
const known = new LRUCache<string, Operation>({ max: 200 });

const pathOf = ({ kind, wrapper }: ResponseShape): string[] =>
  kind === 'object' ? [wrapper] : ['page', 'items', wrapper];

/** Lists the attributes of the objects of a response, in their order. Empty for a response without objects. */
export const attributesOf = (operation: Operation, response: ResponseShape): string[] =>
  operation.keysAt(pathOf(response));

/**
 * Returns the operation that reads only the attributes which the parameter `fields` names.
 *
 * @param fields names with commas between them, or in an array; in any order, also more than once
 * @throws DomainError INVALID on `fields` if it names no attribute, or one that the response does not have
 */
export function withFields(operation: Operation, response: ResponseShape, fields: unknown): Operation {
  const attributes = attributesOf(operation, response);
  if (attributes.length === 0) return operation;
  const names = namesIn(fields);
  if (names.length === 0) throw invalid({ fields: ["can't be blank"] });
  if (!names.every((name) => attributes.includes(name))) {
    throw invalid({ fields: ['is not included in the list', mustBeOneOf(attributes)] });
  }
  const selected = attributes.filter((attribute) => names.includes(attribute));
  const key = `${operation.name} ${selected.join()}`;
  const found = known.get(key);
  if (found) return found;
  const narrow = operation.select(pathOf(response), new Set(selected));
  known.set(key, narrow);
  return narrow;
}

function namesIn(fields: unknown): string[] {
  const given: readonly unknown[] = Array.isArray(fields) ? fields : [fields];
  if (given.length > maxListLength) throw invalid({ fields: [tooManyItems(maxListLength)] });
  const names = given.flatMap((item) => {
    if (typeof item !== 'string') throw invalid({ fields: ['is invalid'] });
    return item.split(',').map((name) => name.trim());
  });
  return names.filter((name) => name !== '');
}
