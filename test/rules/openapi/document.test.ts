import { buildSchema } from 'graphql';
import { compileOperations } from '../../../src/graphql/operations.js';
import { Components } from '../../../src/http/rest/openapi/components.js';
import { describeApi, rootServers } from '../../../src/http/rest/openapi/document.js';
import {
  body,
  del,
  fixed,
  get,
  ifUnchanged,
  list,
  object,
  page,
  parameter,
  path,
  post,
  put,
} from '../../../src/http/rest/route.js';
import { operationsOf } from '../../support/described-answers.js';

const schema = buildSchema(`
  enum Size { "Up to two people." SMALL BIG }
  type Room { id: Int! roomName: String size: Size! guests(all: Boolean): [Guest!]! owner: Guest oldNo: Int @deprecated(reason: "Use roomName.") }
  type Guest { id: Int! name: String }
  type Rooms { totalCount: Int! nodes: [RoomEdge!]! }
  type RoomEdge { node: Room! }
  input RoomFilter { "In words." size: Size sizes: [Size!] }
  input RoomInput { roomName: String size: Size! owner: GuestInput }
  input GuestInput { fullName: String }
  type Query {
    room(id: Int!): Room!
    "All that has a door."
    rooms(filter: RoomFilter, "Counted from 1." page: Int, perPage: Int): Rooms!
  }
  type Mutation { saveRoom(id: Int, input: RoomInput!): Room! removeRoom(id: Int!): Room }
`);

const operations = compileOperations(
  schema,
  `
  fragment GuestBody on Guest { id name }
  fragment RoomBody on Room {
    id
    room_name: roomName
    name: roomName
    size
    old_no: oldNo
    guests { ...GuestBody }
    owner { id ...GuestBody @include(if: $extended) }
  }
  query GetRoom($id: Int!, $extended: Boolean = false) { room(id: $id) { ...RoomBody } }
  query ListRooms($filter: RoomFilter!, $page: Int = 1, $perPage: Int!, $extended: Boolean = false) {
    page: rooms(filter: $filter, page: $page, perPage: $perPage) { total: totalCount items: nodes { room: node { ...RoomBody } } }
  }
  mutation SaveRoom($id: Int, $input: RoomInput!, $extended: Boolean = false) {
    room: saveRoom(id: $id, input: $input) { ...RoomBody }
  }
  mutation RemoveRoom($id: Int!) { room: removeRoom(id: $id) { id } }
`,
);

const id = { id: path('room_id') };
const input = { input: body('room', { label: 'room_name', alias: 'full_name' }), extended: parameter('extended') };
const routes = [
  get('/rooms', 'ListRooms', page('room', 50), {
    'filter.size': parameter('size'),
    'filter.sizes': parameter('sizes'),
    extended: parameter('extended'),
  }),
  get('/rooms/small', 'ListRooms', list('room'), { perPage: fixed(9), 'filter.size': fixed('SMALL') }),
  get('/rooms/:room_id', 'GetRoom', object('room'), id),
  post('/rooms', 'SaveRoom', object('room'), input),
  put('/rooms/:room_id', 'SaveRoom', object('room'), { ...id, ...input }),
  del('/rooms/:room_id', 'RemoveRoom', object('room'), id, ifUnchanged('resource', 'id')),
];

const publicRoutes = [get('/rooms/:room_id', 'GetRoom', object('room'), id)];
const hours = {
  operationId: 'opensAt',
  summary: 'Opening time',
  description: 'When the house opens.',
  tags: ['House'],
  parameters: [],
  responses: {},
};
const section = () => ({
  tag: { name: 'House', description: 'The house.' },
  paths: { '/hours': { servers: rootServers, get: hours } },
  webhooks: { 'house.opened': { post: hours } },
});

const { paths, webhooks, components, tags } = describeApi({ routes, publicRoutes, operations, sections: [section] });
const { schemas, responses, requestBodies } = components as Record<string, Record<string, unknown>>;

describe('a description', () => {
  it('has an operationId for every route, from its operation and path', () => {
    expect(
      operationsOf({ paths }).map(
        ({ method, path: address, operation: { operationId, summary, description, tags: of } }) => [
          `${method} ${address}`,
          operationId,
          summary,
          description,
          ...of,
        ],
      ),
    ).toEqual([
      ['GET /rooms', 'listRooms', 'List rooms', 'All that has a door.', 'Rooms'],
      ['POST /rooms', 'saveRoom', 'Save room', 'Returns the room after the change.', 'Rooms'],
      ['GET /rooms/small', 'listRoomsSmall', 'List rooms, small', 'All that has a door. Up to two people.', 'Rooms'],
      ['GET /rooms/{room_id}', 'getRoom', 'Get room', 'Returns the room.', 'Rooms'],
      ['PUT /rooms/{room_id}', 'saveRoomByPut', 'Save room', 'Returns the room after the change.', 'Rooms'],
      ['DELETE /rooms/{room_id}', 'removeRoom', 'Remove room', 'Returns the room after the change.', 'Rooms'],
      ['GET /sites/{subdomain}/rooms/{room_id}', 'getRoomSites', 'Get room, sites', 'Returns the room.', 'Sites'],
      ['GET /hours', 'opensAt', 'Opening time', 'When the house opens.', 'House'],
    ]);
    expect(tags).toEqual([
      { name: 'Rooms', description: '`/rooms` and the paths below it.' },
      { name: 'Sites', description: expect.stringContaining('public API') },
      { name: 'House', description: 'The house.' },
    ]);
    expect(webhooks).toEqual({ 'house.opened': { post: hours } });
  });

  it('has the public routes at the root of the server, with a subdomain instead of a key', () => {
    const { servers, get: operation } = paths['/sites/{subdomain}/rooms/{room_id}'] ?? {};
    expect([servers, operation?.security]).toEqual([[{ url: '/' }], []]);
    expect(operation?.parameters).toEqual([
      { $ref: '#/components/parameters/Subdomain' },
      expect.objectContaining({ name: 'room_id', in: 'path', required: true }),
      { $ref: '#/components/parameters/Fields' },
      { $ref: '#/components/parameters/IfNoneMatch' },
    ]);
    expect(Object.keys(operation?.responses ?? {}).join()).toBe('200,304,400,404,429,503,5XX');
    expect(paths['/rooms/{room_id}']).not.toHaveProperty('servers');
    expect(paths['/rooms/{room_id}']?.get).not.toHaveProperty('security');
  });

  it('has the parameters of the path and the URL, by the types of the variables, and the headers', () => {
    expect(paths['/rooms']?.['get']?.parameters).toEqual([
      { name: 'size', in: 'query', description: 'In words.', schema: { $ref: '#/components/schemas/Size' } },
      { name: 'sizes', in: 'query', schema: { type: 'array', items: { $ref: '#/components/schemas/Size' } } },
      {
        name: 'extended',
        in: 'query',
        description: 'Returns related objects and further attributes in full.',
        schema: { type: 'boolean', default: false },
      },
      {
        name: 'page',
        in: 'query',
        description: 'Counted from 1.',
        schema: { type: 'integer', format: 'int32', minimum: 1, default: 1 },
      },
      { $ref: '#/components/parameters/Fields' },
    ]);
    expect(paths['/rooms/{room_id}']?.['delete']?.parameters).toEqual([
      {
        name: 'room_id',
        in: 'path',
        required: true,
        description: 'Id of the room.',
        schema: { type: 'integer', format: 'int32' },
      },
      { $ref: '#/components/parameters/IfMatch' },
      { $ref: '#/components/parameters/IdempotencyKey' },
    ]);
  });

  it('offers If-Match only for a route that compares its object', () => {
    const put = paths['/rooms/{room_id}']?.['put']?.parameters;
    expect(put).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
    expect(put).not.toContainEqual({ $ref: '#/components/parameters/IfMatch' });
  });

  it('has the possible statuses of each route', () => {
    const statuses = (address: string, method: 'get' | 'post' | 'put') =>
      Object.keys(paths[address]?.[method]?.responses ?? {}).join();
    expect(statuses('/rooms', 'get')).toBe('200,400,401,402,403,429,503,5XX');
    expect(statuses('/rooms', 'post')).toBe('200,400,401,402,403,412,429,503,5XX');
    expect(statuses('/rooms/{room_id}', 'get')).toBe('200,304,400,401,402,403,404,429,503,5XX');
    expect(statuses('/rooms/{room_id}', 'put')).toBe('200,400,401,402,403,404,412,429,503,5XX');
  });

  it('describes fragments as components with all attributes, nullable as in the schema', () => {
    const guest = { $ref: '#/components/schemas/GuestBody' };
    const integer = { type: 'integer', format: 'int32' };
    expect(schemas?.['RoomBody']).toEqual({
      type: 'object',
      properties: {
        id: integer,
        room_name: { type: ['string', 'null'] },
        name: { type: ['string', 'null'], description: 'Use `room_name`.', deprecated: true },
        size: { $ref: '#/components/schemas/Size' },
        old_no: { type: ['integer', 'null'], format: 'int32', description: 'Use room_name.', deprecated: true },
        guests: { type: 'array', items: guest },
        owner: {
          anyOf: [
            { type: 'object', properties: { id: integer }, required: ['id'], additionalProperties: false },
            guest,
            { type: 'null' },
          ],
        },
      },
      required: ['id', 'room_name', 'name', 'size', 'old_no', 'guests', 'owner'],
      additionalProperties: false,
    });
    expect(schemas?.['Size']).toEqual({ type: 'string', enum: ['small', 'big'] });
  });

  it('describes response bodies in their wrapper, and different ones separately', () => {
    const contentOf = (name: string) =>
      (responses?.[name] as { content: Record<string, { schema: object }> } | undefined)?.content['application/json']
        ?.schema;
    const wrapped = {
      type: 'object',
      properties: { room: { $ref: '#/components/schemas/RoomBody' } },
      required: ['room'],
      additionalProperties: false,
    };
    expect(contentOf('Room')).toEqual(wrapped);
    expect(contentOf('RoomPage')).toEqual({ type: 'array', items: wrapped });
    expect(contentOf('RoomList')).toEqual({ type: 'array', items: wrapped });
    expect(contentOf('RemoveRoomAnswer')).toMatchObject({ properties: { room: { type: ['object', 'null'] } } });
  });

  it('describes input as JSON and as a form, with deprecated names and required attributes', () => {
    expect(paths['/rooms']?.['post']?.requestBody).toEqual({ $ref: '#/components/requestBodies/Room' });
    expect(paths['/rooms/{room_id}']?.['put']?.requestBody).toEqual({ $ref: '#/components/requestBodies/Room' });
    expect(schemas?.['RoomInput']).toEqual({
      type: 'object',
      properties: {
        room_name: { type: ['string', 'null'] },
        size: { $ref: '#/components/schemas/Size' },
        owner: { anyOf: [{ $ref: '#/components/schemas/GuestInput' }, { type: 'null' }] },
        label: { type: ['string', 'null'], description: 'Use `room_name`.', deprecated: true },
      },
      required: ['size'],
    });
    expect(schemas?.['GuestInput']).toMatchObject({ properties: { alias: { deprecated: true } } });
    const properties = {
      room: { $ref: '#/components/schemas/RoomInput' },
      extended: {
        type: ['boolean', 'null'],
        description: 'Returns related objects and further attributes in full.',
        default: false,
      },
    };
    expect(requestBodies?.['Room']).toMatchObject({
      content: {
        'application/json': { schema: { type: 'object', properties } },
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', properties },
          encoding: { room: { style: 'deepObject', explode: true } },
        },
      },
    });
  });
});

describe('components', () => {
  it('are shared if they are equal, and have different names otherwise', () => {
    const shared = new Components();
    const keep = (type: string) => shared.share('schemas', ['A', 'B'], { type }).$ref.split('/').at(-1);
    expect(['one', 'two', 'one', 'three', 'two', 'four', 'three'].map(keep)).toEqual([
      'A',
      'B',
      'A',
      'A2',
      'B',
      'A3',
      'A2',
    ]);
  });
});
