import { formats } from '../format.js';
import type { DeliveryWait, MessageWait } from '../graphql/schema.types.js';

const waitTexts: Record<Exclude<DeliveryWait | MessageWait, 'NEXT_ATTEMPT'>, string> = {
  ACCOUNT_PAUSED: 'waits until the account is no longer paused',
  WEB_HOOK_INACTIVE: 'waits until the webhook is switched on',
  EARLIER_DELIVERY: 'waits for the first attempt of an earlier change of the same object',
  QUOTA: 'waits until the account may send more messages',
  NO_SERVER: 'will not be sent: this server or account sends no messages of this kind',
  WORKER: 'is due, and waits for its turn',
};

interface WaitProps {
  waitsFor: DeliveryWait | MessageWait | null;
  /** When the next attempt is due. */
  until: string | null;
}

/** Why a delivery or a message is not made now. Nothing if it does not wait. */
export function Wait({ waitsFor, until }: WaitProps) {
  const { dateTime } = formats();
  if (waitsFor === null) return null;
  const text =
    waitsFor === 'NEXT_ATTEMPT'
      ? `is being tried, or will be at ${until === null ? 'once' : dateTime(until)}`
      : waitTexts[waitsFor];
  const time = waitsFor === 'QUOTA' && until !== null ? `, ${dateTime(until)}` : '';
  return (
    <p class="hint">
      It {text}
      {time}.
    </p>
  );
}

interface AttemptsProps {
  attempts: readonly { at: string; status?: number | null; failure: string | null; nextAttemptAt?: string | null }[];
}

/** The attempts of a delivery or a message with their results. */
export function Attempts({ attempts }: AttemptsProps) {
  const { dateTime } = formats();
  return (
    <ol class="attempts">
      {attempts.map(({ at, status, failure, nextAttemptAt }) => {
        const next = nextAttemptAt && `again at ${dateTime(nextAttemptAt)}`;
        return (
          <li key={at}>
            {[dateTime(at), status, failure ?? (status === undefined ? 'accepted' : null), next]
              .filter(Boolean)
              .join(' · ')}
          </li>
        );
      })}
    </ol>
  );
}
