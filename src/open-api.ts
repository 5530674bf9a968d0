import { join } from 'node:path';
import { describeApi, type OpenApiDocument } from './gateway/openapi/document.js';
import { routes } from './gateway/routes/index.js';
import { bookingOperations } from './graphql/operations.js';
import { projectRoot } from './platform/project-root.js';

/** Where the description of the REST API is kept for those who read it: committed, and compared by a test. */
export const openApiFile = join(projectRoot, 'schema', 'openapi.json');

/** The REST API as it is answered. */
export function openApi(): OpenApiDocument {
  return describeApi(routes, bookingOperations());
}

/** As the file has it. */
export function textOf(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
