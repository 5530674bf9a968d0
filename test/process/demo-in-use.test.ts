import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailServer } from '../support/mail-server.js';
import { TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';
import { LocalServer } from './local-server.js';

describe('the demo account of a server that has a mail server and an address', () => {
  const settings = { DEMO: 'on', PUBLIC_URL: 'https://book.example.org' };
  let dataDir = '';

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'booking-demo-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

  it('sends nothing to its invented people, and has a link to sign in that only the terminal shows', async () => {
    await using mail = await startMailServer();
    const server = new LocalServer({ ...settings, DATA_DIR: dataDir, SMTP_URL: mail.url });
    await server.ready();
    const demo = new TestAccount(server.origin, {
      ...{ id: 1, subdomain: 'demo', secret: '' },
      api_key: server.printedAs('Demo API key'),
    });
    await until(async () => {
      const { data } = await demo.graphql('{ messages(first: 100) { edges { node { state } } } }');
      const states: string[] = data.messages.edges.map(({ node }: { node: { state: string } }) => node.state);
      return states.length >= 10 && states.every((state) => !/QUEUED|SENDING/.test(state));
    });
    expect(mail.mails).toEqual([]);

    expect(await (await fetch(server.origin)).text()).not.toContain('dashboard/demo/');
    const [link = ''] = server.printedAs('Demo dashboard').split(' ');
    const signedIn = await fetch(link, { redirect: 'manual' });
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '../../dashboard']);
    await server.stop();
  });

  it('has no such link in production', async () => {
    const server = new LocalServer({ ...settings, DATA_DIR: dataDir, NODE_ENV: 'production' });
    await server.ready();
    expect([server.printedAs('Demo booking'), server.printedAs('Demo dashboard')]).toEqual([
      expect.stringContaining('/sites/demo/'),
      '',
    ]);
    await server.stop();
  });
});
