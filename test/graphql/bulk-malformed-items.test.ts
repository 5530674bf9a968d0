import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { isBulkList } from '../../src/domain/bulk/bulk.input.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { maxTextLength, tooManyCharacters } from '../../src/platform/accepted.js';
import { connect } from '../socket/subscriber.js';
import { type TestAccount, type TestServer, useTestServer } from '../support/test-server.js';

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await useTestServer();
  account = await server.account();
});
afterAll(async () => server[Symbol.asyncDispose]());

/** A value that is not of the scalar. */
const malformed: Readonly<Record<string, unknown>> = {
  Boolean: 'perhaps',
  CustomData: 5,
  Date: '12/31/1990',
  DateTime: '2026-03-03 24:99',
  Decimal: 'much',
  Float: 'x',
  Int: 'x',
  JSONObject: 5,
  String: 5,
  Time: '24:60',
};

interface BadItem {
  value: unknown;
  /** The attribute with the error, by its path. */
  path: string[];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns an item for each scalar, at any depth, that has a malformed value there and else only what is required. */
function badItems(type: GraphQLInputType): BadItem[] {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return badItems(nullable.ofType).map(({ value, path }) => ({ value: [value], path }));
  if (!isInputObjectType(nullable)) {
    const value = isEnumType(nullable) ? 'NO_SUCH_VALUE' : malformed[nullable.name];
    if (value === undefined) throw new Error(`no malformed value of ${nullable.name}`);
    return [{ value, path: [] }];
  }
  const fields = Object.values(nullable.getFields());
  const required = Object.fromEntries(
    fields.filter((field) => isNonNullType(field.type)).map(({ name, type: of }) => [name, minimal(of)]),
  );
  return fields.flatMap(({ name, type: of }) =>
    badItems(of).map(({ value, path }) => ({ value: { ...required, [name]: value }, path: [name, ...path] })),
  );
}

const minimal = (type: GraphQLInputType): unknown => (isInputObjectType(getNullableType(type)) ? {} : 1);

const mutations = Object.values(bookingSchema().getMutationType()?.getFields() ?? {}).flatMap(({ name, args }) =>
  args.filter(isBulkList).map(({ type }) => {
    const list = getNullableType(type);
    if (!isListType(list)) throw new Error(`${name} has no list`);
    return { name, type: String(type), items: badItems(list.ofType) };
  }),
);

/** The attributes with messages in the fields of an item's error, by their paths. */
const paths = (fields: unknown, at: string[] = []): string[] =>
  isObject(fields) && !Array.isArray(fields)
    ? Object.entries(fields).flatMap(([name, inner]) => paths(inner, [...at, name]))
    : [at.join('.')];

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join()}]`;
  if (!isObject(value)) return value === 'NO_SUCH_VALUE' ? value : JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${name}: ${literal(inner)}`)
    .join()}}`;
}

it('there are four bulk mutations with items', () => {
  expect(mutations.map(({ name }) => name).toSorted()).toEqual([
    'cancelBookings',
    'createBookings',
    'importPeople',
    'updateBookings',
  ]);
});

interface Answer {
  written: number;
  items: { index: number; error: { code: string; fields: object } | null }[];
}

const answer = 'written items { index error { code fields } }';

describe.each(mutations)('a malformed scalar of an item of $name', ({ name, type, items }) => {
  const expected = items.map(({ path }, index) => [
    index,
    'BAD_USER_INPUT',
    [[index, ...(path[0] ? path : ['base'])].join('.')],
  ]);
  const check = ({ data, errors }: { data?: { answer: Answer }; errors?: unknown }) => {
    expect(errors).toBeUndefined();
    expect(data?.answer.written).toBe(0);
    expect(
      data?.answer.items.map(({ index, error }) => [index, error?.code, error ? paths(error.fields) : []]),
    ).toEqual(expected);
  };

  it.each(['EACH', 'ALL'])('is the error of that item in mode %s', async (mode) => {
    const values = items.map(({ value }) => value);
    check(
      await account.graphql(
        `mutation ($items: ${type}) { answer: ${name}(items: $items, mode: ${mode}) { ${answer} } }`,
        {
          items: values,
        },
      ),
    );
    // Twice: the document is validated once.
    for (let time = 0; time < 2; time += 1) {
      check(
        await account.graphql(`mutation { answer: ${name}(items: ${literal(values)}, mode: ${mode}) { ${answer} } }`),
      );
    }
  });

  it('is the error of that item over a socket', async () => {
    const subscriber = connect(server.origin, { parameter: account.credentials.api_key });
    const values = literal(items.map(({ value }) => value));
    check((await subscriber.ask(`mutation { answer: ${name}(items: ${values}, mode: EACH) { ${answer} } }`)) as object);
    await subscriber.end();
  });
});

it('does not refuse the other items', async () => {
  const items = [
    { name: 'Kari', dateOfBirth: '12/31/1990' },
    { name: 'Ola' },
    { name: 'x'.repeat(200_000) },
    { name: 'Nul\0' },
    { name: 'Per' },
  ];
  const send = (mode: string) =>
    account.graphql(
      `mutation ($items: [PersonAttributesInput!]!) {
        answer: importPeople(items: $items, mode: ${mode}) { written items { person { name } error { fields } } }
      }`,
      { items },
    );
  const refused = (fields: object) => ({ person: null, error: { fields } });
  const malformedItems = [
    refused({ 0: { dateOfBirth: ['is invalid'] } }),
    refused({ 2: { name: [tooManyCharacters(maxTextLength)] } }),
    refused({ 3: { name: ['is invalid'] } }),
  ];
  const valid = (name: string) => ({ person: { name }, error: null });
  const [first, second, third] = malformedItems;
  const none = { person: null, error: null };
  expect((await send('ALL')).data.answer).toEqual({ written: 0, items: [first, none, second, third, none] });
  expect((await send('EACH')).data.answer).toEqual({
    written: 2,
    items: [first, valid('Ola'), second, third, valid('Per')],
  });
});

it('an attribute that does not exist still refuses the request', async () => {
  const { errors } = await account.graphql('mutation { importPeople(items: [{ nam: "x" }]) { written } }');
  expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  const variable = await account.graphql(
    'mutation ($items: [PersonAttributesInput!]!) { importPeople(items: $items) { written } }',
    { items: [{ nam: 'x' }] },
  );
  expect(variable.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
});
