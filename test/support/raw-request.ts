import { request } from 'node:http';

export interface RawAnswer {
  status: number;
  text: string;
  headers: NodeJS.Dict<string | string[]>;
}

export interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** A request with these headers and no others, not even those that `fetch` adds or keeps from being sent. */
export function rawRequest(
  address: string,
  { method = 'GET', headers = {}, body }: RawRequest = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(address);
  const path = address.slice(new URL(address).origin.length);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
    });
    sent.on('error', reject).end(body);
  });
}
