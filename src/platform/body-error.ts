/** The 4xx status that Express's body parsers give an error: of a body that is too large or cannot be read. */
export function bodyErrorStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
  return error.status < 500 ? error.status : undefined;
}
