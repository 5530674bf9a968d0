import type { Page } from 'playwright-core';
import { createBookableService } from '../support/catalog.js';
import { describeInChromium, openPage } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const account = server.accountPerTest({ name: 'Fjord Studio', publicAccess: true, verification: 'email' });

/** A visitor whose clicks are counted: those on links, buttons and fields. */
class Clicker {
  clicks = 0;
  constructor(readonly page: Page) {}

  async click(role: 'link' | 'button' | 'textbox', name: string | RegExp): Promise<void> {
    this.clicks += 1;
    await this.page.getByRole(role, { name }).click();
  }

  /** The phone or browser fills in the other fields by the first. */
  async fill(values: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await this.page.getByLabel(name).fill(value);
  }

  async codeOfBooking(): Promise<string> {
    const id = new URL(this.page.url()).searchParams.get('id');
    return (await account.get(`/bookings/${id}`)).body.booking.verification_code;
  }
}

/** Books the first free time of the haircut, as far as the form. */
async function chooseFirstTime(visitor: Clicker): Promise<void> {
  await visitor.page.goto(`${server.origin}/sites/${account.credentials.subdomain}/`);
  await visitor.click('link', /^Haircut/);
  await visitor.click('link', /^Tomorrow 09:00/);
  await visitor.page.waitForURL('**/bookings/new?**');
}

async function bookWithCode(visitor: Clicker): Promise<void> {
  await chooseFirstTime(visitor);
  await visitor.click('textbox', 'Name');
  await visitor.fill({ Name: 'Kari Nordmann', Email: 'kari@example.org' });
  await visitor.click('button', 'Book');
  await visitor.page.waitForURL('**/bookings/verify?**');
  await visitor.page.keyboard.type(await visitor.codeOfBooking());
  await visitor.click('button', 'Confirm');
  await visitor.page.getByRole('heading', { name: 'Your booking is confirmed' }).waitFor();
}

describeInChromium('the way to a booking', (browser) => {
  beforeEach(async () => {
    await createBookableService(account, { service: { title: 'Haircut' } });
  });

  it('takes five clicks: service, time, name, book and confirm', async () => {
    const { page, problems } = await openPage(browser(), server.origin, { locale: 'en-GB' });
    const visitor = new Clicker(page);
    await bookWithCode(visitor);
    expect([visitor.clicks, problems]).toEqual([5, []]);
    await page.getByText('Add to calendar').click();
    const calendars = await page.locator('.calendars a').allInnerTexts();
    expect(calendars).toEqual(['Apple Calendar and others (file)', 'Google Calendar', 'Outlook']);
  }, 60_000);

  it('takes three if the account remembers visitors: service, time and book', async () => {
    await server.configure(account, { remember_visitors: true });
    const { page, problems } = await openPage(browser(), server.origin, { locale: 'en-GB' });
    const visitor = new Clicker(page);
    await bookWithCode(visitor);
    const [cookie] = await page.context().cookies(page.url());
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(Math.round(days)).toBe(90);
    visitor.clicks = 0;
    await page.goto(`${server.origin}/sites/${account.credentials.subdomain}/`);
    await visitor.click('link', /^Haircut/);
    await visitor.click('link', /^Tomorrow 10:00/);
    await eventually(() => page.getByLabel('For', { exact: true }).innerText()).toContain('Kari Nordmann');
    await visitor.click('button', 'Book');
    await page.getByRole('heading', { name: 'Your booking is confirmed' }).waitFor();
    expect([visitor.clicks, problems]).toEqual([3, []]);
  }, 60_000);

  it('focuses the field of the code, which phones fill in', async () => {
    const { page } = await openPage(browser(), server.origin, { locale: 'en-GB' });
    const visitor = new Clicker(page);
    await chooseFirstTime(visitor);
    await visitor.fill({ Name: 'Kari Nordmann', Email: 'kari@example.org' });
    await visitor.click('button', 'Book');
    const field = page.getByLabel('Code');
    await until(async () => field.evaluate('document.activeElement.name === "verification_code"'));
    await eventually(() => field.getAttribute('autocomplete')).toBe('one-time-code');
    await eventually(() => field.getAttribute('inputmode')).toBe('numeric');
  }, 60_000);
});
