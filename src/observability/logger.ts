import type { Writable } from 'node:stream';
import { GraphQLError } from 'graphql';
import { type LevelWithSilent, type Logger, pino } from 'pino';

/**
 * Logs a JSON object per line to standard output, or formatted lines if it is a terminal.
 *
 * @param mixin returns what is added to each line
 */
export async function createLogger(
  level: LevelWithSilent,
  output: Writable & { isTTY?: boolean } = process.stdout,
  mixin?: () => object,
): Promise<Logger> {
  const options = { level, serializers: { err: loggableError }, ...(mixin && { mixin }) };
  if (!output.isTTY) return pino(options);
  // Loaded only if used.
  const { default: pretty } = await import('pino-pretty');
  const form = { colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l', singleLine: true };
  return pino(options, pretty({ ...form, destination: output, sync: true }));
}

/**
 * Reduces an error to the parts that may be logged. After the first line of the message and in their own properties,
 * errors of the database and the ORM contain whole rows, with personal data, secrets and codes.
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
