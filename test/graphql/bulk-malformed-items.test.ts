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
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

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

describe('a literal item with a variable', () => {
  const importing = `mutation ($born: Date!, $name: String = "Ola", $mode: BulkMode!) {
    answer: importPeople(items: [{ name: "Kari", dateOfBirth: $born }, { name: $name }], mode: $mode) {
      written items { index person { name } error { code fields } }
    }
  }`;
  const refused = {
    index: 0,
    person: null,
    error: { code: 'BAD_USER_INPUT', fields: { 0: { dateOfBirth: ['is invalid'] } } },
  };
  const person = (index: number, name: string) => ({ index, person: { name }, error: null });

  it('is refused by itself if the variable is malformed', async () => {
    // The document is validated once, and has other variables each time.
    const ask = async (born: string | null, mode: string) =>
      (await account.graphql(importing, { born, mode })).data?.answer;
    expect(await ask('12/31/1990', 'EACH')).toEqual({ written: 1, items: [refused, person(1, 'Ola')] });
    expect(await ask('1990-12-31', 'EACH')).toEqual({ written: 2, items: [person(0, 'Kari'), person(1, 'Ola')] });
    expect(await ask('12/31/1990', 'ALL')).toEqual({
      written: 0,
      items: [refused, { index: 1, person: null, error: null }],
    });
  });

  it('is refused by itself over a socket', async () => {
    const subscriber = connect(server.origin, { parameter: account.credentials.api_key });
    const { data } = (await subscriber.ask(importing, { born: '12/31/1990', mode: 'EACH' })) as { data: unknown };
    expect(data).toEqual({ answer: { written: 1, items: [refused, person(1, 'Ola')] } });
    await subscriber.end();
  });

  it('is refused by itself beside a literal item that is malformed', async () => {
    const { data } = await account.graphql(
      `mutation ($item: PersonAttributesInput!) {
        importPeople(items: [{ name: 5 }, $item, { name: "Per" }], mode: EACH) { written items { error { fields } } }
      }`,
      { item: { name: 'Kari', email: 5 } },
    );
    expect(data?.importPeople).toEqual({
      written: 1,
      items: [
        { error: { fields: { 0: { name: ['is invalid'] } } } },
        { error: { fields: { 1: { email: ['is invalid'] } } } },
        { error: null },
      ],
    });
  });

  it.each<[string, string, Record<string, unknown>, object]>([
    ['has no value', importing, { mode: 'EACH' }, { born: ["can't be blank"] }],
    [
      'is used elsewhere, too',
      `mutation ($born: Date!) {
        importPeople(items: [{ name: "Kari", dateOfBirth: $born }], mode: EACH) { written }
        createPerson(input: { name: "Ola", dateOfBirth: $born }) { id }
      }`,
      { born: '12/31/1990' },
      { born: ['is invalid'] },
    ],
    [
      'has an attribute that does not exist',
      'mutation ($item: PersonAttributesInput!) { importPeople(items: [$item], mode: EACH) { written } }',
      { item: { nam: 'x' } },
      { item: ['is invalid'] },
    ],
  ])('refuses the request if the variable %s', async (_why, query, variables, fields) => {
    const { data, errors } = await account.graphql(query, variables);
    expect(data).toBeUndefined();
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', fields });
  });
});
