import { isMutation, type Operation } from '@cairn/contract'
import type { OperationId } from '@cairn/contract/registry/registry'
import { offeredOperations } from '../../../support/operations/examples.ts'
import { ofHolders } from '../../../support/operations/goal-claims.ts'
import { createToken } from '../../../support/people/api-tokens.ts'
import { restore, type World } from '../../../support/people/world.ts'
import { type Prepare, requestsOf } from './fault-requests.ts'
import { type Sent, sendTo } from './send.ts'

/** A request that meets faults. */
export type Target = {
  name: string
  operation: Operation
  prepare: Prepare
  credential: 'session' | 'token'
}

/** Requests of every operation in the registry, with every credential that the operation accepts. */
export function targets(): Target[] {
  return offeredOperations.flatMap((operation) =>
    requestsOf(operation.id as OperationId).flatMap(({ name, prepare }) => {
      const target = { name, operation, prepare }
      // A token changes only how the caller is authenticated, so one request per operation is enough.
      const takesTokens = operation.credential === 'session_or_token' && !ofHolders.includes(operation.id)
      return takesTokens && name === operation.id
        ? [
            { ...target, credential: 'session' as const },
            { ...target, name: `${name} by token`, credential: 'token' as const },
          ]
        : [{ ...target, credential: 'session' as const }]
    }),
  )
}

/** Returns whether the request is about goals, their labels or their views. */
export const isAboutGoals = ({ operation }: Target) => operation.path.startsWith('/v1/goal')

export type Prepared = { request: Awaited<ReturnType<Prepare>>; send: () => Promise<Sent> }

/** Creates what the request needs. `send` sends the very same request each time. */
export async function prepare(world: World, target: Target): Promise<Prepared> {
  const request = await target.prepare(world)
  // The process remembers the caller of every session, and of no token.
  if (target.operation.credential === 'session_or_token') await world.owner.api.listGoalLabels()
  const secret = target.credential === 'token' ? (await createToken(world.owner)).secret : undefined
  return { request, send: () => sendTo(world, target.operation, request, secret) }
}

/** Returns the world to its own organization and gives the next request its own records. */
export async function reset(world: World, { operation }: Target): Promise<void> {
  if (isMutation(operation)) await restore(world, world.owner)
}
