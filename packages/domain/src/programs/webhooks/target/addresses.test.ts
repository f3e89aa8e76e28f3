import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from './addresses.ts'

describe('an address that is public', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2600::1',
    '2606:4700:4700::1111',
    '2A00:1450:4001:0:0:0:0:200e',
    '2001:200::1',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
    expect(isLoopbackAddress(address)).toBe(false)
  })
})

describe('an address that is not public', () => {
  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT', '100.127.255.255'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local', '169.254.0.1'],
    ['the metadata service of most clouds', '169.254.169.254'],
    ['the metadata service of ECS', '169.254.170.2'],
    ['the metadata service of Alibaba Cloud', '100.100.100.200'],
    ['the metadata service of Oracle Cloud', '192.0.0.192'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarks', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['mapped IPv4, private', '::ffff:10.0.0.1'],
    ['mapped IPv4, loopback in hexadecimal', '::ffff:7f00:1'],
    ['mapped IPv4, public', '::ffff:8.8.8.8'],
    ['compatible IPv4', '::8.8.8.8'],
    ['NAT64', '64:ff9b::a00:1'],
    ['NAT64, local', '64:ff9b:1::1'],
    ['discard', '100::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['ORCHID', '2001:20::1'],
    ['6to4 of a private address', '2002:a00:1::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff:fff::1'],
    ['segment routing', '5f00::1'],
    ['unique local', 'fc00::1'],
    ['unique local, the metadata service of AWS', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['public with a zone', '2600::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['unassigned', '4000::1'],
    ['no address', 'example.com'],
    ['nothing', ''],
    ['decimal', '2130706433'],
    ['short', '127.1'],
    ['octal', '0177.0.0.1'],
    ['with a port', '8.8.8.8:443'],
    ['in brackets', '[2600::1]'],
  ])('%s: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

test('loopback is 127.0.0.0/8 and ::1, in any form', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1']) {
    expect(isLoopbackAddress(address)).toBe(true)
  }
  for (const address of ['0.0.0.0', '::', '128.0.0.1', '10.0.0.1', '::2', 'localhost', '']) {
    expect(isLoopbackAddress(address)).toBe(false)
  }
})

test('no IPv4 address becomes public by being written as IPv6', () => {
  const prefixes = ['::ffff:', '::', '64:ff9b::', '64:ff9b:1::']
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom(...prefixes), (address, prefix) => {
      expect(isPublicAddress(`${prefix}${address}`)).toBe(false)
    }),
    { seed: 20261122, numRuns: 1_000 },
  )
})

test('every IPv6 address is judged the same in its short and its long form', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const short = new URL(`http://[${address}]/`).hostname.slice(1, -1)
      expect(isPublicAddress(short)).toBe(isPublicAddress(address))
    }),
    { seed: 20261122, numRuns: 1_000 },
  )
})
