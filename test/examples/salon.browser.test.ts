import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { createBookableService } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium, openPage } from '../support/chromium.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true, name: 'Salon <b>Å</b>', currency: 'NOK' });

/** A web server of another origin, which serves the example as a file, with the address of the account in it. */
async function startFileServer(): Promise<AsyncDisposable & { origin: string }> {
  const example = readFileSync(join(projectRoot, 'src/examples/salon.html'), 'utf8');
  const host = createServer((_request, response) => {
    const site = `${server.origin}/sites/${account.subdomain}`;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(example.replace('http://127.0.0.1:3000/sites/demo', site));
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(host.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      host.closeAllConnections();
      host.close();
    },
  };
}

const host = await disposeAfterAll(startFileServer());
const hostile = '<img src=x onerror="document.title = 1"> cut';

describeInChromium('the site of a salon in one file', (browser) => {
  it('takes a booking with a code from another origin, on a phone, and shows texts as they are', async () => {
    await server.configure(account, { verification_method: 1 });
    const { serviceId, resourceId } = await createBookableService(account, { service: { title: hostile, price: 500 } });
    const { page, problems } = await openPage(browser(), host.origin, {
      viewport: { width: 360, height: 740 },
      locale: 'en-GB',
    });
    const findings: string[] = [];
    const at = async (heading: string): Promise<void> => {
      await page.getByRole('heading', { level: 2, name: heading }).waitFor();
      findings.push(...(await accessibilityProblemsInLightAndDark(page)));
      await eventually(async () => [heading, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
        heading,
        360,
      ]);
      // A screen reader continues at the heading of the step.
      await eventually(async () => [heading, await page.evaluate('document.activeElement.id')]).toEqual([
        heading,
        'step',
      ]);
    };
    const click = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

    await page.goto(host.origin);
    await at('Choose a service');
    await eventually(() => page.title()).toBe('Salon <b>Å</b>');
    await page.getByRole('button', { name: hostile }).click();
    await at('Choose a day');
    await click('Tuesday 3 March');
    await at('Choose a time on Tuesday 3 March');
    await click('09:00');
    await at('Who is coming?');
    await page.getByLabel('Name').fill('Kari');
    await page.getByLabel('Email').fill('kari@example.org');

    // Somebody else is quicker.
    const taken = { booked_from: '2026-03-03 09:00', booked_to: '2026-03-03 10:00' };
    await account.create('/bookings', 'booking', { service_id: serviceId, resource_id: resourceId, ...taken });
    await click('Book');
    await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
    await click('Other times');
    await click('10:00');
    await page.getByLabel('Name').fill('Kari');
    await page.getByLabel('Email').fill('kari@example.org');
    await page.keyboard.press('Enter');
    await at('Enter your code');

    const bookings: { booking: { state: string; verification_code: string } }[] = (
      await account.get('/bookings?state=awaiting_verification')
    ).body;
    const code = bookings[0]?.booking.verification_code ?? 'none';
    await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000');
    await click('Confirm');
    await page.getByRole('alert').filter({ hasText: 'verification code is invalid.' }).waitFor();
    await page.getByLabel('Code').fill(code);
    await click('Confirm');
    await at('Your booking is confirmed');
    await eventually(() => page.getByText(`${hostile}, Tuesday 3 March at 10:00`).count()).toBe(1);
    await eventually(() => page.title()).toBe('Salon <b>Å</b>');
    expect(findings).toEqual([]);
    expect(problems.filter((problem) => !problem.startsWith(server.origin))).toEqual([]);
  }, 120_000);

  it('books at once without a code, and says when there is nothing to book', async () => {
    const { page } = await openPage(browser(), host.origin, { locale: 'en-GB' });
    await page.goto(host.origin);
    await page.getByRole('heading', { name: 'There is nothing to book' }).waitFor();
    await createBookableService(account, { service: { title: 'Cut' } });
    await page.reload();
    await page.getByRole('button', { name: 'Cut' }).click();
    await page.getByRole('button', { name: 'Tuesday 3 March' }).click();
    await page.getByRole('button', { name: '09:00' }).click();
    await page.getByLabel('Name').fill('Kari');
    await page.getByLabel('Email').fill('kari@example.org');
    await page.getByRole('button', { name: 'Book' }).click();
    await page.getByRole('heading', { name: 'Your booking is confirmed' }).waitFor();
  }, 60_000);
});
