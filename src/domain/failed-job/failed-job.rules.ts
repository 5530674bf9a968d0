const longest = 255;

/**
 * What may be shown of a failure: its kind, and the first line of what it says, as the database shows rows after it.
 *
 * @returns at most 255 characters, such as `OutboundError: no answer`
 */
export function shownFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const [reason = ''] = error.message.split('\n', 1);
  return [...(reason ? `${error.name}: ${reason}` : error.name)].slice(0, longest).join('');
}
