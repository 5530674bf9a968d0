import { getNamedType, isInputObjectType } from 'graphql';
import { isObject } from '../../platform/accepted.js';
import { snakeCase } from '../../platform/text.js';
import type { Binding } from './variables.js';

/** A part of requests that a later major version does not read. It works until then. */
export interface Deprecation {
  /** The part and the current one, as the guide names them. */
  part: string;
  instead: string;
  /** The names of the attributes that it is. */
  attributes: readonly string[];
  /** The dates, in UTC, since when it is deprecated and from when on it may be removed. */
  since: string;
  until: string;
}

const dates = { since: '2026-11-27', until: '2028-12-01' };

const weekdays = [0, 1, 2, 3, 4, 5, 6];

/** The scheme of `Authorization` (spec, Authentication). */
export const basicAuthentication: Deprecation = {
  part: 'Basic authentication',
  instead: '`Authorization: Bearer`',
  attributes: [],
  ...dates,
};

/** All that is deprecated (spec, Versioning). OpenAPI marks the attributes, and so do the inputs of GraphQL. */
export const deprecations: readonly Deprecation[] = [
  {
    part: '`phonenumber` of people and users',
    instead: '`phone_number`',
    attributes: ['phonenumber'],
    ...dates,
  },
  {
    part: '`open_0` to `open_6` and `close_0` to `close_6` of resources',
    instead: '`opening_hours_mon` to `opening_hours_sun`',
    attributes: weekdays.flatMap((weekday) => [`open_${weekday}`, `close_${weekday}`]),
    ...dates,
  },
  {
    part: '`booking_type_id` of services',
    instead: '`booking_type`',
    attributes: ['booking_type_id'],
    ...dates,
  },
  basicAuthentication,
];

const deprecationsByAttribute: ReadonlyMap<string, Deprecation> = new Map(
  deprecations.flatMap((one) => one.attributes.map((name) => [name, one])),
);

/**
 * Returns the deprecated attributes that requests to a route may contain: aliases, and attributes that are deprecated in
 * the schema.
 *
 * @throws Error for an attribute that is not declared here
 */
export function deprecatedAttributes(bindings: readonly Pick<Binding, 'source' | 'type'>[]): string[] {
  const names = bindings.flatMap(({ source, type }) => {
    if (source.from !== 'object') return [];
    const input = getNamedType(type);
    const fields = isInputObjectType(input) ? Object.values(input.getFields()) : [];
    const inSchema = fields.filter(({ deprecationReason }) => deprecationReason != null);
    return [...Object.keys(source.deprecated), ...inSchema.map(({ name }) => snakeCase(name))];
  });
  for (const name of names)
    if (!deprecationsByAttribute.has(name)) throw new Error(`${name} is not declared as deprecated`);
  return names;
}

/**
 * Returns what a request uses that is deprecated: attributes of its object, and of an object within that. A response
 * always contains deprecated attributes, so that they are no reason to warn a client.
 */
export function deprecationsIn(names: readonly string[], sent: Record<string, unknown>): Deprecation[] {
  if (names.length === 0) return [];
  const objects = withObjects(sent).flatMap(withObjects);
  const used = names.filter((name) => objects.some((object) => Object.hasOwn(object, name)));
  return used.flatMap((name) => deprecationsByAttribute.get(name) ?? []);
}

const withObjects = (outer: Record<string, unknown>): Record<string, unknown>[] => [
  outer,
  ...Object.values(outer).filter(isObject),
];

/** Whether a request authenticates by the deprecated scheme. */
export const isBasic = (authorization: string | undefined): boolean => /^\s*basic\s/i.test(authorization ?? '');

/**
 * Returns the response headers of what a request uses: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and links to the
 * guide. The dates are the first ones if several things are used.
 *
 * @param address base URL of this server. If it is empty, the link is relative
 */
export function deprecationHeaders(used: readonly Deprecation[], address: string): Record<string, string> {
  if (used.length === 0) return {};
  const since = Math.min(...used.map((one) => Date.parse(one.since)));
  const until = Math.min(...used.map((one) => Date.parse(one.until)));
  const guide = `<${address}/docs/guides/requests#deprecated>`;
  return {
    Deprecation: `@${since / 1_000}`,
    Sunset: new Date(until).toUTCString(),
    Link: `${guide}; rel="deprecation"; type="text/html", ${guide}; rel="sunset"; type="text/html"`,
  };
}
