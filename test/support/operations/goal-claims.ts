import { randomUUID } from 'node:crypto'
import type { OutputOf } from '@cairn/contract/registry/registry'
import { expect } from 'vitest'
import { createGoal } from '../people/goals.ts'
import type { World } from '../people/world.ts'
import { responseTo } from '../requests/outcomes.ts'
import { type ExamplesOf, nothing, type Scene } from './example.ts'

const runId = 'run of the example'

/** A goal that nobody has claimed. */
async function freeGoal({ world, whose }: Scene): Promise<{ goalId: string }> {
  const create = async () => (await createGoal(whose)).id
  return { goalId: await world.once(`goal of ${whose.userId}`, create) }
}

/** A goal that its owner works on, with the fence. A former member works on none. */
async function claimedGoal(scene: Scene): Promise<{ goalId: string; fence: number }> {
  const params = await freeGoal(scene)
  const { body } = await responseTo(scene.whose.api.claimGoal({ params, body: { runId } }))
  return { ...params, fence: body?.claim.fence ?? 1 }
}

async function isClaimed(
  { owner }: World,
  goalId: string,
  claim: OutputOf<'renewGoalClaim'>['claim'] | undefined,
): Promise<void> {
  const { goal } = await owner.api.getGoal({ params: { goalId } })
  expect(goal.claim).toEqual(claim)
  expect(goal.notReady).toEqual(['claimed'])
}

/** A claim is its holder's, and a comment its author's: a token does nothing with that of a person. Their own tests try that of a token. */
export const ofHolders: readonly string[] = [
  'renewGoalClaim',
  'releaseGoalClaim',
  'updateGoalComment',
  'deleteGoalComment',
]

export const goalClaims: ExamplesOf<'goal-claims'> = {
  listGoalClaims: { access: 'list-goals', request: nothing },
  claimGoal: {
    access: 'change-goal',
    request: async (scene) => ({ params: await freeGoal(scene), body: { runId } }),
    effect: ({ world, request, body }) => isClaimed(world, request.params?.goalId ?? '', body?.claim),
  },
  claimNextGoal: {
    access: 'create-goal',
    request: async (scene) => {
      await responseTo(createGoal(scene.caller))
      return { body: { ownerUserId: 'me', runId: randomUUID() } }
    },
    effect: ({ world, body }) => isClaimed(world, body?.goal?.id ?? '', body?.claim),
  },
  renewGoalClaim: {
    access: 'renew-claim',
    request: async (scene) => {
      const { goalId, fence } = await claimedGoal(scene)
      return { params: { goalId }, body: { fence, leaseSeconds: 3_600, note: 'Planting' } }
    },
    effect: async ({ world, request, body }) => {
      expect(body?.claim.note).toBe('Planting')
      await isClaimed(world, request.params?.goalId ?? '', body?.claim)
    },
  },
  releaseGoalClaim: {
    access: 'release-claim',
    request: async (scene) => ({ params: { goalId: (await claimedGoal(scene)).goalId } }),
    effect: async ({ world, request }) => {
      const { goal } = await world.owner.api.getGoal({ params: { goalId: request.params?.goalId ?? '' } })
      expect(goal).toMatchObject({ claim: null, ready: true })
    },
  },
}
