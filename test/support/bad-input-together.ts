import { getNullableType, isInputObjectType } from 'graphql';
import {
  type Answered,
  createsObject,
  differsInForm,
  nameOf,
  newTarget,
  readAsAccount,
  type Sent,
  type Surface,
  sendValues,
} from './bad-input-requests.js';
import { findFault } from './bad-input-verdict.js';
import { hostileValues } from './hostile-values.js';
import { duplicateRoutes, isReportedForOthers } from './input-exceptions.js';
import type { RouteInputs } from './route-inputs.js';

/** Names a value that is sent for an attribute: the place of the value among the hostile ones of its type. */
export const caseOf = (path: readonly string[], index: number, inForm: boolean): string =>
  [...path, index, inForm].join(' ');

/**
 * Sends values for all attributes in one request, and repeats that with other values. Attributes whose value is then rejected
 * by an error of their own, if it must be, or shown as sent need no request of their own.
 *
 * @param absent the response to a request without the values
 * @returns the settled cases, by `caseOf`
 */
export async function settledTogether(
  surface: Surface,
  inputs: RouteInputs,
  absent: Answered | undefined,
): Promise<ReadonlySet<string>> {
  const settled = new Set<string>();
  const simple = inputs.attributes
    .filter(({ path, type }) => path.length === 1 && !isInputObjectType(getNullableType(type)))
    .map((attribute) => ({ attribute, values: hostileValues(attribute.type) }));
  if (simple.length < 2) return settled;
  const target = createsObject(inputs) ? undefined : await newTarget(surface, inputs);
  const longest = Math.max(...simple.map(({ values }) => values.length));
  for (const [index, inForm] of Array.from({ length: 2 * longest }, (_, at) => [at >> 1, at % 2 === 1] as const)) {
    const group = simple.flatMap(({ attribute, values }) => {
      const hostile = values[index];
      return hostile && (!inForm || differsInForm(attribute.type, hostile.value)) ? [{ attribute, hostile }] : [];
    });
    const send = (sent: readonly Sent[]) => sendValues(surface, inputs, sent, { target, inForm });
    const wrong = group.filter(({ hostile }) => hostile.isRefused);
    const possible = duplicateRoutes.has(nameOf(inputs.route)) ? [] : group.filter(({ hostile }) => !hostile.isRefused);
    const settledNow = [
      ...(await rejectedTogether(wrong, send)),
      ...(await settlePossible(surface, inputs, possible, absent, send)),
    ];
    for (const { attribute } of settledNow) settled.add(caseOf(attribute.path, index, inForm));
  }
  return settled;
}

const nameOfSent = ({ attribute }: Sent): string => attribute.path.join('.');

/** Returns the values that got an error of their own. */
async function rejectedTogether(
  wrong: readonly Sent[],
  send: (sent: readonly Sent[]) => Promise<Answered>,
): Promise<readonly Sent[]> {
  if (wrong.length < 2) return [];
  const { status, body } = await send(wrong);
  if (status !== 400 || !hasOnly(body, wrong)) return [];
  return wrong.filter((sent) => Array.isArray(body[nameOfSent(sent)]));
}

/** Whether the errors are those of the sent values. */
function hasOnly(errors: object, sent: readonly Sent[]): boolean {
  const names = sent.map(nameOfSent);
  return Object.keys(errors).every((name) => names.includes(name));
}

/** Whether the value has an error that another value cannot have caused. */
function hasOwnError(errors: Record<string, unknown>, sent: Sent): boolean {
  const name = nameOfSent(sent);
  return Array.isArray(errors[name]) && !isReportedForOthers(name);
}

/** Returns the values that were accepted without a fault, or rejected by an error of their own. */
async function settlePossible(
  surface: Surface,
  inputs: RouteInputs,
  possible: readonly Sent[],
  absent: Answered | undefined,
  send: (sent: readonly Sent[]) => Promise<Answered>,
): Promise<readonly Sent[]> {
  if (possible.length < 2) return [];
  const answer = await send(possible);
  if (answer.status === 400) {
    const named = possible.filter((sent) => nameOfSent(sent) in answer.body);
    if (named.length === 0) return [];
    const rejected = hasOnly(answer.body, possible) ? named.filter((sent) => hasOwnError(answer.body, sent)) : [];
    const others = possible.filter((sent) => !named.includes(sent));
    return [...rejected, ...(await settlePossible(surface, inputs, others, absent, send))];
  }
  if (answer.status !== 200) return [];
  const read = await readAsAccount(surface, answer);
  return possible.filter(({ attribute, hostile }) => !findFault(inputs, attribute, hostile, read, absent));
}
