import { EventEmitter } from 'node:events';
import { createBackgroundContext } from '../domain/account/background-context.js';
import {
  claimDelivery,
  type DeliveryDependencies,
  deliver,
  findNextAttempt,
  planDeliveries,
} from '../domain/web-hook/web-hook-delivery.actions.js';
import { changeReader } from '../graphql/change-payload.js';
import type { DeliverWebHookHandlers, WebHookReference } from '../jobs/deliver-web-hook.job.js';
import type { Database } from '../platform/database/database.js';
import type { Clock } from '../platform/time/clock.js';
import type { Config } from './config.js';

/** Creates the handlers of the jobs that deliver webhooks. A payload has the same form as the change in REST. */
export function webHookHandlers(
  { webhookPrivateTargets, webhookRetryBase }: Pick<Config, 'webhookPrivateTargets' | 'webhookRetryBase'>,
  database: Database,
  clock: Clock,
  reportAttempt: DeliveryDependencies['reportAttempt'] = () => {},
): DeliverWebHookHandlers {
  const dependencies: DeliveryDependencies = {
    reportAttempt,
    show: changeReader(),
    retryBase: webhookRetryBase,
    allowPrivate: webhookPrivateTargets,
  };
  const planned = new EventEmitter().setMaxListeners(0);
  const eventOf = ({ accountId, webHookId }: WebHookReference): string => `${accountId}:${webHookId}`;
  return {
    planDeliveries: async (change) => {
      const { accountId } = change;
      const webHookIds = await planDeliveries({ db: database.account(accountId), serverClock: clock }, change);
      const webHooks = webHookIds.map((webHookId) => ({ accountId, webHookId }));
      // A listening job finds the delivery, at the latest when it has ended.
      return webHooks.filter((webHook) => !planned.emit(eventOf(webHook)));
    },
    onPlanned: (webHook, listener) => {
      planned.on(eventOf(webHook), listener);
      return () => void planned.off(eventOf(webHook), listener);
    },
    openDeliveries: async ({ accountId, webHookId }) => {
      const context = await createBackgroundContext(database, clock, accountId);
      return {
        claim: async () => {
          const delivery = await claimDelivery(context, webHookId);
          return delivery && (() => deliver({ ...context, db: database.account(accountId) }, delivery, dependencies));
        },
      };
    },
    findNextDelivery: async ({ accountId, webHookId }) => {
      const at = await findNextAttempt(database.account(accountId), webHookId);
      return at && { at: at > clock.now() ? at : undefined };
    },
  };
}
