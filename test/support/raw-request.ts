import { request } from 'node:http';
import { request as secureRequest } from 'node:https';

export interface RawAnswer {
  status: number;
  text: string;
  headers: NodeJS.Dict<string | string[]>;
}

export interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** The address from which it is sent; by default that of the system. */
  localAddress?: string;
}

/** Sends a request with exactly these headers: unlike `fetch`, it adds none and forbids none. */
export function rawRequest(
  address: string,
  { method = 'GET', headers = {}, body, localAddress }: RawRequest = {},
): Promise<RawAnswer> {
  const { protocol, hostname, port } = new URL(address);
  const path = address.slice(new URL(address).origin.length);
  return new Promise((resolve, reject) => {
    const send = protocol === 'https:' ? secureRequest : request;
    const sent = send({ hostname, port, path, method, headers, localAddress }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
    });
    sent.on('error', reject).end(body);
  });
}
