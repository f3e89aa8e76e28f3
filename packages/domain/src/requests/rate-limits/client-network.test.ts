import { expect, test } from 'vitest'
import { clientNetwork } from './client-network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64'],
  ['2001:DB8:0:1::1', '2001:db8:0:1::/64'],
  ['2001:0db8:0000:0001::1', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
  ['1::2:3:4:5:6', '1:0:0:2::/64'],
  ['::2:3:4:5:6:7', '0:0:2:3::/64'],
  ['1:2::', '1:2:0:0::/64'],
  ['0001:0000:000a:0b00::', '1:0:a:b00::/64'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})

test('only addresses with the same first 64 bits share a network', () => {
  expect(clientNetwork('2001:db8:0:1::1')).toBe(clientNetwork('2001:db8:0:1:ffff::2'))
  expect(clientNetwork('2001:db8:0:1::1')).not.toBe(clientNetwork('2001:db8:0:2::1'))
})
