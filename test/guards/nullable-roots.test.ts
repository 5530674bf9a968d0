import { getNamedType, isNonNullType } from 'graphql';
import { bookingSchema } from '../../src/graphql/schema.js';

const roots = [bookingSchema().getQueryType(), bookingSchema().getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).map(({ name, type: of }) => ({ name, of })),
);

it('only lists, the change feed and the account are root fields that are never null', () => {
  const neverNull = roots.filter(({ of }) => isNonNullType(of));
  const lists = neverNull.filter(({ of }) => getNamedType(of).name.endsWith('Connection'));
  expect(neverNull.filter((root) => !lists.includes(root)).map(({ name }) => name)).toEqual(['account', 'changes']);
  expect(roots.filter(({ of }) => getNamedType(of).name.endsWith('Connection'))).toEqual(lists);
});
