import { lockSeries, type RequestContext } from '../../graphql/operations.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { DomainError } from '../../platform/errors.js';
import { type Call, execute, type RestResponse } from './response.js';
import { readVariables } from './variables.js';

/** Returns 304 without a body if the client already has the response (RFC 9110, If-None-Match). */
export function notModifiedIfKnown(response: RestResponse, ifNoneMatch: string | undefined): RestResponse {
  const tag = response.headers['ETag'];
  if (tag === undefined || ifNoneMatch === undefined || !matches(ifNoneMatch, tag)) return response;
  return { status: 304, headers: { ETag: tag }, body: '' };
}

/**
 * Refuses the change of an object that has changed since the client read it (RFC 9110, If-Match). Takes the lock of every
 * change of the object, so that it cannot change between this check and the change.
 *
 * @throws DomainError PRECONDITION_FAILED, NOT_FOUND, INVALID for variables of a series
 */
export async function requireMatch(
  call: Call,
  ifMatch: string,
  context: RequestContext,
  tx: AccountTransaction,
): Promise<void> {
  const { object } = call.route;
  if (!object) throw noObject();
  const { kind, parameter, occurrence, reader } = object;
  const pathParameters = occurrence ? await lockSeriesOf(call, context, tx) : call.pathParameters;
  const id = parameter === undefined ? context.account.id : idIn(pathParameters[parameter] ?? '');
  if (isId(id)) await tx.lock([{ lockKind: kind }, id]);
  const { headers } = await execute({ ...call, pathParameters, route: reader }, context);
  if (!matches(ifMatch, headers['ETag'] ?? '')) throw new DomainError('PRECONDITION_FAILED', 'The object has changed');
}

const noObject = (): DomainError =>
  new DomainError('PRECONDITION_FAILED', 'The request changes no object whose ETag could be in If-Match');

/** Locks the series of an occurrence, and returns the path parameters of the route that reads the occurrence. */
async function lockSeriesOf({ route, pathParameters, sent }: Call, { zone }: RequestContext, tx: AccountTransaction) {
  const { parameter = '', occurrence = { id: '', collection: '' } } = route.object ?? {};
  const { values } = readVariables(route.operation, route.bindings, sent, pathParameters, zone);
  const id = values[occurrence.id] ?? null;
  if (id === null) throw noObject();
  await lockSeries(tx, String(values[occurrence.collection]));
  return { [parameter]: String(id) };
}

/** Returns the id in a segment of the path. The token of a booking's link begins with the id and a hyphen. */
function idIn(segment: string): number {
  return Number(segment.split('-', 1)[0]);
}

const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id < 2 ** 31;

/** Whether a header contains the tag. Weak tags match too: a proxy that compresses responses makes tags weak. */
function matches(header: string, tag: string): boolean {
  const tags = header.split(',').map((part) => part.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}
