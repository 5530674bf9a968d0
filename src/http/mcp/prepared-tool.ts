import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Operation } from '../../graphql/operations.js';
import { type PreparedRoute, prepareRoute } from '../rest/table.js';
import type { Effect, Tool } from './tool.js';
import { inputSchemaOf, type ObjectSchema, outputSchemaOf } from './tool-schemas.js';

/** A tool that was checked against its operation, with what clients read of it. */
export interface PreparedTool extends Pick<Tool, 'name' | 'next'> {
  route: PreparedRoute;
  isRead: boolean;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  /** As `tools/list` returns it. */
  listed: ListedTool;
}

/** Prepares tools, by name and in their order. @throws Error for a tool that does not fit its operation */
export function prepareTools(
  tools: readonly Tool[],
  operations: ReadonlyMap<string, Operation>,
): ReadonlyMap<string, PreparedTool> {
  return new Map(tools.map((tool) => [tool.name, prepareTool(tool, operations)]));
}

function prepareTool(tool: Tool, operations: ReadonlyMap<string, Operation>): PreparedTool {
  const { name, title, description, effect, next } = tool;
  const route = prepareRoute(tool.route, operations);
  const inputSchema = inputSchemaOf(tool, route);
  const outputSchema = outputSchemaOf(route);
  const annotations = annotationsOf(title, effect);
  // A copy, because the type of the protocol allows any keyword in a schema.
  const listed: ListedTool = JSON.parse(
    JSON.stringify({ name, title, description, inputSchema, outputSchema, annotations }),
  );
  return {
    name,
    ...(next !== undefined && { next }),
    route,
    isRead: effect === 'read',
    inputSchema,
    outputSchema,
    listed,
  };
}

/** Every tool works on this server alone, so none is of an open world. */
function annotationsOf(title: string, effect: Effect) {
  return {
    title,
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'end',
    idempotentHint: effect !== 'add',
    openWorldHint: false,
  };
}
