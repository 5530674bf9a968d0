import {
  executeSync,
  GraphQLError,
  getArgumentValues,
  getIntrospectionQuery,
  getOperationAST,
  getVariableValues,
  Kind,
  parse,
  SchemaMetaFieldDef,
  specifiedRules,
  TypeMetaFieldDef,
  validate,
} from 'graphql';
import {
  boundDocument,
  checkOperation,
  IntrospectionCost,
  limitRules,
  parseOptions,
} from '../../../src/graphql/limits.js';
import { bookingSchema } from '../../../src/graphql/schema.js';
import { cpuLimit, cpuTimeOf } from '../../support/cpu-time.js';

const schema = bookingSchema();

const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

/** Returns the message of the refusal of a document, or undefined. */
async function refusal(query: string, variables: Record<string, unknown> = {}): Promise<string | undefined> {
  const document = parse(query, parseOptions);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('no operation');
  const [invalid] = validate(schema, document, [...specifiedRules, ...limitRules]);
  const checked = invalid ?? (await checkOperation(schema, document, operation, variables));
  return checked instanceof GraphQLError ? checked.message : undefined;
}

/** Returns the cost of the introspection of a document that has no other fields. */
function costOf(query: string, variables: Record<string, unknown>): number {
  const document = parse(query);
  const cost = new IntrospectionCost(schema, document, { variables, most: 100_000 });
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('the operation is not first');
  const [field] = operation.selectionSet.selections;
  if (field?.kind !== Kind.FIELD) throw new Error('no field');
  const { variableDefinitions = [] } = operation;
  const { coerced = {} } = getVariableValues(schema, variableDefinitions, variables);
  const definition = field.name.value === '__type' ? TypeMetaFieldDef : SchemaMetaFieldDef;
  return cost.of(field, getArgumentValues(definition, field, coerced));
}

function fieldsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + fieldsIn(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, item) => sum + 1 + fieldsIn(item), 0);
}

const whole = getIntrospectionQuery({
  ...{ descriptions: true, specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true },
  ...{ inputValueDeprecation: true, oneOf: true },
});
const fullType = whole.slice(whole.indexOf('fragment FullType'));
const named =
  'query ($name: String = "Query", $all: Boolean) { __type(name: $name) { fields(includeDeprecated: $all) { name } } }';

describe('introspection', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['of GraphiQL and code generators', whole, {}],
    ['of older clients', getIntrospectionQuery(), {}],
    ['of one type', '{ __type(name: "Booking") { name fields { name type { kind ofType { name } } } } }', {}],
    ['of a type that does not exist', '{ __type(name: "Nothing") { name } }', {}],
    ['by variables', named, { all: true }],
    ['by other variables', named, { name: 'Mutation' }],
  ])('%s is counted exactly and executed', async (_, query, variables) => {
    const { data, errors } = executeSync({ schema, document: parse(query), variableValues: variables });
    expect(errors).toBeUndefined();
    expect(await refusal(query, variables)).toBeUndefined();
    expect(costOf(query, variables)).toBe(fieldsIn(data));
  });

  it.each([
    ['aliases of __schema', `{ ${times(29, (index) => `a${index}: __schema { types { ...FullType } }`)} } ${fullType}`],
    [
      'aliases of __type',
      `{ ${times(29, (index) => `a${index}: __type(name: "Query") { fields { type { ...F } } }`)} } fragment F on __Type { name kind description fields { name description isDeprecated deprecationReason type { name kind } } }`,
    ],
    [
      'fragments',
      `{ __schema { types { ...A ...A ...A } } } fragment A on __Type { ${times(100, () => '...B')} } fragment B on __Type { fields { name type { name } } }`,
    ],
    ['repeated fields', `{ __schema { types { ${times(600, () => 'name')} } } }`],
    [
      'spreads without a field',
      `{ __schema { types { ${times(300, () => '...A')} } } } fragment A on __Type { ${times(300, () => '...B')} } fragment B on __Type { name }`,
    ],
  ])('is refused within 100 ms: %s', async (_, query) => {
    let message: Promise<string | undefined> | undefined;
    await refusal(query);
    const took = cpuTimeOf(() => {
      message = refusal(query);
    });
    expect(await message).toMatch(/^Cost limit of 100000 exceeded|maximum allowed number of nodes|Limit of/);
    expect(took).toBeLessThan(cpuLimit(100));
  });
});

describe('a document is refused before its validation', () => {
  it.each([
    ['fields', `{ ${times(350, () => 'bookings { edges { node { person { id } } } }')} }`],
    [
      'fields in fragments',
      `{ ...A ...A } ${times(3, (index) => `fragment ${'ABC'[index]} on Query { ${times(40, () => 'bookings { edges { node { id } } }')} }`)}`,
    ],
  ])('if it repeats many %s', (_, query) => {
    const document = parse(query, parseOptions);
    const bounded = boundDocument(document);
    expect(validate(schema, bounded, [...specifiedRules, ...limitRules])).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^Limit of 100 fields of one name exceeded/) }),
    ]);
  });

  const deep = (levels: number, inside: string) => `${'ofType { '.repeat(levels)}${inside}${' }'.repeat(levels)}`;
  const inFragment = (fields: string, spreads = '...F') =>
    `{ account { ${spreads} } } fragment F on Account { ${fields} }`;
  const aliased = (count: number) => times(count, (index) => `a${index}: id __typename aliased: __typename`);
  const conditional = (count: number) => times(count, () => 'id @include(if: true)');
  const chain = (last: string) =>
    `{ account { ...F0 } } ${times(40, (index) => `fragment F${index} on Account { ...F${index + 1} ...F${index + 1} }`)} fragment F40 on Account { ${last} }`;
  it.each<[string, string, string | undefined]>([
    ['depth', `{ ${deep(12, 'id')} }`, 'Query depth limit of 12 exceeded, found 13'],
    [
      'depth in inline fragments',
      `{ ... { ${deep(12, '... { id }')} } }`,
      'Query depth limit of 12 exceeded, found 13',
    ],
    ['depth in a fragment', inFragment(deep(11, 'id')), 'Query depth limit of 12 exceeded, found 13'],
    ['allowed depth in a fragment', inFragment(deep(10, 'id')), undefined],
    ['depth in nested fragments', chain(deep(11, 'id')), 'Query depth limit of 12 exceeded, found 13'],
    ['depth in introspection', `{ __schema { ${deep(20, 'id')} } }`, undefined],
    ['aliases in a fragment', inFragment(aliased(31)), 'Aliases limit of 30 exceeded, found 31'],
    [
      'aliases in a fragment with two spreads',
      inFragment(aliased(16), '...F ...F'),
      'Aliases limit of 30 exceeded, found 32',
    ],
    ['allowed aliases in a fragment with two spreads', inFragment(aliased(15), '...F ...F'), undefined],
    ['aliases in nested fragments', chain('a: id'), `Aliases limit of 30 exceeded, found ${2 ** 40}`],
    ['allowed aliases in a fragment without a spread', `{ id } fragment F on Account { ${aliased(31)} }`, undefined],
    ['directives in a fragment', inFragment(conditional(21)), 'Directives limit of 20 exceeded, found 21'],
    [
      'directives of spreads',
      inFragment(
        'id',
        times(21, () => '...F @include(if: true)'),
      ),
      'Directives limit of 20 exceeded, found 21',
    ],
    ['directives in nested fragments', chain(conditional(1)), `Directives limit of 20 exceeded, found ${2 ** 40}`],
    ['aliases in a cycle', inFragment(`${aliased(31)} ...F`), 'Aliases limit of 30 exceeded, found 31'],
    [
      'depth in a cycle',
      inFragment(`${deep(11, '...G')} } fragment G on Account { id ...F`),
      'Query depth limit of 12 exceeded, found 13',
    ],
    ['an allowed cycle', inFragment('id ...G } fragment G on Account { a: id ...F'), undefined],
  ])('if it exceeds the limit of %s, after reading each part of it once', (_, query, message) => {
    const document = parse(query, parseOptions);
    const reads = document.definitions.map((definition) => {
      if (!('selectionSet' in definition)) throw new Error('no selections');
      const { selectionSet } = definition;
      const read = jest.fn(() => selectionSet);
      Object.defineProperty(definition, 'selectionSet', { get: read });
      return read;
    });
    const bounded = boundDocument(document);
    expect(reads.map((read) => read.mock.calls.length)).toEqual(reads.map(() => 1));
    if (message === undefined) {
      expect(bounded).toBe(document);
      return;
    }
    const validated: string[] = [];
    const errors = validate(schema, bounded, [
      () => ({ enter: ({ kind }) => void validated.push(kind) }),
      ...specifiedRules,
      ...limitRules,
    ]);
    expect(errors.map((error) => error.message)).toEqual([`Syntax Error: ${message}.`]);
    expect(validated).toEqual([Kind.DOCUMENT]);
  });

  it.each([
    ['fields', `{ account { ${times(4_900, () => 'id')} } }`],
    ['fields of all levels', `{ ${times(100, () => 'bookings { edges { node { person { id } } } }')} }`],
    [
      'fragments',
      `{ bookings { edges { ${times(100, (index) => `...F${index}`)} } } } ${times(100, (index) => `fragment F${index} on BookingEdge { node { id } }`)}`,
    ],
    ['inline fragments', `{ account { ${times(700, () => '... on Account { id }')} } }`],
    ['comments', `${'#\n'.repeat(5_000)} { account { id } }`],
  ])('or validated within 100 ms: many %s', (_, query) => {
    const check = () => {
      const document = parse(query, parseOptions);
      expect(boundDocument(document)).toBe(document);
      validate(schema, document, [...specifiedRules, ...limitRules]);
    };
    check();
    expect(cpuTimeOf(check)).toBeLessThan(cpuLimit(100));
  });

  it('or not even read to its end: more than 5,000 comments', () => {
    const query = `${'#\n'.repeat(500_000)} { account { id } }`;
    const read = () => expect(() => parse(query, parseOptions)).toThrow('Document contains more than 5000 comments');
    read();
    expect(cpuTimeOf(read)).toBeLessThan(cpuLimit(20));
  });
});
