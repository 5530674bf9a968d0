import { invalid } from '../../platform/errors.js';

/** The longest time in which a secret and its successor both sign. */
export const maxOverlapHours = 24;

export const overlapDescription =
  'The hours for which deliveries are also signed with the former secret, from 0 to 24. With 0, the former secret ends at once.';

/** A secret that signs webhooks, as it is stored, and the one before it. */
export interface StoredSecret {
  secret: string | null;
  formerSecret: string | null;
  /** The end of the last overlap, in server time. */
  formerSecretUntil: Date | null;
}

/**
 * Returns until when the former secret signs. A rotation within the overlap of the last one would leave receivers without a
 * secret that they may still use, or add a third one, so it is refused; one without an overlap always ends all former secrets.
 *
 * @throws DomainError INVALID on `overlapHours`
 */
export function endOfOverlap({ formerSecretUntil }: StoredSecret, overlapHours: number, now: Date): Date {
  if (overlapHours < 0) throw invalid({ overlapHours: ['must be greater than or equal to 0'] });
  if (overlapHours > maxOverlapHours) {
    throw invalid({ overlapHours: [`must be less than or equal to ${maxOverlapHours}`] });
  }
  if (overlapHours > 0 && formerSecretUntil !== null && formerSecretUntil > now) {
    const until = `must be 0 until ${formerSecretUntil.toISOString()}, when the overlap of the last rotation ends`;
    throw invalid({ overlapHours: ['is invalid', until] });
  }
  return new Date(now.getTime() + overlapHours * 3_600_000);
}
