import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { bookingOperations } from '../../src/graphql/operations.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { snakeCase } from '../../src/platform/text.js';
import { useTestServer } from '../support/test-server.js';
import { createWorld, type World } from '../support/valid-input.js';

/** The nullable inputs of fields without a route of the REST API that a call must have, by the reason. */
const needed: Readonly<Record<string, readonly string[]>> = {
  'another input can replace it': ['createCalendarFeed.resourceId', 'moveBookings.date'],
  'absent, it keeps its stored value': ['setPaymentProvider.secretKey', 'setPaymentProvider.webhookSecret'],
  'the event or the service of a booking can replace it, as for `POST /bookings`': [
    'createBookings.bookedFrom',
    'createBookings.bookedTo',
    'createBookings.resourceId',
  ],
  'a person needs a name, an email, a phone number or a national id number': ['importPeople.name'],
};

type Input = GraphQLArgument | GraphQLInputField;
interface RootField {
  kind: 'query' | 'mutation';
  field: GraphQLField<unknown, unknown>;
}

const operations = [...bookingOperations().values()];

function isRequired({ type, defaultValue }: Input): boolean {
  return isNonNullType(type) && defaultValue === undefined;
}

function innerInputs(type: GraphQLInputType): readonly Input[] {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : [];
}

function withInner(input: Input): Input[] {
  return [input, ...innerInputs(input.type).flatMap(withInner)];
}

/** Returns the root fields that routes of the REST API execute. */
function fieldsOfRoutes(): Set<string> {
  const selections = operations.flatMap(({ definition }) => definition.selectionSet.selections);
  return new Set(selections.map((selected) => ('name' in selected ? selected.name.value : '')));
}

/** Returns the fields that have nullable inputs. Those that remove records are the last. */
function rootFields(): RootField[] {
  const schema = bookingSchema();
  const isLast = ({ field }: RootField): number => Number(/^(cancel|delete|merge|remove|revoke)/.test(field.name));
  return [
    ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => ({ kind: 'query', field }) as const),
    ...Object.values(schema.getMutationType()?.getFields() ?? {}).map(
      (field) => ({ kind: 'mutation', field }) as const,
    ),
  ]
    .filter(({ field }) => field.args.flatMap(withInner).some(({ type }) => !isNonNullType(type)))
    .sort((a, b) => isLast(a) - isLast(b));
}

const values: Readonly<Record<string, unknown>> = {
  Date: '2026-03-10',
  DateTime: '2026-03-10T10:00',
  Decimal: '1',
  String: 'x',
};

/** Returns the shortest value of an input: objects have their required fields only. Unknown ids are `id`. */
function shortest(name: string, type: GraphQLInputType, own: World['own'], id: unknown): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [shortest(name, nullable.ofType, own, id)];
  if (isInputObjectType(nullable)) {
    const required = Object.values(nullable.getFields()).filter(isRequired);
    return Object.fromEntries(required.map((field) => [field.name, shortest(field.name, field.type, own, id)]));
  }
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  return own[snakeCase(name)] ?? values[nullable.name] ?? id;
}

/** Sends the shortest call of a field and returns the inputs that are reported as blank. */
async function blankInputs({ account, own }: World, { kind, field }: RootField): Promise<Input[]> {
  const args = field.args.filter(isRequired);
  const of = getNamedType(field.type);
  const id = own[`${snakeCase(of.name)}_id`] ?? own['booking_id'];
  const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const isBulk = isObjectType(of) && 'items' in of.getFields();
  const selection = isBulk ? '{ items { error { fields } } }' : '{ __typename }';
  const { data, errors } = await account.graphql(
    `${kind} ${declared && `(${declared})`} { ${field.name}${passed && `(${passed})`} ${isLeafType(of) ? '' : selection} }`,
    Object.fromEntries(args.map(({ name, type }) => [name, shortest(name, type, own, id)])),
  );
  const [item] = data?.[field.name]?.items ?? [];
  const names = blankNames(errors?.[0].extensions.fields ?? item?.error?.fields ?? {});
  return field.args.flatMap(withInner).filter(({ name }) => names.includes(name));
}

function blankNames(fields: object): string[] {
  return Object.entries(fields).flatMap(([name, found]) => {
    if (!Array.isArray(found)) return blankNames(found);
    return found.includes("can't be blank") ? [name] : [];
  });
}

const server = await useTestServer();

describe('an input without which the shortest call is rejected', () => {
  it('is non-null, unless a route of the REST API can omit it or another can replace it', async () => {
    const world = await createWorld(server);
    const { id } = await world.account.create('/resources', 'resource', { title: 'Room' });
    const own = { ...world.own, from_resource_id: world.own['resource_id'] ?? 0, to_resource_id: id };
    const ofRoutes = fieldsOfRoutes();
    const nullable: string[] = [];
    for (const root of rootFields().filter(({ field }) => !ofRoutes.has(field.name))) {
      const blank = await blankInputs({ ...world, own }, root);
      nullable.push(...blank.map(({ name }) => `${root.field.name}.${name}`));
    }
    expect(nullable.sort()).toEqual(Object.values(needed).flat().sort());
  });
});
