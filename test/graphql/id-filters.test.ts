import { GraphQLInt, getNamedType, isInputObjectType, isListType } from 'graphql';
import { bookingSchema } from '../../src/graphql/schema.js';
import { createRelatedRecords } from '../support/related-records.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
await createRelatedRecords(server, account, 2);

/** All conditions of lists on one id, with the name of the list. */
const conditions = Object.values(bookingSchema().getQueryType()?.getFields() ?? {}).flatMap(({ name, args }) => {
  const filter = args.find((arg) => arg.name === 'filter');
  const type = filter && getNamedType(filter.type);
  if (!isInputObjectType(type)) return [];
  const required = args.some((arg) => String(arg.type).endsWith('!') && arg.defaultValue === undefined);
  const ids = Object.values(type.getFields()).filter(
    (field) => field.name.endsWith('Id') && getNamedType(field.type) === GraphQLInt && !isListType(field.type),
  );
  return required ? [] : ids.map((field) => ({ list: name, condition: field.name }));
});

it('there are conditions on ids', () => expect(conditions.length).toBeGreaterThan(20));

/** Lists of a service, which are those of a path in REST: that of an unknown service does not exist. */
const ofPath: readonly string[] = ['serviceOptions', 'serviceOptionGroups'];

it.each(conditions)('no record of $list has the $condition 0', async ({ list, condition }) => {
  const { data, errors } = await account.graphql(`{ list: ${list}(filter: { ${condition}: 0 }) { totalCount } }`);
  if (ofPath.includes(list) && condition === 'serviceId') {
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    return;
  }
  expect([errors, data.list.totalCount]).toEqual([undefined, 0]);
});
