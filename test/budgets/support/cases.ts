import type { OperationId } from '@cairn/contract/registry'
import type { ExampleRequest } from '../../support/operations/example.ts'
import { requestOf } from '../../support/operations/examples.ts'
import type { Role } from '../../support/people/world.ts'
import { authCases } from './cases-auth.ts'
import { goalCases } from './cases-goals.ts'
import { organizationCases } from './cases-organizations.ts'
import type { BudgetWorld } from './world.ts'

/** One way to call an operation. */
export type Case = {
  title: string
  /** Creates what the request needs, uncounted, and returns the request. Called once a try. */
  request: (world: BudgetWorld) => ExampleRequest | Promise<ExampleRequest>
  /** Whose session it is, if not the owner's. */
  as?: Role
  /** Of the response, if not the operation's success. */
  status?: number
  /** If not the operation's budget. */
  trips?: number
  /** A token for own goals gets 403. */
  needsAllGoals?: boolean
}

export type Cases = Partial<Record<OperationId, readonly Case[]>>

const others: Cases = { ...authCases, ...organizationCases, ...goalCases }

/** The operation's example and every other way to call it. */
export function casesOf(id: OperationId): readonly Case[] {
  return [{ title: 'the example', request: (world) => requestOf(id, world) }, ...(others[id] ?? [])]
}
