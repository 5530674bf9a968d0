import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { clientAddress, clientNetwork } from '../../src/platform/addresses.js';

it.each([
  ['', ''],
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b:1:2::192.0.2.7', '64:ff9b:1:2::/64'],
])('%j counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

describe('the address of a client', () => {
  const from = (remoteAddress: string | undefined, forwarded?: string) => {
    const request = new IncomingMessage(new Socket());
    Object.defineProperty(request.socket, 'remoteAddress', { value: remoteAddress });
    if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
    return request;
  };

  it.each([
    [0, undefined, '192.0.2.1'],
    [0, '198.51.100.7', '192.0.2.1'],
    [1, undefined, '192.0.2.1'],
    [1, '198.51.100.7', '198.51.100.7'],
    [1, '203.0.113.9, 198.51.100.7', '198.51.100.7'],
    [2, '203.0.113.9, 198.51.100.7', '203.0.113.9'],
    [9, '203.0.113.9, 198.51.100.7', '203.0.113.9'],
    [1, ' , 198.51.100.7 ,', '198.51.100.7'],
    [1, '::ffff:198.51.100.7', '198.51.100.7'],
    [1, '::FFFF:c633:6407', '198.51.100.7'],
    [1, '2001:db8::1', '2001:db8::1'],
    [1, 'unknown', '192.0.2.1'],
    [1, '198.51.100.7:443', '192.0.2.1'],
    [1, '', '192.0.2.1'],
  ])('behind %i proxies with X-Forwarded-For %j is %s', (hops, forwarded, address) => {
    expect(clientAddress(from('192.0.2.1', forwarded), hops)).toBe(address);
  });

  it('is empty after the connection was closed', () => {
    expect(clientAddress(from(undefined), 0)).toBe('');
  });

  it('is an IPv4 address if the socket maps it to IPv6', () => {
    expect(clientAddress(from('::ffff:192.0.2.1'), 0)).toBe('192.0.2.1');
  });
});
