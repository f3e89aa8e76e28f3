import { createClient } from '@cairn/contract/http/client'
import type { GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import { afterEach, describe, expect, it } from 'vitest'
import { createGoal, createLabel } from '../../../support/people/goals.ts'
import { newcomer } from '../../../support/people/sessions.ts'
import { recordCalls } from '../../../support/service/call-recorder.ts'
import { createTestTable } from '../../../support/service/engine.ts'
import { holdWrites } from '../../../support/service/hold-writes.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { deleteDirectory, directoryOf } from '../../../support/table/label-directory.ts'
import { testsAll } from '../../../support/test-all.ts'

const table = stopAfterFile(await createTestTable())
const recorder = recordCalls(table, { quietMilliseconds: 0 })
const service = stopAfterFile(await startTestService({ table }))
/** The same service; tests can hold back its writes. */
const slow = stopAfterFile(
  await startTestService({ table, attach: recorder.attach, environment: { WEB_ORIGIN: service.origin } }),
)
const { database } = table

afterEach(async () => {
  recorder.setHold(undefined)
  await expectSoundTable(database)
})

async function newOrganization(name: string) {
  const browser = await newcomer(service, name)
  const { activeOrganizationId: organizationId } = await browser.api.getAuthSession()
  return { ...browser, organizationId }
}

const writerCount = 32
const renames = testsAll ? 8 : 4
const labelsPerGoal = 16

describe('labels that change while goals are read', () => {
  it.each(['a', 'no'])(
    'are shown with names that are current during the request, by 32 writers that start with %s directory',
    async (start) => {
      const ada = await newOrganization(`Writers with ${start} directory`)
      const { api, organizationId } = ada
      const labelIds = await Promise.all(
        Array.from({ length: writerCount }, (_, writer) => createLabel(ada, `Writer ${writer} version 0`)),
      )
      for (let first = 0; first < writerCount; first += labelsPerGoal) {
        await createGoal(ada, { labelIds: labelIds.slice(first, first + labelsPerGoal) })
      }
      if (start === 'no') await deleteDirectory(database, organizationId)

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
    },
  )

  it('keeps a rename that happens between the read of all labels and the write of the first directory', async () => {
    const ada = await newOrganization('Eve')
    const late = createClient({
      baseUrl: slow.origin,
      headers: { origin: service.origin, cookie: ada.cookie },
    })
    const labelId = await createLabel(ada, 'Old')
    const { id: goalId } = await createGoal(ada, { labelIds: [labelId] })
    await deleteDirectory(database, ada.organizationId)
    const held = holdWrites(recorder)
    const written = late.createGoalLabel({ body: { name: 'Another' } })
    await held.arrived
    await ada.api.updateGoalLabel({ params: { labelId }, body: { name: 'New' } })
    held.release()
    await written
    const { goal } = await ada.api.getGoal({ params: { goalId } })
    expect(goal.labels.map(({ name }) => name)).toEqual(['New'])
    const directory = await directoryOf(database, ada.organizationId)
    expect(directory?.map(({ name }) => name)).toEqual(['Another', 'New'])
  })
})
