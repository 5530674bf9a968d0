import { setImmediate as nextTurn } from 'node:timers/promises';
import { buildSchema, execute, GraphQLObjectType, GraphQLScalarType, type GraphQLSchema, parse } from 'graphql';
import type { RequestContext } from '../../../src/domain/context.js';
import { compileOperations } from '../../../src/graphql/operations.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

type Values = Record<string, unknown>;

const typeDefinitions = `
  scalar Custom
  enum Colour { RED GREEN }
  type Item {
    name: String
    required: String!
    number: Float
    whole: Int
    flag: Boolean
    id: ID
    colour: Colour
    custom: Custom
    self: Item
    items: [Item!]
    names: [String]
    matrix: [[Int]]
    echo(text: String = "default", times: Int): String
  }
  type Query { item: Item, items: [Item!], failing: Item, other: Item }
  type Mutation { first: Int, second: Int, third: Int }
`;

/** A new schema, whose types no other test changes. */
function schemaWith(
  resolvers: Record<string, Record<string, (source: Values, args: Values) => unknown>>,
): GraphQLSchema {
  const schema = buildSchema(typeDefinitions);
  for (const [typeName, fields] of Object.entries(resolvers)) {
    const type = schema.getType(typeName);
    if (!(type instanceof GraphQLObjectType)) throw new Error(`no type ${typeName}`);
    for (const [name, resolve] of Object.entries(fields)) {
      const field = type.getFields()[name];
      if (!field) throw new Error(`no field ${name}`);
      field.resolve = resolve;
    }
  }
  return schema;
}

const context = { zone: zoneOf('Europe/Oslo') } as RequestContext;

/** The text of an answer as REST writes it. */
async function write(schema: GraphQLSchema, source: string, variables: Values = {}): Promise<string> {
  const [operation] = compileOperations(schema, source).values();
  if (!operation) throw new Error('no operation');
  const fields = await operation.execute(context, variables);
  return `{${Object.entries(fields)
    .map(([key, json]) => `"${key}":${json}`)
    .join()}}`;
}

/** The answer to a query about one item. */
const writeItem = (item: unknown, source: string, variables?: Values): Promise<string> =>
  write(schemaWith({ Query: { item: () => item } }), source, variables);

/** What graphql-js answers. */
async function expected(schema: GraphQLSchema, source: string, variables: Values = {}): Promise<string> {
  const result = await execute({ schema, document: parse(source), variableValues: variables, contextValue: context });
  expect(result.errors).toBeUndefined();
  return JSON.stringify(result.data);
}

/** The promises that were rejected without a handler while `work` ran, and in the turns after it. */
async function unhandledRejections(work: () => Promise<unknown>): Promise<unknown[]> {
  const reasons: unknown[] = [];
  const add = (reason: unknown): void => void reasons.push(reason);
  process.on('unhandledRejection', add);
  try {
    await work();
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  } finally {
    process.off('unhandledRejection', add);
  }
  return reasons;
}

describe('a compiled operation writes', () => {
  it('aliases of one field, each with its arguments', async () => {
    const schema = schemaWith({
      Query: { item: () => ({}) },
      Item: { echo: (_source, { text, times }) => `${text} ${times}` },
    });
    const source =
      'query A($n: Int) { a: item { x: echo y: echo(text: "z", times: $n) } b: item { x: echo(times: 2) } }';
    expect(await write(schema, source, { n: 3 })).toBe(
      '{"a":{"x":"default undefined","y":"z 3"},"b":{"x":"default 2"}}',
    );
    expect(await write(schema, source, { n: 3 })).toBe(await expected(schema, source, { n: 3 }));
  });

  it('one object for the selections of a field that fragments repeat, in the order of the document', async () => {
    const item = { name: 'n', whole: 1, self: { name: 's', whole: 2, flag: true } };
    const source = `
      query A { item { self { whole } ...Other ... on Item { name self { name } } } }
      fragment Other on Item { self { flag whole } whole ...Deeper }
      fragment Deeper on Item { name }`;
    expect(await writeItem(item, source)).toBe(
      '{"item":{"self":{"whole":2,"flag":true,"name":"s"},"whole":1,"name":"n"}}',
    );
  });

  it('what literal conditions include', async () => {
    const source = `query A { item {
      a: name @include(if: true) b: name @include(if: false) c: name @skip(if: true) d: name @skip(if: false)
      e: name @skip(if: false) @include(if: false) ...F @include(if: false) ... on Item @skip(if: true) { g: name }
    } }
    fragment F on Item { f: name }`;
    expect(await writeItem({ name: 'n' }, source)).toBe('{"item":{"a":"n","d":"n"}}');
  });

  it.each([
    [true, true, '{"item":{"a":"n"}}'],
    [true, false, '{"item":{"a":"n","b":"n","c":"n"}}'],
    [false, true, '{"item":{}}'],
    [false, false, '{"item":{"b":"n"}}'],
  ])('what variables include: %p and skip: %p', async (include, skip, text) => {
    const source = `query A($include: Boolean!, $skip: Boolean!) { item {
      a: name @include(if: $include) b: name @skip(if: $skip) ...F @skip(if: $skip)
    } }
    fragment F on Item { c: name @include(if: $include) }`;
    expect(await writeItem({ name: 'n' }, source, { include, skip })).toBe(text);
  });

  it('each set of conditions, whatever was executed before', async () => {
    const schema = schemaWith({ Query: { item: () => ({ name: 'n', whole: 1 }) } });
    const source = 'query A($a: Boolean = false) { item { whole name @include(if: $a) } }';
    const [operation] = compileOperations(schema, source).values();
    const texts: (string | undefined)[] = [];
    for (const a of [undefined, true, false, true]) {
      texts.push((await operation?.execute(context, a === undefined ? {} : { a }))?.['item']);
    }
    expect(texts).toEqual(['{"whole":1}', '{"whole":1,"name":"n"}', '{"whole":1}', '{"whole":1,"name":"n"}']);
  });

  it('names of types', async () => {
    const source = 'query A { item { __typename kind: __typename self { __typename } } }';
    expect(await writeItem({ self: {} }, source)).toBe(
      '{"item":{"__typename":"Item","kind":"Item","self":{"__typename":"Item"}}}',
    );
  });

  it('lists with promises inside, in their order', async () => {
    const later = <Value>(value: Value): Promise<Value> => nextTurn(value);
    const item = {
      items: [later({ name: 'a' }), { name: later('b') }, later({ name: later('c') })],
      names: later(['x']),
    };
    expect(await writeItem(item, 'query A { item { items { name } names } }')).toBe(
      '{"item":{"items":[{"name":"a"},{"name":"b"},{"name":"c"}],"names":["x"]}}',
    );
  });

  it('nulls, absent values, and empty and nested lists', async () => {
    const item = { items: [], names: [null, undefined, 'x', Promise.resolve(null)], matrix: [[1], [], null, [null]] };
    expect(await writeItem(item, 'query A { item { name self { name } items { name } names matrix } }')).toBe(
      '{"item":{"name":null,"self":null,"items":[],"names":[null,null,"x",null],"matrix":[[1],[],null,[null]]}}',
    );
  });

  it.each([
    'plain',
    '',
    '"quoted" \\ /',
    '\u0000\b\t\n\u001f\u007f',
    '\u2028\u2029',
    '\ud800',
    'x\udfff\ud800y',
    '😀 ø 名',
    '</script>',
  ])('%j as JSON.stringify does', async (name) => {
    const item = { name, names: [name], custom: { [name]: name } };
    expect(await writeItem(item, 'query A { item { name names custom } }')).toBe(JSON.stringify({ item }));
  });

  it.each([-0, 0, 0.1, 1e21, -1e-7, 2 ** 53, 5e-324, 1.7976931348623157e308])(
    'the number %p as JSON.stringify does',
    async (number) => {
      expect(await writeItem({ number }, 'query A { item { number } }')).toBe(JSON.stringify({ item: { number } }));
    },
  );

  it('values of other types as the scalars of GraphQL convert them', async () => {
    const item = { name: 5, number: '1.50', whole: true, flag: 1, id: 7, names: [true, 1.5, { valueOf: () => 'v' }] };
    const source = 'query A { item { name number whole flag id names } }';
    expect(await writeItem(item, source)).toBe(await expected(schemaWith({ Query: { item: () => item } }), source));
  });

  it('enumerations as they are stored', async () => {
    expect(await writeItem({ colour: 'red "1"' }, 'query A { item { colour } }')).toBe(
      '{"item":{"colour":"red \\"1\\""}}',
    );
  });

  it('what a scalar of our own serializes', async () => {
    const schema = schemaWith({ Query: { item: () => ({ custom: 7 }) } });
    const custom = schema.getType('Custom');
    if (!(custom instanceof GraphQLScalarType)) throw new Error('no scalar');
    custom.serialize = (value) => ({ value, more: [1, { a: '"' }] });
    expect(await write(schema, 'query A { item { custom } }')).toBe(
      '{"item":{"custom":{"value":7,"more":[1,{"a":"\\""}]}}}',
    );
  });

  it('lists that are longer than a turn, and other work has its turns meanwhile', async () => {
    const items = Array.from({ length: 5_001 }, (_, index) => ({ whole: index }));
    const schema = schemaWith({ Query: { item: () => ({ items }) } });
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const text = await write(schema, 'query A { item { items { whole } } }');
    isDone = true;
    expect(text).toBe(JSON.stringify({ item: { items } }));
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('the fields of a mutation one after the other', async () => {
    const log: string[] = [];
    const slow = (name: string) => async () => {
      log.push(`begin ${name}`);
      await nextTurn();
      log.push(`end ${name}`);
      return log.length;
    };
    const schema = schemaWith({ Mutation: { first: slow('first'), second: slow('second'), third: slow('third') } });
    expect(await write(schema, 'mutation A { third first second }')).toBe('{"third":2,"first":4,"second":6}');
    expect(log).toEqual(['third', 'first', 'second'].flatMap((name) => [`begin ${name}`, `end ${name}`]));
  });

  it('no further field of a mutation after one that failed', async () => {
    let isCalled = false;
    const schema = schemaWith({
      Mutation: {
        first: () => {
          throw new Error('no');
        },
        second: () => {
          isCalled = true;
        },
      },
    });
    await expect(write(schema, 'mutation A { first second }')).rejects.toThrow('no');
    expect(isCalled).toBe(false);
  });
});

describe('a compiled operation fails', () => {
  it.each([
    ['a field', { required: null }, '{ required }', 'Item.required is null'],
    ['a field of a promise', { required: Promise.resolve(undefined) }, '{ required }', 'Item.required is null'],
    ['an item', { items: [{}, null] }, '{ items { name } }', 'Item.items is null'],
    ['an item of a promise', { items: [Promise.resolve(null)] }, '{ items { name } }', 'Item.items is null'],
  ])('if %s is null that must not be', async (_name, item, selection, message) => {
    await expect(writeItem(item, `query A { item ${selection} }`)).rejects.toThrow(message);
  });

  it.each([
    ['a list that is none', { items: 'ab' }, '{ items { name } }', 'Item.items is not a list'],
    ['a number that is not finite', { number: Number.NaN }, '{ number }', 'Float'],
    ['text of an object', { name: {} }, '{ name }', 'String'],
    ['text of a list', { name: ['a'] }, '{ name }', 'String'],
    ['a value without JSON', { custom: () => undefined }, '{ custom }', undefined],
    ['a scalar without JSON', { custom: Symbol('x') }, '{ custom }', 'Custom has no JSON for a value'],
  ])('at %s', async (_name, item, selection, message) => {
    const writing = writeItem(item, `query A { item ${selection} }`);
    if (message === undefined) expect(await writing).toBe('{"item":{"custom":null}}');
    else await expect(writing).rejects.toThrow(message);
  });

  it('with what a resolver throws, itself', async () => {
    const error = new RangeError('mine');
    const schema = schemaWith({
      Query: {
        failing: () => {
          throw error;
        },
      },
    });
    await expect(write(schema, 'query A { failing { name } }')).rejects.toBe(error);
  });

  it('at a variable of the wrong type', async () => {
    const source = 'query A($n: Int) { item { echo(times: $n) } }';
    await expect(writeItem({}, source, { n: 'x' })).rejects.toThrow('$n');
  });
});

/** The process must not end because a value failed whose writing had been given up. */
describe('nothing is left unhandled', () => {
  const failed = (): Promise<never> => nextTurn().then(() => Promise.reject(new Error('later')));
  const rejected = (): Promise<never> => Promise.reject(new Error('at once'));

  it.each<[string, () => unknown, string]>([
    ['a field throws after a pending one', () => ({ name: failed(), required: null }), '{ name required }'],
    ['a field throws after a rejected one', () => ({ name: rejected(), required: null }), '{ name required }'],
    [
      'a field throws after a pending object',
      () => ({ self: { items: [{ name: failed() }] }, required: null }),
      '{ self { items { name } } required }',
    ],
    ['an item throws after a pending one', () => ({ items: [failed(), null] }), '{ items { name } }'],
    ['an item throws before a pending one', () => ({ items: [null, failed(), rejected()] }), '{ items { name } }'],
    ['two fields fail', () => ({ name: failed(), number: rejected() }), '{ name number }'],
    [
      'an item of a long list fails before others',
      () => ({ items: Array.from({ length: 3_000 }, (_, index) => (index % 999 === 0 ? rejected() : failed())) }),
      '{ items { name } }',
    ],
  ])('if %s', async (_name, item, selection) => {
    const source = `query A { item ${selection} }`;
    const unhandled = await unhandledRejections(() => expect(writeItem(item(), source)).rejects.toThrow());
    expect(unhandled).toEqual([]);
  });

  it('if a field of the root throws while another is pending', async () => {
    const schema = schemaWith({
      Query: {
        failing: () => {
          throw new Error('at once');
        },
        item: failed,
        other: rejected,
      },
    });
    const source = 'query A { item { name } failing { name } other { name } }';
    const unhandled = await unhandledRejections(() => expect(write(schema, source)).rejects.toThrow());
    expect(unhandled).toEqual([]);
  });
});
