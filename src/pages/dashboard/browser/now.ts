import { useEffect, useState } from 'preact/hooks';
import { accountNow } from './session.js';

/** The current time by the clock of the account, renewed every so many milliseconds. */
export function useNow(interval: number): Date {
  const [now, setNow] = useState(accountNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(accountNow()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
