import { type Answered, brief, nameOf } from './bad-input-requests.js';
import { equalsAsFormatted, type Hostile } from './hostile-values.js';
import { initialAndOther } from './initial-values.js';
import {
  differentForm,
  isCompared,
  isReported,
  notShown,
  shownIn,
  statelessRoutes,
  takes,
} from './input-exceptions.js';
import type { Input, RouteInputs } from './route-inputs.js';

/**
 * Returns the fault of the response to a hostile value; undefined if there is none.
 *
 * @param absent the response to a request without the attribute
 */
export function findFault(
  inputs: RouteInputs,
  { path, type }: Input,
  { value, isRefused }: Hostile,
  answer: Answered,
  absent: Answered | undefined,
): string | undefined {
  if (statelessRoutes.has(nameOf(inputs.route))) {
    return [400, 429].includes(answer.status) || (answer.status === 200 && !isRefused) ? undefined : 'is accepted';
  }
  if (answer.status === 400) {
    return isReported(inputs, path, answer.body) || isTooLarge(value, answer) ? undefined : 'names another attribute';
  }
  if (answer.status === 409 && isCompared(inputs, path)) return undefined;
  if (answer.status !== 200) return 'has another status';
  if (isRefused && !takes(inputs, path, value)) return 'is accepted';
  const shown = shownIn(inputs, path, answer);
  if (shown === notShown || equalsAsFormatted(type, value, shown)) return undefined;
  const isNothing = value === null || (typeof value === 'string' && value.trim() === '');
  const absentValue = absent && shownIn(inputs, path, absent);
  if (isNothing && JSON.stringify(shown) === JSON.stringify(absentValue)) return undefined;
  const object = path.length > 1 ? path[0]?.replace('_attributes', '') : inputs.wrapper;
  const [initial] = initialAndOther[object ?? '']?.[path.at(-1) ?? ''] ?? [];
  if (isNothing && initial !== undefined && initial === shown) return undefined;
  return differentForm(inputs, path)?.(value, shown) ? undefined : `is shown as ${brief(shown)}`;
}

/** Whether the whole body was refused: a text that is too long for an attribute is also too long for an anonymous request. */
function isTooLarge(value: unknown, { body }: Answered): boolean {
  return (
    JSON.stringify(value).length > 65_536 && JSON.stringify(body) === '{"base":["is too large (maximum is 64 kB)"]}'
  );
}
