import type { FieldErrors } from '../../../../platform/errors.js';
import { textsIn } from '../../../../texts/texts.js';
import type { Problems } from '../fields.js';
import type { Frame } from '../frame.js';
import { problemsOf } from '../problems.js';

const itemPattern = /^items\[(\d)\]\.(.+)$/;

/** The name under which the problem of an item is shown. */
export const itemProblem = (index: number): string => `i${index}`;

/** Divides the errors of a visit into those of each item, and those of the rest. */
export function divideErrors(errors: FieldErrors): { ofItems: ReadonlyMap<number, FieldErrors>; rest: FieldErrors } {
  const ofItems = new Map<number, FieldErrors>();
  const rest: FieldErrors = {};
  for (const [name, messages] of Object.entries(errors)) {
    const [, index, attribute] = itemPattern.exec(name) ?? [];
    if (index === undefined || attribute === undefined) rest[name] = messages;
    else ofItems.set(Number(index), { ...ofItems.get(Number(index)), [attribute]: messages });
  }
  return { ofItems, rest };
}

/** Converts the errors of the API about a visit to sentences: at the item that they name, else at the field of the form. */
export function problemsOfVisit(errors: FieldErrors, frame: Pick<Frame, 'wording' | 'texts'>): Problems {
  const { ofItems, rest } = divideErrors(errors);
  const problems = new Map<string, string>();
  for (const [index, own] of [...ofItems].toSorted(([a], [b]) => a - b)) {
    const isOfPackage = 'package_id' in own;
    const [sentence] = isOfPackage ? [textsIn(frame.wording).basket.packageGone] : problemsOf(own, frame).values();
    problems.set(itemProblem(index), sentence ?? frame.texts.errors.refused);
  }
  if (Object.keys(rest).length === 0) return problems;
  return new Map([...problems, ...problemsOf(rest, frame)]);
}
