import type { TestAccount } from './test-server.js';

/** The entries on the waitlist of an account: by default for a service and a period. */
export class WaitlistEntries {
  constructor(
    readonly account: TestAccount,
    readonly serviceId: number,
    readonly period: { from: string; to: string },
  ) {}

  add(name: string, entry: object = {}) {
    const email = `${name.toLowerCase()}@example.org`;
    const attributes = { service_id: this.serviceId, ...this.period, name, email, ...entry };
    return this.account.create('/waitlist', 'waitlist_entry', attributes);
  }

  async read({ id }: { id: number }) {
    return (await this.account.get(`/waitlist/${id}`)).body.waitlist_entry;
  }

  async stateOf(entry: { id: number }): Promise<string> {
    return (await this.read(entry)).state;
  }

  statesOf(...entries: { id: number }[]): Promise<string[]> {
    return Promise.all(entries.map((entry) => this.stateOf(entry)));
  }
}
