import { foldedName, keyOf } from '@cairn/domain/storage/database/keys'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { goalLabelNameEntity } from '@cairn/domain/storage/table/entities/goal-labels/goal-label-name'
import { expect } from 'vitest'
import { createLabel } from '../people/goals.ts'
import type { World } from '../people/world.ts'
import { responseTo } from '../requests/outcomes.ts'
import { type ExamplesOf, fieldsOf, nothing } from './example.ts'

const labelParams = async ({ owner, once, next }: World) => ({
  labelId: await once('label', () => createLabel(owner, `Label ${next()}`)),
})

export const goalLabels: ExamplesOf<'goal-labels'> = {
  listGoalLabels: { access: 'list-labels', request: nothing },
  createGoalLabel: {
    access: 'create-label',
    request: ({ world }) => ({ body: { name: `New label ${world.next()}` } }),
    effect: async (done) => {
      const { owner, service } = done.world
      const nameKey = keyOf(foldedName(fieldsOf(done).name ?? ''))
      const data = await readRecord(service.table.database, goalLabelNameEntity, {
        organizationId: owner.organizationId,
        nameKey,
      })
      expect(data?.labelId).toBe(done.body?.label.id ?? data?.labelId ?? 'a label')
    },
    alreadyDone: ['goal_label_exists'],
  },
  getGoalLabel: {
    access: 'read-label',
    request: async ({ world }) => ({ params: await labelParams(world) }),
  },
  updateGoalLabel: {
    access: 'change-label',
    request: async ({ world }) => ({ params: await labelParams(world), body: { color: 'green' } }),
    effect: async (done) => {
      const params = { labelId: done.request.params?.labelId ?? '' }
      const { label } = await done.world.owner.api.getGoalLabel({ params })
      expect({ label }).toEqual(done.body)
      expect(label).toMatchObject(fieldsOf(done))
    },
  },
  deleteGoalLabel: {
    access: 'change-label',
    request: async ({ world }) => ({ params: await labelParams(world) }),
    effect: async ({ world, request }) => {
      const params = { labelId: request.params?.labelId ?? '' }
      const { outcome } = await responseTo(world.owner.api.getGoalLabel({ params }))
      expect(outcome).toBe('404 goal_label_not_found')
    },
    alreadyDone: ['goal_label_not_found'],
  },
}
