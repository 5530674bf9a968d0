import type { Writable } from 'node:stream';
import { GraphQLError } from 'graphql';
import { type LevelWithSilent, type Logger, pino } from 'pino';

/** Logs to standard output: one JSON object a line, or on a terminal in lines for people. */
export async function createLogger(
  level: LevelWithSilent,
  output: Writable & { isTTY?: boolean } = process.stdout,
): Promise<Logger> {
  const options = { level, serializers: { err: loggableError } };
  if (!output.isTTY) return pino(options);
  // Loaded on terminals alone.
  const { default: pretty } = await import('pino-pretty');
  const form = { colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l', singleLine: true };
  return pino(options, pretty({ ...form, destination: output, sync: true }));
}

/**
 * What a log may keep of an error. The database and the ORM show whole rows after the first line of a message and in
 * properties of their own, and those hold people's data, secrets and codes.
 */
export function loggableError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  if (error instanceof GraphQLError && error.originalError) return loggableError(error.originalError);
  const { name, message, stack = '', cause } = error;
  const { code, table, constraint } = error as Error & Record<string, unknown>;
  return {
    type: name,
    message: message.split('\n', 1)[0],
    code,
    table,
    constraint,
    stack: stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error instanceof AggregateError && { errors: error.errors.map(loggableError) }),
    ...(cause instanceof Error && { cause: loggableError(cause) }),
  };
}
