import { sendRequest } from './send-request.js';
import type { Site } from './visitor.js';

/** A form of a page, with the values that it would send. */
interface Form {
  method: string;
  action: string;
  values: Record<string, string>;
}

/** A page as a browser without JavaScript gets it, after redirects. */
export interface OpenedPage {
  url: string;
  status: number;
  html: string;
  headers: Headers;
  /** The text of the page without markup. */
  text: string;
  heading: string;
  /** The problems of a form by field. */
  problems: Record<string, string>;
  forms: Form[];
}

const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** A browser without JavaScript at the public site of an account. */
export class HtmlVisitor {
  constructor(
    readonly site: Site,
    readonly headers: Record<string, string> = {},
  ) {}

  open = (path: string): Promise<OpenedPage> => this.load(`${this.site.origin}/sites/${this.site.subdomain}${path}`);

  /** Follows the first link with that text or label. @throws Error if there is none */
  async follow(page: OpenedPage, label: string): Promise<OpenedPage> {
    const links = [...page.html.matchAll(/<a\b([^>]*)>(.*?)<\/a>/gs)];
    const link = links.find(
      ([, attributes = '', content = '']) =>
        attributeOf(attributes, 'aria-label') === label || textOf(content).startsWith(label),
    );
    if (!link) throw new Error(`no link ${label} in ${page.text}`);
    return this.load(new URL(attributeOf(link[1] ?? '', 'href') ?? '', page.url).href);
  }

  /** Sends the last form of a page with its own and the given values. */
  async submit(page: OpenedPage, values: Record<string, string> = {}): Promise<OpenedPage> {
    const form = page.forms.at(-1);
    if (!form) throw new Error(`no form in ${page.text}`);
    return this.post(new URL(form.action, page.url).href, { ...form.values, ...values });
  }

  /** Sends the last form of a page by the button with that text, to the address of the button. @throws Error if there is none */
  async press(page: OpenedPage, label: string): Promise<OpenedPage> {
    const buttons = [...page.html.matchAll(/<button\b([^>]*)>(.*?)<\/button>/gs)];
    const [, attributes = ''] = buttons.find(([, , content = '']) => textOf(content) === label) ?? [];
    const action = attributeOf(attributes, 'formaction');
    if (action === undefined) throw new Error(`no button ${label} with an address in ${page.text}`);
    return this.post(new URL(action, page.url).href, page.forms.at(-1)?.values ?? {});
  }

  post(url: string, values: Record<string, string>): Promise<OpenedPage> {
    return this.load(url, 'POST', new URLSearchParams(values).toString());
  }

  async load(url: string, method = 'GET', body?: string): Promise<OpenedPage> {
    const type: Record<string, string> =
      body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, text, headers } = await sendRequest(url, {
      method,
      headers: { accept: browserAccept, ...type, ...this.headers },
      body,
    });
    const location = headers.get('location');
    if (status === 303 && location !== null) return this.load(new URL(location, url).href);
    return { url, status, html: text, headers, ...partsOf(text) };
  }
}

function partsOf(html: string): Pick<OpenedPage, 'text' | 'heading' | 'problems' | 'forms'> {
  const problems = [...html.matchAll(/<p id="field-([^"]+)-error" class="problem"[^>]*>(.*?)<\/p>/gs)];
  const forms = [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)];
  return {
    text: textOf(html),
    heading: textOf(/<h1>(.*?)<\/h1>/s.exec(html)?.[1] ?? ''),
    problems: Object.fromEntries(problems.map(([, name = '', problem = '']) => [name, textOf(problem)])),
    forms: forms.map(([, attributes = '', content = '']) => ({
      method: attributeOf(attributes, 'method') ?? 'get',
      action: attributeOf(attributes, 'action') ?? '',
      values: valuesOf(content),
    })),
  };
}

function valuesOf(html: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [, attributes = ''] of html.matchAll(/<input\b([^>]*?)\/?>/gs)) {
    const isChoice = ['radio', 'checkbox'].includes(attributeOf(attributes, 'type') ?? '');
    if (isChoice && !/\bchecked\b/.test(attributes)) continue;
    values[attributeOf(attributes, 'name') ?? ''] = attributeOf(attributes, 'value') ?? '';
  }
  for (const [, attributes = '', content = ''] of html.matchAll(/<textarea\b([^>]*)>(.*?)<\/textarea>/gs)) {
    values[attributeOf(attributes, 'name') ?? ''] = decode(content);
  }
  for (const [, attributes = '', content = ''] of html.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gs)) {
    const chosen = /<option\b([^>]*\bselected\b[^>]*)>/.exec(content)?.[1] ?? '';
    values[attributeOf(attributes, 'name') ?? ''] = attributeOf(chosen, 'value') ?? '';
  }
  return values;
}

function attributeOf(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : decode(value);
}

const textOf = (html: string): string =>
  decode(html.replace(/<(style|script)\b.*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

const decode = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
