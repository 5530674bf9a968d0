import type { Page } from 'playwright-core';
import { accessibilityProblemsInLightAndDark, describeInChromium } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
server.clock.set('2026-03-02T07:00:00Z');
const account = await server.account({ name: 'Fjord Studio', publicAccess: true });
const admin = await createUser(server, account);

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const phone = { viewport: { width: 390, height: 844 } } as const;
const look = { logo: gif, accent_colour: '#7a1f5c' };

const message = `<h1 style="color: rgb(1, 2, 3)">Hi {{ booking.person.name }}</h1>
<script>document.documentElement.id = 'changed'; parent.document.title = 'changed'</script>
<img src="x" data-x="parent.document.title = 'changed'">
<a href="/dashboard" target="_top">Away</a>`;

/** Evaluates an expression with the document `mail` of the frame. */
const inMail = (page: Page, expression: string) =>
  page.evaluate<unknown>(`((mail) => ${expression})(document.querySelector('iframe').contentDocument)`);

describeInChromium('the preview of an email', (browser) => {
  it('shows the HTML with its styles and logo, as high as it is, and the text that other programs show', async () => {
    await account.put('/client', { json: { client: look } });
    const { page, problems } = await openDashboard(browser(), admin, 'setup/texts/confirmation-email', phone);
    const preview = page.getByRole('region', { name: 'Preview' });
    const frame = preview.locator('iframe[title="Preview of the email"]');
    const mail = frame.contentFrame();
    await mail.getByRole('cell', { name: 'Alex Smith' }).waitFor();
    const button = mail.getByRole('link', { name: 'Your booking' });
    await eventually(() => inMail(page, "getComputedStyle(mail.querySelector('.main')).backgroundColor")).toBe(
      'rgb(122, 31, 92)',
    );
    await until(async () => (await inMail(page, 'mail.images[0].naturalWidth')) === 1);
    const height = (await frame.boundingBox())?.height;
    expect(height).toBeGreaterThan(300);
    await eventually(() => inMail(page, 'mail.documentElement.scrollHeight')).toBe(height);
    // The styles of phones apply by the width of the frame.
    await eventually(() => inMail(page, "getComputedStyle(mail.querySelector('.main')).display")).toBe('block');
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await eventually(() => inMail(page, 'getComputedStyle(mail.body).backgroundColor')).toBe('rgb(18, 22, 28)');
    await button.click();
    expect(page.context().pages()).toHaveLength(1);
    await preview.getByRole('tab', { name: 'Email' }).press('ArrowRight');
    await preview.getByRole('tab', { name: 'Text only', selected: true }).and(page.locator(':focus')).waitFor();
    await preview.getByText('Your booking: http').waitFor();
    await eventually(() => frame.count()).toBe(0);
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    expect(problems).toEqual([]);
  }, 90_000);

  it('runs no code of a text of their own, loads no other page, and follows what is typed', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/templates/new');
    const preview = page.getByRole('region', { name: 'Preview' });
    const text = page.getByLabel('Text', { exact: true });
    await text.fill('Plain');
    await preview.getByText('Plain', { exact: true }).waitFor();
    await eventually(() => preview.getByRole('tab').count()).toBe(0);
    await text.fill(message);
    const mail = preview.locator('iframe').contentFrame();
    const heading = mail.getByRole('heading', { name: 'Hi Alex Smith' });
    await heading.waitFor();
    await eventually(() => inMail(page, "getComputedStyle(mail.querySelector('h1')).color")).toBe('rgb(1, 2, 3)');
    await mail.getByRole('link', { name: 'Away' }).click();
    await text.fill('<h1>Bye</h1>');
    await mail.getByRole('heading', { name: 'Bye' }).waitFor();
    await eventually(() => heading.count()).toBe(0);
    await eventually(async () => [await mail.locator('html').getAttribute('id'), await page.title()]).not.toContain(
      'changed',
    );
    await eventually(async () => page.url()).toBe(`${server.origin}/dashboard/setup/templates/new`);
    expect(problems).toEqual([]);
  }, 90_000);
});
