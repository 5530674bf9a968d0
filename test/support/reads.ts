import { stringify } from 'qs';
import type { Route } from '../../src/http/rest/route.js';
import { routes } from '../../src/http/rest/routes/index.js';
import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';
import type { TestAccount, TestServer } from './test-server.js';
import {
  createWorld,
  linkTokenOf,
  newVisit,
  newVisitor,
  validObject,
  validParameters,
  type World,
} from './valid-input.js';
import { Visitor } from './visitor.js';
import { startVisitorSession } from './visitor-session.js';

/** A route of REST or the public API that reads. */
export interface Read {
  api: 'private' | 'public';
  path: string;
  route: Route;
}

/** All routes that read. */
export const reads: readonly Read[] = [
  ...routes.map((route) => ({ api: 'private' as const, route })),
  ...publicRoutes.map((route) => ({ api: 'public' as const, route })),
]
  .filter(({ route }) => route.method === 'GET')
  .map(({ api, route }) => ({ api, path: route.path, route }));

/** An account with a record for each route that reads. */
export class ReadWorld {
  readonly account: TestAccount;
  readonly visitor: Visitor;

  private constructor(
    readonly server: TestServer,
    readonly world: World,
    readonly own: Readonly<Record<string, unknown>>,
    readonly collectionId: unknown,
  ) {
    this.account = world.account;
    this.visitor = new Visitor(world.account);
  }

  static async create(server: TestServer): Promise<ReadWorld> {
    const world = await createWorld(server);
    const { account } = world;
    await server.configure(account, { public_access: true, allow_cancellation: true, currency: 'NOK' });
    const order = { ...(await validObject('order', world)), person_attributes: newVisitor() };
    const placed = await new Visitor(account).post('/orders', { json: { order } });
    const { id, token: order_token } = placed.body.order;
    const issued = await account.post(`/orders/${id}/documents`, { json: { document: { kind: 'invoice' } } });
    const booking = await account.create('/bookings', 'booking', {
      ...(await validObject('booking', world)),
      external_id: 'x1',
    });
    const series = await account.post('/events/recurring', {
      json: { event: await validObject('event', world), recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } },
    });
    const token = await linkTokenOf(account, booking.id);
    const { id: erased_id } = await account.create('/people', 'person', { name: 'Erased' });
    await account.post(`/people/${erased_id}/erase`);
    const visit_token = await linkTokenOf(account, await newVisit(world));
    const tokens = { order_token, document_id: issued.body.document.id, token, visit_token };
    const own = { ...world.own, ...tokens, external_id: 'x1', erased_id };
    return new ReadWorld(server, world, own, series.body.collection_id);
  }

  /** Returns a function that sends a valid request to a route, with further parameters. */
  async senderOf({ api, route }: Read) {
    const sender = api === 'public' ? this.visitor : this.account;
    const parameters = await validParameters[`GET ${route.path}`]?.(this.world);
    const headers = route.requiresSession ? await startVisitorSession(this.server, this.account) : {};
    return (more: object) =>
      sender.send('GET', `${this.#addressOf(route)}?${stringify({ ...parameters, ...more })}`, { headers });
  }

  #addressOf({ path }: Route): string {
    const ids: Readonly<Record<string, unknown>> = {
      ...this.own,
      ...(path.startsWith('/events/recurring/') && { collection_id: this.collectionId }),
      ...(path.endsWith('/erasure') && { person_id: this.own['erased_id'] }),
      ...(path.endsWith('/:token/visit') && { token: this.own['visit_token'] }),
    };
    return path.replaceAll(/:(\w+)/g, (_all, name: string) => String(ids[name]));
  }
}
