import { buildSchema, execute, GraphQLObjectType, parse, specifiedRules, validate } from 'graphql';
import type { RequestContext } from '../../../src/domain/context.js';
import { compileOperations } from '../../../src/graphql/operations.js';
import { zoneOf } from '../../../src/platform/time/zone.js';
import { pick, type Random, seeded } from '../../support/random.js';
import { sampledSeeds } from '../../support/sample.js';

const batches = 4;
const documentsOfBatch = 150;

const schema = buildSchema(`
  enum Colour { RED GREEN }
  scalar Any
  type Node {
    text: String, must: String!, number: Float, whole: Int, flag: Boolean, id: ID, colour: Colour, any: Any
    texts: [String!]!, matrix: [[Float]], echo(text: String, colour: Colour = GREEN): String
    node: Node, other: Node!, nodes: [Node!]!, holes: [Node]
  }
  type Query { node: Node, other: Node!, nodes: [Node!]! }
`);

const leaves = ['text', 'must', 'number', 'whole', 'flag', 'id', 'colour', 'any', 'texts', 'matrix', '__typename'];
const objects = ['node', 'other', 'nodes', 'holes'];
const roots = ['node', 'other', 'nodes'];
const aliases = ['a', 'b', 'c'];
const texts = ['', 'x', '"', '\\', '\u2028', '\ud800', '\n', 'ø', '😀', null];
const numbers = [0, -0, 1.5, 1e21, -3, null];

const several = <Value>(random: Random, most: number, make: () => Value): Value[] =>
  Array.from({ length: random(most + 1) }, make);

/** Returns a value or a promise of it. */
const sometime = <Value>(random: Random, value: Value): Value | Promise<Value> =>
  random(4) === 0 ? Promise.resolve(value) : value;

function randomNode(random: Random, depth: number): object {
  const below = (): object => sometime(random, randomNode(random, depth - 1));
  const text = (): string | null => pick(random, texts);
  return {
    text: sometime(random, text()),
    must: sometime(random, text() ?? 'must'),
    number: pick(random, numbers),
    whole: random(9),
    flag: pick(random, [true, false, null]),
    id: random(9),
    colour: pick(random, ['RED', 'GREEN', null]),
    any: pick(random, [{ [text() ?? 'key']: [text(), 1, null] }, text(), 1e21]),
    texts: several(random, 3, () => sometime(random, text() ?? 'item')),
    matrix: sometime(random, [several(random, 2, () => pick(random, numbers)), null]),
    ...(depth > 0 && {
      node: random(3) === 0 ? null : below(),
      other: below(),
      nodes: sometime(random, several(random, 2, below)),
      holes: several(random, 2, () => (random(3) === 0 ? null : below())),
    }),
  };
}

function randomCondition(random: Random): string {
  if (random(4) > 0) return '';
  const directive = pick(random, ['@include', '@skip']);
  return ` ${directive}(if: ${pick(random, ['true', 'false', '$yes', '$no'])})`;
}

function randomSelection(random: Random, depth: number, fragments: readonly string[]): string {
  const fields = several(random, 5, () => {
    const kind = random(10);
    if (kind === 0 && fragments.length > 0) return `...${pick(random, fragments)}${randomCondition(random)}`;
    if (kind === 1) return `... on Node${randomCondition(random)} ${randomSelection(random, depth, fragments)}`;
    if (kind === 2) return `... ${randomCondition(random)} ${randomSelection(random, depth, fragments)}`;
    if (kind === 3) {
      const colour = random(2) === 0 ? ', colour: RED' : '';
      return `${pick(random, aliases)}: echo(text: ${pick(random, ['"x"', '$text', 'null'])}${colour})`;
    }
    const alias = random(3) === 0 ? `${pick(random, aliases)}: ` : '';
    if (kind < 7 && depth > 0) {
      return `${alias}${pick(random, objects)}${randomCondition(random)} ${randomSelection(random, depth - 1, fragments)}`;
    }
    return `${alias}${pick(random, leaves)}${randomCondition(random)}`;
  });
  return `{ ${fields.length > 0 ? fields.join(' ') : 'id'} }`;
}

/** Two fragments, one of which may use the other, no deeper than the data. */
function randomDocument(random: Random): string {
  const root = (): string =>
    `${pick(random, roots)}${randomCondition(random)} ${randomSelection(random, 2, ['F', 'G'])}`;
  const operation = `{ ${[root(), ...several(random, 2, root)].join(' ')} }`;
  const F = `fragment F on Node ${randomSelection(random, 1, ['G'])}`;
  const G = `fragment G on Node ${randomSelection(random, 0, [])}`;
  const withF = operation.includes('...F') ? `${operation}\n${F}` : operation;
  const body = withF.includes('...G') ? `${withF}\n${G}` : withF;
  const declared = ['$yes: Boolean!', '$no: Boolean = false', '$text: String'].filter((variable) =>
    body.includes(variable.slice(0, variable.indexOf(':'))),
  );
  return `query A${declared.length > 0 ? `(${declared.join(', ')})` : ''} ${body}`;
}

/** Creates a random document without conflicting aliases. */
function validDocument(random: Random): string {
  for (;;) {
    const source = randomDocument(random);
    if (validate(schema, parse(source), specifiedRules, { maxErrors: 1 }).length === 0) return source;
  }
}

const nodeType = schema.getType('Node');
if (!(nodeType instanceof GraphQLObjectType)) throw new Error('no type of nodes');
Object.assign(nodeType.getFields()['echo'] ?? {}, {
  resolve: (_source: unknown, args: object) => JSON.stringify(args),
});

type World = Record<string, unknown>;

function randomWorld(random: Random): World {
  const [node, other, ...nodes] = [1, 2, 3, 4].map(() => randomNode(random, 3));
  return { node, other, nodes };
}

function answerFrom(world: World): void {
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) field.resolve = () => world[field.name];
}

it.each(sampledSeeds(batches, batches, 'documents'))(
  'random documents give the text of graphql-js and JSON.stringify (batch %i)',
  async (batch) => {
    for (let seed = (batch - 1) * documentsOfBatch; seed < batch * documentsOfBatch; seed += 1) await compare(seed);
  },
);

async function compare(seed: number): Promise<void> {
  const random = seeded(seed);
  const source = validDocument(random);
  const variables = {
    yes: random(2) === 0,
    ...(random(2) === 0 && { no: true }),
    ...(random(2) === 0 && { text: '"' }),
  };
  answerFrom(randomWorld(seeded(seed)));
  const { data, errors } = await execute({ schema, document: parse(source), variableValues: variables });
  const [operation] = compileOperations(schema, source).values();
  const fields = (await operation?.execute({ zone: zoneOf('UTC') } as RequestContext, variables)) ?? {};
  const members = Object.entries(fields).map(([key, json]) => `"${key}":${json}`);
  expect({ seed, source, errors, text: `{${members.join()}}` }).toEqual({
    ...{ seed, source, errors: undefined },
    text: JSON.stringify(data),
  });
}
