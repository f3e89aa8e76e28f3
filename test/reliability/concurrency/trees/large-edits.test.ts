import { ApiError, createClient } from '@cairn/contract/http/client'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { goalKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { goalDependentEntity } from '@cairn/domain/storage/table/entities/goals/goal-tree'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { beforeAll, expect, it } from 'vitest'
import { createGoal, createLabel } from '../../../support/people/goals.ts'
import { type Browser, signIn } from '../../../support/people/sign-in.ts'
import { recordCalls } from '../../../support/service/call-recorder.ts'
import { createTestTable } from '../../../support/service/engine.ts'
import { holdWrites } from '../../../support/service/hold-writes.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

/**
 * An edit with more writes than a transaction has room for. Those that say who waits for a blocker are committed before it, so a blocker
 * may be deleted before them, and the edit may fail after them.
 */

const table = stopAfterFile(await createTestTable())
const recorder = recordCalls(table, { quietMilliseconds: 0 })
const service = stopAfterFile(await startTestService({ table }))
const environment = { WEB_ORIGIN: service.origin }
/** The same service; its writes are held. */
const slow = stopAfterFile(
  await startTestService({ table, environment, attach: recorder.attach, background: false }),
)
let ada: Browser
let labelIds: string[]

beforeAll(async () => {
  ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
  labelIds = await Promise.all(Array.from({ length: 40 }, (_, index) => createLabel(ada, `Label ${index}`)))
})

const blockersAtOnce = 20

it.each([
  ['that succeeds', false],
  ['that is refused', true],
])(
  'leaves nothing below a blocker that was deleted before it, in an edit %s',
  async (outcome, isOvertaken) => {
    const blockers = await Promise.all(Array.from({ length: blockersAtOnce }, () => createGoal(ada)))
    const goal = await createGoal(ada, { labelIds: labelIds.slice(0, 20) })
    const held = holdWrites(recorder)
    const params = { goalId: goal.id }
    const edit = createClient({
      baseUrl: slow.origin,
      headers: { cookie: ada.cookie, origin: service.origin },
    })
      .updateGoal({
        params,
        body: { labelIds: labelIds.slice(20), blockedByGoalIds: blockers.map(({ id }) => id) },
      })
      .then(
        () => 'done',
        (error: unknown) => (error instanceof ApiError ? error.code : Promise.reject(error)),
      )
    await held.arrived
    const [deleted] = blockers
    const goalId = deleted?.id ?? ''
    await ada.api.deleteGoal({ params: { goalId } })
    if (isOvertaken) await ada.api.updateGoal({ params, body: { title: 'Another title' } })
    // The deletion has been followed then.
    await ada.api.listEvents({ query: {} })
    held.release()
    expect(await edit).toBe(isOvertaken ? 'invalid_goal_blockers' : 'done')
    // Lets this service follow the edit of the other one.
    await createLabel(ada, `Label after an edit ${outcome}`)
    await ada.api.listEvents({ query: {} })
    const { organizationId } = goal
    const dependent = { ...goalKeyOf({ organizationId, goalId }), dependentKey: shortId(goal.id) }
    expect(await readRecord(table.database, goalDependentEntity, dependent)).toBeNull()
    await expectSoundTable(table.database)
  },
)
