import { DeliveryError, defaultTimeout, failureCode, type Send } from './outgoing-message.js';

/**
 * Creates a sender for an SMS gateway that accepts a POST of `{"to","from","text"}` with a 2xx status. Credentials in the
 * address are sent by HTTP Basic authentication.
 */
export function createSmsGateway(address: string, timeout = defaultTimeout): Send {
  const url = new URL(address);
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const headers = {
    'content-type': 'application/json',
    ...(credentials !== ':' && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  };
  url.username = '';
  url.password = '';
  return async ({ from, to, text }) => {
    const body = JSON.stringify({ to, from: from.name, text });
    const signal = AbortSignal.timeout(timeout);
    let status: number;
    try {
      const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
      status = response.status;
      await response.body?.cancel();
    } catch (error) {
      const code = signal.aborted ? 'ETIMEDOUT' : (failureCode(error) ?? 'unknown');
      throw new DeliveryError(`the SMS gateway did not answer (${code})`);
    }
    if (status < 200 || status > 299) throw new DeliveryError(`the SMS gateway did not take it (${status})`);
  };
}
