import type { GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import { maximumDirectoryBytes } from '@cairn/domain/goal-labels/label-directory'
import { foldedName, keyOf } from '@cairn/domain/storage/database/keys'
import { goalLabelEntity } from '@cairn/domain/storage/table/entities/goal-labels/goal-label'
import { goalLabelNameEntity } from '@cairn/domain/storage/table/entities/goal-labels/goal-label-name'
import { afterEach, describe, expect, it } from 'vitest'
import { createGoal, createLabel, newGoal } from '../../../support/people/goals.ts'
import { newcomer } from '../../../support/people/sessions.ts'
import type { Browser } from '../../../support/people/sign-in.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { collect } from '../../../support/requests/walk.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable, problemsIn } from '../../../support/table/check-table.ts'
import { deleteDirectory, directoryOf } from '../../../support/table/label-directory.ts'
import { readTable } from '../../../support/table/read-table.ts'
import { changeRecord, takeAwayRecord } from '../../../support/table/write-records.ts'

const service = stopAfterFile(await startTestService())
const { database } = service.table

afterEach(() => expectSoundTable(database))

async function newOrganization(name: string): Promise<Browser & { organizationId: string }> {
  const browser = await newcomer(service, name)
  const { activeOrganizationId: organizationId } = await browser.api.getAuthSession()
  return { ...browser, organizationId }
}

function labelsOf({ api }: Browser): Promise<GoalLabel[]> {
  return collect(
    (cursor) => api.listGoalLabels({ query: { cursor } }),
    ({ labels }) => labels,
  )
}

const shownOn = async ({ api }: Browser, goalId: string) =>
  (await api.getGoal({ params: { goalId } })).goal.labels.map(({ name }) => name)

describe('the label directory', () => {
  it('exists and is empty in a new organization', async () => {
    const ada = await newOrganization('Ada')
    expect(await directoryOf(database, ada.organizationId)).toEqual([])
    const { activeOrganizationId } = await ada.api.createOrganization({ body: { name: 'Another' } })
    expect(await directoryOf(database, activeOrganizationId)).toEqual([])
  })

  it('contains every label as it is, after each is created, changed and deleted', async () => {
    const ada = await newOrganization('Bob')
    const expectAll = async () => {
      expect(await directoryOf(database, ada.organizationId)).toEqual(await labelsOf(ada))
    }
    const body = { name: 'Forest "ä\u{1F333}"', color: 'green', description: 'Where trees stand' }
    const { label } = await ada.api.createGoalLabel({ body })
    const labelId = await createLabel(ada, 'Sea')
    await expectAll()
    await ada.api.updateGoalLabel({ params: { labelId }, body: { name: 'Ocean', description: 'Deep' } })
    await ada.api.updateGoalLabel({ params: { labelId: label.id }, body: { color: null } })
    await expectAll()
    await ada.api.deleteGoalLabel({ params: { labelId } })
    await expectAll()
    expect(await labelsOf(ada)).toHaveLength(1)
  })

  it.each<[string, (browser: Browser, labelId: string, unusedId: string) => Promise<unknown>, string[]]>([
    ['creates', (ada) => createLabel(ada, 'New'), ['Forest', 'New', 'Unused']],
    [
      'renames',
      ({ api }, labelId) => api.updateGoalLabel({ params: { labelId }, body: { name: 'Wood' } }),
      ['Unused', 'Wood'],
    ],
    ['deletes', ({ api }, _, labelId) => api.deleteGoalLabel({ params: { labelId } }), ['Forest']],
  ])(
    'is created with all labels by the first request that %s one, if it was absent',
    async (_, write, names) => {
      const ada = await newOrganization('Cem')
      const labelId = await createLabel(ada, 'Forest')
      const unusedId = await createLabel(ada, 'Unused')
      const { id: goalId } = await createGoal(ada, { labelIds: [labelId] })
      await deleteDirectory(database, ada.organizationId)
      expect(await shownOn(ada, goalId)).toEqual(['Forest'])
      expect((await ada.api.listGoals()).goals[0]?.labels.map(({ id }) => id)).toEqual([labelId])

      await write(ada, labelId, unusedId)
      const directory = await directoryOf(database, ada.organizationId)
      expect(directory).toEqual(await labelsOf(ada))
      expect(directory?.map(({ name }) => name)).toEqual(names)
      expect(await shownOn(ada, goalId)).toEqual([names.includes('Wood') ? 'Wood' : 'Forest'])
    },
  )

  it.each<[string, (browser: Browser & { organizationId: string }, labelId: string) => Promise<unknown>]>([
    [
      'the next change of the label',
      ({ api }, labelId) => api.updateGoalLabel({ params: { labelId }, body: { description: 'Trees' } }),
    ],
    ['deleting the directory', ({ organizationId }) => deleteDirectory(database, organizationId)],
  ])('is corrected by %s, if an earlier version changed a label', async (_, repair) => {
    const ada = await newOrganization('Eve')
    const { organizationId } = ada
    const labelId = await createLabel(ada, 'Forest')
    const { id: goalId } = await createGoal(ada, { labelIds: [labelId] })
    await changeRecord(database, goalLabelEntity, { organizationId, labelId }, { set: { color: 'red' } })
    expect(problemsIn(await readTable(database))).toEqual([
      `a label directory contains label ${organizationId}/${labelId}, which has other content`,
    ])
    await repair(ada, labelId)
    const { goal } = await ada.api.getGoal({ params: { goalId } })
    expect(goal.labels).toEqual(await labelsOf(ada))
    expect(goal.labels[0]?.color).toBe('red')
    await createLabel(ada, 'Sea')
    expect(await directoryOf(database, organizationId)).toEqual(await labelsOf(ada))
  })

  it('does not decide whether a label can be attached', async () => {
    const ada = await newOrganization('Flo')
    const { organizationId } = ada
    const labelId = await createLabel(ada, 'Forest')
    const goal = await createGoal(ada)
    await takeAwayRecord(database, goalLabelEntity, { organizationId, labelId })
    const nameKey = keyOf(foldedName('Forest'))
    await takeAwayRecord(database, goalLabelNameEntity, { organizationId, nameKey })
    const labelIds = [labelId]
    expect(await outcomeOf(ada.api.createGoal({ body: { ...newGoal, labelIds } }))).toBe(
      '400 invalid_goal_labels',
    )
    const params = { goalId: goal.id }
    expect(await outcomeOf(ada.api.updateGoal({ params, body: { labelIds } }))).toBe(
      '400 invalid_goal_labels',
    )
    await deleteDirectory(database, organizationId)
  })

  it('is bounded: goals read the labels that it does not contain by key', async () => {
    const ada = await newOrganization('Dora')
    const { api, organizationId } = ada
    // The longest description in bytes.
    const description = '\u{1F333}'.repeat(500)
    const growing = await createLabel(ada, 'Growing')
    const created: string[] = []
    for (let index = 0; index < 55; index++) {
      const { label } = await api.createGoalLabel({ body: { name: `Label ${index}`, description } })
      created.push(label.id)
    }
    const contained = async () => (await directoryOf(database, organizationId))?.map(({ id }) => id) ?? []
    const full = await contained()
    const entryBytes = 2_200
    expect(full.length).toBeGreaterThan((maximumDirectoryBytes * 0.9) / entryBytes)
    expect(full.length).toBeLessThan(50)
    const [first = '', last = ''] = [created[0], created.at(-1)]
    expect(full).toEqual(expect.arrayContaining([growing, first]))
    expect(full).not.toContain(last)

    const { id: goalId } = await createGoal(ada, { labelIds: [growing, first, last] })
    expect(await shownOn(ada, goalId)).toEqual(['Growing', 'Label 0', 'Label 54'])
    // Its entry no longer fits.
    await api.updateGoalLabel({ params: { labelId: growing }, body: { name: 'Grown', description } })
    expect(await contained()).not.toContain(growing)
    await api.updateGoalLabel({ params: { labelId: last }, body: { name: 'Last' } })
    expect(await shownOn(ada, goalId)).toEqual(['Grown', 'Label 0', 'Last'])

    // Once there is room, the next change of a label adds it.
    for (const labelId of created.slice(1, 3)) await api.deleteGoalLabel({ params: { labelId } })
    await api.updateGoalLabel({ params: { labelId: last }, body: { name: 'Added' } })
    expect(await contained()).toContain(last)
    expect(await shownOn(ada, goalId)).toEqual(['Added', 'Grown', 'Label 0'])

    await deleteDirectory(database, organizationId)
    await api.updateGoalLabel({ params: { labelId: last }, body: { name: 'Rebuilt' } })
    expect((await contained()).length).toBeLessThan(50)
    expect(await contained()).toContain(last)
    expect(await shownOn(ada, goalId)).toEqual(['Grown', 'Label 0', 'Rebuilt'])
  })
})
