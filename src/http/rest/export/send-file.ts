import type { Response } from 'express';
import type { Operation, RequestContext } from '../../../graphql/operations.js';
import { notFound } from '../../../platform/errors.js';
import { type Call, readValues } from '../response.js';
import type { InTurn } from './export.js';
import { type FileFormat, fileTypes } from './formats.js';

/** A file as operations return it. */
interface ReadFile {
  name: string;
  /** In Base64. */
  content: string;
}

/** Sends the object of a route as a file. @throws DomainError, RateLimitError */
export async function sendFile(
  response: Response,
  call: Call,
  context: RequestContext,
  format: FileFormat,
  operation: Operation,
  inTurn: InTurn,
): Promise<void> {
  const values = await readValues(call, context);
  const fields = await inTurn(() => operation.execute(context, values));
  const read: { file: ReadFile } | null = JSON.parse(fields[call.route.response.wrapper] ?? 'null');
  if (!read) throw notFound();
  const { name, content } = read.file;
  response.set({
    'Content-Type': fileTypes[format],
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  });
  response.send(Buffer.from(content, 'base64'));
}
