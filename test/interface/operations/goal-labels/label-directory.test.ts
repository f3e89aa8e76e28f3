import type { GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import { maximumDirectoryBytes, readDirectory } from '@cairn/domain/goal-labels/label-directory'
import { foldedName, keyOf } from '@cairn/domain/storage/database/keys'
import { goalLabelEntity } from '@cairn/domain/storage/table/entities/goal-labels/goal-label'
import { goalLabelDirectoryEntity } from '@cairn/domain/storage/table/entities/goal-labels/goal-label-directory'
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
import { directoryOf } from '../../../support/table/label-directory.ts'
import { readTable } from '../../../support/table/read-table.ts'
import { changeRecord, takeAwayRecord, writeRecords } from '../../../support/table/write-records.ts'

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

  it('is required: without it goals show their labels, but changes of labels fail', async () => {
    const ada = await newOrganization('Cem')
    const { api, organizationId } = ada
    const labelId = await createLabel(ada, 'Forest')
    const { id: goalId } = await createGoal(ada, { labelIds: [labelId] })
    const directory = await readDirectory(database, organizationId)
    await takeAwayRecord(database, goalLabelDirectoryEntity, { organizationId })
    expect(problemsIn(await readTable(database))).toEqual([
      `organization ${organizationId} has no label directory`,
    ])
    expect(await shownOn(ada, goalId)).toEqual(['Forest'])
    expect(await outcomeOf(api.createGoalLabel({ body: { name: 'Sea' } }))).toBe('500 internal_error')
    expect((await labelsOf(ada)).map(({ name }) => name)).toEqual(['Forest'])
    if (directory) await writeRecords(database, goalLabelDirectoryEntity, [directory])
  })

  it('is corrected by the next change of a label whose entry is wrong', async () => {
    const ada = await newOrganization('Eve')
    const { organizationId } = ada
    const labelId = await createLabel(ada, 'Forest')
    const { id: goalId } = await createGoal(ada, { labelIds: [labelId] })
    await changeRecord(database, goalLabelEntity, { organizationId, labelId }, { set: { color: 'red' } })
    expect(problemsIn(await readTable(database))).toEqual([
      `a label directory contains label ${organizationId}/${labelId}, which has other content`,
    ])
    await ada.api.updateGoalLabel({ params: { labelId }, body: { description: 'Trees' } })
    const { goal } = await ada.api.getGoal({ params: { goalId } })
    expect(goal.labels).toEqual(await labelsOf(ada))
    expect(goal.labels[0]?.color).toBe('red')
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
    await changeRecord(database, goalLabelDirectoryEntity, { organizationId }, { set: { labels: {} } })
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
  })
})
