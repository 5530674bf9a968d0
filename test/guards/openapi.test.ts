import { readFileSync } from 'node:fs';
import { isScalarType } from 'graphql';
import { webHookEvents } from '../../src/domain/entities.js';
import { subscriptionsTo } from '../../src/domain/web-hook/web-hook.rules.js';
import { testEvent } from '../../src/domain/web-hook/web-hook-delivery.rules.js';
import { compileOperations, readOperationSources } from '../../src/graphql/operations.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { type DescribedOperation, describeApi, type OpenApiDocument } from '../../src/http/rest/openapi/document.js';
import { outputScalar } from '../../src/http/rest/openapi/scalars.js';
import { routes } from '../../src/http/rest/routes/index.js';
import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';
import { formatDescription, openApi, openApiFile } from '../../src/process/open-api.js';
import { asClientsRead, DescribedAnswers, operationsOf, schemasOf } from '../support/described-answers.js';
import { allRoutes } from '../support/route-coverage.js';
import { describeWithTools, importTool } from '../support/tools.js';

const document = openApi();
const text = formatDescription(document);

/** Returns a changed copy of the document. */
function spoilt(spoil: (operation: Record<string, unknown>, document: OpenApiDocument) => void): OpenApiDocument {
  const copy: OpenApiDocument = JSON.parse(text);
  const operation = copy.paths['/bookings']?.get;
  spoil(operation as never, copy);
  return copy;
}

/** Lists operations with their method and path, and webhooks with their event. */
function namedOperations(described: OpenApiDocument) {
  const requests = operationsOf(described).map(({ method, path, operation }) => ({
    row: `${method} ${path}`,
    operation,
  }));
  const deliveries = Object.entries(described.webhooks).map(([row, { post }]) => ({
    row,
    operation: post as DescribedOperation,
  }));
  return [...requests, ...deliveries];
}

describe('schema/openapi.json', () => {
  it('is what `npm run schema:emit` writes', () => {
    expect(readFileSync(openApiFile, 'utf8') === text).toBe(true);
  });

  it('changes if a response, a route or a type changes', () => {
    const source = readOperationSources();
    const operations = compileOperations(bookingSchema(), source);
    const withoutBlocked = compileOperations(bookingSchema(), source.replaceAll('  blocked\n', ''));
    expect(formatDescription(openApi(operations)) === text).toBe(true);
    expect(formatDescription(openApi(withoutBlocked)) === text).toBe(false);
    const { paths } = describeApi({ routes: routes.slice(1), publicRoutes, operations, sections: [] });
    expect(paths['/client']?.get).toBeUndefined();
    expect(document.paths['/client']?.get).toBeDefined();
  });

  it('has every route of the private and the public API, the session and the partner API, and no others', () => {
    const rows = allRoutes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const others = ['POST /session', 'DELETE /session', 'POST /partner/clients'];
    expect(
      operationsOf(document)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual([...rows, ...others].sort());
  });

  it('has the server of every path: /api/v1, or the root', () => {
    const isElsewhere = (path: string) => /^\/(sites|session|partner)(\/|$)/.test(path);
    const atRoot = Object.entries(document.paths).filter(([, { servers }]) => servers !== undefined);
    expect(atRoot.map(([path]) => path)).toEqual(Object.keys(document.paths).filter(isElsewhere));
    expect(atRoot.map(([, { servers }]) => servers)).toEqual(atRoot.map(() => [{ url: '/' }]));
  });

  it('requires a key where one is needed', () => {
    const open = operationsOf(document).filter(({ operation }) => operation.security?.length === 0);
    expect(open.map(({ method, path }) => `${method} ${path}`).filter((row) => !row.includes('/sites/'))).toEqual([
      'POST /session',
    ]);
    expect(open.filter(({ path }) => path.startsWith('/sites/'))).toHaveLength(
      publicRoutes.filter(({ requiresSession, acceptsSession }) => !requiresSession && !acceptsSession).length,
    );
    expect(document.paths['/sites/{subdomain}/me/bookings']?.get?.security).toEqual([{ visitor: [] }]);
    expect(document.paths['/sites/{subdomain}/bookings']?.post?.security).toEqual([{}, { visitor: [] }]);
    expect(document.paths['/partner/clients']?.post?.security).toEqual([{ partner: [] }]);
  });

  it('has a webhook for every event to which one can subscribe, and for test events', () => {
    expect(Object.keys(document.webhooks).sort()).toEqual([...webHookEvents, testEvent].sort());
    expect(webHookEvents.filter((name) => subscriptionsTo(name).length !== 3)).toEqual([]);
  });

  it('has a type for every scalar of the schema', () => {
    const scalars = Object.values(bookingSchema().getTypeMap()).filter(isScalarType);
    expect(scalars.filter((scalar) => outputScalar(scalar).type === undefined).map(({ name }) => name)).toEqual([]);
  });
});

/** Returns the operations without texts or names, or with the name of another. */
function undescribed(described: OpenApiDocument): string[] {
  const operations = namedOperations(described);
  const ids = operations.map(({ operation }) => operation.operationId);
  return operations.flatMap(({ row, operation }) => [
    ...(operation.summary?.trim() ? [] : [`${row} has no summary`]),
    ...(operation.description?.trim() ? [] : [`${row} has no description`]),
    ...(described.tags.some(({ name }) => operation.tags.includes(name)) ? [] : [`${row} has no tag`]),
    ...(ids.filter((id) => id === operation.operationId).length === 1 ? [] : [`${row} shares its operationId`]),
  ]);
}

describe('routes without a description', () => {
  it('do not exist', () => expect(undescribed(document)).toEqual([]));

  it.each([
    ['summary', '', 'GET /bookings has no summary'],
    ['description', ' ', 'GET /bookings has no description'],
    ['tags', [], 'GET /bookings has no tag'],
  ])('are reported: no %s', (key, value, problem) => {
    expect(undescribed(spoilt((operation) => Object.assign(operation, { [key]: value })))).toEqual([problem]);
  });

  it('are reported: an operationId of another', () => {
    const shared = spoilt((operation) => Object.assign(operation, { operationId: 'createBooking' }));
    expect(undescribed(shared)).toEqual([
      'GET /bookings shares its operationId',
      'POST /bookings shares its operationId',
    ]);
  });
});

/** The part of `@redocly/openapi-core` that the tests use. */
interface Redocly {
  createConfig(options: object): Promise<object>;
  lintFromString(options: object): Promise<{ ruleId: string; message: string }[]>;
}

/** The part of `@seriousme/openapi-schema-validator` that the tests use. */
interface SchemaValidator {
  Validator: new () => { validate(document: object): Promise<{ valid: boolean }> };
}

describeWithTools('an independent linter', () => {
  const isValid = async (described: OpenApiDocument) => {
    const { Validator } = await importTool<SchemaValidator>('@seriousme/openapi-schema-validator');
    return (await new Validator().validate({ ...described })).valid;
  };

  /** Returns the errors and warnings of the recommended rules. */
  async function problemsOf(source: string): Promise<string[]> {
    const rules = { 'no-ambiguous-paths': 'off' } as const; // they are the contract's: `/bookings/recurring/{collection_id}`
    const { createConfig, lintFromString } = await importTool<Redocly>('@redocly/openapi-core');
    const config = await createConfig({ extends: ['recommended'], rules, telemetry: 'off' });
    const problems = await lintFromString({ source, absoluteRef: openApiFile, config });
    return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
  }

  it('finds it valid by the meta schema of OpenAPI 3.1', async () => {
    expect(await isValid(document)).toBe(true);
    expect(await isValid(spoilt((operation) => Object.assign(operation, { responses: [] })))).toBe(false);
  });

  it('finds neither error nor warning by the recommended rules', async () => {
    expect(await problemsOf(text)).toEqual([]);
    const changed = spoilt((operation) => delete operation['operationId']);
    expect(await problemsOf(JSON.stringify(changed))).toEqual([
      'operation-operationId: Operation object should contain `operationId` field.',
    ]);
  });
});

interface MediaType {
  schema: object;
  example?: unknown;
  examples?: Record<string, { $ref: string }>;
}

const components = document.components as unknown as {
  examples: Record<string, { value: Record<string, object> }>;
  requestBodies: Record<string, { content?: Record<string, MediaType> }>;
  responses: Record<string, { content?: Record<string, MediaType> }>;
};

describe('examples', () => {
  const schemas = schemasOf(document);
  const { examples, requestBodies, responses } = components;
  const bodies = Object.entries({ requestBodies, responses }).flatMap(([section, entries]) =>
    Object.entries(entries).flatMap(([name, { content = {} }]) =>
      Object.entries(content).map(([type, media]) => ({ pointer: [section, name, type], media })),
    ),
  );

  it.each(bodies.map(({ pointer, media }) => [pointer.join(' '), pointer, media] as const))(
    'fit their schema: %s',
    (_name, [section = '', name = '', type = ''], { example, examples: references = {} }) => {
      const shown = Object.values(references).map(({ $ref }) => examples[$ref.split('/').at(-1) ?? '']?.value);
      const all = example === undefined ? shown : [example, ...shown];
      const $ref = `api#/components/${section}/${name}/content/${type.replaceAll('/', '~1')}/schema`;
      const validate = schemas.compile({ $ref });
      expect(all.length).toBeGreaterThan(0);
      for (const value of all) expect([validate(value), validate.errors]).toEqual([true, null]);
    },
  );
});

describe('a response that does not match', () => {
  const answers = new DescribedAnswers(document);
  const provider = components.examples['Provider']?.value['provider'];
  const headers = new Headers({ ETag: '"1"', 'RateLimit-Policy': '"address";q=80;w=20' });
  const problems = (status: number, body: unknown, path = '/providers/1', given = headers) =>
    answers.problemsOf(answers.find('GET', path) ?? { responses: {} }, { status, body, headers: given });

  it('differs from one that matches', () => expect(problems(200, { provider })).toEqual([]));

  it.each<[string, number, unknown, string | RegExp]>([
    ['an unknown status', 418, {}, 'status 418 is not described'],
    ['no body', 200, undefined, 'has no body'],
    ['a body where there is none', 304, {}, 'has a body'],
    ['an attribute too many', 200, { provider: { ...provider, colour: 'blue' } }, /additional properties/],
    ['an attribute missing', 200, { provider: { id: 1 } }, /must have required property/],
    ['a null', 200, { provider: { ...provider, id: null } }, /^\/provider\/id must be integer/],
    ['an instant in UTC', 200, { provider: { ...provider, created_at: '2026-03-02T07:00:00Z' } }, /pattern/],
    ['no message', 400, {}, /fewer than 1/],
    ['a detail of a failure', 500, { error: 'system error', stack: '…' }, /additional properties/],
  ])('is reported: %s', (_name, status, body, problem) => {
    expect(problems(status, body)).toContainEqual(
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    );
  });

  it('is reported: headers of a page', () => {
    const given = new Headers({ Link: '', 'Current-Page': '0', 'Page-Items': '50', 'Total-Count': 'many' });
    expect(problems(200, [], '/people', given)).toEqual([
      'header Current-Page is 0',
      'header Total-Count is many',
      'has no header Total-Pages',
      'has no header RateLimit-Policy',
    ]);
  });
});

describe('the document as clients of a former version read it', () => {
  it('allows further attributes, and no other difference', () => {
    const answers = new DescribedAnswers(asClientsRead(document));
    const provider = components.examples['Provider']?.value['provider'];
    const headers = new Headers({ ETag: '"1"', 'RateLimit-Policy': '"address";q=80;w=20' });
    const problems = (given: object): string[] =>
      answers.problemsOf(answers.find('GET', '/providers/1') ?? { responses: {} }, {
        status: 200,
        body: { provider: { ...provider, ...given } },
        headers,
      });
    expect(problems({ colour: 'blue' })).toEqual([]);
    expect(problems({ id: null })).toEqual(['/provider/id must be integer {"type":"integer"}']);
  });
});

describe('a delivery that does not match', () => {
  const answers = new DescribedAnswers(document);
  const payload = components.examples['EventCreatedDelivery']?.value ?? {};
  const headers = {
    'x-service-signature': `sha256=${'0'.repeat(64)}`,
    'webhook-id': '1',
    'webhook-timestamp': '1772434800',
    'webhook-signature': 'v1,AAAA=',
  };
  const problems = (event: string, change: object = {}, given: object = {}) =>
    answers.problemsOfDelivery(event, { ...payload, ...change }, { ...headers, ...given });

  it('differs from one that matches', () => expect(problems('event.created')).toEqual([]));

  it.each<[string, string[], RegExp]>([
    ['an unknown event', problems('event.moved'), /^event.moved is not described$/],
    ['the payload of another event', problems('event.modified'), /^\/event must be equal/],
    [
      'no object',
      problems('event.created', { data: { object: 'event', id: 1, event: null } }),
      /^\/data\/event must be/,
    ],
    ['an attribute too many', problems('event.created', { secret: 'x' }), /additional properties/],
    ['a header missing', problems('event.created', {}, { 'webhook-id': undefined }), /^has no header webhook-id$/],
    [
      'an unsigned body',
      problems('event.created', {}, { 'x-service-signature': 'sha256=' }),
      /^header X-Service-Signature is/,
    ],
  ])('is reported: %s', (_name, found, expected) => expect(found).toContainEqual(expect.stringMatching(expected)));
});
