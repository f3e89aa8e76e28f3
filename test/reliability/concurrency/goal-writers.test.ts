import { type HistoryEntry, verifyHistory } from '@cairn/contract/goals/history-chain'
import { ApiError } from '@cairn/contract/http/client'
import { type GoalConflict, maximumMissedEntries } from '@cairn/contract/schemas/goals/goal-history'
import { goalKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { describe, expect, it } from 'vitest'
import { createGoal, createLabel, historyOf, reportOf } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import { responseTo } from '../../support/requests/outcomes.ts'
import { collect } from '../../support/requests/walk.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const bob = await signIn(service, { email: 'bob@example.com', displayName: 'Bob' })
await join(ada, bob, 'admin')
const labelIds = await Promise.all(['One', 'Two', 'Three'].map((name) => createLabel(ada, name)))

const writesEach = 3
/** A writer that loses so often would never finish. */
const maximumTries = 300

/** One writer's expectation, and the conflict that it got. */
type Catchup = { expected: { revision: number } | { version: number }; conflict: GoalConflict }

/** A goal and what its writers have seen. */
type Scene = {
  goalId: string
  catchups: Catchup[]
  reported: string[]
  described: string[]
  acknowledged: string[]
}

const createScene = async (): Promise<Scene> => {
  const { id: goalId } = await createGoal(ada, { title: 'Start' })
  return { goalId, catchups: [], reported: [], described: [], acknowledged: [] }
}

/** Sends a request until it is no conflict. After the first try, it knows only what conflicts said. */
async function untilWritten(
  { catchups }: Scene,
  start: { revision: number; version: number },
  by: 'revision' | 'version',
  send: (expected: number) => Promise<unknown>,
): Promise<{ revision: number; version: number }> {
  let known = start
  for (let tries = 1; tries <= maximumTries; tries++) {
    try {
      await send(known[by])
      return known
    } catch (error) {
      const conflict = error instanceof ApiError ? error.addition.conflict : undefined
      if (!conflict) throw error
      catchups.push({
        expected: by === 'revision' ? { revision: known.revision } : { version: known.version },
        conflict,
      })
      known = { revision: conflict.revision, version: conflict.version }
    }
  }
  throw new Error('A writer never succeeded.')
}

type Writer = (scene: Scene, name: string, { api }: Browser) => Promise<void>

const start = { revision: 1, version: 1 }

const report: Writer = async (scene, name, { api }) => {
  let known = start
  for (let write = 1; write <= writesEach; write++) {
    const summary = `${name} ${write}`
    known = await untilWritten(scene, known, 'revision', (expectedRevision) =>
      api.createGoalUpdate({ params: scene, body: reportOf(summary, { expectedRevision }) }),
    )
    scene.reported.push(summary)
  }
}

const edit: Writer = async (scene, name, { api }) => {
  let known = start
  for (let write = 1; write <= writesEach; write++) {
    const detailedDescription = `${name} ${write}`
    known = await untilWritten(scene, known, 'version', (expectedVersion) =>
      api.updateGoal({ params: scene, body: { detailedDescription, expectedVersion } }),
    )
    scene.described.push(detailedDescription)
  }
}

const editUnseen: Writer = async (scene, name, { api }) => {
  for (let write = 1; write <= writesEach; write++) {
    const detailedDescription = `${name} ${write}`
    await api.updateGoal({ params: scene, body: { detailedDescription } })
    scene.described.push(detailedDescription)
  }
}

const relabel: Writer = async (scene, name, { api }) => {
  for (let write = 1; write <= writesEach; write++) {
    const detailedDescription = `${name} ${write}`
    await api.updateGoal({
      params: scene,
      body: { detailedDescription, labelIds: labelIds.slice(write % 3) },
    })
    scene.described.push(detailedDescription)
  }
}

/** Acknowledges the newest report of somebody else, again and again. */
const acknowledge: Writer = async (scene, _, { api, userId }) => {
  for (let write = 1; write <= writesEach; write++) {
    const { updates } = await api.listGoalUpdates({ params: scene, query: { order: 'desc' } })
    const other = updates.find(({ authorityUserId }) => authorityUserId !== userId)
    if (!other) continue
    const params = { goalId: scene.goalId, revision: String(other.revision) }
    await api.acknowledgeGoalUpdate({ params })
    scene.acknowledged.push(`${other.revision} by ${userId}`)
  }
}

/** 32 writers, of whom each person is half. */
const writers: { write: Writer; name: string; person: Browser }[] = [
  ...Array(8).fill(report),
  ...Array(8).fill(edit),
  ...Array(6).fill(editUnseen),
  ...Array(4).fill(relabel),
  ...Array(6).fill(acknowledge),
].map((write: Writer, index) => ({ write, name: `Writer ${index}`, person: index % 2 === 0 ? ada : bob }))

async function entriesOf({ goalId }: Scene): Promise<{ updates: HistoryEntry[]; edits: HistoryEntry[] }> {
  const edits = await collect(
    (cursor) => bob.api.listGoalEdits({ params: { goalId }, query: { cursor, order: 'desc' } }),
    (page) => page.edits,
  )
  return { updates: await historyOf(ada, goalId), edits: edits.toReversed() }
}

/** Returns the expected conflict, from the whole history. */
function expectedCatchup(
  { expected, conflict: { version } }: Catchup,
  { updates, edits }: Awaited<ReturnType<typeof entriesOf>>,
) {
  const since =
    'version' in expected
      ? expected.version
      : (updates.find((update) => 'revision' in update && update.revision === expected.revision)?.version ??
        0)
  const isMissed = (entry: HistoryEntry) => entry.version > since && entry.version <= version
  const missed = { updates: updates.filter(isMissed), edits: edits.filter(isMissed) }
  return {
    updates: missed.updates.slice(-maximumMissedEntries).map(({ hash }) => hash),
    edits: missed.edits.slice(-maximumMissedEntries).map(({ hash }) => hash),
    truncated: Math.max(missed.updates.length, missed.edits.length) > maximumMissedEntries,
  }
}

describe('32 writers of one goal', () => {
  it('write versions and revisions without gaps, and no write that was confirmed is missing', async () => {
    const scene = await createScene()
    await Promise.all(writers.map(({ write, name, person }) => write(scene, name, person)))

    const { goal } = await bob.api.getGoal({ params: scene })
    const { updates, edits } = await entriesOf(scene)
    expect(await verifyHistory(goal, [...updates, ...edits])).toEqual([])
    const versions = [...updates, ...edits].map(({ version }) => version).toSorted((a, b) => a - b)
    expect(versions).toEqual(Array.from({ length: goal.version }, (_, index) => index + 1))
    const reports = await historyOf(ada, scene.goalId)
    expect(reports.map(({ revision }) => revision)).toEqual(
      Array.from({ length: goal.revision }, (_, index) => index + 1),
    )

    expect(
      reports
        .slice(1)
        .map(({ summary }) => summary)
        .toSorted(),
    ).toEqual(scene.reported.toSorted())
    expect(scene.reported).toHaveLength(8 * writesEach)
    const texts = edits.flatMap((entry) =>
      'fields' in entry ? (entry.fields.detailedDescription ?? []) : [],
    )
    expect(texts.map(({ to }) => to).toSorted()).toEqual(scene.described.toSorted())
    expect(scene.described).toHaveLength(18 * writesEach)
    // Nobody overwrote anything unseen: each edit started from what the one before it left.
    expect(texts.slice(1).map(({ from }) => from)).toEqual(texts.slice(0, -1).map(({ to }) => to))
    const shown = reports.flatMap(({ revision, acknowledgements }) =>
      acknowledgements.map(({ userId }) => `${revision} by ${userId}`),
    )
    expect(shown.toSorted()).toEqual([...new Set(scene.acknowledged)].toSorted())

    expect(scene.catchups.length).toBeGreaterThan(16)
    await expectSoundTable(service.table.database)
  })

  it('get a catch-up with each conflict: exactly what they missed, with which the next try can succeed', async () => {
    const scene = await createScene()
    await Promise.all(writers.map(({ write, name, person }) => write(scene, name, person)))
    const entries = await entriesOf(scene)
    for (const catchup of scene.catchups) {
      const { conflict } = catchup
      expect({
        updates: conflict.updates.map(({ hash }) => hash),
        edits: conflict.edits.map(({ hash }) => hash),
        truncated: conflict.truncated,
      }).toEqual(expectedCatchup(catchup, entries))
    }

    // After the others are done, one more try is enough.
    const first = scene.catchups.length
    await edit(scene, 'Late editor', bob)
    await report(scene, 'Late reporter', ada)
    expect(scene.catchups.length - first).toBeLessThanOrEqual(1 + writesEach + 1 + writesEach)
  })

  it('and one who deletes it: 204, the others 404 from then on, and no record is left', async () => {
    const scene = await createScene()
    const all = writers.map(({ write, name, person }) => responseTo(write(scene, name, person)))
    const removed = await responseTo(bob.api.deleteGoal({ params: scene }))
    const outcomes = new Set((await Promise.all(all)).map(({ outcome }) => outcome))
    expect(removed.outcome).toBe('ok')
    expect([...outcomes].filter((outcome) => outcome !== 'ok')).toEqual(['404 goal_not_found'])
    const content = await expectSoundTable(service.table.database)
    const { goalKey } = goalKeyOf({ organizationId: '', goalId: scene.goalId })
    expect(
      Object.values(content)
        .flat()
        .filter((record) => 'goalKey' in record && record.goalKey === goalKey),
    ).toEqual([])
  })
})
