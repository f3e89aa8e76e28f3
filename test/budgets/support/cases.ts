import type { OperationId } from '@cairn/contract/registry/registry'
import { requestOf } from '../../support/operations/examples.ts'
import type { Case, Cases } from './case.ts'
import { authCases } from './cases-auth.ts'
import { goalCases } from './cases-goals.ts'
import { organizationCases } from './cases-organizations.ts'

const others: Cases = { ...authCases, ...organizationCases, ...goalCases }

/** The operation's example and every other way to call it. */
export function casesOf(id: OperationId): readonly Case[] {
  return [{ title: 'the example', request: (world) => requestOf(id, world) }, ...(others[id] ?? [])]
}
