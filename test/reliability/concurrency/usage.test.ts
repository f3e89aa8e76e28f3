import { noUsage } from '@cairn/contract/goals/usage'
import type { Client } from '@cairn/contract/http/client'
import type { GoalUsed } from '@cairn/contract/schemas/goals/goal-work'
import { expect, it } from 'vitest'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../support/people/goals.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { responseTo } from '../../support/requests/outcomes.ts'
import { recordCalls } from '../../support/service/call-recorder.ts'
import { createTestTable } from '../../support/service/engine.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { seededRandom, testSeed, testsAll } from '../../support/test-all.ts'

const reporters = 20
const reportsEach = testsAll ? 20 : 4

const table = await createTestTable()
const recorder = recordCalls(table, { quietMilliseconds: 0 })
const service = stopAfterFile(await startTestService({ table, attach: recorder.attach }))
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const random = seededRandom(testSeed)

/** Adds by field, without the code that the service adds with. */
function add(sums: Map<string, GoalUsed>, key: string, more: GoalUsed): void {
  const sum = sums.get(key) ?? noUsage
  const names = Object.keys(noUsage) as (keyof GoalUsed)[]
  sums.set(key, Object.fromEntries(names.map((name) => [name, sum[name] + more[name]])) as GoalUsed)
}

const upTo = (most: number) => Math.floor(random() * (most + 1))

it(`sums are those of all accepted reports of ${reporters} at once, with lost answers, faults and repeated requests`, async () => {
  const goals = await Promise.all([1, 2, 3].map(() => createGoal(ada)))
  const tokens = await Promise.all(
    [1, 2, 3, 4].map((number) =>
      createToken(ada, ['goals:read:all', 'goals:write:all'], { name: `Agent ${number}` }),
    ),
  )
  const byGoal = new Map<string, GoalUsed>()
  const byActor = new Map<string, GoalUsed>()

  // The transaction is committed, and the AWS SDK sends it again.
  recorder.setLost(({ operation }) => operation === 'TransactWriteItems' && random() < 0.2)
  // The database is gone for a call.
  recorder.setHold(({ operation }) =>
    operation === 'TransactWriteItems' && random() < 0.1 ? Promise.reject(new Error('gone')) : undefined,
  )

  async function report(api: Client, actorId: string, name: string): Promise<void> {
    const { id: goalId } = goals[upTo(goals.length - 1)] ?? { id: '' }
    const usage =
      random() < 0.8 ? { seconds: upTo(100), costMicros: upTo(1_000_000), inputTokens: upTo(9) } : undefined
    for (;;) {
      const { goal } = await patiently(() => api.getGoal({ params: { goalId } }))
      const body = reportOf(name, { expectedRevision: goal.revision, usage })
      const send = () => responseTo(api.createGoalUpdate({ params: { goalId }, body }))
      const [result] = await Promise.all(random() < 0.3 ? [send(), send()] : [send()])
      if (result?.outcome !== 'ok') continue
      if (usage) {
        const counted = { ...noUsage, ...usage, reports: 1 }
        add(byGoal, goalId, counted)
        add(byActor, actorId, counted)
      }
      return
    }
  }

  await Promise.all(
    Array.from({ length: reporters }, async (_, index) => {
      const token = tokens[index % (tokens.length + 1)]
      const api = token ? programWith(service, token) : ada.api
      for (let number = 0; number < reportsEach; number++) {
        await report(api, token?.id ?? ada.userId, `Report ${index}-${number}`)
      }
    }),
  )
  recorder.setLost(undefined)
  recorder.setHold(undefined)

  for (const { id: goalId } of goals) {
    expect((await ada.api.getGoal({ params: { goalId } })).goal.used).toEqual(byGoal.get(goalId) ?? noUsage)
  }
  const goalSums = (await ada.api.listUsage()).usage.map(({ goal, used }) => [goal?.id, used] as const)
  expect(new Map(goalSums)).toEqual(byGoal)
  const actorSums = (await ada.api.listUsage({ query: { by: 'actor' } })).usage
  expect(new Map(actorSums.map(({ actor, used }) => [actor?.id, used]))).toEqual(byActor)
  await expectSoundTable(service.table.database)
})

/** Sends a request again as long as the service cannot answer. */
async function patiently<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    const { body } = await responseTo(send())
    if (body !== undefined) return body
  }
}
