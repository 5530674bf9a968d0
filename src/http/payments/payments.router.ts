import { Router } from 'express';
import { findAccountId } from '../../domain/account/account-of-subdomain.queries.js';
import { createBackgroundContext } from '../../domain/account/create-context.js';
import { receiveNotification } from '../../domain/payment/notification.actions.js';
import type { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { NotificationError, type PaymentProviders } from '../../platform/payments/payment-provider.js';
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
 * response is 200 for every authentic notification that needs no repetition, also for those of unknown orders.
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
        if (!(error instanceof NotificationError) && !(error instanceof BodyError)) throw error;
        const status = error instanceof BodyError ? error.status : 400;
        response.status(status).json({ base: [error.message] });
      }
    })
    .all('/:provider/:subdomain', refuseOtherMethods('POST'));
}
