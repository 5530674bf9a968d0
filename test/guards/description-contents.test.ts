import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { bookingSchema } from '../../src/graphql/schema.js';

/** A field or argument with the type or field to which it belongs. */
interface Part {
  place: string;
  name: string;
  owner: { description?: string | null | undefined };
  part: GraphQLArgument | GraphQLInputField | GraphQLField<unknown, unknown>;
}

const types = Object.values(bookingSchema().getTypeMap()).filter(({ name }) => !name.startsWith('__'));

function argumentsOf(type: GraphQLNamedType): Part[] {
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap((owner) =>
    owner.args.map((part) => ({ place: `${type.name}.${owner.name}(${part.name})`, name: part.name, owner, part })),
  );
}

function fieldsOf(type: GraphQLNamedType): Part[] {
  if (!isObjectType(type) && !isInputObjectType(type)) return [];
  return Object.values(type.getFields()).map((part) => ({
    place: `${type.name}.${part.name}`,
    name: part.name,
    owner: type,
    part,
  }));
}

const inputs: Part[] = types.flatMap((type) => [
  ...argumentsOf(type),
  ...(isInputObjectType(type) ? fieldsOf(type) : []),
]);
const isOptional = ({ part }: Part): boolean =>
  !isNonNullType(part.type) && 'defaultValue' in part && part.defaultValue === undefined;

describe('the default of an optional input', () => {
  /** Says what a missing value means, in the description of the input or for all fields of its type. */
  const isNamed = ({ owner, part }: Part): boolean =>
    /\b(default|required|not together with|give (this|it) or)/i.test(part.description ?? '') ||
    /\b(absent|left out)\b/.test(owner.description ?? '');

  it('is in its description, or in that of its type', () => {
    const optional = inputs.filter(isOptional);
    expect(optional.length).toBeGreaterThan(700);
    const unnamed = optional.filter((input) => !isNamed(input));
    expect(unnamed.map(({ place, part }) => `${place}: ${part.description}`)).toEqual([]);
  });
});

describe('the unit of a number', () => {
  const numbers = ['Int', 'Float', 'Decimal'];
  const isId = ({ name, part }: Part): boolean =>
    /ids?(_list)?$/i.test(name) || /\bids?\b/i.test(part.description ?? '');
  const unit =
    /\b(milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|dates?|slots|intervals|percent|currency|amounts?|prices?|balance|number|numbers|people|places|share|HTTP status|from 0)\b|`revisionCount`/i;
  /** Numbers that stand for a choice, as in REST. */
  const codes = ['verificationMethod', 'verificationMethods', 'slotGenerationType'];

  it('is in its description, or in that of its type', () => {
    const all = types.flatMap((type) => [...argumentsOf(type), ...fieldsOf(type)]);
    const found = all.filter((part) => numbers.includes(getNamedType(part.part.type).name) && !isId(part));
    expect(found.length).toBeGreaterThan(150);
    const without = found.filter(
      ({ name, owner, part }) =>
        !codes.includes(name) && !unit.test(part.description ?? '') && !unit.test(owner.description ?? ''),
    );
    expect(without.map(({ place, part }) => `${place}: ${part.description}`)).toEqual([]);
  });
});
