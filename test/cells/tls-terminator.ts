import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { RawAnswer } from '../support/raw-request.js';

/** The address from which the terminator sends, which the routers trust. Other requests of the tests come from 127.0.0.1. */
export const terminatorAddress = '127.0.0.2';

/** A TLS terminator in front of a router, such as the load balancer of a cloud. */
export interface Terminator extends AsyncDisposable {
  send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<RawAnswer>;
}

/** Starts a terminator that passes requests on without TLS, with `X-Forwarded-Proto`. The folder gets its certificate. */
export async function startTerminator(folder: string, routerOrigin: string): Promise<Terminator> {
  const [keyFile, certFile] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
  const subject = ['-subj', '/CN=book.example.org', '-addext', 'subjectAltName=DNS:book.example.org'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', '-days', '1', ...curve, ...subject, '-keyout', keyFile, '-out', certFile], {
    stdio: 'ignore',
  });
  const [key, ca] = [readFileSync(keyFile), readFileSync(certFile)];
  const server = createServer({ key, cert: ca }, (incoming, outgoing) => {
    const { remoteAddress = '' } = incoming.socket;
    const headers = { ...incoming.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': remoteAddress };
    const { hostname, port } = new URL(routerOrigin);
    const options = { hostname, port, path: incoming.url, method: incoming.method, localAddress: terminatorAddress };
    const passed = httpRequest({ ...options, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    send: (method, path, headers, body) =>
      new Promise((resolve, reject) => {
        const to = { hostname: '127.0.0.1', port, path, method, ca, servername: 'book.example.org', agent: false };
        const sent = httpsRequest({ ...to, headers: { host: 'book.example.org', ...headers } }, async (answer) => {
          let text = '';
          for await (const chunk of answer) text += chunk;
          resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers });
        });
        sent.on('error', reject).end(body);
      }),
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
