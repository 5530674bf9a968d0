import type { GraphQLError, OperationDefinitionNode } from 'graphql';
import type { RequestContext } from '../domain/context.js';
import { isSystemError } from './errors.js';

/** What there is to say of an operation that a client sent, for the log and for what is measured. */
export interface OperationReport {
  requestId: string;
  /** The id of the account that asked. */
  account: number;
  kind: 'query' | 'mutation' | 'subscription';
  /** As its document names it, cut at 100 characters. */
  name: string | undefined;
  /** `refused` is the client's to mend, `failed` ours. */
  outcome: 'done' | 'refused' | 'failed';
  seconds: number;
}

export type ReportOperation = (report: OperationReport) => void;

const longestName = 100;

/** @param begunAt by `performance.now()` */
export function reportOf(
  { requestId, account }: RequestContext,
  { operation: kind, name }: OperationDefinitionNode,
  errors: readonly GraphQLError[] = [],
  begunAt: number,
): OperationReport {
  const outcome = errors.length === 0 ? 'done' : errors.some(isSystemError) ? 'failed' : 'refused';
  const seconds = (performance.now() - begunAt) / 1_000;
  return { requestId, account: account.id, kind, name: name?.value.slice(0, longestName), outcome, seconds };
}
