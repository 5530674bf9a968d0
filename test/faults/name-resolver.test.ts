import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type NameFiles, NameResolver } from '../../src/platform/outbound/resolver.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { startDnsServer } from '../support/dns-server.js';

const noFiles = (): NameFiles => ({ hosts: '', resolver: '' });
const v4 = (...addresses: string[]) => addresses.map((address) => ({ address, family: 4 }));

describe('the resolver of names of other servers', () => {
  it('finds names and reads files while 50 names wait for a DNS server that is silent', async () => {
    await using dns = await startDnsServer((name) => (name.endsWith('.silent.test') ? undefined : ['192.0.2.7']));
    const resolver = new NameResolver({ servers: [dns.address], files: noFiles });
    let ended = 0;
    const silent = Array.from({ length: 50 }, (_, index) =>
      resolver.resolve(`n${index}.silent.test`).finally(() => {
        ended += 1;
      }),
    );
    const failures = Promise.allSettled(silent);
    expect(await resolver.resolve('hooks.test')).toEqual(v4('192.0.2.7'));
    await stat('.');
    expect(ended).toBe(0);
    expect(new Set((await failures).map((result) => result.status === 'rejected' && result.reason.code))).toEqual(
      new Set(['ETIMEOUT']),
    );
  });

  it('asks once for concurrent look-ups, and again when the answer is too old', async () => {
    await using dns = await startDnsServer(() => ['192.0.2.7', '192.0.2.8'], 30);
    let now = 0;
    const resolver = new NameResolver({ servers: [dns.address], files: noFiles, now: () => now });
    const asked = ['hooks.test A', 'hooks.test AAAA'];
    expect(await Promise.all([resolver.resolve('hooks.test'), resolver.resolve('Hooks.test')])).toEqual([
      v4('192.0.2.7', '192.0.2.8'),
      v4('192.0.2.7', '192.0.2.8'),
    ]);
    now = 29_999;
    await resolver.resolve('hooks.test');
    expect(dns.queries.toSorted()).toEqual(asked);
    now = 30_000;
    await resolver.resolve('hooks.test');
    expect(dns.queries.toSorted()).toEqual([...asked, ...asked].toSorted());
  });

  it('takes the hosts file first, and looks in the search domains', async () => {
    await using dns = await startDnsServer((name) => (name === 'receiver.shop.svc.test' ? ['10.0.0.9'] : []));
    const files = { hosts: '10.0.0.8 postbox', resolver: 'search other.svc.test shop.svc.test\noptions ndots:5' };
    const resolver = new NameResolver({ servers: [dns.address], files: () => files });
    expect(await resolver.resolve('postbox')).toEqual(v4('10.0.0.8'));
    expect(dns.queries).toEqual([]);
    expect(await resolver.resolve('receiver')).toEqual(v4('10.0.0.9'));
    await expect(resolver.resolve('nobody')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(resolver.resolve(`${'x'.repeat(64)}.test`)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('is the only one: nothing else in the source looks names up', async () => {
    const folder = join(projectRoot, 'src');
    // Pages and clients are no parts of the server: they ask it. The resolver itself is in `outbound`.
    const others = ['pages', 'packages', 'process/client', 'process/test-kit', 'platform/outbound'];
    const files = (await readdir(folder, { recursive: true })).filter(
      (file) => file.endsWith('.ts') && !others.some((other) => file.startsWith(join(other, '/'))),
    );
    const texts = await Promise.all(
      files.map(async (file) => ({ file, text: await readFile(join(folder, file), 'utf8') })),
    );
    const lookups =
      /(?<![.#])\bfetch\(|from 'node:dns|\bhttps?\.(?:get|request)\(|import \{[^}]*\brequest\b[^}]*\} from 'node:https?'/;
    expect(texts.filter(({ text }) => lookups.test(text)).map(({ file }) => file)).toEqual([]);
  });
});
