import { GraphQLList, GraphQLObjectType, getNamedType, getNullableType } from 'graphql';
import { bookingSchema } from '../../src/graphql/schema.js';

const types = Object.values(bookingSchema().getTypeMap()).filter(
  (type) => type instanceof GraphQLObjectType && !type.name.startsWith('__'),
) as GraphQLObjectType[];

const lists = types.flatMap((type) =>
  Object.values(type.getFields()).flatMap((field) => {
    const isList =
      getNullableType(field.type) instanceof GraphQLList || getNamedType(field.type).name.endsWith('Connection');
    const hasPages = field.args.some(({ name }) => name === 'first');
    const hasCost = hasPages || field.extensions['complexity'] !== undefined;
    return isList ? [{ name: `${type.name}.${field.name}`, hasCost }] : [];
  }),
);

it('every list field has pages or declares its cost', () => {
  expect(lists.length).toBeGreaterThan(80);
  expect(lists.filter(({ hasCost }) => !hasCost)).toEqual([]);
});
