import { Agent, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';

export interface ReceivedResponse {
  status: number;
  text: string;
  headers: Headers;
}

export interface SentRequest {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
}

const plain = { request, agent: new Agent({ keepAlive: true }) };
const secure = { request: secureRequest, agent: new SecureAgent({ keepAlive: true }) };

/**
 * Sends a request over a connection that is kept alive. Replaces `fetch`, which takes 0.5 ms more CPU time for each of
 * the tens of thousands of requests. Like `fetch`, throws a TypeError "fetch failed" if the connection breaks.
 */
export async function sendRequest(address: string, { method, headers, body }: SentRequest): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const onError = (cause: Error): void => reject(new TypeError('fetch failed', { cause }));
    // By default, Node sends the body of a DELETE without a length.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const by = address.startsWith('https:') ? secure : plain;
    const options = { method, headers: { ...length, ...headers }, agent: by.agent };
    const sent = by.request(new URL(address), options, (response) => {
      const chunks: Buffer[] = [];
      response.on('error', onError);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          headers: toHeaders(response.rawHeaders),
        }),
      );
    });
    sent.on('error', onError).end(body);
  });
}

function toHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  return headers;
}
