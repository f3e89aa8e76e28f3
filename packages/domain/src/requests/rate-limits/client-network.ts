import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network that identifies a client: an IPv4 address itself, or the first 64 bits of an IPv6 address, because one
 * connection or machine usually has all addresses with these bits (RFC 6177, RFC 7421) and could use another one each
 * time.
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const [unzoned = ''] = address.split('%')
  const mapped = unzoned.slice(unzoned.lastIndexOf(':') + 1)
  if (isIPv4(mapped)) return mapped
  const [left = '', right] = unzoned.toLowerCase().split('::')
  const head = left.split(':').filter(Boolean)
  const tail = (right ?? '').split(':').filter(Boolean)
  const zeroes = right === undefined ? [] : Array<string>(8 - head.length - tail.length).fill('0')
  const groups = [...head, ...zeroes, ...tail].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
