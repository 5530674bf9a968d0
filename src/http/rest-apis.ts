import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { RequestContext } from '../domain/context.js';
import { recordSecurityEvent } from '../domain/security-event/record-security-event.actions.js';
import { anonymousLimits, authenticatedLimits } from './request-body.js';
import { createGateway, type GatewayOptions } from './rest/gateway.js';
import { createLocalApi, type LocalApi } from './rest/local-api.js';
import { routes } from './rest/routes/index.js';
import { pageRoutes, publicRoutes } from './rest/routes/public.routes.js';

interface RestApiOptions extends Pick<GatewayOptions, 'operations' | 'authenticate' | 'beginRequest' | 'report'> {
  /** @throws DomainError NOT_FOUND */
  visit(request: IncomingMessage, subdomain: string): Promise<RequestContext>;
}

interface RestApis {
  /** Mounted at `/api/v1`. */
  privateApi: RequestHandler;
  /** Mounted at `/sites/:subdomain`. */
  publicApi: RequestHandler;
  /** For the pages of a site. */
  pageApi: LocalApi;
}

/** Creates the private API, the public API and that of the pages: three route tables on the same operations. */
export function createRestApis({ visit, ...options }: RestApiOptions): RestApis {
  return {
    privateApi: createGateway({
      ...options,
      at: '/api/v1',
      routes,
      requiresUserAgent: true,
      bodyLimits: authenticatedLimits,
      onExport: (context, details) => recordSecurityEvent(context.db, context, { kind: 'records.exported', details }),
    }),
    publicApi: createGateway({
      ...options,
      at: '/sites/:subdomain',
      routes: publicRoutes,
      requiresUserAgent: false,
      bodyLimits: anonymousLimits,
      authenticate: (request) => visit(request, String(request.params['subdomain'])),
    }),
    pageApi: createLocalApi(pageRoutes, options),
  };
}
