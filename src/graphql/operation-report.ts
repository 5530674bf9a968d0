import type { GraphQLError, OperationDefinitionNode } from 'graphql';
import type { RequestContext } from '../domain/context.js';
import { isSystemError } from './errors.js';

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
  seconds: number;
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
  const outcome = errors.length === 0 ? 'done' : errors.some(isSystemError) ? 'failed' : 'refused';
  const seconds = (performance.now() - startedAt) / 1_000;
  return { requestId, account: account.id, kind, name: name?.value.slice(0, maxNameLength), outcome, seconds };
}
