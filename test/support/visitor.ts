import { checkAnswer } from './described-answers.js';
import { rawRequest } from './raw-request.js';
import { recordExercise } from './route-coverage.js';
import { sendRequest } from './send-request.js';
import type { RestAnswer, TestAccount } from './test-server.js';

interface Sending {
  json?: unknown;
  form?: string;
  headers?: Record<string, string>;
}

type VisitorAnswer = Omit<RestAnswer, 'text'>;

/** The public site of an account. */
export type Site = Pick<TestAccount, 'origin' | 'subdomain'>;

/** A client without an API key. */
export class Visitor {
  constructor(readonly site: Site) {}

  get = (path: string, sending?: Sending): Promise<VisitorAnswer> => this.send('GET', path, sending);
  post = (path: string, sending?: Sending): Promise<VisitorAnswer> => this.send('POST', path, sending);
  put = (path: string, sending?: Sending): Promise<VisitorAnswer> => this.send('PUT', path, sending);

  /** @throws Error if the response does not match `schema/openapi.json` */
  async send(method: string, path: string, { json, form, headers: own = {} }: Sending = {}): Promise<VisitorAnswer> {
    const address = `/sites/${this.site.subdomain}${path}`;
    const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
    const body = form ?? (json === undefined ? undefined : JSON.stringify(json));
    const { status, text, headers } = await sendRequest(this.site.origin + address, {
      method,
      headers: { 'content-type': type, ...own },
      body,
    });
    recordExercise(method, address, status);
    const answer = { status, body: text === '' ? undefined : JSON.parse(text), headers };
    checkAnswer(method, address, answer);
    return answer;
  }
}

/** Sends a request with that Host header. */
export async function getAtHost(origin: string, host: string, path: string, headers: Record<string, string> = {}) {
  const { status, text, headers: answered } = await rawRequest(origin + path, { headers: { host, ...headers } });
  return { status, body: JSON.parse(text), headers: answered };
}
