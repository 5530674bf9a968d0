import { OutboundError, post } from '../../../platform/outbound/post.js';
import { DeliveryError, defaultTimeout, type Send } from './outgoing-message.js';

/**
 * Creates a sender for an SMS gateway that accepts a POST of `{"to","from","text"}` with a 2xx status. Credentials in the
 * address are sent by HTTP Basic authentication.
 */
export function createSmsGateway(address: string, timeout = defaultTimeout): Send {
  const headers = { 'content-type': 'application/json' };
  return async ({ from, to, text }) => {
    const body = JSON.stringify({ to, from: from.name, text });
    const { status } = await post(address, { headers, body, timeout, allowPrivate: true, maxLength: 0 }).catch(
      (error: unknown) => {
        if (!(error instanceof OutboundError)) throw error;
        throw new DeliveryError(`the SMS gateway did not answer (${error.code || 'unknown'})`);
      },
    );
    if (status < 200 || status > 299) throw new DeliveryError(`the SMS gateway did not take it (${status})`);
  };
}
