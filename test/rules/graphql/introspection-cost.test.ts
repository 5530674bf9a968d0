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
