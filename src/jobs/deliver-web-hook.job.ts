import type { RecordedChange } from '../changes/change-log.js';
import type { Clock } from '../platform/time/clock.js';
import type { JobDefinition, JobQueue, JobRequest } from './job-queue.js';

/** What a webhook is to be told. */
export interface DeliveryReference {
  accountId: number;
  webHookId: number;
  deliveryId: number;
}

export interface DeliverWebHookTools {
  clock: Clock;
  /** Notes what webhooks are to be told of a change, and gives what is to be sent. */
  planDeliveries(change: RecordedChange): Promise<DeliveryReference[]>;
  /** Tries to deliver, when it is time to, and gives when to try again. */
  deliver(delivery: DeliveryReference): Promise<Date | undefined>;
}

/** A request for one occasion to try a delivery: another for the same adds nothing. */
export function deliveryRequest(delivery: DeliveryReference, occasion: string, at?: Date): JobRequest {
  return {
    name: 'deliver-web-hook',
    key: `deliver-web-hook:${delivery.accountId}:${delivery.deliveryId}:${occasion}`,
    data: delivery,
    ...(at && { at }),
  };
}

/** What follows from a change for webhooks. Safe to repeat. */
export async function announceToWebHooks(
  change: RecordedChange,
  queue: Pick<JobQueue, 'enqueue'>,
  { planDeliveries }: DeliverWebHookTools,
): Promise<void> {
  const deliveries = await planDeliveries(change);
  await Promise.all(deliveries.map((delivery) => queue.enqueue(deliveryRequest(delivery, 'first'))));
}

/** How many deliveries are under way to one webhook at a time, and to all. */
const mostAtOne = 5;
const mostAtAll = 100;
/** For how long one that finds its webhook busy steps back, in milliseconds: at least, and at most. */
const stepBack = { least: 500, most: 3_000 };

/**
 * Tries one delivery (spec, Events: Delivery). A receiver that takes its 10 seconds keeps a few places busy and no more:
 * what else it is to be told steps back, and leaves the places to the others.
 */
export function deliverWebHookJob(
  { clock, deliver }: DeliverWebHookTools,
  enqueue: JobQueue['enqueue'],
): JobDefinition<DeliveryReference> {
  const underWay = new Map<string, number>();
  return {
    name: 'deliver-web-hook',
    lockSeconds: 40,
    tries: 5,
    concurrency: mostAtAll,
    run: async (delivery) => {
      const receiver = `${delivery.accountId}:${delivery.webHookId}`;
      const busy = underWay.get(receiver) ?? 0;
      if (busy >= mostAtOne) {
        const pause = stepBack.least + Math.random() * (stepBack.most - stepBack.least);
        const at = new Date(clock.now().getTime() + pause);
        return enqueue(deliveryRequest(delivery, `busy ${at.toISOString()}`, at));
      }
      underWay.set(receiver, busy + 1);
      try {
        const again = await deliver(delivery);
        if (again) await enqueue(deliveryRequest(delivery, again.toISOString(), again));
      } finally {
        const left = (underWay.get(receiver) ?? 1) - 1;
        if (left > 0) underWay.set(receiver, left);
        else underWay.delete(receiver);
      }
    },
  };
}
