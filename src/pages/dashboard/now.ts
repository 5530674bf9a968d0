import { useEffect, useState } from 'preact/hooks';
import { useSignal } from '../design/signal.js';
import { accountNow, renewClock, session } from './session.js';

/** The current time by the clock of the account, renewed every so many milliseconds, and when that clock was advanced. */
export function useNow(interval: number): Date {
  const clockOffset = useSignal(session)?.clockOffset;
  const [now, setNow] = useState(accountNow);
  useEffect(() => {
    setNow(accountNow());
    const timer = setInterval(() => setNow(accountNow()), interval);
    return () => clearInterval(timer);
  }, [interval, clockOffset]);
  return now;
}

/** The time between two reads of the clock of a sandbox, in milliseconds. */
const clockInterval = 15_000;

/** Follows the clock of a sandbox, which others may advance. Reads it at intervals and when the page is shown again. */
export function useSandboxClock(isSandbox: boolean): void {
  useEffect(() => {
    if (!isSandbox) return undefined;
    const renew = () => void renewClock();
    const timer = setInterval(renew, clockInterval);
    addEventListener('focus', renew);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', renew);
    };
  }, [isSandbox]);
}
