import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { RequestContext } from '../../graphql/operations.js';
import { isObject } from '../../platform/accepted.js';
import { DomainError } from '../../platform/errors.js';
import { callTool } from './call-tool.js';
import type { PreparedTool } from './prepared-tool.js';

/** One authenticated message of a client. */
export interface Exchange {
  tools: ReadonlyMap<string, PreparedTool>;
  /** For the model of the client. */
  instructions: string;
  context: RequestContext;
  version: string;
  beginRequest(accountId: number): Promise<() => void>;
  /** Called with the code and the arguments of a refused call. */
  onRefusal(names: readonly string[]): void;
  /** Called with the name of a tool before it is executed. */
  onTool(name: string): void;
  /** Called for errors whose details the client does not see. */
  report(error: unknown): void;
}

/**
 * Answers one message of the Model Context Protocol: of the revision of 2026-07-28, and of those before it, which begin
 * with a handshake. Nothing is kept between messages, so any process can answer the next one. Tools send no messages
 * before their answer, so all answers are JSON, which every client reads, and no event streams.
 *
 * @param message the parsed body of the request
 */
export async function respond(request: Request, message: unknown, exchange: Exchange): Promise<Response> {
  if (await isLegacyRequest(request, message)) return respondByHandshake(request, message, exchange);
  // No list changes while a client is connected to it, so there is nothing to subscribe to.
  const options = { legacy: 'reject', maxSubscriptions: 0, keepAliveMs: 0 } as const;
  return createMcpHandler(() => createServer(exchange), options).fetch(request, { parsedBody: message });
}

/** Without this, the handler above would answer messages of earlier revisions by event streams. */
async function respondByHandshake(request: Request, message: unknown, exchange: Exchange): Promise<Response> {
  const server = createServer(exchange);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

function createServer(exchange: Exchange): Server {
  const { tools, context, instructions, version } = exchange;
  const server = new Server({ name: 'booking-server', version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler('tools/list', () => ({
    tools: [...tools.values()].filter(({ route }) => isAllowed(route.operation, context)).map(({ listed }) => listed),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.get(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 63)}`);
    exchange.onTool(tool.name);
    try {
      return await callTool(tool, isObject(params.arguments) ? params.arguments : {}, context, exchange);
    } catch (error) {
      exchange.report(error);
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'system error');
    }
  });
  return server;
}

function isAllowed(operation: PreparedTool['route']['operation'], context: RequestContext): boolean {
  try {
    operation.authorise(context);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
