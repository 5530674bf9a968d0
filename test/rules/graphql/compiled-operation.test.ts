import { setImmediate as nextTurn } from 'node:timers/promises';
import { execute, GraphQLObjectType, GraphQLScalarType, type GraphQLSchema, parse } from 'graphql';
import { shownWhenSet } from '../../../src/domain/records/attributes.js';
import { compileOperations } from '../../../src/graphql/operations.js';
import { context, schemaWith, type Values, write, writeItem } from './compiled-examples.js';

/** Returns the result of graphql-js. */
async function expected(schema: GraphQLSchema, source: string, variables: Values = {}): Promise<string> {
  const result = await execute({ schema, document: parse(source), variableValues: variables, contextValue: context });
  expect(result.errors).toBeUndefined();
  return JSON.stringify(result.data);
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

  it('fields with literal conditions', async () => {
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
  ])('fields that variables include: %p and skip: %p', async (include, skip, text) => {
    const source = `query A($include: Boolean!, $skip: Boolean!) { item {
      a: name @include(if: $include) b: name @skip(if: $skip) ...F @skip(if: $skip)
    } }
    fragment F on Item { c: name @include(if: $include) }`;
    expect(await writeItem({ name: 'n' }, source, { include, skip })).toBe(text);
  });

  it('fields by the conditions of each execution, whatever the one before had', async () => {
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
    ['a value', 'x', '{"item":{"name":"n","echo":"x","whole":1}}'],
    ['null', null, '{"item":{"name":"n","whole":1}}'],
    ['a promise', Promise.resolve('x'), '{"item":{"name":"n","echo":"x","whole":1}}'],
    ['a promise of null', Promise.resolve(null), '{"item":{"name":"n","whole":1}}'],
  ])('a field that is shown when it is set, of %s', async (_, value, text) => {
    const schema = schemaWith({ Query: { item: () => ({ name: 'n', whole: 1 }) }, Item: { echo: () => value } });
    const item = schema.getType('Item');
    const echo = item instanceof GraphQLObjectType ? item.getFields()['echo'] : undefined;
    Object.assign(echo ?? {}, { extensions: { [shownWhenSet]: true } });
    expect(await write(schema, 'query A { item { name echo whole } }')).toBe(text);
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

  it('enumerations as their stored values', async () => {
    expect(await writeItem({ colour: 'red "1"' }, 'query A { item { colour } }')).toBe(
      '{"item":{"colour":"red \\"1\\""}}',
    );
  });

  it('values of custom scalars', async () => {
    const schema = schemaWith({ Query: { item: () => ({ custom: 7 }) } });
    const custom = schema.getType('Custom');
    if (!(custom instanceof GraphQLScalarType)) throw new Error('no scalar');
    custom.serialize = (value) => ({ value, more: [1, { a: '"' }] });
    expect(await write(schema, 'query A { item { custom } }')).toBe(
      '{"item":{"custom":{"value":7,"more":[1,{"a":"\\""}]}}}',
    );
  });

  it('long lists without blocking the event loop', async () => {
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
