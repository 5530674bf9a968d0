import { addressesInHosts, namesToAsk } from '../../../src/platform/outbound/resolver.js';

describe('the addresses of a name in a hosts file', () => {
  const hosts =
    '127.0.0.1 localhost\n::1\tlocalhost ip6-localhost # loopback\n\n10.1.2.3  Receiver receiver.lan\nno-ip name';
  it.each<[string, string[]]>([
    ['localhost', ['127.0.0.1', '::1']],
    ['ip6-localhost', ['::1']],
    ['receiver', ['10.1.2.3']],
    ['RECEIVER.lan.', ['10.1.2.3']],
    ['app.localhost', ['127.0.0.1', '::1']],
    ['loopback', []],
    ['name', []],
    ['other', []],
  ])('%s', (name, addresses) => {
    expect(addressesInHosts(hosts, name)).toEqual(addresses);
  });

  it('has those of localhost also if the file is empty, as on Windows', () => {
    expect(addressesInHosts('', 'localhost')).toEqual(['127.0.0.1', '::1']);
  });
});

describe('the names to ask DNS for', () => {
  const kubernetes =
    'search shop.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.96.0.10\noptions ndots:5';
  it.each<[string, string, string[]]>([
    ['', 'hooks.example.org', ['hooks.example.org']],
    ['nameserver 127.0.0.11\noptions ndots:0', 'receiver', ['receiver']],
    ['search example.org', 'receiver', ['receiver.example.org', 'receiver']],
    ['search example.org', 'hooks.receiver', ['hooks.receiver', 'hooks.receiver.example.org']],
    [
      kubernetes,
      'receiver',
      ['receiver.shop.svc.cluster.local', 'receiver.svc.cluster.local', 'receiver.cluster.local', 'receiver'],
    ],
    [
      kubernetes,
      'receiver.other',
      [
        'receiver.other.shop.svc.cluster.local',
        'receiver.other.svc.cluster.local',
        'receiver.other.cluster.local',
        'receiver.other',
      ],
    ],
    [kubernetes, 'hooks.example.org.', ['hooks.example.org']],
    ['domain a.example\nsearch b.example. # the last one counts', 'x', ['x.b.example', 'x']],
    ['search 1 2 3 4 5 6 7 8', 'x', ['x.1', 'x.2', 'x.3', 'x.4', 'x.5', 'x.6', 'x']],
  ])('%j: %s', (resolver, name, names) => {
    expect(namesToAsk(resolver, name)).toEqual(names);
  });
});
