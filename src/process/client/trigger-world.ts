import { randomUUID } from 'node:crypto';
import { isObject } from '../../platform/accepted.js';
import { type ApiAccess, ApiError, callApi, callGraphQL } from './api-client.js';

/** A record as REST shows it. */
export type Shown = Record<string, unknown> & { id: number };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const always = Object.fromEntries(weekdays.map((day) => [`opening_hours_${day}`, ['00:00', '24:00']]));

/** The records of a sandbox with which events are caused. Each run creates its own, so that no other is changed. */
export class TriggerWorld {
  /** @param now the time on the clock of the sandbox, which may be ahead */
  constructor(
    readonly access: ApiAccess,
    readonly now: Date,
  ) {}

  /** Returns an hour of the day after tomorrow, the first or another one. */
  hour(number = 0): { booked_from: string; booked_to: string } {
    const day = Math.floor(this.now.getTime() / dayMs) + 2;
    const at = (hours: number): string => new Date(day * dayMs + hours * hourMs).toISOString();
    return { booked_from: at(10 + number), booked_to: at(11 + number) };
  }

  /** Sends a request and returns the record under `name`. @throws ApiError */
  async send(method: 'POST' | 'PUT' | 'DELETE', path: string, name: string, input: object = {}): Promise<Shown> {
    const record = (await callApi(this.access, method, path, input))[name];
    if (!isObject(record) || typeof record['id'] !== 'number') {
      throw new ApiError(`${method} ${path} answers no ${name}`);
    }
    return { ...record, id: record['id'] };
  }

  async mutate(mutation: string, variables: object): Promise<void> {
    await callGraphQL(this.access, mutation, variables);
  }

  /** Creates a service of 60 minutes with one place at a time. */
  async service(attributes: object = {}): Promise<{ service_id: number; resource_id: number }> {
    const { id: service_id } = await this.send('POST', '/services', 'service', {
      service: { title: 'Trigger', interval: 60, ...attributes },
    });
    const { id: resource_id } = await this.send('POST', '/resources', 'resource', {
      resource: { title: 'Trigger', ...always },
    });
    await this.send('POST', '/providers', 'provider', { provider: { service_id, resource_id } });
    return { service_id, resource_id };
  }

  person(): Promise<Shown> {
    return this.send('POST', '/people', 'person', { person: { name: 'Kari Nordmann' } });
  }

  /** Books a service. @param parameters such as `confirm: false` for a hold */
  async book(of?: { service_id: number; resource_id: number }, parameters: object = {}): Promise<Shown> {
    const service = of ?? (await this.service());
    return this.send('POST', '/bookings', 'booking', {
      booking: { ...service, ...this.hour(), person_attributes: { name: 'Ola Nordmann', email: 'ola@example.org' } },
      ...parameters,
    });
  }

  /** Books a service whose bookings are confirmed by hand. */
  async awaitingConfirmation(): Promise<Shown> {
    const booking = await this.book(await this.service({ confirm_manually: true }), { confirm: false });
    // In an account that verifies bookings.
    if (booking['state'] !== 'awaiting_verification') return booking;
    return this.send('PUT', `/bookings/${booking.id}/verify`, 'booking');
  }

  /** Creates an event with one place. */
  async event(): Promise<Shown> {
    const { booked_from: starts_at, booked_to: ends_at } = this.hour();
    const service = await this.service();
    return this.send('POST', '/events', 'event', {
      event: { title: 'Trigger', capacity: 1, starts_at, ends_at, ...service },
    });
  }

  /** Puts a person on the waitlist of a service or an event. */
  wait(target: object): Promise<Shown> {
    const contact = { name: 'Emil Berg', email: `${randomUUID()}@example.org` };
    return this.send('POST', '/waitlist', 'waitlist_entry', { waitlist_entry: { ...contact, ...target } });
  }

  /** Puts a person on the waitlist for an hour that is taken: the server would offer a free one at any moment. */
  async waitForTakenHour(): Promise<Shown & { resource_id: number }> {
    const service = await this.service();
    await this.book(service);
    const { booked_from: from, booked_to: to } = this.hour();
    return { ...(await this.wait({ ...service, from, to })), resource_id: service.resource_id };
  }

  /** Offers another hour, which is free, to a person who waits. */
  async offer(): Promise<Shown> {
    const { id, resource_id } = await this.waitForTakenHour();
    const { booked_from } = this.hour(1);
    return this.send('PUT', `/waitlist/${id}/offer`, 'waitlist_entry', { booked_from, resource_id });
  }

  /** Sells a product that costs 100. */
  async order(): Promise<Shown> {
    const { id: service_id } = await this.send('POST', '/services', 'service', {
      service: { title: 'Trigger', booking_type: 'product', price: '100' },
    });
    const { id: person_id } = await this.person();
    return this.send('POST', '/orders', 'order', {
      order: { person_id, order_line_items: [{ service_id, quantity: 1 }] },
    });
  }

  async pay({ id }: Shown, amount: string): Promise<void> {
    await this.mutate(
      'mutation ($id: Int!, $amount: Decimal!) { recordPayment(orderId: $id, amount: $amount) { id } }',
      { id, amount },
    );
  }
}
