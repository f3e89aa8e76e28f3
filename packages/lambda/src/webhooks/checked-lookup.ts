import type { LookupFunction } from 'node:net'
import type { WebhookTarget } from '@cairn/domain/webhooks/target/webhook-target'
import { noPublicAddress } from './failures.ts'
import type { ResolveName } from './resolve-name.ts'

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
