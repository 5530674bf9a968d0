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
import { type Hostile, hostileValues } from './hostile-values.js';
import { duplicateRoutes, isReported, isReportedForOthers } from './input-exceptions.js';
import type { Input, RouteInputs } from './route-inputs.js';
import { isSampled } from './sample.js';

/** Whether a value is in the sample of the run. All attributes of a route get values of the same places. */
export const isSent = ({ route }: RouteInputs, index: number, inForm: boolean): boolean =>
  isSampled(index + (inForm ? 2 : 0), 4, nameOf(route));

/** Names a value that is sent for an attribute: the place of the value among the hostile ones of its type. */
export const caseOf = (path: readonly string[], index: number, inForm: boolean): string =>
  [...path, index, inForm].join(' ');

/** Attributes of one object, each with the hostile values of its type. */
interface Group {
  /** The path of the object inside the request's object, which has an empty one. */
  parent: readonly string[];
  members: { attribute: Input; values: readonly Hostile[] }[];
}

/** Returns the attributes that are not objects themselves, by the object that they are in. */
function groupsOf({ attributes }: RouteInputs): Group[] {
  const simple = attributes.filter(({ type }) => !isInputObjectType(getNullableType(type)));
  const byObject = Map.groupBy(simple, ({ path }) => path.slice(0, -1).join());
  return [...byObject.values()].map((group) => ({
    parent: group[0]?.path.slice(0, -1) ?? [],
    members: group.map((attribute) => ({ attribute, values: hostileValues(attribute.type) })),
  }));
}

/** The places where values are sent, and what the responses are compared with. */
interface Sending {
  surface: Surface;
  inputs: RouteInputs;
  /** The path of the object whose attributes get the values. */
  parent: readonly string[];
  /** The response to a request without the values. */
  absent: Answered | undefined;
  send: (sent: readonly Sent[]) => Promise<Answered>;
}

/**
 * Sends values for all attributes of an object in one request, and repeats that with other values. Attributes whose value is
 * then rejected by an error of their own, if it must be, or shown as sent need no request of their own.
 *
 * @param absent the response to a request without the values
 * @returns the settled cases, by `caseOf`
 */
export async function settledTogether(
  surface: Surface,
  inputs: RouteInputs,
  absent: Answered | undefined,
): Promise<ReadonlySet<string>> {
  const settled: string[] = [];
  for (const group of groupsOf(inputs)) {
    if (group.members.length > 1) settled.push(...(await settledInGroup(group, surface, inputs, absent)));
  }
  return new Set(settled);
}

async function settledInGroup(
  { parent, members }: Group,
  surface: Surface,
  inputs: RouteInputs,
  absent: Answered | undefined,
): Promise<string[]> {
  const settled: string[] = [];
  const isDuplicate = duplicateRoutes.has(nameOf(inputs.route));
  const target = createsObject(inputs) ? undefined : await newTarget(surface, inputs);
  const longest = Math.max(...members.map(({ values }) => values.length));
  for (const [index, inForm] of Array.from({ length: 2 * longest }, (_, at) => [at >> 1, at % 2 === 1] as const)) {
    if (!isSent(inputs, index, inForm)) continue;
    const all = members.flatMap(({ attribute, values }) => {
      const hostile = values[index];
      return hostile && (!inForm || differsInForm(attribute.type, hostile.value)) ? [{ attribute, hostile }] : [];
    });
    const send = (sent: readonly Sent[]) => sendValues(surface, inputs, sent, { target, inForm });
    const sending = { surface, inputs, parent, absent, send };
    const wrong = all.filter(({ hostile }) => hostile.isRefused);
    const possible = isDuplicate ? [] : all.filter(({ hostile }) => !hostile.isRefused);
    const settledNow = [...(await rejectedTogether(sending, wrong)), ...(await settlePossible(sending, possible))];
    settled.push(...settledNow.map(({ attribute }) => caseOf(attribute.path, index, inForm)));
  }
  return settled;
}

const nameOfSent = ({ attribute }: Sent): string => attribute.path.at(-1) ?? '';

/** Returns the values that got an error of their own. */
async function rejectedTogether(sending: Sending, wrong: readonly Sent[]): Promise<readonly Sent[]> {
  if (wrong.length < 2) return [];
  const { status, body } = await sending.send(wrong);
  const errors = errorsOf(sending, body);
  if (status !== 400 || !hasOnly(errors, wrong)) return [];
  return wrong.filter((sent) => Array.isArray(errors.get(nameOfSent(sent))));
}

/** Returns the errors of the attributes of the object. None if it has one itself, or another object has errors. */
function errorsOf({ inputs, parent }: Sending, body: object): ReadonlyMap<string, unknown> {
  const isOfObject = parent.length === 0 || isReported(inputs, parent, body);
  const errors = parent.reduce<unknown>((outer, name) => new Map(Object.entries(Object(outer))).get(name), body);
  return new Map(isOfObject && !Array.isArray(errors) ? Object.entries(Object(errors)) : []);
}

/** Whether the errors are those of the sent values. */
function hasOnly(errors: ReadonlyMap<string, unknown>, sent: readonly Sent[]): boolean {
  const names = sent.map(nameOfSent);
  return [...errors.keys()].every((name) => names.includes(name));
}

/** Whether the value has an error that another value cannot have caused. */
function hasOwnError(errors: ReadonlyMap<string, unknown>, sent: Sent): boolean {
  return Array.isArray(errors.get(nameOfSent(sent))) && !isReportedForOthers(sent.attribute.path.join('.'));
}

/** Returns the values that were accepted without a fault, or rejected by an error of their own. */
async function settlePossible(sending: Sending, possible: readonly Sent[]): Promise<readonly Sent[]> {
  if (possible.length < 2) return [];
  const { surface, inputs, absent, send } = sending;
  const answer = await send(possible);
  if (answer.status === 400) {
    const errors = errorsOf(sending, answer.body);
    const named = possible.filter((sent) => errors.has(nameOfSent(sent)));
    if (named.length === 0) return [];
    const rejected = hasOnly(errors, possible) ? named.filter((sent) => hasOwnError(errors, sent)) : [];
    const others = possible.filter((sent) => !named.includes(sent));
    return [...rejected, ...(await settlePossible(sending, others))];
  }
  if (answer.status !== 200) return [];
  const read = await readAsAccount(surface, answer);
  return possible.filter(({ attribute, hostile }) => !findFault(inputs, attribute, hostile, read, absent));
}
