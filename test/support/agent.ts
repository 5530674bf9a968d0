import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { refusalKey } from '../../src/http/mcp/call-tool.js';
import type { Site } from './visitor.js';

/** A call that a test has made, for the guard that every tool is used. */
export const exercised = new Set<string>();

/** The revisions of the protocol that clients use: the one without a handshake, and the one before it. */
export const revisions = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof revisions)[number];

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Answer = any;

/** A client of the Model Context Protocol: the official one. It calls tools by a script instead of a model. */
export class Agent implements AsyncDisposable {
  private constructor(
    readonly client: Client,
    private readonly endpoint: 'account' | 'site',
  ) {}

  /** Connects with an API key to `/mcp`. */
  static ofKey(origin: string, key: string, revision?: Revision): Promise<Agent> {
    return Agent.#connect(`${origin}/mcp`, 'account', { authorization: `Bearer ${key}` }, revision);
  }

  /** Connects without a key to the endpoint of a site. */
  static ofVisitor({ origin, subdomain }: Site, revision?: Revision): Promise<Agent> {
    return Agent.#connect(`${origin}/sites/${subdomain}/mcp`, 'site', {}, revision);
  }

  static async #connect(
    address: string,
    endpoint: 'account' | 'site',
    headers: Record<string, string>,
    revision: Revision = '2026-07-28',
  ): Promise<Agent> {
    const client = new Client(
      { name: 'tests', version: '1' },
      { versionNegotiation: { mode: revision === '2025-11-25' ? 'legacy' : { pin: revision } } },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
    return new Agent(client, endpoint);
  }

  async toolNames(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  /** Returns the structured content of an answer. @throws Error with the text of a refusal */
  async call(name: string, values: Record<string, unknown> = {}): Promise<Answer> {
    const { isError, text, content } = await this.answer(name, values);
    if (isError) throw new Error(`${name}: ${text}`);
    exercised.add(`${this.endpoint} ${name}`);
    return content;
  }

  /** Returns the documented error of a refused call. @throws Error if it is not refused */
  async refusal(name: string, values: Record<string, unknown> = {}): Promise<Answer> {
    const { isError, text, refusal } = await this.answer(name, values);
    if (!isError) throw new Error(`${name} is not refused: ${text}`);
    return refusal;
  }

  async answer(name: string, values: Record<string, unknown> = {}) {
    const result = await this.client.callTool({ name, arguments: values });
    const [first] = result.content;
    const content: Answer = result.structuredContent;
    const refusal: Answer = result._meta?.[refusalKey];
    return { isError: result.isError === true, text: first?.type === 'text' ? first.text : '', content, refusal };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}
