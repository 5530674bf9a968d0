import type { GraphQLError, OperationDefinitionNode } from 'graphql';
import type { RequestContext } from '../domain/context.js';
import { type FailureLevel, levelOfFailures } from '../platform/database/unavailable.js';
import type { SpanOptions } from '../platform/tracing/tracer.js';
import { causeOf, domainErrorOf, isSystemError } from './errors.js';

/** An operation from a client, for the log and the metrics. */
export interface OperationReport {
  requestId: string;
  /** The id of the account. */
  account: number;
  kind: 'query' | 'mutation' | 'subscription';
  /** The name in the document, truncated to 100 characters. */
  name: string | undefined;
  /** `refused` is an error of the client, `failed` one of the server. */
  outcome: 'done' | 'refused' | 'failed';
  /** Codes of the errors, and the attributes that they name, without their values. */
  refusedFor?: string[];
  seconds: number;
  /** Of its line in the log. */
  level: FailureLevel;
}

export type ReportOperation = (report: OperationReport) => void;

const maxNameLength = 100;

/** @param startedAt from `performance.now()` */
export function reportOf(
  { requestId, account }: RequestContext,
  { operation: kind, name }: OperationDefinitionNode,
  errors: readonly GraphQLError[] = [],
  startedAt: number,
): OperationReport {
  const failures = errors.filter(isSystemError);
  const outcome = errors.length === 0 ? 'done' : failures.length > 0 ? 'failed' : 'refused';
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    ...{ requestId, account: account.id, kind, name: name?.value.slice(0, maxNameLength), outcome },
    ...(errors.length > 0 && { refusedFor: refusalsOf(errors) }),
    seconds,
    level: levelOfFailures(failures.map(causeOf)),
  };
}

/** Describes the span of an operation in a trace. */
export function operationSpan(type: OperationReport['kind'], name: string | undefined): SpanOptions & { name: string } {
  const shown = name?.slice(0, maxNameLength);
  return {
    name: shown === undefined ? type : `${type} ${shown}`,
    attributes: { 'graphql.operation.type': type, 'graphql.operation.name': shown },
  };
}

const maxRefusals = 20;
const attributeName = /^[\w.[\]-]{1,63}$/;

function refusalsOf(errors: readonly GraphQLError[]): string[] {
  const names = errors.flatMap((error) => {
    const { code, fields = {} } = domainErrorOf(error) ?? {};
    return [
      String(code ?? error.extensions['code'] ?? 'INTERNAL_SERVER_ERROR'),
      ...Object.keys(fields).filter((field) => attributeName.test(field)),
    ];
  });
  return [...new Set(names)].slice(0, maxRefusals);
}
