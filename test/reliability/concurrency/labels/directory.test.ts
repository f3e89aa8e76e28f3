import type { GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import { afterEach, describe, expect, it } from 'vitest'
import { createGoal, createLabel } from '../../../support/people/goals.ts'
import { newcomer } from '../../../support/people/sessions.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { directoryOf } from '../../../support/table/label-directory.ts'
import { testsAll } from '../../../support/test-all.ts'

const service = stopAfterFile(await startTestService())
const { database } = service.table

afterEach(() => expectSoundTable(database))

async function newOrganization(name: string) {
  const browser = await newcomer(service, name)
  const { activeOrganizationId: organizationId } = await browser.api.getAuthSession()
  return { ...browser, organizationId }
}

const writerCount = 32
const renames = testsAll ? 8 : 4
const labelsPerGoal = 16

describe('labels that change while goals are read', () => {
  it('are shown with names that are current during the request, with 32 writers', async () => {
    const ada = await newOrganization('Writers')
    const { api, organizationId } = ada
    const labelIds = await Promise.all(
      Array.from({ length: writerCount }, (_, writer) => createLabel(ada, `Writer ${writer} version 0`)),
    )
    for (let first = 0; first < writerCount; first += labelsPerGoal) {
      await createGoal(ada, { labelIds: labelIds.slice(first, first + labelsPerGoal) })
    }

    // The versions that each writer has sent, and the latest that any response has shown: no later request may show an
    // earlier one.
    const sent = labelIds.map(() => 0)
    const shown = labelIds.map(() => 0)
    let isWriting = true
    let reads = 0

    const show = (writer: number, version: number) => {
      shown[writer] = Math.max(shown[writer] ?? 0, version)
    }
    const write = async (writer: number) => {
      for (let version = 1; version <= renames; version++) {
        sent[writer] = version
        const name = `Writer ${writer} version ${version}`
        await api.updateGoalLabel({ params: { labelId: labelIds[writer] ?? '' }, body: { name } })
        show(writer, version)
        const labelId = await createLabel(ada, `Zone ${writer} ${version}`)
        if (version % 2 === 0) await api.deleteGoalLabel({ params: { labelId } })
      }
    }
    const versionIn = ({ id, name }: GoalLabel) => {
      const [writer = -1, version = -1] = (name.match(/\d+/g) ?? []).map(Number)
      expect(id).toBe(labelIds[writer])
      return { writer, version }
    }
    const read = async () => {
      while (isWriting) {
        // A goal must not show what its label no longer is.
        const { labels } = await api.listGoalLabels({ query: { limit: writerCount } })
        for (const { writer, version } of labels.map(versionIn)) show(writer, version)
        const before = [...shown]
        const { goals } = await api.listGoals()
        expect(goals.map(({ labels }) => labels.length)).toEqual([labelsPerGoal, labelsPerGoal])
        for (const { writer, version } of goals.flatMap(({ labels }) => labels).map(versionIn)) {
          expect(version).toBeGreaterThanOrEqual(before[writer] ?? 0)
          expect(version).toBeLessThanOrEqual(sent[writer] ?? 0)
          show(writer, version)
        }
        reads++
      }
    }
    const reading = Promise.all([read(), read(), read()])
    try {
      await Promise.all(labelIds.map((_, writer) => write(writer)))
    } finally {
      isWriting = false
    }
    await reading
    expect(reads).toBeGreaterThan(10)

    const { labels } = await api.listGoalLabels({ query: { limit: 100 } })
    const { goalLabel } = await expectSoundTable(database)
    const stored = goalLabel.filter((label) => label.organizationId === organizationId)
    expect(stored).toHaveLength(writerCount * (1 + renames / 2))
    const directory = await directoryOf(database, organizationId)
    expect(directory?.map(({ id }) => id).sort()).toEqual(stored.map(({ labelId }) => labelId).sort())
    expect(directory).toEqual(expect.arrayContaining(labels))
  })
})
