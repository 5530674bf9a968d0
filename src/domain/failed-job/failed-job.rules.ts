const maxLength = 255;

/**
 * Describes an error by its name and the first line of its message. Later lines of database errors contain row data.
 *
 * @returns at most 255 characters, such as `OutboundError: no answer`
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const [reason = ''] = error.message.split('\n', 1);
  return [...(reason ? `${error.name}: ${reason}` : error.name)].slice(0, maxLength).join('');
}
