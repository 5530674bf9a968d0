import type { Request } from 'playwright-core';
import { book, openStudio } from '../socket/studio.js';
import { describeInChromium, openPage } from '../support/chromium.js';
import { createUser, enterCredentials } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { type Forwarder, startForwarder } from '../support/forwarder.js';
import { useOwnTestServer } from '../support/test-server.js';
import type { Web } from '../support/web.js';

const server = await useOwnTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const studio = await openStudio(account);
const user = await createUser(server, account);

/** A server at a fixed address that can be stopped and started. */
class RestartableServer implements AsyncDisposable {
  #web: Web | undefined;

  private constructor(private readonly forwarder: Forwarder) {}

  static async start(): Promise<RestartableServer> {
    const forwarder = await startForwarder(() => ({ host: '127.0.0.1', port: restartable.port }));
    const restartable = new RestartableServer(forwarder);
    await restartable.start();
    return restartable;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.forwarder.port}`;
  }

  /** Port 9 refuses every connection: the server is stopped. */
  private get port(): number {
    return this.#web ? Number(new URL(this.#web.origin).port) : 9;
  }

  async start(): Promise<void> {
    this.#web = await server.another();
  }

  async stop(): Promise<void> {
    const web = this.#web;
    this.#web = undefined;
    this.forwarder.cut();
    await web?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.forwarder[Symbol.asyncDispose]();
  }
}

const entryNamed = (name: string) => `.ec-event:has-text("${name}")`;
const at = (hour: number, name: string) => ({
  booked_from: `2026-03-02 ${hour}:00`,
  booked_to: `2026-03-02 ${hour + 1}:00`,
  person_attributes: { name },
});

describeInChromium('the calendar while the server restarts', (browser) => {
  it('keeps what is typed, says why nothing is saved, and shows what was booked meanwhile', async () => {
    await using restartable = await RestartableServer.start();
    await book(account, studio, at(10, 'Before'));
    const { page, problems } = await openPage(browser(), restartable.origin);
    const queries: string[] = [];
    await page.goto(`${restartable.origin}/dashboard/calendar`);
    await enterCredentials(page, user);
    await page.locator(entryNamed('Before')).click();
    await page.getByLabel('Notes').fill('Typed before the restart');
    await restartable.stop();
    await book(account, studio, at(12, 'Meanwhile'));
    await page.getByRole('button', { name: 'Save' }).click();
    const saving = 'The server cannot be reached. Nothing you typed is lost: try again in a moment.';
    await page.getByRole('alert').getByText(saving, { exact: true }).waitFor();
    await eventually(() => page.getByLabel('Notes').inputValue()).toBe('Typed before the restart');
    await page.getByText('The connection is lost. Changes will appear when it is back.').waitFor({ state: 'attached' });
    page.on('request', (request) => queries.push(request.postData() ?? ''));
    await restartable.start();
    await page.locator(entryNamed('Meanwhile')).waitFor();
    // The subscription has resumed by its cursor: the page has read no list again.
    expect(queries.filter((query) => query.includes('query Bookings'))).toEqual([]);
    await eventually(() => page.getByLabel('Notes').inputValue()).toBe('Typed before the restart');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved Before.').waitFor();
    await book(account, studio, at(14, 'Afterwards'));
    await page.locator(entryNamed('Afterwards')).waitFor();
    expect(problems).toEqual([]);
  }, 120_000);

  it('lets a form be filled in and sent once although the answer was lost', async () => {
    await using restartable = await RestartableServer.start();
    const { page } = await openPage(browser(), restartable.origin);
    await page.goto(`${restartable.origin}/dashboard/people/new`);
    await enterCredentials(page, user);
    await page.getByLabel('Name', { exact: true }).fill('Restarted');
    const isCreation = (request: Request) => request.postData()?.includes('mutation CreatePerson') === true;
    const sent = page.waitForRequest(isCreation);
    await page.route('**/graphql', async (route) => {
      if (!isCreation(route.request())) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await sent;
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
    await restartable.stop();
    await page.unroute('**/graphql');
    await restartable.start();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Restarted' }).waitFor();
    await eventually(async () => (await account.get('/people?search=Restarted')).body).toHaveLength(1);
  }, 120_000);
});
