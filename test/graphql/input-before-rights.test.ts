import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type GraphQLField,
  type GraphQLInputType,
  GraphQLString,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { RequestContext } from '../../src/domain/context.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { routes } from '../../src/http/rest/routes/index.js';
import { maxListLength, maxTextLength } from '../../src/platform/accepted.js';
import { bookService, createBookableService } from '../support/catalog.js';
import { type Input, inputsOf } from '../support/route-inputs.js';
import { withKey } from '../support/sign-in.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

/**
 * A request with values that are too long or not of their types gets 400, whatever the key may do; then a key without the
 * permission gets 403, whatever the values are. The same order everywhere, so that an answer does not depend on the way in.
 */

const server = await useTestServer();
const account = await server.account();
const { data } = await account.graphql(
  'mutation { createApiKey(input: {name: "Reports", role: ADMIN, permissions: [READ]}) { secret } }',
);
const reader = withKey(account, data.createApiKey.secret);

const samples: Readonly<Record<string, unknown>> = {
  ...{ Int: 1, Boolean: true, Date: '2026-03-02', DateTime: '2026-03-02T10:00:00Z', UUID: crypto.randomUUID() },
  ...{ Decimal: '1', JSONObject: {} },
};

/** Returns a value of a type, with the required attributes of an object. */
function sampleOf(type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [sampleOf(nullable.ofType)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (!isInputObjectType(nullable)) return samples[nullable.name] ?? '1';
  const required = Object.values(nullable.getFields()).filter((field) => isNonNullType(field.type));
  return Object.fromEntries(required.map((field) => [field.name, sampleOf(field.type)]));
}

/** Returns a value of a type with a part that is refused; undefined if no part can be. */
type Refused = (type: GraphQLInputType) => unknown;

/** Puts a refused value into the first part of a type that has one. */
function within(type: GraphQLInputType, refused: Refused, depth = 0): unknown {
  const value = refused(type);
  const nullable = getNullableType(type);
  if (value !== undefined || !isInputObjectType(nullable) || depth > 3) return value;
  for (const field of Object.values(nullable.getFields())) {
    const inner = within(field.type, refused, depth + 1);
    if (inner !== undefined) return { ...Object(sampleOf(nullable)), [field.name]: inner };
  }
  return undefined;
}

const refusals: Readonly<Record<string, Refused>> = {
  'a text that is too long': (type) =>
    getNullableType(type) === GraphQLString ? 'x'.repeat(maxTextLength + 1) : undefined,
  'a list that is too long': (type) => {
    const nullable = getNullableType(type);
    return isListType(nullable) ? Array(maxListLength + 1).fill(sampleOf(nullable.ofType)) : undefined;
  },
  'a value of another type': (type) => {
    const named = getNamedType(type);
    return isInputObjectType(named) || /JSON|CustomData/.test(named.name) ? 7 : { wrong: true };
  },
};

type Field = GraphQLField<unknown, RequestContext>;
const mutations: Field[] = Object.values(bookingSchema().getMutationType()?.getFields() ?? {});

/** Executes a mutation with the required arguments, and with another value of one. @returns the code of its error */
async function codeOf({ name, args, type }: Field, replaced?: string, value?: unknown): Promise<unknown> {
  const given = args.filter((arg) => isNonNullType(arg.type) || arg.name === replaced);
  const variables = given.map((arg) => [arg.name, arg.name === replaced ? value : sampleOf(arg.type)]);
  const declared = given.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = given.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const field = `${name}${given.length > 0 ? `(${passed})` : ''} ${isLeafType(getNamedType(type)) ? '' : '{ __typename }'}`;
  const query = given.length > 0 ? `mutation (${declared}) { ${field} }` : `mutation { ${field} }`;
  return (await reader.graphql(query, Object.fromEntries(variables))).errors?.[0]?.extensions.code;
}

describe('over GraphQL', () => {
  it.each(Object.entries(refusals))('%s is refused before the permission is', async (_name, refused) => {
    const wrong: string[] = [];
    let sent = 0;
    for (const field of mutations) {
      for (const { name, type } of field.args) {
        const value = within(type, refused);
        if (value === undefined) continue;
        sent += 1;
        const code = await codeOf(field, name, value);
        if (code !== 'BAD_USER_INPUT') wrong.push(`${field.name}(${name}): ${code}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThan(20);
  });

  it('the permission is checked before anything else', async () => {
    const codes = await Promise.all(mutations.map(async (field) => [field.name, await codeOf(field)]));
    expect(codes.filter(([, code]) => code !== 'FORBIDDEN')).toEqual([]);
  });
});

const nested = ([name = '', ...rest]: readonly string[], value: unknown): object => ({
  [name]: rest.length === 0 ? value : nested(rest, value),
});

const segments: Readonly<Record<string, string>> = {
  collection_id: crypto.randomUUID(),
  exception_date: '2026-03-05',
};

describe.each([
  ['', () => ({})],
  [' with an idempotency key', () => ({ 'idempotency-key': crypto.randomUUID() })],
])('over REST%s', (_way, headers: () => Record<string, string>) => {
  it.each(Object.entries(refusals))('%s is refused before the permission is', async (_name, refused) => {
    const wrong: string[] = [];
    let sent = 0;
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      const { wrapper, attributes, parameters } = inputsOf(route);
      const path = route.path.replaceAll(/:(\w+)/g, (_all, name: string) => segments[name] ?? '1');
      const send = async ({ path: names, type }: Input, wrap: (value: object) => object): Promise<void> => {
        const value = refused(type);
        if (value === undefined) return;
        sent += 1;
        const { status } = await reader.send(route.method, path, {
          json: wrap(nested(names, value)),
          headers: headers(),
        });
        if (status !== 400) wrong.push(`${route.method} ${route.path} ${names.join('.')}: ${status}`);
      };
      for (const input of attributes) await send(input, (value) => (wrapper ? { [wrapper]: value } : value));
      for (const input of parameters) await send(input, (value) => value);
    }
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThan(20);
  });
});

/** By the action that checks what else a request needs, depending on its values: a request that also has a content that is refused. */
const inActions: Readonly<Record<string, (key: TestAccount) => Promise<unknown>>> = {
  'account/api-key.actions.ts createApiKey': (key) =>
    key.graphql('mutation { createApiKey(input: {name: "", role: ADMIN}) { secret } }'),
  'account/api-key.actions.ts updateApiKey': async (key) => {
    const created = await account.graphql(
      'mutation { createApiKey(input: {name: "Till", role: STAFF, permissions: []}) { apiKey { id } } }',
    );
    return key.graphql('mutation ($id: Int!) { updateApiKey(id: $id, input: {name: "", permissions: null}) { id } }', {
      id: created.data.createApiKey.apiKey.id,
    });
  },
  'time-off/time-off.actions.ts createTimeOff': (key) =>
    key.graphql('mutation { createTimeOff(input: {endsOn: "2026-03-01", state: APPROVED}) { id } }'),
  'user/user.actions.ts createClientUser': (key) =>
    key.graphql('mutation { createClientUser(input: {name: "Ola", email: "x", role: MANAGER}) { id } }'),
  'user/user.actions.ts updateClientUser': async (key) => {
    const created = await account.graphql(
      `mutation { createClientUser(input: {name: "Ola", email: "${crypto.randomUUID()}@example.org", role: STAFF}) { id } }`,
    );
    const id = created.data.createClientUser.id;
    return key.graphql('mutation ($id: Int!) { updateClientUser(id: $id, input: {name: "", role: MANAGER}) { id } }', {
      id,
    });
  },
  'identity-provider/identity-provider.actions.ts setIdentityProvider': (key) =>
    key.graphql('mutation { setIdentityProvider(input: {issuer: "x", name: "", clientId: ""}) { issuer } }'),
  'booking/placing/create-bookings.actions.ts createBooking': (key) =>
    key.graphql('mutation { createBooking(input: {paidAmount: "-5", couponCode: "none"}) { id } }'),
  'booking/placing/update-bookings.actions.ts updateBooking': async (key) => {
    const { id } = await bookService(account, await createBookableService(account));
    return key.graphql(
      'mutation ($id: Int!) { updateBooking(id: $id, input: {paidAmount: "-5", couponCode: "none"}) { id } }',
      { id },
    );
  },
};

describe('an action that needs more for some values', () => {
  it.each(Object.entries(inActions))('checks it before the content: %s', async (_action, act) => {
    const limited = await account.graphql(
      'mutation { createApiKey(input: {name: "Office", role: ADMIN, permissions: [BOOKINGS, ACCOUNT, USERS, EXCEPTION_DATES]}) { secret } }',
    );
    const answer = await act(withKey(account, limited.data.createApiKey.secret));
    expect(answer).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  });

  it('is one of those above', () => {
    const checks = /^(?:.*[^.\w])?(?:requireGrantable|requirePermission)\(/m;
    const files = readdirSync('src/domain', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.actions.ts') && checks.test(readFileSync(join('src/domain', file), 'utf8')))
      .sort();
    expect([...new Set(Object.keys(inActions).map((action) => action.split(' ')[0]))].sort()).toEqual(files);
  });
});
