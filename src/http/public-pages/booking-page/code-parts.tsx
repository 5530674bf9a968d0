import type { JSX } from 'preact';
import { Banner } from '../../../pages/design/banner.js';
import { secondsUntil } from './dates.js';
import { type Frame, SentenceWithName } from './frame.js';

interface WhereProps {
  frame: Frame;
  /** Whether this server sends messages by the channel of the code. */
  isSent: boolean;
  channel: 'email' | 'sms';
  /** The address to which the code was sent, as the visitor gave it. */
  recipient: string | null;
  /** The code, in a sandbox and in the demo. */
  code: string | null;
  /** The sentence with the recipient; by default that of a booking. */
  sentence?: ((values: { address: string }) => string) | undefined;
}

/** Says where a code was sent, or why it was not, with the code where it may be shown. */
export function WhereTheCodeIs({
  frame: { texts },
  isSent,
  channel,
  recipient,
  code,
  sentence,
}: WhereProps): JSX.Element {
  if (code !== null) {
    return (
      <Banner kind="info">
        <SentenceWithName sentence={(shown) => texts.codeShown({ code: shown })} name={code} />
      </Banner>
    );
  }
  if (!isSent) return <Banner kind="warning">{texts.codeNotSent}</Banner>;
  if (recipient !== null) {
    return <SentenceWithName sentence={(address) => (sentence ?? texts.codeSentTo)({ address })} name={recipient} />;
  }
  return <p>{texts.codeSent[channel]}</p>;
}

const minute = 60_000;

interface ResendProps {
  frame: Frame;
  /** On the clock of `at`, in milliseconds since 1970. */
  now: number;
  /** When the code can be sent again; null if it cannot any more. */
  at: string | null;
  /** The address of the form that sends the code again. */
  action: string;
  /** Sent with the form as `1`. */
  name?: string;
}

/** The button that sends a code again, with the time from which it does. The script counts the seconds. */
export function ResendButton({ frame: { texts, formats }, now, at, action, name }: ResendProps): JSX.Element {
  if (at === null) return <span class="hint">{texts.codeSentEnough}</span>;
  const isNow = Date.parse(at) <= now;
  // In whole minutes, so that the time that the page names is never too early.
  const from = new Date(Math.ceil(Date.parse(at) / minute) * minute).toISOString();
  return (
    <>
      <button
        type="submit"
        class="button"
        name={name}
        value={name && '1'}
        formAction={action}
        formNoValidate
        data-waits={!isNow || undefined}
      >
        {texts.resendCode}
      </button>
      {!isNow && (
        <span class="hint" data-seconds={secondsUntil(at, now)}>
          {texts.codeSentAgainFrom({ time: formats.time(from) })} <span role="timer" />
        </span>
      )}
    </>
  );
}
