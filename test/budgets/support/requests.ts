import type { OperationId } from '@cairn/contract/registry'
import type { AnyRequest } from './measure.ts'
import { authRequests } from './requests-auth.ts'
import { goalRequests } from './requests-goals.ts'
import { organizationRequests } from './requests-organizations.ts'
import type { PersonName, World } from './world.ts'

/** One way to call an operation. */
export type Case = {
  title: string
  /** Makes what the request needs, without being counted, and then the request. Called once a credential. */
  request: (world: World) => AnyRequest | Promise<AnyRequest>
  /** Whose session it is; the owner's where it is not said. */
  as?: PersonName
  /** Of the answer, where it is not the operation's success. */
  status?: number
  /** Where it is not the operation's budget. */
  trips?: number
}

/** Every operation of the registry; one without a row is a type error. */
export const requests = {
  ...authRequests,
  ...organizationRequests,
  ...goalRequests,
} satisfies Record<OperationId, Case[]>
