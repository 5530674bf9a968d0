import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../../src/platform/project-root.js';

type FindChanges = (former: string, present: string) => Promise<{ element: string }[]>;
const module = pathToFileURL(join(projectRoot, '.github/schema-check/graphql-changes.mjs')).href;
const { graphqlChanges }: { graphqlChanges: FindChanges } = await import(module);

/** Returns a schema with a field of these arguments and this type. */
const schema = (field: string, types = '') => `type Query { ${field} } ${types}`;
const states = (values: string) => schema('state: State', `enum State { ${values} }`);
const orders = (values: string) => schema('list(order: Order): Int', `enum Order { ${values} }`);
const input = (fields: string) => schema('a(by: By): Int', `input By { ${fields} }`);

it.each<[string, string, string, string[]]>([
  ['a field', schema('a: Int b: Int'), schema('a: Int'), ['Query.b']],
  ['the type of a field', schema('a: Int!'), schema('a: Int'), ['Query.a']],
  ['a field that is never null now', schema('a: Int'), schema('a: Int!'), []],
  ['an argument', schema('a(b: Int): Int'), schema('a: Int'), ['Query.a.b']],
  ['a needed argument', schema('a: Int'), schema('a(b: Int!): Int'), ['Query.a.b']],
  ['an optional argument', schema('a: Int'), schema('a(b: Int): Int'), []],
  ['a field of an input', input('b: Int c: Int'), input('b: Int'), ['By.c']],
  ['a needed field of an input', input('b: Int'), input('b: Int c: Int!'), ['By.c']],
  ['a type', schema('a: Int', 'type B { c: Int }'), schema('a: Int'), ['B']],
  ['a value', states('NEW OLD'), states('NEW'), ['State.OLD']],
  ['another value that clients receive', states('NEW'), states('NEW OLD'), ['State.OLD']],
  ['another value that clients only send', orders('UP'), orders('UP DOWN'), []],
  ['a description', schema('a: Int'), schema('"How many." a: Int'), []],
])('%s', async (_name, former, present, expected) => {
  expect((await graphqlChanges(former, present)).map(({ element }) => element)).toEqual(expected);
});
