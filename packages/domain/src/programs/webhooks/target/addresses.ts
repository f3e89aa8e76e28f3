/**
 * Which addresses the service may connect to for a webhook. Anybody who administers an organization chooses the target, so a
 * connection to an address that only this machine or its network reaches would let a stranger in (server-side request
 * forgery).
 *
 * Public is what the registries of IANA do not reserve: of IPv6 only the global unicast range, without the parts of it
 * that contain an IPv4 address or are not on the internet.
 */
import { BlockList, isIP } from 'node:net'

type Family = 'ipv4' | 'ipv6'

/** IANA IPv4 Special-Purpose Address Registry, multicast and class E. */
const reservedIpv4: readonly [network: string, bits: number][] = [
  ['0.0.0.0', 8], // this network; connecting to 0.0.0.0 reaches the machine itself
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by customers of a provider (carrier-grade NAT)
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, with the metadata services of clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, with broadcast
]

/** Only these addresses are assigned to hosts on the internet (IANA IPv6 Global Unicast Address Assignments). */
const globalUnicastIpv6: readonly [network: string, bits: number] = ['2000::', 3]

/** Parts of the global unicast range. */
const reservedIpv6: readonly [network: string, bits: number][] = [
  ['2001::', 23], // protocol assignments, with Teredo and ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: contains an IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
]

function listOf(networks: readonly (readonly [string, number])[], family: Family): BlockList {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, family)
  return list
}

const reserved4 = listOf(reservedIpv4, 'ipv4')
const reserved6 = listOf(reservedIpv6, 'ipv6')
const unicast6 = listOf([globalUnicastIpv6], 'ipv6')
const loopback4 = listOf([['127.0.0.0', 8]], 'ipv4')
const loopback6 = listOf([['::1', 128]], 'ipv6')

/** Whether the text is an address on the public internet. An IPv4 address in IPv6 form is not: nobody needs that form. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved4.check(address, 'ipv4')
    case 6:
      return !address.includes('%') && unicast6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6')
    default:
      return false
  }
}

/** Whether the text is an address of this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return loopback4.check(address, 'ipv4')
    case 6:
      // A block list finds mapped IPv4 addresses in lists of IPv4.
      return loopback6.check(address, 'ipv6')
    default:
      return false
  }
}
