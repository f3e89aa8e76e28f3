import { expect } from 'vitest'
import type { World } from '../people/world.ts'
import { type Example, fieldsOf, nothing } from './example.ts'

/** An organization has at most 50: those that tests have left are deleted. */
async function newTemplate({ owner: { api }, next }: World): Promise<string> {
  const { templates } = await api.listGoalTemplates()
  for (const { id } of templates.slice(10)) await api.deleteGoalTemplate({ params: { templateId: id } })
  return (await api.createGoalTemplate({ body: { name: `Template ${next()}` } })).template.id
}

const templateParams = async (world: World) => ({
  templateId: await world.once('goal template', () => newTemplate(world)),
})
const templatesOf = async ({ owner }: World) => (await owner.api.listGoalTemplates()).templates

type Id = 'listGoalTemplates' | 'createGoalTemplate' | 'updateGoalTemplate' | 'deleteGoalTemplate'

export const goalTemplates: { [Name in Id]: Example<Name> } = {
  listGoalTemplates: { access: 'session', request: nothing },
  createGoalTemplate: {
    access: 'administration',
    request: async ({ world }) => {
      await newTemplate(world)
      return { body: { name: `New template ${world.next()}`, title: 'Plant trees' } }
    },
    effect: async (done) => {
      const created = (await templatesOf(done.world)).filter(({ name }) => name === fieldsOf(done).name)
      // Without a key, a repeated request creates another one if the first response was lost.
      expect(created.length).toBeGreaterThanOrEqual(1)
      expect(created.length).toBeLessThanOrEqual(done.request.headers?.['idempotency-key'] ? 1 : 2)
    },
  },
  updateGoalTemplate: {
    access: 'goal-template',
    request: async ({ world }) => ({
      params: await templateParams(world),
      body: { name: `Renamed ${world.next()}` },
    }),
    effect: async (done) => {
      const changed = (await templatesOf(done.world)).find(({ id }) => id === done.request.params?.templateId)
      expect(changed).toMatchObject(fieldsOf(done))
    },
  },
  deleteGoalTemplate: {
    access: 'goal-template',
    request: async ({ world }) => ({ params: await templateParams(world) }),
    effect: async ({ world, request }) => {
      const ids = (await templatesOf(world)).map(({ id }) => id)
      expect(ids).not.toContain(request.params?.templateId)
    },
    alreadyDone: ['goal_template_not_found'],
  },
}
