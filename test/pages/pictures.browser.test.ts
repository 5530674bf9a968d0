import type { Page } from 'playwright-core';
import { createBookableService } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium, openPage } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio with a name that needs two lines', publicAccess: true });
const admin = await createUser(server, account);
await createBookableService(account, { service: { title: 'Cut' } });
const phone = { viewport: { width: 360, height: 740 }, locale: 'en-GB' } as const;

/** A photo as large as those of phones. */
async function photo(page: Page): Promise<Buffer> {
  const url: string = await page.evaluate(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 2400, height: 1600 });
    const context = canvas.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 2400, 1600);
    return canvas.toDataURL('image/png');
  })()`);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

describeInChromium('the pictures of the booking page', (browser) => {
  it('are made smaller in the browser, ordered, named and removed in the set-up', async () => {
    const { page, problems } = await openDashboard(browser(), admin, 'setup/booking-page', phone);
    const panel = page.getByRole('region', { name: 'Pictures of the business' });
    const buffer = await photo(page);
    for (const [text, isCover] of [
      ['The hall', true],
      ['The garden', false],
      ['The door', false],
    ] as const) {
      await panel.getByLabel('Image').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
      await panel.getByLabel('What it shows').fill(text);
      await panel.getByLabel('Use as the cover').setChecked(isCover);
      await panel.getByRole('button', { name: 'Add this picture' }).click();
      await panel.locator('li', { hasText: text }).waitFor();
    }
    await panel.getByRole('button', { name: 'The door: earlier' }).click();
    await eventually(() => panel.locator('li bdi').allInnerTexts()).toEqual(['The hall', 'The door', 'The garden']);
    await panel.locator('li', { hasText: 'The door' }).getByRole('button', { name: 'Change the text' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What it shows').fill('The blue door');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await eventually(() => panel.locator('li bdi').allInnerTexts()).toEqual([
      ...['The hall', 'The blue door', 'The garden'],
    ]);
    await panel.locator('li', { hasText: 'The garden' }).getByRole('button', { name: 'Remove the picture' }).click();
    await dialog.getByRole('button', { name: 'Remove the picture' }).click();
    await eventually(() => panel.locator('li bdi').allInnerTexts()).toEqual(['The hall', 'The blue door']);
    // The cover, too, is back in its place.
    await panel.locator('li', { hasText: 'The hall' }).getByRole('button', { name: 'Remove the picture' }).click();
    await dialog.getByRole('button', { name: 'Remove the picture' }).click();
    await eventually(() => panel.locator('li bdi').allInnerTexts()).toEqual(['The blue door']);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await eventually(() => panel.locator('li bdi').allInnerTexts()).toEqual(['The hall', 'The blue door']);
    const cover = panel.locator('li', { has: page.locator('.badge') });
    await eventually(() => cover.locator('bdi').allInnerTexts()).toEqual(['The hall']);
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(problems).toEqual([]);
    const { data } = await account.graphql('{ account { pictures { isCover images { url width height } } } }');
    for (const { images } of data.account.pictures) {
      expect(images.map(({ width, height }: { width: number; height: number }) => [width, height])).toEqual([
        ...[
          [360, 240],
          [720, 480],
          [1280, 853],
        ],
      ]);
      expect((await fetch(images[0].url)).headers.get('content-type')).toBe('image/webp');
    }
  }, 90_000);

  it.each([
    ['a phone', 360, 740, 360],
    ['a desktop', 1280, 800, 1280],
  ] as const)(
    'load on %s in the size that it needs, without moving what is below',
    async (_name, width, height, size) => {
      const { page, problems } = await openPage(browser(), server.origin, {
        viewport: { width, height },
        locale: 'en-GB',
      });
      await page.addInitScript(`
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    `);
      await page.goto(`${server.origin}/sites/${account.credentials.subdomain}/`);
      const isLoaded = (place: string) => page.evaluate(`document.querySelector('${place}').naturalWidth > 0`);
      await eventually(() => isLoaded('.cover')).toBe(true);
      await page.getByRole('img', { name: 'The blue door' }).scrollIntoViewIfNeeded();
      await eventually(() => isLoaded('.gallery img')).toBe(true);
      const { data } = await account.graphql('{ account { pictures { images { url width } } } }');
      const urls = new Map<number, string>(
        data.account.pictures[0].images.map((image: { url: string; width: number }) => [image.width, image.url]),
      );
      await eventually(() => page.evaluate('document.querySelector(".cover").currentSrc.split("/").at(-1)')).toBe(
        urls.get(size)?.split('/').at(-1),
      );
      await eventually(() => page.evaluate('window.shift')).toBe(0);
      await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
      expect(problems).toEqual([]);
    },
  );
});
