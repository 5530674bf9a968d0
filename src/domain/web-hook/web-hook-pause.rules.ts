import type { Language } from '../../platform/language.js';
import type { DeliveryAttempt } from './web-hook-delivery.entity.js';

/** Deliveries that fail in a row, and the days without a success, after which a webhook is paused. Both must be reached. */
export const maxFailures = 20;
export const maxFailingDays = 5;

/** The deliveries of a webhook that failed at their last attempt, without a success between them. */
export interface Failures {
  count: number;
  /** When the first one failed. */
  since: Date;
  /** The last attempt of all. */
  last: Pick<DeliveryAttempt, 'status' | 'failure'>;
}

/** Whether a webhook with these failures is to be switched off. */
export function isToBePaused({ count, since }: Pick<Failures, 'count' | 'since'>, now: Date): boolean {
  return count >= maxFailures && now.getTime() - since.getTime() >= maxFailingDays * 24 * 60 * 60 * 1_000;
}

/** Returns why a webhook is paused. Without its address, which is secret. */
export function pausedReason({ count, since, last }: Failures): string {
  return `${count} deliveries in a row have failed since ${since.toISOString()}, the last because ${causeOf(last)}`;
}

function causeOf({ status, failure }: Failures['last']): string {
  return failure ?? `the status was ${status}`;
}

interface Facts {
  /** The number of the webhook and the start of its address. */
  id: number;
  origin: string;
  event: string;
  count: number;
  since: string;
  cause: string;
}

interface PausedText {
  subject: string;
  body: string;
}

const texts = {
  en: ({ id, origin, event, count, since, cause }) => ({
    subject: `Your webhook to ${origin} is paused`,
    body: `Nothing is sent any more to webhook ${id} (${origin}, events: ${event}).

All ${count} deliveries since ${since} have failed. The last failure: ${cause}.

Switch the webhook on again when its address works. It then gets new events only.
`,
  }),
  sv: ({ id, origin, event, count, since, cause }) => ({
    subject: `Din webhook till ${origin} är pausad`,
    body: `Inget skickas längre till webhook ${id} (${origin}, händelser: ${event}).

Alla ${count} leveranser sedan ${since} har misslyckats. Det senaste felet: ${cause}.

Slå på webhooken igen när adressen fungerar. Den får då bara nya händelser.
`,
  }),
  nb: ({ id, origin, event, count, since, cause }) => ({
    subject: `Webhooken din til ${origin} er satt på pause`,
    body: `Ingenting sendes lenger til webhook ${id} (${origin}, hendelser: ${event}).

Alle ${count} leveringer siden ${since} har mislyktes. Den siste feilen: ${cause}.

Slå på webhooken igjen når adressen virker. Den får da bare nye hendelser.
`,
  }),
} satisfies Record<Language, (facts: Facts) => PausedText>;

/**
 * The email to the account whose webhook was paused.
 *
 * @param since as people read it
 */
export function pausedText(
  language: Language,
  { id, targetUrl, event }: { id: number; targetUrl: string; event: string },
  { count, last }: Failures,
  since: string,
): PausedText {
  // The path and the query of an address may be its secret.
  const { origin } = new URL(targetUrl);
  return texts[language]({ id, origin, event, count, since, cause: causeOf(last) });
}
