import { promises as dns } from 'node:dns'
import { isIPv6, type LookupFunction } from 'node:net'
import type { WebhookTarget } from '@cairn/domain/programs/webhooks/target/webhook-target'

/** Looks a name up, and refuses it unless every address is allowed. */
export function checkedLookup(allows: WebhookTarget['allows'], resolve: ResolveName): LookupFunction {
  return (host, { all }, callback) => {
    resolve(host).then(
      (found) => {
        const [first] = found
        const isAllowed = found.every(({ address }) => allows(address))
        if (!first || !isAllowed) callback(new Error(noPublicAddress), [])
        else if (all) callback(null, found)
        else callback(null, first.address, first.family)
      },
      () => callback(new Error(noPublicAddress), []),
    )
  }
}

/** Also if the name does not exist: whether a network has a private name must not show. */
export const noPublicAddress = 'no public address'

const kinds: readonly [codes: RegExp, words: string][] = [
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/, 'certificate not valid'],
  [/^(?:EPROTO|ERR_SSL|ERR_TLS)/, 'TLS failed'],
  [/^HPE_/, 'invalid response'],
  [/^(?:ECONNRESET|EPIPE)$/, 'connection closed'],
]

/** Why an attempt failed, in the words that administrators read. */
export function describeFailure(error: Error): string {
  if (error.message === noPublicAddress) return noPublicAddress
  const { code = '' } = error as NodeJS.ErrnoException
  return kinds.find(([codes]) => codes.test(code))?.[1] ?? 'connection failed'
}

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
