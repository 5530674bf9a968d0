import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { DescribedOperation, OpenApiDocument } from '../../src/http/rest/openapi/document.js';
import type { Parameter } from '../../src/http/rest/openapi/parameters.js';
import { Router } from '../../src/http/rest/router.js';
import { openApi } from '../../src/process/open-api.js';

interface Answer {
  status: number;
  body: unknown;
  headers: Pick<Headers, 'get'>;
}

interface DescribedHeader {
  required?: boolean;
  schema: { type: string; minimum?: number };
}

interface DescribedResponse {
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, object>;
}

let described: DescribedAnswers | undefined;
let describedInPart: DescribedAnswers | undefined;
const committed = (): DescribedAnswers => {
  described ??= new DescribedAnswers(openApi());
  return described;
};

/** The answers to requests that name the attributes which they get: none is required. */
const inPart = (): DescribedAnswers => {
  const withoutRequired = (key: string, value: unknown): unknown =>
    key === 'required' && Array.isArray(value) ? undefined : value;
  describedInPart ??= new DescribedAnswers(JSON.parse(JSON.stringify(committed().document), withoutRequired));
  return describedInPart;
};

/** Makes `checkAnswer` and `problemsOfDelivery` judge as clients of a former version do, by its document. */
export function describeAnswersBy(document: OpenApiDocument): void {
  described = new DescribedAnswers(asClientsRead(document));
  describedInPart = undefined;
}

/** Returns a document without its prohibitions of further attributes: later versions add some, which clients ignore. */
export function asClientsRead(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );
}

/**
 * Compares a response with the OpenAPI document. Ignores paths that the document does not describe, and
 * cells that do not have the account.
 *
 * @throws Error that lists the differences
 */
export function checkAnswer(method: string, address: string, answer: Answer): void {
  const answers = method === 'GET' && /[?&]fields(?:\[|%5B|=)/.test(address) ? inPart() : committed();
  const operation = answers.find(method, address);
  // 421 is for the router in front of cells, which clients do not see. Errors of the router itself have no id.
  const isOfRouter = answer.status >= 502 && answer.headers.get('x-request-id') === null;
  if (!operation || answer.status === 421 || isOfRouter) return;
  const problems = answers.problemsOf(operation, answer);
  if (problems.length === 0) return;
  throw new Error(
    `${method} ${address} is not answered as schema/openapi.json says:\n${problems.join('\n')}\n${answer.status} ${JSON.stringify(answer.body)}`,
  );
}

/** Compares a delivery to a webhook with the OpenAPI document. @returns the differences */
export function problemsOfDelivery(payload: { event: string }, headers: Readonly<Record<string, unknown>>): string[] {
  return committed().problemsOfDelivery(payload.event, payload, headers);
}

/** The responses that an OpenAPI document describes. Compiles their schemas when they are first needed. */
export class DescribedAnswers {
  readonly #schemas: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #operations = new Router<DescribedOperation>();

  constructor(readonly document: OpenApiDocument) {
    this.#schemas = schemasOf(document);
    for (const { method, path, operation } of operationsOf(document)) {
      this.#operations.add(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), operation);
    }
  }

  /** Finds the operation of a request; undefined if the document has none. */
  find(method: string, address: string): DescribedOperation | undefined {
    return this.#operations.find(method, address.split('?')[0] ?? '')?.entry;
  }

  /** Returns the differences between a response and the description of its operation. */
  problemsOf({ responses }: Pick<DescribedOperation, 'responses'>, { status, body, headers }: Answer): string[] {
    const reference = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
    if (!reference) return [`status ${status} is not described`];
    const response = this.#resolve<DescribedResponse>(reference);
    return [
      ...(response.content
        ? this.#problemsOfBody(`${reference.$ref}/content/${mediaTypeOf(headers)}`, body)
        : body === undefined
          ? []
          : ['has a body']),
      ...this.#problemsOfHeaders(response.headers ?? {}, headers),
    ];
  }

  /** Returns the differences between a delivery to a webhook and the document. */
  problemsOfDelivery(event: string, payload: unknown, given: Readonly<Record<string, unknown>>): string[] {
    const { requestBody, parameters = [] } = this.document.webhooks[event]?.post ?? {};
    if (!requestBody) return [`${event} is not described`];
    const headers = parameters.map((parameter) =>
      '$ref' in parameter ? this.#resolve<Parameter>(parameter) : parameter,
    );
    return [
      ...this.#problemsOfBody(`${requestBody.$ref}/content/${mediaTypes.json}`, payload),
      ...headers.flatMap(({ name, schema: { pattern = '' } }) => {
        const value = given[name.toLowerCase()];
        if (typeof value !== 'string') return [`has no header ${name}`];
        return new RegExp(pattern).test(value) ? [] : [`header ${name} is ${value}`];
      }),
    ];
  }

  #problemsOfBody(reference: string, body: unknown): string[] {
    if (body === undefined) return ['has no body'];
    const validate = this.#compiled.get(reference) ?? this.#schemas.compile({ $ref: `api${reference}/schema` });
    this.#compiled.set(reference, validate);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`,
    );
  }

  #problemsOfHeaders(references: Record<string, { $ref: string }>, given: Answer['headers']): string[] {
    return Object.entries(references).flatMap(([name, reference]) => {
      const { required, schema } = this.#resolve<DescribedHeader>(reference);
      const value = given.get(name);
      if (value === null) return required ? [`has no header ${name}`] : [];
      const isFitting = schema.type !== 'integer' || (/^\d+$/.test(value) && Number(value) >= (schema.minimum ?? 0));
      return isFitting ? [] : [`header ${name} is ${value}`];
    });
  }

  #resolve<Found>({ $ref }: { $ref: string }): Found {
    const [section = '', name = ''] = $ref.split('/').slice(2);
    return this.document.components[section]?.[name as never] as Found;
  }
}

/** In the form of JSON Pointers. */
const mediaTypes = { json: 'application~1json', problem: 'application~1problem+json' };

const mediaTypeOf = (headers: Answer['headers']): string =>
  headers.get('content-type') === 'application/problem+json' ? mediaTypes.problem : mediaTypes.json;

/** Returns the operations of a document, without webhooks. */
export function operationsOf({ paths }: Pick<OpenApiDocument, 'paths'>) {
  return Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'delete'] as const).flatMap((key) => {
      const operation = item[key];
      return operation ? [{ method: methods[key], path, operation }] : [];
    }),
  );
}

const methods = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const;

/** Creates a compiler of the schemas in a document, which is registered as `api`. */
export function schemasOf(document: OpenApiDocument): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false });
  formats.default(ajv);
  ajv.addVocabulary(Object.keys(document));
  return ajv.addSchema(document, 'api');
}
