import { changeNames, isVisibleToClients } from '../../../src/domain/entities.js';
import { changedFields, typeOfChange } from '../../../src/graphql/changed-fields.js';
import { bookingSchema } from '../../../src/graphql/schema.js';

const schema = bookingSchema();

it.each<[string, string[], string[]]>([
  ['booking.modified', ['notes', 'updatedAt'], ['notes', 'updatedAt']],
  ['booking.modified', ['resourceId', 'personId'], ['person', 'personId', 'resource', 'resourceId']],
  ['booking.modified', ['chosenMessages', 'nonsense'], []],
  ['user.modified', ['name'], ['name']],
  ['resource_exception_date.modified', ['resourceId'], ['resource', 'resourceId']],
  ['booking.created', [], []],
  ['nonsense.created', ['name'], []],
])('lists the fields of %s with the attributes %j: %j', (name, attributes, fields) => {
  expect(changedFields(typeOfChange(schema, name), attributes).toSorted()).toEqual(fields);
});

it('finds a GraphQL type for every change that clients can see', () => {
  const visible = changeNames.filter((name) => isVisibleToClients({ name }));
  expect(visible.filter((name) => changedFields(typeOfChange(schema, name), ['updatedAt']).length === 0)).toEqual([]);
});
