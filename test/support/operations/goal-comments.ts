import { expect } from 'vitest'
import { createGoal } from '../people/goals.ts'
import { type ExamplesOf, fieldsOf, type Scene } from './example.ts'

async function goalParams({ world, whose }: Scene): Promise<{ goalId: string }> {
  const create = async () => (await createGoal(whose)).id
  return { goalId: await world.once(`goal of ${whose.userId}`, create) }
}

/** A comment that the owner of the goal has written, and that has words unless a request before has deleted them. */
async function commentParams(scene: Scene): Promise<{ goalId: string; commentId: string }> {
  const { world, whose } = scene
  const params = await goalParams(scene)
  const write = async () =>
    (await whose.api.createGoalComment({ params, body: { text: 'It rains.' } })).comment.id
  return { ...params, commentId: await world.once(`comment of ${whose.userId}`, write) }
}

type Asked = { request: { params?: Record<string, string> } }
const goalOf = ({ request }: Asked) => ({ params: { goalId: request.params?.goalId ?? '' } })
const commentOf = ({ request }: Asked) => ({
  params: { goalId: '', commentId: '', ...request.params },
})

export const goalComments: ExamplesOf<'goal-comments'> = {
  listGoalComments: {
    access: 'read-goal',
    request: async (scene) => ({ params: await goalParams(scene) }),
  },
  createGoalComment: {
    access: 'comment-goal',
    request: async (scene) => ({
      params: await goalParams(scene),
      body: { text: 'Well done, **Ann**.', reportRevision: 1 },
    }),
    effect: async (done) => {
      const { world, request } = done
      const { comments } = await world.owner.api.listGoalComments(goalOf(done))
      const written = comments.filter(({ text }) => text === fieldsOf(done).text)
      // Without a key, a repeated request comments again if the first response was lost.
      expect(written.length).toBeGreaterThanOrEqual(1)
      expect(written.length).toBeLessThanOrEqual(request.headers?.['idempotency-key'] ? 1 : 2)
      expect(written).toContainEqual(done.body?.comment)
    },
  },
  getGoalComment: {
    access: 'read-goal',
    request: async (scene) => ({ params: await commentParams(scene) }),
  },
  updateGoalComment: {
    access: 'edit-comment',
    request: async (scene) => ({ params: await commentParams(scene), body: { text: 'It pours.' } }),
    effect: async (done) => {
      const { comment } = await done.world.owner.api.getGoalComment(commentOf(done))
      expect(comment).toMatchObject({ ...fieldsOf(done), editedAt: expect.any(String) })
    },
  },
  deleteGoalComment: {
    access: 'delete-comment',
    request: async (scene) => ({ params: await commentParams(scene) }),
    effect: async (done) => {
      const { comment } = await done.world.owner.api.getGoalComment(commentOf(done))
      expect(comment).toMatchObject({ text: null, deletedAt: expect.any(String) })
    },
  },
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
