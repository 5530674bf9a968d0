export type { ChangesOptions } from './changes.js';
export { type BookingClient, createClient, type SiteOptions } from './client.js';
export {
  AnswerError,
  BookingServerError,
  ConnectionError,
  type ErrorDetails,
  ForbiddenError,
  GraphQLError,
  NotFoundError,
  PreconditionError,
  RateLimitError,
  RefusedError,
  ServerError,
  SuspendedError,
  TimeoutError,
  UnauthorizedError,
  ValidationError,
  WebhookError,
} from './errors.js';
export type { TypedDocument } from './graphql.js';
export type { Iteration } from './iteration.js';
export type * from './options.js';
export type { Api, SiteApi } from './rest.operations.js';
export type * from './schema.types.js';
export { verifyServiceSignature, verifyWebhook, type WebhookHeaders, type WebhookOptions } from './webhook.js';
