import { join } from 'node:path';
import { webHookEvents } from '../domain/entities.js';
import { sessionHours, signInAttempts } from '../domain/user/session.actions.js';
import { testEvent } from '../domain/web-hook/web-hook-delivery.rules.js';
import { bookingOperations } from '../graphql/operations.js';
import { describeApi, type OpenApiDocument } from '../http/rest/openapi/document.js';
import { describePartner, describeSession } from '../http/rest/openapi/unrouted-paths.js';
import { describeWebHooks } from '../http/rest/openapi/web-hooks.js';
import { routes } from '../http/rest/routes/index.js';
import { publicRoutes } from '../http/rest/routes/public.routes.js';
import { maxTokenAge } from '../platform/open-id/id-token.js';
import { projectRoot } from '../platform/project-root.js';

/** The committed OpenAPI document. A test compares it with the code. */
export const openApiFile = join(projectRoot, 'schema', 'openapi.json');

/** Describes the REST API, the public API, sessions, the partner API and webhooks. */
export function openApi(operations = bookingOperations()): OpenApiDocument {
  const sections = [
    describeSession({ sessionHours, signInAttempts, tokenMinutes: maxTokenAge / 60 }),
    describePartner,
    describeWebHooks(webHookEvents, testEvent),
  ];
  return describeApi({ routes, publicRoutes, operations, sections });
}

/** Formats a document as in its file. */
export function formatDescription(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
