import type { Operation } from './history.js';
import { type Finding, findOrder, type Model } from './linearizable.js';
import { cardModel, keyModel, placeModel, refusals, unitsModel } from './models.js';

/** The capacities, units and values with which the objects of each round are created. */
export const sizes = { place: 2, coupon: 3, package: 10, card: 250 } as const;

/** The model of each kind of object, the first word of the object of an operation. */
const models = {
  place: placeModel(sizes.place),
  coupon: unitsModel(sizes.coupon, refusals.couponUsedUp),
  package: unitsModel(sizes.package, refusals.packageUsedUp),
  card: cardModel(sizes.card),
  key: keyModel,
};

export type Kind = keyof typeof models;

export const kindOf = (object: string): Kind => {
  const [kind = ''] = object.split(' ');
  if (!(kind in models)) throw new Error(`no object is called ${object}`);
  return kind as Kind;
};

export interface Checked {
  objects: number;
  /** The configurations of all searches. */
  steps: number;
  /** Each object whose answers no order explains, or for which the search was given up. */
  problems: string[];
}

/** Checks a history object by object, as what is right for each of them is right for all. */
export function checkHistory(history: readonly Operation[], mostSteps?: number): Checked {
  const checked: Checked = { objects: 0, steps: 0, problems: [] };
  for (const [object, operations] of Map.groupBy(history, (operation) => operation.object)) {
    // Operations of an object have the actions and answers of its model: the clients have written them by the same names.
    const model = models[kindOf(object)] as Model<unknown, unknown, unknown>;
    const finding = findOrder(model, operations, mostSteps);
    checked.objects += 1;
    checked.steps += finding.steps;
    if (finding.verdict !== 'linearizable') checked.problems.push(describe(object, finding));
  }
  return checked;
}

function describe(object: string, { verdict, steps, longest }: Finding): string {
  const line = ({ client, action, answer, from, to }: Operation): string =>
    `  client ${client}, ${from.toFixed(1)} to ${to?.toFixed(1) ?? 'unknown'} ms: ${JSON.stringify(action)} ${JSON.stringify(answer)}`;
  return [
    `${object}: ${verdict === 'impossible' ? 'no order explains the answers' : 'no order was found'} in ${steps} steps`,
    ' the longest order:',
    ...(longest?.order ?? []).map(line),
    ` leaves ${JSON.stringify(longest?.state)}, after which there is none of:`,
    ...(longest?.next ?? []).map(line),
  ].join('\n');
}
