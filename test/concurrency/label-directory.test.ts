import { createClient } from '@cairn/contract/client'
import type { Goal } from '@cairn/contract/schemas/goals'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { createGoal, createLabel } from '../support/people/goals.ts'
import { newcomer } from '../support/people/sessions.ts'
import { createWireTable } from '../support/service/engine.ts'
import { startEngineProxy } from '../support/service/engine-proxy.ts'
import { holdWrites } from '../support/service/hold-writes.ts'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { expectSoundTable } from '../support/table/check-table.ts'
import { deleteDirectory, directoryOf } from '../support/table/label-directory.ts'

const proxy = stopAfterFile(await startEngineProxy(inject('engineEndpoint'), { quietMilliseconds: 0 }))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table }))
/** The same service; tests can hold back its writes. */
const slow = stopAfterFile(
  await startTestService({ table, endpoint: proxy.endpoint, environment: { WEB_ORIGIN: service.origin } }),
)
const { database } = table

afterEach(async () => {
  proxy.setFault(undefined)
  await expectSoundTable(database)
})

async function newOrganization(name: string) {
  const browser = await newcomer(service, name)
  const { activeOrganizationId: organizationId } = await browser.api.getAuthSession()
  return { ...browser, organizationId }
}

const writerCount = 32
const renames = 8
const labelsPerGoal = 16

describe('labels that change while goals are read', () => {
  it.each(['a', 'no'])(
    'are shown with names that were current during the request, by 32 writers that start with %s directory',
    { timeout: 120_000 },
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

      // The versions that each writer has sent, and whose response it has received.
      const sent = labelIds.map(() => 0)
      const confirmed = labelIds.map(() => 0)
      let isWriting = true
      let reads = 0

      const write = async (writer: number) => {
        for (let version = 1; version <= renames; version++) {
          sent[writer] = version
          const name = `Writer ${writer} version ${version}`
          await api.updateGoalLabel({ params: { labelId: labelIds[writer] ?? '' }, body: { name } })
          confirmed[writer] = version
          const labelId = await createLabel(ada, `Writer ${writer} extra ${version}`)
          if (version % 2 === 0) await api.deleteGoalLabel({ params: { labelId } })
        }
      }
      const expectCurrent = (goals: readonly Goal[], before: readonly number[], after: readonly number[]) => {
        for (const label of goals.flatMap(({ labels }) => labels)) {
          const [writer = -1, version = -1] = (label.name.match(/\d+/g) ?? []).map(Number)
          expect(label.id).toBe(labelIds[writer])
          expect(version).toBeGreaterThanOrEqual(before[writer] ?? 0)
          expect(version).toBeLessThanOrEqual(after[writer] ?? 0)
        }
      }
      const read = async () => {
        while (isWriting) {
          const before = [...confirmed]
          const { goals } = await api.listGoals()
          const after = [...sent]
          expect(goals.map(({ labels }) => labels.length)).toEqual([labelsPerGoal, labelsPerGoal])
          expectCurrent(goals, before, after)
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
    const held = holdWrites(proxy)
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
