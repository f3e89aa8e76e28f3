import type { OperationId } from '@cairn/contract/registry/registry'
import type { ExampleRequest } from '../../support/operations/example.ts'
import type { Role } from '../../support/people/world.ts'
import type { BudgetWorld } from './world.ts'

/** One way to call an operation. */
export type Case = {
  title: string
  /** Creates what the request needs, uncounted, and returns the request. Called once a try. */
  request: (world: BudgetWorld) => ExampleRequest | Promise<ExampleRequest>
  /** The person whose session it is, if not the owner. */
  as?: Role
  /** Of the response, if not the operation's success. */
  status?: number
  /** If not the operation's budget. */
  trips?: number
  /** A token for own goals gets 403. */
  needsAllGoals?: boolean
}

export type Cases = Partial<Record<OperationId, readonly Case[]>>
