import { promises as dns } from 'node:dns'
import { isIPv6 } from 'node:net'

/** Returns all addresses of a name; none if it has none. */
export type ResolveName = (host: string) => Promise<{ address: string; family: number }[]>

const attemptMilliseconds = 2_000
const attempts = 2

/** On this machine. Which of them a receiver listens on is tried. */
const localhost = ['127.0.0.1', '::1']

/**
 * Asks the name servers. Not `dns.lookup`: it blocks one of Node's four threads, which also hash passwords, for as long as a
 * stranger's name server likes, and it knows the names of this machine and its network (`/etc/hosts`, search domains).
 */
export const resolveName: ResolveName = async (host) => {
  const resolver = new dns.Resolver({ timeout: attemptMilliseconds, tries: attempts })
  const found =
    host === 'localhost'
      ? localhost
      : (await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])).flatMap((answer) =>
          answer.status === 'fulfilled' ? answer.value : [],
        )
  return found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
}
