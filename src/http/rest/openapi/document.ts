import { getNamedType, isEnumType, Kind } from 'graphql';
import type { Operation } from '../../../graphql/operations.js';
import { basicAuthentication } from '../deprecations.js';
import type { ResponseShape, Route } from '../route.js';
import { type Binding, bindVariables } from '../variables.js';
import { Components, type ReferenceObject } from './components.js';
import {
  type Parameter,
  pathParameters,
  queryParameters,
  sharedParameters,
  sharedParametersOf,
  subdomainParameter,
} from './parameters.js';
import { requestBody } from './request-bodies.js';
import { addErrorResponses, headers, responsesOf } from './responses.js';
import { capitalised, inRestNames, inWords, nameRoutes, type OperationNames } from './wording.js';

/** The general parts of the document (spec, What the service does; Authentication; Errors; Limits). */
export const about = {
  openapi: '3.1.1',
  info: {
    title: 'Booking server',
    version: '1',
    summary: 'Appointments, classes and events over REST.',
    description: `\`/api/v1\` is the private API of an account. Call it from a server, or from the pages of \`ALLOWED_ORIGINS\`. \`/sites/{subdomain}\` is the public
API, for visitors without a key. \`/session\` returns a key for a user, \`/partner\` creates accounts, and webhooks deliver changes to your server.

Webhooks and subscriptions are also described by AsyncAPI: \`/api/v1/asyncapi.json\`.

GraphQL at \`/graphql\` covers all of the private API. Only GraphQL has subscriptions, payments and refunds, calendar feeds, the list of sent messages, the
deliveries of webhooks, and failed jobs.

**Authentication.** Send the API key of the account, or the key of a session, as \`Authorization: Bearer <key>\`. Every request to \`/api/v1\` must carry a
\`User-Agent\` header that names the application or website; without one the response is 400.

**Permissions.** The role of the key, \`admin\`, \`manager\` or \`staff\`, determines what it may do; other requests are refused with 403. \`/docs/permissions\` lists the
operations of each permission.

**Input.** JSON, or form data with nested names: \`booking[title]=…\`, \`ids[]=1&ids[]=2\`. Attributes that are unknown or set by the service are ignored. Null
clears an attribute or restores its default; an absent attribute stays unchanged. Parameters beside the object may be in the URL or in the body. Date-times
without an offset are in the time zone of the account.

**Output.** JSON, each object under its name. Every success is 200. Every attribute is present, null if it is not set. Date-times have the offset of the
time zone of the account; decimals are strings.

**Pages.** Lists of bookings (750), events, people and exception dates (50) are paginated: \`page\` in the URL, and five headers in the response.

**Errors.** 400 has messages by attribute; other errors have a description. \`/docs/guides/requests\` explains each status and code. One client address may send 80 requests in 20 seconds, unless the operator has set
another limit; the response to further requests is 429 with \`Retry-After\`, and every response names what is left in \`RateLimit\`. For a method that a path does not support the response is 405,
\`{"error": {"description": "…"}}\`, with the supported methods in \`Allow\`. 503 with \`Retry-After\` means that the database was unavailable and that nothing was done. With \`Accept: application/problem+json\`, errors have the form of RFC 9457.

**Deprecated.** The response to a request that uses something deprecated has the headers \`Deprecation\` (RFC 9745), \`Sunset\` (RFC 8594) and \`Link\` to
\`/docs/guides/requests#deprecated\`, which lists what to use instead.`,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/api/v1' }],
  security: [{ bearer: [] }, { basic: [] }],
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'The API key of the account.' },
    basic: {
      type: 'http',
      scheme: 'basic',
      description: `Deprecated, and not removed before ${basicAuthentication.until}: the API key as user name, with an empty password.`,
    },
    visitor: { type: 'http', scheme: 'bearer', description: 'The token of `POST /sites/{subdomain}/me/session`.' },
    partner: { type: 'http', scheme: 'bearer', description: "The operator's `PARTNER_TOKEN`." },
  },
} as const;

/** An Operation Object: one method of a path, or one webhook. */
export interface DescribedOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  /** Absent if the schemes of the document apply; empty if no key is needed. */
  security?: readonly object[];
  parameters: (Parameter | ReferenceObject)[];
  requestBody?: ReferenceObject;
  responses: Record<string, ReferenceObject>;
}

/** A Path Item Object. */
export interface PathItem {
  /** Present if the path is not below `/api/v1`. */
  servers?: readonly Server[];
  get?: DescribedOperation;
  post?: DescribedOperation;
  put?: DescribedOperation;
  delete?: DescribedOperation;
}

interface Server {
  url: string;
}

interface Tag {
  name: string;
  description: string;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: string;
  info: object;
  servers: readonly Server[];
  security: readonly object[];
  tags: readonly Tag[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, PathItem>;
  components: Record<string, object>;
}

/** A part of the document that is not generated from routes. */
export interface Section {
  tag: Tag;
  paths?: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
}

export type DescribeSection = (components: Components, operations: ReadonlyMap<string, Operation>) => Section;

interface DescribedApi {
  /** Routes of the private API. */
  routes: readonly Route[];
  /** Routes of the public API, without `/sites/{subdomain}`. */
  publicRoutes: readonly Route[];
  operations: ReadonlyMap<string, Operation>;
  sections: readonly DescribeSection[];
}

/** The servers of paths that are not below `/api/v1`. */
export const rootServers: readonly Server[] = [{ url: '/' }];

const siteTag: Tag = {
  name: 'Sites',
  description:
    'The public API of an account with `public_access`, for visitors without a key and pages of any origin. With `SITE_DOMAIN`, the same paths are at `{subdomain}.{SITE_DOMAIN}`, without `/sites/{subdomain}`.',
};

/**
 * Generates the OpenAPI 3.1 document of the REST API. Routes are described by their operations and the types of the schema.
 * The sections add the paths that have no route, and webhooks.
 */
export function describeApi({ routes, publicRoutes, operations, sections }: DescribedApi): OpenApiDocument {
  const components = new Components();
  addErrorResponses(components);
  const siteRoutes = publicRoutes.map((route) => ({ ...route, path: `/sites/:subdomain${route.path}` }));
  const allRoutes = [...routes, ...siteRoutes];
  const names = nameRoutes(allRoutes);
  const paths: OpenApiDocument['paths'] = {};
  for (const route of allRoutes) {
    const operation = operations.get(route.operation);
    const named = names.get(route);
    if (!operation || !named) throw new Error(`no operation ${route.operation}`);
    const isPublic = siteRoutes.includes(route);
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...(isPublic && { servers: rootServers }),
      ...paths[path],
      [route.method.toLowerCase()]: describeRoute(route, operation, named, isPublic, components),
    };
  }
  const added = sections.map((describe) => describe(components, operations));
  const { securitySchemes, ...rest } = about;
  const { parameters, ...shared } = components.toJSON();
  return {
    ...rest,
    tags: [...tagsOf(routes, names), siteTag, ...added.map(({ tag }) => tag)],
    paths: Object.assign(paths, ...added.map((section) => section.paths)),
    webhooks: Object.assign({}, ...added.map(({ webhooks }) => webhooks)),
    components: { securitySchemes, parameters: { ...sharedParameters, ...parameters }, headers, ...shared },
  };
}

function describeRoute(
  route: Route,
  operation: Operation,
  { operationId, summary, tag }: OperationNames,
  isPublic: boolean,
  components: Components,
): DescribedOperation {
  const bindings = bindVariables(route, operation);
  const body = requestBody(route, operation, bindings, components);
  return {
    operationId,
    summary,
    description: describe(route, operation, bindings),
    tags: [tag],
    ...(isPublic && { security: securityOf(route) }),
    parameters: [
      ...(isPublic ? [components.once('parameters', 'Subdomain', () => subdomainParameter)] : []),
      ...pathParameters(bindings, components),
      ...queryParameters(operation, bindings, components),
      ...sharedParametersOf(route, operation),
    ],
    ...(body && { requestBody: body }),
    responses: responsesOf(route, operation, isPublic, components),
  };
}

/** Returns the description of the root field in the schema, with those of the enumeration values that the route fixes. */
/** The session of a visitor, if a route of the public API needs or accepts one. */
function securityOf({ requiresSession, acceptsSession }: Route): Record<string, never[]>[] {
  if (acceptsSession) return [{}, { visitor: [] }];
  return requiresSession ? [{ visitor: [] }] : [];
}

function describe({ response }: Route, { definition, root }: Operation, bindings: readonly Binding[]): string {
  const field = definition.selectionSet.selections.find((selection) => selection.kind === Kind.FIELD);
  const description = root.getFields()[field?.name.value ?? '']?.description;
  const choices = bindings.flatMap(({ type, source }) => {
    const named = getNamedType(type);
    if (source.from !== 'fixed' || !isEnumType(named)) return [];
    return named.getValue(String(source.value))?.description ?? [];
  });
  return [description ?? describeResponse(response, definition.operation), ...choices].map(inRestNames).join(' ');
}

function describeResponse({ kind, wrapper }: ResponseShape, operation: string): string {
  if (kind === 'list') return `Returns an array, each item under \`${wrapper}\`.`;
  return `Returns the ${inWords(wrapper)}${operation === 'query' ? '' : ' after the change'}.`;
}

function tagsOf(routes: readonly Route[], names: ReadonlyMap<Route, OperationNames>): Tag[] {
  const segments = new Map(routes.map((route) => [names.get(route)?.tag ?? '', route.path.split('/')[1]]));
  return [...segments].map(([name, segment]) => ({
    name: capitalised(name),
    description: `\`/${segment}\` and the paths below it.`,
  }));
}
