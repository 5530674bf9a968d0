import { type GraphQLInputType, GraphQLInt, GraphQLString, getNamedType, getNullableType, isListType } from 'graphql';
import { stringify } from 'qs';
import type { Route } from '../../src/http/rest/route.js';
import { equalsAsFormatted, type Hostile, hostileValues } from './hostile-values.js';
import { initialAndOther } from './initial-values.js';
import { inputAreas } from './input-areas.js';
import { isTold, likeOthers, otherwise, secretive, shownIn, unkept, unshown } from './input-exceptions.js';
import { type Input, type InputRow, inputsOf } from './input-rows.js';
import { startTestServer, type TestServer, useTestServer } from './test-server.js';
import {
  createWorld,
  freshDate,
  newVisitor,
  validCredentials,
  validObject,
  validParameters,
  validWithin,
  type World,
} from './valid-input.js';
import { Visitor } from './visitor.js';

interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  body: any;
}

/** How a row is spoken to. */
type Send = (method: string, path: string, sending: { json?: unknown; form?: string }) => Promise<Answered>;

interface Surface {
  isPublic: boolean;
  send: Send;
  world: World;
}

/** So many attributes at once. */
const lanes = 8;

/**
 * Sends hostile values for all that each row takes, as JSON and as a form: it must be refused where it stands, or kept
 * as it was sent, and never be a failure of the server (spec, Errors).
 */
export function describeBadInput(area: keyof typeof inputAreas): void {
  const isPublic = area === 'public';
  let server: TestServer;
  let surface: Surface;
  beforeAll(async () => {
    // The public one drops a limit from the database, below.
    server = isPublic ? await startTestServer() : await useTestServer();
    const world = await createWorld(server);
    await server.configure(world.account, { public_access: true });
    const visitor = new Visitor(server.origin, world.account.credentials.subdomain);
    surface = {
      isPublic,
      world,
      send: (isPublic ? visitor : world.account).send.bind(isPublic ? visitor : world.account),
    };
    if (isPublic) await countNoAttempts(server);
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const described = withoutRepetition(inputAreas[area]).map(
    (row) => [`${row.route.method} ${row.route.path}`, row] as const,
  );
  it.each(described)('%s', async (_name, row) => {
    const settled = await settledTogether(surface, row);
    const checks = [
      ...row.attributes.map((attribute) => () => attributeProblems(surface, row, attribute, settled)),
      ...row.parameters.map((parameter) => () => parameterProblems(surface, row, parameter)),
      () => addressProblems(surface, row),
      ...(row.wrapper === undefined ? [] : [() => keyProblems(surface, row)]),
    ];
    expect(await inLanes(checks)).toEqual([]);
  });
}

/** One visitor books far more often here than the limits allow, which have tests of their own. */
async function countNoAttempts({ sql }: TestServer): Promise<void> {
  await sql(`create function skip_attempt() returns trigger language plpgsql as 'begin return null; end'`);
  await sql('create trigger skip_attempt before insert on attempt for each row execute function skip_attempt()');
}

/** Listings of one operation read their parameters alike: what the first is sent, the others need not be. */
function withoutRepetition(routes: readonly Route[]): InputRow[] {
  const read = new Set<string>();
  return routes.map((route) => {
    const row = inputsOf(route);
    const isRepeated = route.method === 'GET' && read.has(route.operation);
    read.add(route.operation);
    return isRepeated ? { ...row, parameters: [] } : row;
  });
}

async function inLanes(checks: (() => Promise<string[]>)[]): Promise<string[]> {
  const problems: string[] = [];
  const waiting = checks.values();
  const lane = async (): Promise<void> => {
    for (const check of waiting) problems.push(...(await check()));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return problems;
}

/**
 * Sends a value that is no attribute's for all attributes at once, and another, and so on. Whoever is told of its own
 * need not be sent it alone.
 *
 * @returns those, by `caseOf`
 */
async function settledTogether(surface: Surface, row: InputRow): Promise<ReadonlySet<string>> {
  const settled = new Set<string>();
  const values = row.attributes
    .filter(({ path }) => path.length === 1)
    .map(({ path: [name = ''], type }) => ({ name, type, hostile: hostileValues(type) }));
  if (values.length < 2) return settled;
  const target = isWhole(row) ? undefined : await newTarget(surface, row);
  const most = Math.max(0, ...values.map(({ hostile }) => hostile.length));
  for (const [index, inForm] of Array.from({ length: 2 * most }, (_, at) => [at >> 1, at % 2 === 1] as const)) {
    const wrong = values.flatMap(({ name, type, hostile }) => {
      const { value, isRefused } = hostile[index] ?? { value: null, isRefused: false };
      return isRefused && (!inForm || differsInForm(type, value)) ? [[name, value] as const] : [];
    });
    if (wrong.length < 2) continue;
    const object = wrong.reduce<unknown>(
      (made, [name, value]) => withValue(made as Record<string, unknown>, [name], value),
      isWhole(row) ? await wholeObject(surface, row) : {},
    );
    const json = { [row.wrapper ?? '']: object, ...(await more(row, surface)) };
    const address = addressOf(surface, row, target);
    const { status, body } = await surface.send(
      row.route.method,
      address,
      inForm ? { form: stringify(json) } : { json },
    );
    const names = wrong.map(([name]) => name);
    if (status !== 400 || Object.keys(body).some((name) => !names.includes(name))) continue;
    for (const name of names) if (Array.isArray(body[name])) settled.add(caseOf([name], index, inForm));
  }
  return settled;
}

const caseOf = (path: readonly string[], index: number, inForm: boolean): string => [...path, index, inForm].join(' ');

async function attributeProblems(
  surface: Surface,
  row: InputRow,
  attribute: Input,
  settled: ReadonlySet<string>,
): Promise<string[]> {
  const problems: string[] = [];
  const { path, type } = attribute;
  const target = isWhole(row) ? undefined : await newTarget(surface, row);
  const unsaid = isWhole(row) ? await absent(surface, row, path) : undefined;
  for (const [index, hostile] of [...hostileValues(type), ...strangersIds(surface, attribute)].entries()) {
    if (!hostile.isRefused && likeOthers.has(nameOf(row.route))) continue;
    for (const inForm of differsInForm(type, hostile.value) ? [false, true] : [false]) {
      if (settled.has(caseOf(path, index, inForm))) continue;
      const object = isWhole(row) ? await wholeObject(surface, row) : {};
      const json = { [row.wrapper ?? '']: withValue(object, path, hostile.value), ...(await more(row, surface)) };
      const sending = inForm ? { form: stringify(json) } : { json };
      const answer = await surface.send(row.route.method, addressOf(surface, row, target), sending);
      const problem = problemOf(row, attribute, hostile, await whole(surface, answer), unsaid);
      if (problem) problems.push(`${path.join('.')} = ${brief(hostile.value)}: ${problem}: ${told(answer)}`);
    }
  }
  return problems;
}

/** What is shown of an attribute that is not sent. */
async function absent(surface: Surface, row: InputRow, path: readonly string[]): Promise<unknown> {
  const object = await wholeObject(surface, row);
  const json = { [row.wrapper ?? '']: object, ...(await more(row, surface)) };
  const answer = await surface.send(row.route.method, addressOf(surface, row), { json });
  if (answer.status !== 200 && !unkept.has(nameOf(row.route))) throw new Error(told(answer));
  return shownIn(row, path, await whole(surface, answer));
}

/** A visitor is shown less of a booking than was kept. */
async function whole({ isPublic, world }: Surface, answer: Answered): Promise<Answered> {
  return isPublic && answer.status === 200 ? world.account.get(`/bookings/${answer.body.booking.id}`) : answer;
}

/** A parameter that is wrong stops the request; whether one that is right has its effect is for other tests. */
async function parameterProblems(surface: Surface, row: InputRow, parameter: Input): Promise<string[]> {
  const name = parameter.path.join('.');
  const problems: string[] = [];
  const strangers = row.route.method === 'GET' ? [] : strangersIds(surface, parameter);
  for (const { value, isRefused } of [...hostileValues(parameter.type), ...strangers]) {
    if (!isRefused) continue;
    const object = row.wrapper === undefined ? {} : { [row.wrapper]: await wholeObject(surface, row) };
    const address = addressOf(surface, row);
    const said = { [name]: value };
    const inUrl = `${address}?${stringify(said)}`;
    const answers = await Promise.all([
      ...(row.route.method === 'GET'
        ? []
        : [surface.send(row.route.method, address, { json: { ...(await more(row, surface)), ...object, ...said } })]),
      ...(isSameInForm(value)
        ? [surface.send(row.route.method, inUrl, row.route.method === 'GET' ? {} : { json: object })]
        : []),
    ]);
    for (const answer of answers) {
      const isNamed =
        answer.status === 400 && ('base' in answer.body || isTold({ wrapper: undefined }, parameter.path, answer.body));
      const isUnknown = answer.status === 404 && strangers.some((stranger) => stranger.value === value);
      if (!isNamed && !isUnknown) problems.push(`${name} = ${brief(value)}: is not refused there: ${told(answer)}`);
    }
  }
  return problems;
}

/** Ids in the address that are nobody's, another account's or no ids. */
async function addressProblems(surface: Surface, row: InputRow): Promise<string[]> {
  const names = [...row.route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const problems: string[] = [];
  for (const name of names) {
    const foreign = name === 'exception_date' || name === 'external_id' ? [] : [surface.world.foreign[name] ?? 0];
    for (const id of [
      ...foreign,
      '0',
      '-1',
      '1.5',
      '2147483647',
      '2147483648',
      '1e9',
      'x',
      '%00',
      '__proto__',
      'x'.repeat(300),
    ]) {
      const address = addressOf(surface, row, { [name]: id });
      const object = row.wrapper === undefined ? {} : { [row.wrapper]: await wholeObject(surface, row) };
      const answer = await surface.send(
        row.route.method,
        address,
        row.route.method === 'GET' ? {} : { json: { ...object, ...(await more(row, surface)) } },
      );
      const isSecret = surface.isPublic && secretive.has(nameOf(row.route)) && answer.status === 400;
      if (answer.status !== 404 && !isSecret) problems.push(`:${name} = ${brief(id)}: is found: ${told(answer)}`);
    }
  }
  return problems;
}

/** Keys that mean something to JavaScript are no attributes, and change nothing. */
async function keyProblems(surface: Surface, row: InputRow): Promise<string[]> {
  const target = isWhole(row) ? undefined : await newTarget(surface, row);
  const object = JSON.stringify(isWhole(row) ? await wholeObject(surface, row) : {});
  const keys = '"__proto__":{"title":7,"id":7},"constructor":{"prototype":{"id":7}},"toString":7';
  const raw = object.replace('{', object.includes('{}') ? `{${keys}` : `{${keys},`);
  const json = { [row.wrapper ?? '']: JSON.parse(raw), ...(await more(row, surface)), ...JSON.parse(`{${keys}}`) };
  const answer = await surface.send(row.route.method, addressOf(surface, row, target), { json });
  const isFine = answer.status === 200 || (unkept.has(nameOf(row.route)) && answer.status < 500);
  return isFine ? [] : [`hostile keys: ${told(answer)}`];
}

/** What is wrong with how a hostile value was answered, if anything is; `unsaid` is what stands when nothing is sent. */
export function problemOf(
  row: InputRow,
  { path, type }: Input,
  { value, isRefused }: Hostile,
  answer: Answered,
  unsaid: unknown,
): string | undefined {
  if (unkept.has(nameOf(row.route))) {
    return [400, 429].includes(answer.status) || (answer.status === 200 && !isRefused) ? undefined : 'is taken';
  }
  if (answer.status === 400) return isTold(row, path, answer.body) ? undefined : 'is told elsewhere';
  if (answer.status !== 200) return 'is no answer to input';
  if (isRefused) return 'is taken';
  const shown = shownIn(row, path, answer);
  if (shown === unshown || equalsAsFormatted(type, value, shown)) return undefined;
  const isNothing = value === null || (typeof value === 'string' && value.trim() === '');
  if (isNothing && JSON.stringify(shown) === JSON.stringify(unsaid)) return undefined;
  const object = path.length > 1 ? path[0]?.replace('_attributes', '') : row.wrapper;
  const [initial] = initialAndOther[object ?? '']?.[path.at(-1) ?? ''] ?? [];
  if (isNothing && initial !== undefined && initial === shown) return undefined;
  return otherwise(row, path)?.(value, shown) ? undefined : `is shown as ${brief(shown)}`;
}

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const brief = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200);
const told = ({ status, body }: Answered): string => `${status} ${brief(body)}`;
const more = async ({ route }: InputRow, { world }: Surface): Promise<object> =>
  (await validParameters[nameOf(route)]?.(world)) ?? {};

/** Whether the request makes the object, rather than changing one. */
const isWhole = ({ route }: InputRow): boolean => route.method === 'POST' || route.path.includes('exception_dates');

async function wholeObject(
  { world, isPublic }: Surface,
  { route, wrapper = '' }: InputRow,
): Promise<Record<string, unknown>> {
  const object = validCredentials[nameOf(route)] ?? (await validObject(wrapper, world));
  return isPublic && wrapper === 'booking' ? { ...object, person_attributes: newVisitor() } : object;
}

/** Text is text in both. */
const differsInForm = (type: GraphQLInputType, value: unknown): boolean =>
  isSameInForm(value) && (type !== GraphQLString || typeof value !== 'string' || value === '\0');

const isSameInForm = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '' && value.length < 1000 && value.isWellFormed()) ||
  ['["x"]', '{"a":1}'].includes(JSON.stringify(value));

function withValue(object: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(object)) return [withValue(object[0], [name, ...rest], value)];
  const inner = { ...validWithin[name], ...Object(object[name]) };
  return { ...object, [name]: rest.length === 0 ? value : withValue(inner, rest, value) };
}

/** The address of the row, in the world unless said. */
function addressOf(
  { world }: Surface,
  { route, wrapper }: InputRow,
  own: Record<string, string | number> = {},
): string {
  return route.path.replaceAll(/:(\w+)/g, (_all, name: string) => {
    if (name === 'exception_date' && wrapper !== undefined && !(name in own)) return freshDate();
    return String(own[name] ?? world.own[name] ?? 0);
  });
}

/** An object of its own for a row that changes one. */
async function newTarget({ world }: Surface, { route, wrapper = '' }: InputRow): Promise<Record<string, number>> {
  const [, collection = '', parameter] = /^(.*)\/:(\w+)$/.exec(route.path) ?? [];
  if (parameter === undefined) return {};
  const { body } = await world.account.post(collection, { json: { [wrapper]: await validObject(wrapper, world) } });
  return { [parameter]: body[route.response.wrapper].id };
}

/** Of an attribute that refers to something: ids that are not the account's. */
function strangersIds({ world }: Surface, { path, type }: Input): Hostile[] {
  const referred = references[path.at(-1) ?? ''] ?? path.at(-1) ?? '';
  const isList = isListType(getNullableType(type));
  if (getNamedType(type) !== GraphQLInt || !/_id$/.test(referred) || referred === 'booking_type_id') return [];
  const foreign = world.foreign[referred];
  if (foreign === undefined) throw new Error(`whose is ${path.join('.')}?`);
  return [foreign, 2_000_000_000].map((id) => ({ value: isList ? [id] : id, isRefused: true }));
}

/** What attributes refer to that are not named after it. */
const references: Readonly<Record<string, string>> = {
  booked_by_person_id: 'person_id',
  merge_person_id: 'person_id',
  parent_id: 'category_id',
  purchased_by_person_id: 'person_id',
  resources: 'resource_id',
  service_id_list: 'service_id',
  services: 'service_id',
  selected_resources: 'resource_id',
};
