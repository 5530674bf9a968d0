import { isSpecifiedScalarType } from 'graphql';
import { partsOf } from '../../src/graphql/descriptions.js';
import { bookingSchema } from '../../src/graphql/schema.js';

const types = Object.values(bookingSchema().getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
);

/** Every type, field, argument, enumeration value and input field, by its place. */
const places = types.flatMap((type) =>
  [...partsOf(type)].map(([key, { description }]) => ({ place: `${type.name} ${key}`.trim(), description })),
);

it('every type, field, argument and value of the schema has a description', () => {
  expect(places.length).toBeGreaterThan(1_500);
  expect(places.filter(({ description }) => !description).map(({ place }) => place)).toEqual([]);
});
