import { expect } from 'vitest'
import { createGoal } from '../people/goals.ts'
import type { ExamplesOf, Scene } from './example.ts'

async function goalParams({ world, whose }: Scene): Promise<{ goalId: string }> {
  const create = async () => (await createGoal(whose)).id
  return { goalId: await world.once(`goal of ${whose.userId}`, create) }
}

const goalOf = ({ request }: { request: { params?: Record<string, string> } }) => ({
  params: { goalId: request.params?.goalId ?? '' },
})

export const goalComments: ExamplesOf<'goal-comments'> = {
  watchGoal: {
    access: 'watch-goal',
    request: async (scene) => ({ params: await goalParams(scene) }),
    effect: async (done) => {
      expect((await done.world.owner.api.getGoal(goalOf(done))).goal.watching).toBe(true)
    },
  },
  unwatchGoal: {
    access: 'watch-goal',
    request: async (scene) => ({ params: await goalParams(scene) }),
    effect: async (done) => {
      expect((await done.world.owner.api.getGoal(goalOf(done))).goal.watching).toBe(false)
    },
  },
}
