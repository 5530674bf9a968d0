import { buildSchema } from 'graphql';
import { bookingOperations, compileOperations } from '../../../src/graphql/operations.js';
import {
  body,
  type ChangedObject,
  fixed,
  get,
  ifOccurrenceUnchanged,
  ifUnchanged,
  list,
  object,
  page,
  parameter,
  path,
  put,
  type Route,
} from '../../../src/http/rest/route.js';
import { routes } from '../../../src/http/rest/routes/index.js';
import { prepareRoutes } from '../../../src/http/rest/table.js';

const schema = buildSchema(`
  enum Scope { ALL }
  input Filter { scope: Scope }
  input ThingInput { title: String }
  type Thing { id: Int, near(metres: Int): Int }
  type Edge { node: Thing }
  type Connection { totalCount: Int edges: [Edge] }
  type Query { thing(id: Int!): Thing things(filter: Filter!, page: Int, perPage: Int!): Connection }
  type Mutation { updateThing(id: Int!, input: ThingInput!): Thing }
`);
const operations = compileOperations(
  schema,
  `query GetThing($id: Int!) { thing(id: $id) { id } }
   query GetNear($id: Int!, $metres: Int) { thing(id: $id) { near(metres: $metres) } }
   query GetTwo($id: Int!) { thing(id: $id) { id } other: thing(id: $id) { id } }
   query ListThings($filter: Filter!, $page: Int = 1, $perPage: Int!) {
     page: things(filter: $filter, page: $page, perPage: $perPage) { total: totalCount items: edges { thing: node { id } } }
   }
   query ListUncounted($filter: Filter!, $page: Int = 1, $perPage: Int!) {
     page: things(filter: $filter, page: $page, perPage: $perPage) { items: edges { thing: node { id } } }
   }
   mutation UpdateThing($id: Int!, $input: ThingInput!) { thing: updateThing(id: $id, input: $input) { id } }`,
);
const id = { id: path('id') };

const good = [
  get('/things', 'ListThings', page('thing', 50), { 'filter.scope': fixed('ALL') }),
  get('/things/:event_id', 'GetThing', object('thing'), { id: path('event_id') }),
  put(
    '/things/:event_id',
    'UpdateThing',
    object('thing'),
    { id: path('event_id'), input: body('thing') },
    ifUnchanged('event', 'id'),
  ),
];

const misfits: [name: string, route: Route, message: string][] = [
  ['an unknown operation', get('/x', 'Nothing', object('thing')), 'no operation Nothing'],
  ['an unknown variable', get('/x/:id', 'GetThing', object('thing'), { ...id, size: fixed(1) }), 'no variable $size'],
  ['a missing variable', get('/x', 'GetThing', object('thing')), 'variable $id may be left without a value'],
  [
    'a required variable that a request may leave out',
    get('/x', 'GetThing', object('thing'), { id: parameter('id') }),
    'variable $id may be left without a value',
  ],
  [
    'an unknown field of an input',
    get('/x', 'ListThings', page('thing', 50), { 'filter.size': parameter('size') }),
    'no field size in $filter.size',
  ],
  [
    'a field of a scalar',
    get('/x/:id', 'GetThing', object('thing'), { ...id, 'id.x': parameter('x') }),
    'no field x in $id.x',
  ],
  [
    'a variable that is an argument of another field',
    get('/x/:id', 'GetNear', object('thing'), { ...id, metres: parameter('metres') }),
    '$metres is no argument of the root',
  ],
  ['a path that lacks its parameter', get('/x', 'GetThing', object('thing'), id), 'no :id in the path'],
  ['a path parameter that nothing reads', get('/x/:id/:y', 'GetThing', object('thing'), id), ':y is not read'],
  [
    'a fixed value that is invalid for the variable',
    get('/x', 'ListThings', page('thing', 50), { 'filter.scope': fixed('SOME') }),
    '$filter.scope does not take SOME',
  ],
  ['an object for a scalar', put('/x', 'GetThing', object('thing'), { id: body('thing') }), '$id takes no object'],
  ['a wrapper that is not aliased', get('/x/:id', 'GetThing', object('person'), id), 'GetThing has no person'],
  ['two root fields', get('/x/:id', 'GetTwo', object('thing'), id), 'GetTwo must have one root field'],
  [
    'a list whose document has no page',
    get('/x/:id', 'GetThing', list('thing'), id),
    'GetThing has no page { items { thing } }',
  ],
  [
    'a list with another wrapper',
    get('/x', 'ListThings', page('person', 50), {}),
    'ListThings has no page { items { person } }',
  ],
  ['a page without a total', get('/x', 'ListUncounted', page('thing', 50)), 'ListUncounted has no page { total }'],
  [
    'a second route of the method and path',
    get('/things/:name', 'GetThing', object('thing'), { id: path('name') }),
    'there are two routes of that method and path',
  ],
];

describe('the routes', () => {
  it('match the operations and the schema', () => {
    const router = prepareRoutes(routes, bookingOperations());
    for (const { method, path: address } of routes) {
      expect(router.find(method, address)?.entry.path).toBe(address);
    }
  });

  it.each(misfits)('are rejected with %s', (_name, route, message) => {
    expect(() => prepareRoutes([...good, route], operations)).toThrow(
      `Routes do not fit the schema:\n${route.method} ${route.path}: ${message}`,
    );
  });

  const reader = get('/other/:thing_id', 'GetThing', object('thing'), { id: path('thing_id') });
  const changer = (changes?: ChangedObject) => {
    const variables = { id: path('thing_id'), input: body('thing') };
    return put('/other/:thing_id/title', 'UpdateThing', object('thing'), variables, changes);
  };

  it('are rejected if the changed object is not named', () => {
    expect(() => prepareRoutes([reader, changer()], operations)).toThrow('does not name the object that it changes');
  });

  it('are rejected if no route reads the named object', () => {
    expect(() => prepareRoutes([changer(ifUnchanged('service', 'id'))], operations)).toThrow(
      'no route reads the service that it changes',
    );
  });

  it.each(['name', 'input'])('are rejected if the id of the object is in $%s', (variable) => {
    expect(() => prepareRoutes([reader, changer(ifUnchanged('service', variable))], operations)).toThrow(
      `$${variable} is not from the path`,
    );
  });

  it('name the object that they change', () => {
    const router = prepareRoutes([reader, changer(ifUnchanged('service', 'id'))], operations);
    const { object: changed } = router.find('PUT', '/other/5/title')?.entry ?? {};
    expect(changed).toMatchObject({ kind: 'service', parameter: 'thing_id', reader: { path: reader.path } });
  });

  it.each([
    ['no route reads the service that it changes', ifOccurrenceUnchanged('service', '/nowhere/:id')],
    ['$from is not read', ifOccurrenceUnchanged('service', reader.path)],
  ])('of a series are rejected because %s', (message, changes) => {
    expect(() => prepareRoutes([reader, changer(changes)], operations)).toThrow(message);
  });

  it('are all reported together', () => {
    const both = misfits.slice(0, 2).map(([, route]) => route);
    expect(() => prepareRoutes(both, operations)).toThrow(/no operation Nothing\n.*no variable \$size/);
  });
});

describe('finding a route', () => {
  const router = prepareRoutes(
    [...good, get('/things/new', 'GetThing', object('thing'), { id: fixed(0) })],
    operations,
  );

  it.each([
    ['GET', '/things', '/things', {}],
    ['GET', '/things/', '/things', {}],
    ['GET', '//things', '/things', {}],
    ['GET', '/things.json', '/things', {}],
    ['GET', '/things/7', '/things/:event_id', { event_id: '7' }],
    ['GET', '//things//7/', '/things/:event_id', { event_id: '7' }],
    ['GET', '/things/7.json', '/things/:event_id', { event_id: '7' }],
    ['GET', '/things/7.json/', '/things/:event_id', { event_id: '7' }],
    ['GET', '/things/a%2Fb%20c', '/things/:event_id', { event_id: 'a/b c' }],
    ['GET', '/things/new', '/things/new', {}],
    ['PUT', '/things/new', '/things/:event_id', { event_id: 'new' }],
  ])('%s %s is %s', (method, address, expected, parameters) => {
    const match = router.find(method, address);
    expect([match?.entry.path, match?.parameters]).toEqual([expected, parameters]);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/thing'],
    ['GET', '/things/7/8'],
    ['POST', '/things'],
    ['GET', '/things/%zz'],
    ['GET', '/things/%ff'],
    ['GET', '/__proto__'],
    ['get', '/things'],
  ])('%s %s is not found', (method, address) => expect(router.find(method, address)).toBeUndefined());
});
