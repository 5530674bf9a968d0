import {
  DomainError,
  type FieldErrors,
  hasErrors,
  invalid,
  type Outcome,
  ofItem,
  PriceConflictError,
  resultsOf,
} from '../../../platform/errors.js';

/** The attributes of the person that items share, whose errors name no item. */
const ofPerson = ['person', 'personId', 'personAttributes'];

/**
 * Returns the results of all items of a visit.
 *
 * @param sharesPerson whether an item has the person of the visit
 * @throws DomainError INVALID with the errors of each item that was refused, such as `items[1].resourceId`; the first other
 *   error of an item, which names it too if it has attributes
 */
export function requireItems<Result>(
  outcomes: readonly Outcome<Result>[],
  sharesPerson: (index: number) => boolean = () => false,
): Result[] {
  let errors: FieldErrors = {};
  for (const [index, outcome] of outcomes.entries()) {
    if (!('error' in outcome)) continue;
    const { error } = outcome;
    if (error instanceof PriceConflictError) throw new PriceConflictError(error.price, `items[${index}]`);
    if (error.code !== 'INVALID') throw error;
    const [shared, own] = divide(error, sharesPerson(index) ? ofPerson : []);
    errors = { ...errors, ...shared, ...ofItem('items', index, own) };
  }
  if (hasErrors(errors)) throw invalid(errors);
  return resultsOf(outcomes);
}

function divide({ fields }: DomainError, names: readonly string[]): [FieldErrors, FieldErrors] {
  const entries = Object.entries(fields);
  const isShared = ([name]: [string, unknown]): boolean => names.includes(name);
  return [
    Object.fromEntries(entries.filter(isShared)),
    Object.fromEntries(entries.filter((entry) => !isShared(entry))),
  ];
}
