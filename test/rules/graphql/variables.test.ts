import { buildSchema, getOperationAST, parse } from 'graphql';
import { checkVariables } from '../../../src/graphql/variables.js';

const schema = buildSchema(`
  input Filter { ids: [Int!], search: String, inner: Filter, lists: [Filter!] }
  input Line { serviceId: Int!, count: Int! = 1, inner: Line }
  type Query { lines(lines: [Line!]): Int, things(ids: [Int!], filter: Filter, text: String): Int }
`);

function problemOf(definitions: string, variables: Record<string, unknown>) {
  const operation = getOperationAST(parse(`query (${definitions}) { things }`));
  if (!operation) throw new Error('no operation');
  const { problem } = checkVariables(schema, operation, variables);
  return problem && [problem.message, problem.fields];
}

const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('the size of a variable', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['a list', '$ids: [Int!]', { ids: ids(1_000) }],
    ['a text of validateLiquid', '$text: String', { text: 'x'.repeat(65_536) }],
    [
      'values in an input object',
      '$filter: Filter',
      { filter: { inner: { ids: ids(1_000), search: 'x'.repeat(65_536) } } },
    ],
  ])('may reach the limit: %s', (_name, definitions, variables) => {
    expect(problemOf(definitions, variables)).toBeUndefined();
  });

  const items = 'is too long (maximum is 1000 items)';
  const characters = 'is too long (maximum is 65536 characters)';
  it.each<[string, string, Record<string, unknown>, string, string, string]>([
    ['a list', '$ids: [Int!]', { ids: ids(1_001) }, 'ids', 'ids', items],
    ['a text of validateLiquid', '$text: String!', { text: 'x'.repeat(65_537) }, 'text', 'text', characters],
    ['a list in an input object', '$filter: Filter', { filter: { ids: ids(1_001) } }, 'filter', 'ids', items],
    [
      'a text in an input object',
      '$filter: Filter',
      { filter: { search: 'x'.repeat(65_537) } },
      'filter',
      'search',
      characters,
    ],
  ])('is rejected above the limit: %s', (_name, definitions, variables, variable, field, message) => {
    expect(problemOf(definitions, variables)).toEqual([`Variable "$${variable}" ${message}`, { [field]: [message] }]);
  });

  it('is limited for all lists together', () => {
    const message = 'has too many values (maximum is 20000)';
    const lists = (count: number) => ({ filter: { lists: ids(count).map(() => ({ ids: ids(999) })) } });
    expect(problemOf('$filter: Filter', lists(19))).toBeUndefined();
    expect(problemOf('$filter: Filter', lists(20))).toEqual([`Variable "$filter" ${message}`, expect.anything()]);
  });

  it('is checked without visiting a list that is too long', () => {
    const visits = (length: number) => {
      let read = 0;
      const list = new Proxy(new Array<number>(length).fill(7), {
        get: (target, key, receiver) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) read += 1;
          return Reflect.get(target, key, receiver);
        },
      });
      problemOf('$ids: [Int!]', { ids: list });
      return read;
    };
    expect(visits(480_000)).toBe(0);
    expect(visits(1_000)).toBeGreaterThan(999);
  });
});

it.each<[string, Record<string, unknown>]>([
  ['of an object', { line: { count: 2 } }],
  ['of an inner object', { line: { serviceId: 1, inner: {} } }],
])('an absent required field %s is reported by its name', (_name, variables) => {
  const [message, fields] = problemOf('$line: Line', variables) ?? [];
  expect([message, JSON.stringify(fields)]).toEqual([
    'Variable "$line" has no "serviceId"',
    expect.stringContaining('"serviceId":["can\'t be blank"]'),
  ]);
});

it('at most 100 errors are collected', () => {
  let described = 0;
  const wrong = {
    toJSON: () => {
      described += 1;
      return 'wrong';
    },
  };
  expect(problemOf('$ids: [Int!]', { ids: ids(1_000).map(() => wrong) })).toEqual([
    'Variable "$ids": Int cannot represent non-integer value: wrong',
    { ids: ['is invalid'] },
  ]);
  // And one for the sentence.
  expect(described).toBe(101);
});
