import { Router } from 'express';
import { findAccountId } from '../../domain/account/account-of-subdomain.queries.js';
import { createBackgroundContext } from '../../domain/account/create-context.js';
import { receiveNotification } from '../../domain/payment/notification.actions.js';
import type { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { NotificationError, type PaymentProviders, ProviderError } from '../../platform/payments/payment-provider.js';
import type { Clock } from '../../platform/time/clock.js';
import { refuseOtherMethods } from '../http-errors.js';
import { BodyError, decodeText, readBody } from '../request-body.js';
import { scopeOf } from '../request-scope.js';

export interface PaymentsOptions {
  database: Database;
  clock: Clock;
  paymentProviders: PaymentProviders;
  logger: { info(details: object, message: string): void };
}

/** A notification has the whole object that it is about. It is parsed after its signature was checked. */
const limits = { bytes: 262_144, mayBeCompressed: false };

/**
 * `POST /payments/{provider}/{subdomain}`: the notifications of payment providers. The signature authenticates them. The
 * response is 200 for every authentic notification that needs no repetition, also for those of unknown orders. It is 503
 * if the provider did not answer what the notification lacks: the provider sends the notification again.
 */
export function paymentsRouter({ database, clock, paymentProviders, logger }: PaymentsOptions): Router {
  return Router()
    .post('/:provider/:subdomain', async (request, response) => {
      const { provider, subdomain } = request.params;
      const scope = scopeOf(request);
      scope.route = '/payments/:provider/:subdomain';
      const accountId = paymentProviders.has(provider) ? await findAccountId(database, subdomain) : undefined;
      if (accountId === undefined) throw notFound();
      scope.account = accountId;
      try {
        const body = decodeText(request.headers['content-type'], await readBody(request, limits));
        const context = { ...(await createBackgroundContext(database, clock, accountId)), paymentProviders };
        const outcome = await receiveNotification(context, provider, {
          headers: request.headers,
          body,
          at: clock.now(),
        });
        logger.info({ account: accountId, provider, outcome, requestId: scope.id }, 'payment notification');
        response.json({ outcome });
      } catch (error) {
        const status = statusOf(error);
        if (!(error instanceof Error) || status === undefined) throw error;
        response.status(status).json({ base: [error.message] });
      }
    })
    .all('/:provider/:subdomain', refuseOtherMethods('POST'));
}

/** Returns the status of an error that the sender of a notification may see. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof BodyError) return error.status;
  if (error instanceof NotificationError) return 400;
  return error instanceof ProviderError ? 503 : undefined;
}
