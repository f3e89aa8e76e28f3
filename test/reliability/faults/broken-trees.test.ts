import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { repairTable } from '@cairn/domain/repair/repair-table'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { goalKeyOf, goalRowEntity } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { goalChildEntity, goalTreeEntity } from '@cairn/domain/storage/table/entities/goals/goal-tree'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { beforeAll, describe, expect, it } from 'vitest'
import { allScopes, createToken, programWith } from '../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../support/people/goals.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { createSend } from '../../support/requests/exchange.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { changeRecord, writeRecords } from '../../support/table/write-records.ts'

/** Places that the service never writes. Whatever wrote them, every request still ends, and the integrity check finds them. */

const service = stopAfterFile(await startTestService())
const { database } = service.table
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const send = createSend(service, ada)
const { activeOrganizationId: organizationId } = await ada.api.getOrganizationContext()
const create = (fields: object = {}) => createGoal(ada, fields)

const keyOf = (goalId: string) => goalKeyOf({ organizationId, goalId })

/** Says in every record that a goal is below another one, which knows it or does not exist. */
async function putBelow(goalId: string, parentGoalId: string, isKnown = true): Promise<void> {
  const key = keyOf(goalId)
  const parentKey = shortId(parentGoalId)
  const row = await readRecord(database, goalRowEntity, key)
  if (!row) throw new Error('The goal does not exist.')
  await changeRecord(database, goalRowEntity, key, { set: { content: { ...row.content, m: parentKey } } })
  await writeRecords(database, goalTreeEntity, [{ ...key, parentKey, below1: 1, below2: 1 }])
  if (!isKnown) return
  const facts = { s: 'active' as const, w: 'nobody', f: '', a: 0 }
  await writeRecords(database, goalChildEntity, [
    { ...keyOf(parentGoalId), childKey: key.goalKey, facts, stamp: 'broken' },
  ])
}

async function problems(): Promise<string[]> {
  const found: string[] = []
  for await (const { message } of checkTable(database)) found.push(message)
  return found
}

/** Sends everything that looks along parents or sub-goals of some goals, and returns the statuses. */
async function requestsAround(goalIds: readonly string[]): Promise<Record<string, number>> {
  const other = await create()
  const statuses: Record<string, number> = {}
  const note = async (method: string, path: string, body?: object) => {
    const { status } = await send(method, path, body)
    statuses[`${method} ${path} ${body ? JSON.stringify(body) : ''}`] = status
  }
  for (const goalId of goalIds) {
    const path = `/v1/goals/${goalId}`
    await note('GET', path)
    await note('GET', `${path}/tree`)
    await note('GET', `${path}/tree?depth=4&limit=1`)
    await note('GET', `/v1/goals?parentGoalId=${goalId}&view=summary`)
    await note('POST', '/v1/goals', {
      detailedDescription: 'Below it',
      timeframe: { kind: 'continuous' },
      parentGoalId: goalId,
    })
    await note('PATCH', `/v1/goals/${other.id}`, { parentGoalId: goalId })
    await note('PATCH', `/v1/goals/${other.id}`, { blockedByGoalIds: [goalId] })
    await note('PATCH', path, { blockedByGoalIds: [other.id] })
    await note('PATCH', path, { title: `Another title ${goalId}` })
    await note('PATCH', path, { parentGoalId: other.id })
    await note('POST', '/v1/goals/claim-next', { parentGoalId: goalId })
  }
  await note('GET', '/v1/goals?ready=true')
  await note('GET', '/v1/goals?blocked=true&view=summary')
  await note('GET', '/v1/goals/counts')
  await note('GET', '/v1/brief')
  const { secret } = await createToken(ada, allScopes, { goalIds: [...goalIds] })
  const program = programWith(service, { secret })
  for (const goalId of goalIds) {
    await program.getGoal({ params: { goalId } })
    await program.getGoalTree({ params: { goalId } })
  }
  expect((await program.listGoals({ query: {} })).goals.length).toBeGreaterThan(0)
  return statuses
}

function expectAnswers(statuses: Record<string, number>): void {
  const failed = Object.entries(statuses).filter(([, status]) => status >= 500)
  expect(failed).toEqual([])
}

describe('goals that are below each other', () => {
  let goalIds: string[]

  beforeAll(async () => {
    const top = await create({ title: 'Top' })
    const middle = await create({ title: 'Middle', parentGoalId: top.id })
    const leaf = await create({ title: 'Leaf', parentGoalId: middle.id })
    goalIds = [top.id, middle.id, leaf.id]
    await putBelow(top.id, leaf.id)
  })

  it('are found', async () => {
    expect(await problems()).toContainEqual(expect.stringContaining('wait for each other'))
  })

  it('do not keep the repair from ending', async () => {
    await repairTable(database)
    expect(await problems()).toContainEqual(expect.stringContaining('wait for each other'))
  })

  it('are answered by every request', async () => {
    expectAnswers(await requestsAround(goalIds))
  })

  it('are reported on, and what follows ends', async () => {
    for (const goalId of goalIds) {
      const { goal } = await ada.api.getGoal({ params: { goalId } })
      await ada.api.createGoalUpdate({
        params: { goalId },
        body: reportOf('News', { expectedRevision: goal.revision, health: 'at_risk' }),
      })
    }
    await ada.api.listEvents({ query: {} })
    expect(service.lines.filter((line) => line.includes('failed to follow'))).toEqual([])
  })

  it('are a tree again once somebody has moved one of them to the top', async () => {
    const [top = ''] = goalIds
    const { goal } = await ada.api.updateGoal({ params: { goalId: top }, body: { parentGoalId: null } })
    expect(goal.ancestors).toEqual([])
    await ada.api.listEvents({ query: {} })
    await repairTable(database)
    expect(await problems()).toEqual([])
  })
})

describe('a goal below one that does not exist', () => {
  let goalId: string

  beforeAll(async () => {
    const { id } = await create({ title: 'Alone' })
    await create({ title: 'Below', parentGoalId: id })
    goalId = id
    await putBelow(goalId, '00000000-0000-4000-8000-000000000000', false)
  })

  it('is found', async () => {
    expect(await problems()).toContainEqual(expect.stringContaining('which does not exist'))
  })

  it('is answered by every request, and can be moved', async () => {
    expectAnswers(await requestsAround([goalId]))
    const { goal } = await ada.api.updateGoal({ params: { goalId }, body: { parentGoalId: null } })
    expect(goal.parentGoalId).toBeNull()
  })
})
