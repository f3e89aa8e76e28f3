import { expect } from 'vitest'
import { createGoal } from '../people/goals.ts'
import type { World } from '../people/world.ts'
import { responseTo } from '../requests/outcomes.ts'
import { type ExamplesOf, fieldsOf, nothing, type Scene } from './example.ts'
import { goalTemplates } from './goal-templates.ts'

/** The owner shares at most ten at once: an organization has at most 100. */
async function newView({ owner: { api }, next }: World): Promise<string> {
  const { goalViews } = await api.listGoalViews()
  for (const { id } of goalViews.slice(10)) await api.deleteGoalView({ params: { goalViewId: id } })
  const body = { name: `View ${next()}`, query: 'health=off_track', isShared: true }
  return (await api.createGoalView({ body })).goalView.id
}

/** A shared view of the owner's. */
const viewParams = async (world: World) => ({
  goalViewId: await world.once('goal view', () => newView(world)),
})

const viewsOf = async ({ owner }: World) => (await owner.api.listGoalViews()).goalViews

async function draftParams({ world, whose }: Scene): Promise<{ goalId: string }> {
  const create = async () => (await createGoal(whose)).id
  return { goalId: await world.once(`goal of ${whose.userId}`, create) }
}

export const goalViews: ExamplesOf<'goal-views'> = {
  listGoalViews: { access: 'session', request: nothing },
  createGoalView: {
    access: 'session',
    request: async ({ world }) => {
      await newView(world)
      return { body: { name: `New view ${world.next()}`, query: 'owner=me&sort=due' } }
    },
    effect: async (done) => {
      const created = (await viewsOf(done.world)).filter(({ name }) => name === fieldsOf(done).name)
      // Without a key, a repeated request creates another view if the first response was lost.
      const maximum = done.request.headers?.['idempotency-key'] ? 1 : 2
      expect(created.length).toBeGreaterThanOrEqual(1)
      expect(created.length).toBeLessThanOrEqual(maximum)
    },
  },
  updateGoalView: {
    access: 'goal-view',
    request: async ({ world }) => ({
      params: await viewParams(world),
      body: { name: `Renamed ${world.next()}` },
    }),
    effect: async (done) => {
      const changed = (await viewsOf(done.world)).find(({ id }) => id === done.request.params?.goalViewId)
      expect(changed).toMatchObject(fieldsOf(done))
    },
  },
  deleteGoalView: {
    access: 'goal-view',
    request: async ({ world }) => ({ params: await viewParams(world) }),
    effect: async ({ world, request }) => {
      const ids = (await viewsOf(world)).map(({ id }) => id)
      expect(ids).not.toContain(request.params?.goalViewId)
    },
    alreadyDone: ['goal_view_not_found'],
  },
  ...goalTemplates,
  getGoalDraft: {
    access: 'request-report',
    request: async (scene) => {
      const params = await draftParams(scene)
      // Somebody who may not has none.
      await responseTo(scene.caller.api.putGoalDraft({ params, body: { content: 'Half' } }))
      return { params }
    },
  },
  putGoalDraft: {
    access: 'request-report',
    request: async (scene) => ({
      params: await draftParams(scene),
      body: { content: { summary: `Draft ${scene.world.next()}` } },
    }),
    effect: async ({ world, request, body }) => {
      const params = { goalId: request.params?.goalId ?? '' }
      expect(await world.owner.api.getGoalDraft({ params })).toEqual(body)
    },
  },
  deleteGoalDraft: {
    access: 'request-report',
    request: async (scene) => ({ params: await draftParams(scene) }),
    effect: async ({ world, request }) => {
      const params = { goalId: request.params?.goalId ?? '' }
      const { outcome } = await responseTo(world.owner.api.getGoalDraft({ params }))
      expect(outcome).toBe('404 draft_not_found')
    },
  },
}
