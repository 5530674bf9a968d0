import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { RequestContext } from '../../../graphql/operations.js';
import { type Call, readValues } from '../response.js';
import { type InTurn, readTable } from './export.js';
import { type ExportFormat, exportTypes, fileOf } from './formats.js';

/** In milliseconds. A client that reads nothing for so long is disconnected. */
const longestPause = 120_000;

/** Returns which of the formats `Accept` prefers to JSON. @param types media types by format */
export function acceptedFormat<Format extends string>(
  request: Request,
  types: Readonly<Record<Format, string>>,
): Format | undefined {
  const accepted = request.accepts(['application/json', ...Object.values<string>(types)]);
  for (const format in types) if (types[format] === accepted) return format;
  return undefined;
}

/**
 * Sends all pages of a list as a file. Between two pages it holds neither a connection nor the turn of the account, so a
 * client that reads slowly costs a socket.
 *
 * @param onExport called once the first page was read
 * @throws DomainError, RateLimitError before anything is sent; any other error when the connection was closed for it
 */
export async function sendExport(
  request: Request,
  response: Response,
  call: Call,
  context: RequestContext,
  format: ExportFormat,
  inTurn: InTurn,
  onExport: (list: string) => Promise<void>,
): Promise<void> {
  const { exports: operation } = call.route;
  if (!operation) throw new Error(`${call.route.path} has no export`);
  const { page, perPage, extended, ...values } = await readValues(call, context);
  const name = listNameOf(call.route.path);
  const table = await readTable(context, operation, values, name, inTurn);
  await onExport(name);
  response.setHeader(
    'Content-Type',
    `${exportTypes[format]}${format === 'csv' ? '; charset=utf-8; header=present' : ''}`,
  );
  response.setHeader('Content-Disposition', `attachment; filename="${name}.${format}"`);
  response.setHeader('Cache-Control', 'no-store');
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  response.setTimeout(longestPause, () => response.destroy());
  try {
    await pipeline(await fileOf(table, format), response);
  } catch (error) {
    if (!isClosedByClient(error)) throw error;
  }
}

/** Returns the name of a list: `bookings` of `/bookings/upcoming` and of `/people/:person_id/bookings`. */
function listNameOf(path: string): string {
  const [, first = '', owned] = /^\/(\w+)(?:\/:\w+\/(\w+))?/.exec(path) ?? [];
  return owned ?? first;
}

const isClosedByClient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
