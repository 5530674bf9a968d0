import { type GraphQLInputType, GraphQLInt, GraphQLString, getNamedType, getNullableType, isListType } from 'graphql';
import { stringify } from 'qs';
import type { Route } from '../../src/http/rest/route.js';
import type { Hostile } from './hostile-values.js';
import type { Input, RouteInputs } from './route-inputs.js';
import {
  collections,
  freshDate,
  linkTokenOf,
  newOwners,
  newVisitor,
  validCredentials,
  validObject,
  validParameters,
  validWithin,
  type World,
} from './valid-input.js';

export interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  body: any;
}

/** Sends a request to the API of an account, or to its public API. */
export type Send = (method: string, path: string, sending: { json?: unknown; form?: string }) => Promise<Answered>;

/** An API and the objects that exist in it. */
export interface Surface {
  isPublic: boolean;
  send: Send;
  world: World;
}

export const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
export const brief = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200);
export const summaryOf = ({ status, body }: Answered): string => `${status} ${brief(body)}`;
/** Returns the parameters beside the object that the route requires. */
export const otherParameters = async ({ route }: RouteInputs, { world }: Surface): Promise<object> =>
  (await validParameters[nameOf(route)]?.(world)) ?? {};

/** Whether the request creates an object, so that it needs all required attributes. */
export const createsObject = ({ route }: RouteInputs): boolean =>
  route.method === 'POST' || route.path.includes('exception_dates');

/** Returns valid attributes of a new object of the route. */
export async function validBody(
  { world, isPublic }: Surface,
  { route, wrapper = '' }: RouteInputs,
): Promise<Record<string, unknown>> {
  const object = validCredentials[nameOf(route)] ?? (await validObject(wrapper, world));
  return isPublic && ['booking', 'order', 'visit'].includes(wrapper)
    ? { ...object, person_attributes: newVisitor() }
    : object;
}

/** Valid text is the same in JSON and in a form, so it is sent only once. */
export const differsInForm = (type: GraphQLInputType, value: unknown): boolean =>
  isSameInForm(value) && (type !== GraphQLString || typeof value !== 'string' || value === '\0');

export const isSameInForm = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '' && value.length < 1000 && value.isWellFormed()) ||
  ['["x"]', '{"a":1}'].includes(JSON.stringify(value));

/** Returns the object with the value at the path. */
function withValue(object: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(object)) return [withValue(object[0], [name, ...rest], value)];
  const inner = { ...validWithin[name], ...Object(object[name]) };
  return { ...object, [name]: rest.length === 0 ? value : withValue(inner, rest, value) };
}

/** A value for an attribute. */
export interface Sent {
  attribute: Input;
  hostile: Hostile;
}

/** Returns the valid lists whose objects get the values, for a request that changes an object. */
async function listsOf(surface: Surface, inputs: RouteInputs, sent: readonly Sent[]): Promise<object> {
  const names = sent.flatMap(({ attribute: { path } }) => (path.length > 1 ? [path[0]] : []));
  const valid = names.length > 0 ? await validBody(surface, inputs) : {};
  return Object.fromEntries(
    Object.entries(valid).filter(([name, value]) => Array.isArray(value) && names.includes(name)),
  );
}

/**
 * Sends a valid request, with these values in its object.
 *
 * @param options.target the ids of an object to change; by default those of the world
 */
export async function sendValues(
  surface: Surface,
  inputs: RouteInputs,
  sent: readonly Sent[],
  { target, inForm = false }: { target?: Record<string, string | number> | undefined; inForm?: boolean } = {},
): Promise<Answered> {
  const object = sent.reduce<unknown>(
    (made, { attribute, hostile }) => withValue(made as Record<string, unknown>, attribute.path, hostile.value),
    createsObject(inputs) ? await validBody(surface, inputs) : await listsOf(surface, inputs, sent),
  );
  const json = { [inputs.wrapper ?? '']: object, ...(await otherParameters(inputs, surface)) };
  const address = await addressOf(surface, inputs, target);
  return surface.send(inputs.route.method, address, inForm ? { form: stringify(json) } : { json });
}

/** Reads the booking or the entry of the waitlist by the account's API, which shows more attributes than the public one. */
export async function readAsAccount({ isPublic, world }: Surface, answer: Answered): Promise<Answered> {
  if (!isPublic || answer.status !== 200) return answer;
  const { booking, order, waitlist_ticket } = answer.body;
  if (booking) return world.account.get(`/bookings/${booking.id}`);
  if (order) return world.account.get(`/orders/${order.id}`);
  if (!waitlist_ticket) return answer;
  const { status, body } = await world.account.get(`/waitlist/${waitlist_ticket.entry.id}`);
  return { status, body: { waitlist_ticket: body.waitlist_entry } };
}

/** Returns the path of the route. Ids default to those of new owners, and to those of the world. */
export async function addressOf(
  { world }: Surface,
  { route, wrapper }: RouteInputs,
  given: Record<string, string | number> = {},
): Promise<string> {
  const own = { ...(await newOwners[`${route.method} ${route.path}`]?.(world)), ...given };
  return route.path.replaceAll(/:(\w+)/g, (_all, name: string) => {
    if (name === 'exception_date' && wrapper !== undefined && !(name in own)) return freshDate();
    const ofEvents = name === 'collection_id' && route.path.startsWith('/events/');
    return String(own[name] ?? world.own[ofEvents ? 'event_collection_id' : name] ?? 0);
  });
}

/** Creates an object for a route that changes one. */
export async function newTarget(
  { world }: Surface,
  { route, wrapper = '' }: RouteInputs,
): Promise<Record<string, string | number>> {
  const [, collection = '', parameter] = /^(.*)\/:(\w+)$/.exec(route.path) ?? [];
  if (parameter === undefined) return {};
  const parameters = await validParameters[`POST ${collection}`]?.(world);
  const json = { [wrapper]: await validObject(wrapper, world), ...parameters };
  const { body } = await world.account.post((await collections[collection]?.(world)) ?? collection, { json });
  const created = body[route.response.wrapper];
  if (parameter === 'token') return { token: await linkTokenOf(world.account, created.id) };
  return { [parameter]: created.id ?? created };
}

/** Returns ids that are unknown or belong to another account, if the attribute is a reference. */
export function foreignIds({ world }: Surface, { wrapper }: RouteInputs, { path, type }: Input): Hostile[] {
  const name = path.at(-1) ?? '';
  const ofPerson = wrapper === 'person' || path.includes('person_attributes');
  const referred = name === 'parent_id' && ofPerson ? 'person_id' : (references[name] ?? name);
  const isList = isListType(getNullableType(type));
  // A suggestion refuses nothing.
  const isOther = ['booking_type_id', 'offered_resource_id'].includes(referred);
  if (getNamedType(type) !== GraphQLInt || !/_id$/.test(referred) || isOther) return [];
  const foreign = world.foreign[referred];
  if (foreign === undefined) throw new Error(`there is no foreign id for ${path.join('.')}`);
  return [foreign, 2_000_000_000].map((id) => ({ value: isList ? [id] : id, isRefused: true }));
}

/** The referred kind of each reference that is not named after it. */
const references: Readonly<Record<string, string>> = {
  booked_by_person_id: 'person_id',
  dependant_id: 'person_id',
  group_id: 'service_option_group_id',
  merge_person_id: 'person_id',
  need_id: 'service_need_id',
  option_id: 'service_option_id',
  parent_id: 'category_id',
  purchased_by_person_id: 'person_id',
  resources: 'resource_id',
  service_id_list: 'service_id',
  services: 'service_id',
  selected_resources: 'resource_id',
};
