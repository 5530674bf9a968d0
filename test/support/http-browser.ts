import { rawRequest } from './raw-request.js';

export interface BrowserAnswer {
  status: number;
  text: string;
  /** The address of a redirect. */
  location: string;
  cookies: readonly string[];
}

/** A client that keeps cookies by name, as a browser does for one server, and does not follow redirects by itself. */
export class HttpBrowser {
  readonly cookies = new Map<string, string>();

  get = (address: string, headers: Record<string, string> = {}): Promise<BrowserAnswer> =>
    this.#send(address, 'GET', headers);

  delete = (address: string, headers: Record<string, string>): Promise<BrowserAnswer> =>
    this.#send(address, 'DELETE', headers);

  /** Sends a form. */
  post = (address: string, form: Record<string, string>): Promise<BrowserAnswer> =>
    this.#send(address, 'POST', { 'content-type': 'application/x-www-form-urlencoded' }, form);

  async #send(
    address: string,
    method: string,
    headers: Record<string, string>,
    form?: Record<string, string>,
  ): Promise<BrowserAnswer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = form && new URLSearchParams(form).toString();
    const sent: Record<string, string> = { accept: 'text/html', ...headers, ...(cookie && { cookie }) };
    if (body !== undefined) sent['content-length'] = String(Buffer.byteLength(body));
    const answer = await rawRequest(address, { method, headers: sent, ...(body !== undefined && { body }) });
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    for (const text of cookies) this.#keep(text);
    const location = String(answer.headers['location'] ?? '');
    return { status: answer.status, text: answer.text, cookies, location: location && new URL(location, address).href };
  }

  #keep(text: string): void {
    const [pair = ''] = text.split(';');
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(text)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
