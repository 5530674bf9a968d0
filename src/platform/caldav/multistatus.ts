import type { SaxesParser } from 'saxes';
import { lazyPackage } from '../lazy-package.js';
import { StepBudget } from '../step-budget.js';
import { endTurn } from '../turns.js';
import { DavError } from './dav-error.js';

/** The namespaces of the elements that are read. */
const dav = 'DAV:';
const caldav = 'urn:ietf:params:xml:ns:caldav';
const calendarServer = 'http://calendarserver.org/ns/';

/** Local names are unique over them. */
const namespaces: ReadonlySet<string> = new Set([dav, caldav, calendarServer]);

/** The value of a property, in the forms that CalDAV uses. */
export interface DavValue {
  /** All of its text, without spaces around it. */
  text: string;
  /** The local names of the elements in it. */
  elements: string[];
  /** The texts of `href` in it. */
  hrefs: string[];
  /** The names of components, such as VEVENT. */
  components: string[];
}

/** A server describes one address by its properties. */
export interface DavResponse {
  href: string;
  /** The status of the whole address; undefined if each property has its own. */
  status: number | undefined;
  /** The properties that the server has, by local name. */
  properties: Map<string, DavValue>;
}

export interface MultistatusOptions {
  maxResponses: number;
  budget?: StepBudget;
}

/** More than any server nests. The parser looks for a namespace in all elements that are open. */
const maxDepth = 30;
/** Of an element. The parser compares each with the others. */
const maxAttributes = 50;
/** Elements and links of a property. */
const maxItems = 100;
/** In characters, and the steps that the parser takes for them and for an element or attribute in them. */
const [sliceLength, stepsOfSlice, stepsOfName] = [4_096, 4_096, 20];

const saxes = lazyPackage<typeof import('saxes')>('saxes');

/**
 * Parses the answer of a server to PROPFIND or REPORT (RFC 4918, 13). Yields to the event loop: 10 MB take 0.5 s. Refuses
 * document types, so there are no entities to expand.
 *
 * @throws DavError if it is none, or has more than `maxResponses` responses; LimitError, ServerBusy
 */
export async function parseMultistatus(
  body: Uint8Array,
  { maxResponses, budget = new StepBudget() }: MultistatusOptions,
): Promise<DavResponse[]> {
  const text = new TextDecoder().decode(body);
  const reader = new MultistatusReader(maxResponses);
  let names = 0;
  const parser = createParser(reader, () => {
    names += 1;
  });
  for (let start = 0; start < text.length; start += sliceLength) {
    parser.write(text.slice(start, start + sliceLength));
    if (budget.take(stepsOfSlice + stepsOfName * names)) await endTurn(budget);
    names = 0;
  }
  parser.close();
  if (!reader.isMultistatus) throw notReadable();
  return reader.responses;
}

const notReadable = (): DavError => new DavError('its answer is not that of a CalDAV server');

/** @param onName called for each element and attribute */
function createParser(reader: MultistatusReader, onName: () => void): SaxesParser<{ xmlns: true }> {
  const { SaxesParser: Parser } = saxes();
  const parser = new Parser({ xmlns: true });
  let attributes = 0;
  const refuse = (): never => {
    throw notReadable();
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentagstart', () => {
    attributes = 0;
    onName();
  });
  parser.on('attribute', () => {
    attributes += 1;
    onName();
    if (attributes > maxAttributes) refuse();
  });
  parser.on('opentag', ({ uri, local, attributes: { name } }) => {
    if (reader.depth >= maxDepth) refuse();
    reader.open(namespaces.has(uri) ? local : '', name?.value ?? '');
  });
  parser.on('closetag', () => reader.close());
  parser.on('text', (text) => reader.addText(text));
  parser.on('cdata', (text) => reader.addText(text));
  return parser;
}

/** Collects the responses from the elements of a document in their order. */
class MultistatusReader {
  readonly responses: DavResponse[] = [];
  readonly #path: string[] = [];
  #isMultistatus = false;
  #response: DavResponse | undefined;
  /** The properties of the `propstat` that is open, and its status. */
  #found = new Map<string, DavValue>();
  #foundStatus = 0;
  #value: DavValue | undefined;
  /** The texts of the element that is open. */
  #texts: string[] = [];

  constructor(private readonly maxResponses: number) {}

  get isMultistatus(): boolean {
    return this.#isMultistatus;
  }

  get depth(): number {
    return this.#path.length;
  }

  open(name: string, nameAttribute: string): void {
    const { depth } = this;
    this.#path.push(name);
    this.#texts = [];
    if (depth === 0) this.#isMultistatus = name === 'multistatus';
    else if (depth === 1 && name === 'response') this.#addResponse();
    else if (depth === 2 && name === 'propstat') this.#found = new Map();
    else if (depth === 4 && this.#path[3] === 'prop') this.#addProperty(name);
    else if (depth > 4 && this.#value) {
      if (this.#value.elements.length < maxItems) this.#value.elements.push(name);
      if (name === 'comp' && this.#value.components.length < maxItems) this.#value.components.push(nameAttribute);
    }
  }

  #addResponse(): void {
    if (this.responses.length >= this.maxResponses) {
      throw new DavError(`it has more than ${this.maxResponses} entries in this time`);
    }
    this.#response = { href: '', status: undefined, properties: new Map() };
    this.responses.push(this.#response);
  }

  #addProperty(name: string): void {
    this.#value = { text: '', elements: [], hrefs: [], components: [] };
    if (name !== '') this.#found.set(name, this.#value);
  }

  addText(text: string): void {
    this.#texts.push(text);
  }

  close(): void {
    const name = this.#path.pop();
    const { depth } = this;
    const text = this.#texts.join('').trim();
    this.#texts = [];
    const response = this.#response;
    if (!response) return;
    if (depth === 2 && name === 'href') response.href = text;
    else if (depth === 2 && name === 'status') response.status = statusOf(text);
    else if (depth === 3 && name === 'status') this.#foundStatus = statusOf(text);
    else if (depth === 2 && name === 'propstat' && isSuccess(this.#foundStatus)) {
      for (const [property, value] of this.#found) response.properties.set(property, value);
    } else if (depth === 4 && this.#value) {
      this.#value.text ||= text;
      this.#value = undefined;
    } else if (depth > 4 && name === 'href' && this.#value && this.#value.hrefs.length < maxItems) {
      this.#value.hrefs.push(text);
    }
  }
}

/** Returns the status of a line such as `HTTP/1.1 200 OK`; 0 if there is none. */
function statusOf(line: string): number {
  return Number(/^HTTP\/\S+ +(\d{3})/.exec(line)?.[1] ?? 0);
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
