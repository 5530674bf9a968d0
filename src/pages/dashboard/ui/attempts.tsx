import { formats } from '../format.js';
import type { DeliveryWait, MessageWait } from '../graphql/schema.types.js';
import { inLanguage } from '../graphql/server-messages.js';
import { t } from '../texts.js';

interface WaitProps {
  waitsFor: DeliveryWait | MessageWait | null;
  /** When the next attempt is due. */
  until: string | null;
}

/** The reason why a delivery or a message is not made now. Nothing if it does not wait. */
export function Wait({ waitsFor, until }: WaitProps) {
  const { dateTime } = formats();
  if (waitsFor === null) return null;
  return <p class="hint">{waitText(waitsFor, until === null ? null : dateTime(until))}</p>;
}

function waitText(waitsFor: DeliveryWait | MessageWait, time: string | null): string {
  switch (waitsFor) {
    case 'NEXT_ATTEMPT':
      return time === null ? t.records.attemptNow : t.records.nextAttempt({ time });
    case 'QUOTA':
      return time === null ? t.records.waitsForQuota : t.records.waitsForQuotaUntil({ time });
    default:
      return t.records.waits[waitsFor];
  }
}

interface AttemptsProps {
  attempts: readonly { at: string; status?: number | null; failure: string | null; nextAttemptAt?: string | null }[];
}

/** Returns the result of an attempt. A message without a failure was accepted; a delivery has its status. */
function resultOf(failure: string | null, status: number | null | undefined): string | null {
  if (failure !== null) return inLanguage(failure);
  return status === undefined ? t.records.accepted : null;
}

/** The attempts of a delivery or a message with their results. */
export function Attempts({ attempts }: AttemptsProps) {
  const { dateTime } = formats();
  return (
    <ol class="attempts">
      {attempts.map(({ at, status, failure, nextAttemptAt }) => {
        const next = nextAttemptAt && t.records.againAt({ time: dateTime(nextAttemptAt) });
        return <li key={at}>{[dateTime(at), status, resultOf(failure, status), next].filter(Boolean).join(' · ')}</li>;
      })}
    </ol>
  );
}
