import { createBookableService } from '../support/catalog.js';
import { accessibilityProblems, describeInChromium, openPage } from '../support/chromium.js';
import { startEmbeddingHost } from '../support/embedding-host.js';
import { eventually } from '../support/eventually.js';
import { useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useOwnTestServer();
const account = await server.account({ subdomain: 'fjord', name: 'Fjord Studio', publicAccess: true });
const haircut = await createBookableService(account, { service: { title: 'Haircut' }, resource: { title: 'Ida' } });

describeInChromium('the booking page in a frame of another page', (browser) => {
  it('is a frame of its height in a page of an allowed origin, and of no other', async () => {
    await using host = await startEmbeddingHost(server.origin, 'fjord');
    const { origin } = host;
    const { page: refused } = await openPage(browser(), origin);
    await refused.goto(origin, { waitUntil: 'networkidle' });
    await eventually(() => refused.frameLocator('iframe').getByText('Fjord Studio').count()).toBe(0);
    await refused.context().close();
    const { status } = await account.put('/client', { json: { client: { embed_origins: [origin] } } });
    expect(status).toBe(200);
    const { page } = await openPage(browser(), origin, { locale: 'en-GB' });
    await page.goto(origin, { waitUntil: 'networkidle' });
    await page.frameLocator('iframe').getByRole('link', { name: 'Haircut' }).click();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Choose a day' }).waitFor();
    const [frame] = page.frames().slice(1);
    // The height that is needed changes while the page is loaded.
    await until(async () => {
      const needed = await frame?.evaluate<number>('Math.ceil(document.body.getBoundingClientRect().height)');
      return (await page.evaluate(`document.querySelector('iframe').style.height`)) === `${needed}px`;
    });
    await eventually(() => page.evaluate('Object.keys(window).filter((name) => /embed|heightIn/.test(name))')).toEqual(
      [],
    );
    await page.context().close();
  }, 60_000);

  it('is an element that dispatches events, and opens in a dialog by its button', async () => {
    const markup = `<script src="${server.origin}/embed.js" data-embed="elements" async></script>
      <booking-page site="fjord" button="Book now"></booking-page>`;
    await using host = await startEmbeddingHost(server.origin, 'fjord', markup);
    const { origin } = host;
    await account.put('/client', { json: { client: { embed_origins: [origin], verification_method: 0 } } });
    const { page } = await openPage(browser(), origin, { locale: 'en-GB' });
    await page.goto(origin);
    await page.evaluate(`{
      window.heard = [];
      for (const name of ['booked', 'resized', 'closed']) {
        document.addEventListener(name, ({ type, detail }) => window.heard.push({ type, ...detail }));
      }
      // A message of another window is not one of the booking page.
      postMessage({ bookingId: 1, bookingHeight: 2 }, '*');
    }`);
    const heard = () => page.evaluate<{ type: string; id?: number }[]>('window.heard');
    await page.getByRole('button', { name: 'Book now' }).click();
    const frame = page.getByRole('dialog').frameLocator('iframe');
    await frame.getByRole('link', { name: 'Haircut' }).click();
    await frame.locator('.times a').first().click();
    await frame.getByLabel('Name').fill('Kari');
    await frame.getByLabel('Email').fill('kari@example.org');
    await frame.getByRole('button', { name: 'Book', exact: true }).click();
    await frame.getByRole('heading', { name: 'Your booking is confirmed' }).waitFor();
    const [booking] = (await account.get('/bookings')).body;
    await until(async () => (await heard()).some(({ type }) => type === 'booked'));
    const [booked, ...others] = (await heard()).filter(({ type }) => type === 'booked');
    expect([booked, others]).toEqual([{ type: 'booked', id: booking.booking.id }, []]);
    await eventually(async () => JSON.stringify(await heard())).not.toMatch(/kari|token/i);
    await page.getByRole('button', { name: 'Close' }).click();
    await until(async () => (await heard()).some(({ type }) => type === 'closed'));
    await eventually(() => page.locator('iframe').count()).toBe(0);
    await page.context().close();
  }, 60_000);

  it('opens from one line in a dialog that keeps the focus, is as high as its page, and closes by Escape', async () => {
    const script = `<script src="${server.origin}/embed.js" data-site="fjord" data-button="Bestill" async></script>`;
    const markup = `<html lang="nb-NO"><a href="#">Before</a>${script}<a href="#">After</a>`;
    await using host = await startEmbeddingHost(server.origin, 'fjord', markup);
    await account.put('/client', { json: { client: { embed_origins: [host.origin] } } });
    const { page } = await openPage(browser(), host.origin, {
      locale: 'en-GB',
      viewport: { width: 1280, height: 900 },
    });
    await page.goto(host.origin);
    const opener = page.getByRole('button', { name: 'Bestill' });
    const dialog = page.getByRole('dialog', { name: 'Bestill' });
    const frame = dialog.frameLocator('iframe');
    const focused = () =>
      page.evaluate(
        '(({ localName, textContent }) => /button|^a$/.test(localName) ? textContent : localName)(document.activeElement)',
      );
    const heights = async () => {
      const [needed, shown] = await Promise.all([
        frame.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height)),
        dialog.locator('iframe').evaluate((element) => element.getBoundingClientRect().height),
      ]);
      return shown === Math.min(needed, 900 - 48);
    };
    await opener.press('Enter');
    await frame.getByRole('heading', { name: 'Bestill time hos Fjord Studio' }).waitFor();
    await eventually(heights).toBe(true);
    const short = await dialog.locator('iframe').evaluate((element) => element.getBoundingClientRect().height);
    expect(short).toBeLessThan(500);
    // Nothing behind the dialog gets the focus.
    const reached = new Set<unknown>();
    for (let times = 0; times < 25; times++) {
      await page.keyboard.press('Tab');
      reached.add(await focused());
    }
    expect([...reached].filter((name) => name !== 'body').sort()).toEqual(['iframe', '×']);
    await frame.getByRole('link', { name: 'Haircut' }).press('Enter');
    await frame.getByRole('heading', { name: 'Haircut', level: 1 }).waitFor();
    await eventually(heights).toBe(true);
    await eventually(() => frame.locator('html').getAttribute('lang')).toBe('nb');
    await frame.locator('.times a').first().focus();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await eventually(focused).toBe('Bestill');
    await opener.press('Enter');
    await dialog.getByRole('button', { name: 'Lukk' }).press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await eventually(focused).toBe('Bestill');
    await page.context().close();
  }, 60_000);

  it('begins with the service and the person that were chosen in the page around it', async () => {
    const { id: other } = await account.create('/resources', 'resource', { title: 'Per' });
    const provider = { resource_id: other, service_id: haircut.serviceId };
    await account.create('/providers', 'provider', provider);
    const chosen = `service="${haircut.serviceId}" resource="${haircut.resourceId}"`;
    const markup = `<script src="${server.origin}/embed.js" data-site="fjord" data-service="${haircut.serviceId}" async></script>
      <booking-page site="fjord" ${chosen} button="Book Ida"></booking-page>
      <booking-page site="fjord" service="../../me" lang="nn-NO" button="Book nothing"></booking-page>`;
    await using host = await startEmbeddingHost(server.origin, 'fjord', markup);
    const { origin } = host;
    await account.put('/client', { json: { client: { embed_origins: [origin] } } });
    const { page } = await openPage(browser(), origin, { locale: 'en-GB' });
    await page.goto(origin);
    await page.frameLocator('iframe').first().getByRole('heading', { name: 'Haircut' }).waitFor();
    const addressOf = async (button: string) => {
      await page.getByRole('button', { name: button }).click();
      return page.getByRole('dialog').last().locator('iframe').getAttribute('src');
    };
    const site = `${server.origin}/sites/fjord/`;
    expect(await addressOf('Book Ida')).toBe(`${site}services/${haircut.serviceId}?resource_id=${haircut.resourceId}`);
    const frame = page.getByRole('dialog').frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Haircut' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await addressOf('Book nothing')).toBe(`${site}?lang=nb`);
    await page.context().close();
  }, 60_000);

  it('says there that the rate limit is exceeded, with a way on', async () => {
    const limited = await server.another({ rateLimit: { requests: 1, seconds: 600 } });
    expect((await fetch(`${limited.origin}/sites/fjord/client`)).status).toBe(200);
    await using host = await startEmbeddingHost(limited.origin, 'fjord');
    const { origin } = host;
    const { page } = await openPage(browser(), origin, { locale: 'en-GB' });
    const frame = page.frameLocator('iframe');
    await page.goto(origin);
    await frame.getByRole('heading', { name: 'Please wait a moment' }).waitFor();
    await eventually(() => frame.getByText('There are too many requests from your network.').count()).toBe(1);
    const [, shown] = page.frames();
    expect(shown && (await accessibilityProblems(shown))).toEqual([]);
    const again = page.waitForResponse(`${limited.origin}/sites/fjord/`);
    await frame.getByRole('link', { name: 'Try again' }).click();
    expect((await again).status()).toBe(429);
    await frame.getByRole('heading', { name: 'Please wait a moment' }).waitFor();
    await page.context().close();
  }, 60_000);
});
