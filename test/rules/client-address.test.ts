import { clientNetwork } from '../../src/platform/client-address.js';

it.each([
  ['10.1.2.3', '10.1.2.3'],
  ['', ''],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0:0:ffff::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%j counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
