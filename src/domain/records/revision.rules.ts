import { DomainError } from '../../platform/errors.js';

/**
 * Checks that a locked record was not revised since the client read it, so that two people never overwrite each other.
 *
 * @param ifRevision the `revisionCount` that the client read; without one there is no check
 * @throws DomainError PRECONDITION_FAILED
 */
export function requireRevision(
  { revisionCount }: { revisionCount: number },
  ifRevision: number | null | undefined,
  name: string,
): void {
  if (ifRevision === null || ifRevision === undefined || revisionCount === ifRevision) return;
  throw new DomainError('PRECONDITION_FAILED', `The ${name} has changed`);
}
