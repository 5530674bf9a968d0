import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApiDocument } from '../../src/gateway/openapi/document.js';
import { openApi } from '../../src/open-api.js';
import { rowOf } from './route-coverage.js';

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

/** Compares an answer with what the OpenAPI document says of its row. @throws Error with all that does not fit */
export function checkAnswer(method: string, address: string, answer: Answer): void {
  const row = rowOf(method, address);
  if (!row) return;
  described ??= new DescribedAnswers(openApi());
  const problems = described.problemsOf(method, row.path, answer);
  if (problems.length === 0) return;
  throw new Error(
    `${method} ${address} is not answered as schema/openapi.json says:\n${problems.join('\n')}\n${answer.status} ${JSON.stringify(answer.body)}`,
  );
}

/** The answers that a document describes; their schemas are compiled when they are first needed. */
export class DescribedAnswers {
  readonly #schemas: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(readonly document: OpenApiDocument) {
    this.#schemas = schemasOf(document);
  }

  /** What of an answer is not as described; nothing when all is. */
  problemsOf(method: string, path: string, { status, body, headers }: Answer): string[] {
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    const responses = this.document.paths[template]?.[method.toLowerCase()]?.responses;
    const reference = responses?.[status] ?? responses?.[`${Math.floor(status / 100)}XX`];
    if (!reference) return [`status ${status} is not described`];
    const response = this.#resolve<DescribedResponse>(reference);
    return [
      ...(response.content ? this.#problemsOfBody(reference.$ref, body) : body === undefined ? [] : ['has a body']),
      ...this.#problemsOfHeaders(response.headers ?? {}, headers),
    ];
  }

  #problemsOfBody(reference: string, body: unknown): string[] {
    if (body === undefined) return ['has no body'];
    const validate =
      this.#compiled.get(reference) ??
      this.#schemas.compile({ $ref: `api${reference}/content/application~1json/schema` });
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

/** Finds and compiles the schemas inside a document, which it knows as `api`. */
export function schemasOf(document: OpenApiDocument): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false });
  formats.default(ajv);
  ajv.addVocabulary(Object.keys(document));
  return ajv.addSchema(document, 'api');
}
