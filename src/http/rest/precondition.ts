import type { LockKind, RequestContext } from '../../graphql/operations.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { DomainError } from '../../platform/errors.js';
import { type Call, perform, type RestAnswer } from './answer.js';

/** An answer that the client has already needs no body (RFC 9110, If-None-Match). */
export function unlessKnown(answer: RestAnswer, ifNoneMatch: string | undefined): RestAnswer {
  const tag = answer.headers['ETag'];
  if (tag === undefined || ifNoneMatch === undefined || !names(ifNoneMatch, tag)) return answer;
  return { status: 304, headers: { ETag: tag }, body: '' };
}

/**
 * Refuses a change to an object that is no longer as the client knows it (RFC 9110, If-Match). It takes the lock that
 * every change to the object takes, so that what was compared is what will be changed.
 *
 * @throws DomainError PRECONDITION_FAILED, NOT_FOUND
 */
export async function requireMatch(
  call: Call,
  ifMatch: string,
  context: RequestContext,
  tx: AccountTransaction,
): Promise<void> {
  const { object } = call.row;
  if (!object) throw new DomainError('PRECONDITION_FAILED', 'There is no object that If-Match could speak of');
  const id = object.parameter === undefined ? context.account.id : Number(call.pathParameters[object.parameter]);
  if (isId(id)) await tx.lock([{ lockKind: object.kind }, id]);
  const { headers } = await perform({ ...call, row: object.reader }, context);
  if (!names(ifMatch, headers['ETag'] ?? '')) throw new DomainError('PRECONDITION_FAILED', 'The object has changed');
}

/** How the object that a route changes is locked. */
export interface ObjectLock {
  kind: LockKind;
  /** The path parameter that holds its id. Undefined for the account itself. */
  parameter: string | undefined;
}

const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id < 2 ** 31;

/** Whether a header holds that tag. One that a proxy has made weak by compressing the answer counts, too. */
function names(header: string, tag: string): boolean {
  const tags = header.split(',').map((part) => part.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}
