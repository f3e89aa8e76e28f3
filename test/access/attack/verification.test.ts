/**
 * Somebody who works on a goal with the verification `other_person` tries to complete it alone: with their own sessions, tokens and
 * agents, by editing the goal, and with rights that they have just lost.
 */
import type { ApiError } from '@cairn/contract/http/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerWith } from '../../interface/mcp/support/call-tools.ts'
import {
  complete,
  confirm,
  goalWithCriteria,
  idsOf,
  judge,
  readGoal,
} from '../../interface/operations/goals/review/support.ts'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import type { Browser } from '../../support/people/sign-in.ts'
import { signInAgain } from '../../support/people/sign-in.ts'
import { createWorld } from '../../support/people/world.ts'
import { createSend, refusal } from '../../support/requests/exchange.ts'
import { recordCalls } from '../../support/service/call-recorder.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

const service = stopAfterFile(await startTestService())
const { owner, admin, member, colleague } = await createWorld(service)
type Edit = Parameters<typeof owner.api.updateGoal>[0]['body']

const denied = { code: 'permission_denied' }
const edit = ({ api }: Browser, goalId: string, body: Edit) => api.updateGoal({ params: { goalId }, body })
const programOf = async (person: Browser): Promise<Browser> => ({
  ...person,
  api: programWith(service, await createToken(person)),
})
const guarded = (fields = {}) => goalWithCriteria(member, 2, { verification: 'other_person', ...fields })

/** The criteria for which a completion is refused. */
async function missing(by: Browser, goal: { id: string }): Promise<unknown> {
  const failure = (await complete(by, goal).catch((error: unknown) => error)) as ApiError
  expect([failure.code, failure.status]).toEqual(['verification_required', 409])
  return failure.addition.criterionIds
}

let program: Browser

beforeAll(async () => {
  program = await programOf(member)
})

afterAll(async () => {
  await expectSoundTable(service.table.database)
})

describe('completing alone', () => {
  it('409s until each criterion is met and confirmed, by every credential, and writes nothing', async () => {
    const goal = await guarded()
    const [first = '', second = ''] = idsOf(goal)
    for (const by of [member, program, owner]) expect(await missing(by, goal)).toEqual([first, second])
    await judge(member, goal, ['met'])
    expect(await missing(program, goal)).toEqual([first, second])
    await confirm(colleague, goal.id, 2, [first])
    expect(await missing(member, goal)).toEqual([second])
    await judge(program, goal, [undefined, 'met'])
    expect(await missing(member, goal)).toEqual([second])
    expect(await readGoal(member, goal.id)).toMatchObject({ status: 'active', revision: 3, version: 3 })
    // Whoever owns the token claimed it, whichever of their sessions asks.
    const again = await signInAgain(service, { ...member, displayName: 'Cem' })
    for (const by of [member, again]) {
      await expect(confirm(by, goal.id, 3, [second])).rejects.toMatchObject({
        code: 'acknowledgement_own_report',
      })
    }
    await confirm(colleague, goal.id, 3, [second])
    await complete(program, goal)
    expect(await readGoal(member, goal.id)).toMatchObject({ status: 'completed', revision: 4 })
  })

  it('409s a report that judges and completes at once, also what was confirmed before', async () => {
    const goal = await guarded()
    const ids = idsOf(goal)
    await judge(member, goal, ['met', 'met'])
    await confirm(colleague, goal.id, 2, ids)
    const failure = await judge(member, goal, ['met'], { status: 'completed' }).catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({ code: 'verification_required', addition: { criterionIds: [ids[0]] } })
    await expect(judge(member, goal, ['not_met'], { status: 'completed' })).rejects.toMatchObject({
      code: 'verification_required',
    })
    await complete(member, goal)
  })

  it('is not helped by an acknowledgement before the verdict, or a verdict that was taken back', async () => {
    const goal = await guarded()
    const ids = idsOf(goal)
    await judge(member, goal, [])
    await colleague.api.acknowledgeGoalUpdate({ params: { goalId: goal.id, revision: '2' } })
    await judge(member, goal, ['met', 'met'])
    expect(await missing(member, goal)).toEqual(ids)
    await expect(confirm(colleague, goal.id, 2, ids)).rejects.toMatchObject({ code: 'invalid_goal_criteria' })
    await confirm(colleague, goal.id, 3, ids)
    await judge(member, goal, ['not_met', 'met'])
    expect(await missing(member, goal)).toEqual(ids)
  })

  it('tells agents what to do', async () => {
    const goal = await guarded()
    const { id: tokenId, ...token } = await createToken(member)
    expect(tokenId).toBeDefined()
    const agent = callerWith(service, token)
    const result = await agent.call('report_progress', {
      goalId: goal.id,
      expectedRevision: 1,
      status: 'completed',
      summary: 'Done',
      details: 'Done.',
      verdicts: idsOf(goal).map((criterionId) => ({ criterionId, result: 'met' })),
    })
    expect(result).toMatchObject({
      isError: true,
      structuredContent: {
        error: {
          code: 'verification_required',
          criterionIds: idsOf(goal),
          whatToDo: expect.stringContaining('a person confirms'),
        },
      },
    })
  })

  it('guards nothing without criteria', async () => {
    const goal = await goalWithCriteria(member, 0, { verification: 'other_person' })
    await complete(member, goal)
  })
})

describe('weakening the verification', () => {
  it('403s its owner, and every program, and tells who may', async () => {
    const goal = await guarded({ reviewerUserId: colleague.userId })
    const [kept] = goal.criteria.map(({ id, title, description }) => ({ id, title, description }))
    const readded = goal.criteria.map(({ title, description }) => ({ title, description }))
    const weakening: Edit[] = [
      { verification: 'none' },
      { criteria: [] },
      { criteria: kept ? [kept] : [] },
      { criteria: readded },
      { reviewerUserId: null },
      { reviewerUserId: admin.userId },
      { verification: 'none', reviewerUserId: null, criteria: [] },
    ]
    const programs = await Promise.all([owner, admin, colleague].map(programOf))
    for (const body of weakening) {
      for (const by of [member, program, ...programs]) {
        await expect(edit(by, goal.id, body)).rejects.toMatchObject({
          code: expect.stringMatching(/permission_denied|goal_not_found/),
        })
      }
    }
    expect(await readGoal(owner, goal.id)).toEqual({ ...goal, watching: false })
    const agent = callerWith(service, await createToken(member))
    expect(
      await agent.call('edit_goal', { goalId: goal.id, expectedVersion: 1, verification: 'none' }),
    ).toMatchObject({ isError: true, structuredContent: { error: denied } })
  })

  it('is for a session of the reviewer or an administrator, and in the history', async () => {
    for (const by of [colleague, admin, owner]) {
      const goal = await guarded({ reviewerUserId: colleague.userId })
      const [kept] = goal.criteria.map(({ id, title, description }) => ({ id, title, description }))
      await edit(by, goal.id, { criteria: kept ? [kept] : [] })
      const { goal: after } = await edit(by, goal.id, { verification: 'none' })
      expect(after).toMatchObject({ verification: 'none', criteria: [{ id: kept?.id }], version: 3 })
      const { edits } = await member.api.listGoalEdits({ params: { goalId: goal.id } })
      expect(edits.map(({ authorityUserId, fields }) => [authorityUserId, Object.keys(fields)])).toEqual([
        [by.userId, ['criteria']],
        [by.userId, ['verification']],
      ])
      await complete(member, goal)
    }
  })

  it('lets a reviewer change nothing else of the goal', async () => {
    const goal = await guarded({ reviewerUserId: colleague.userId })
    const [first, second] = goal.criteria.map(({ id, title, description }) => ({ id, title, description }))
    if (!first || !second) throw new Error('no criteria')
    for (const body of [
      { title: 'Mine' },
      { verification: 'none', title: 'Mine' },
      { ownerUserId: colleague.userId },
      { criteria: [first, { ...second, title: 'Other' }] },
      { criteria: [first, { title: 'New', description: 'New' }] },
    ] as Edit[]) {
      await expect(edit(colleague, goal.id, body)).rejects.toMatchObject(denied)
    }
    const { goal: off } = await edit(colleague, goal.id, { verification: 'none' })
    await expect(edit(colleague, goal.id, { criteria: [first] })).rejects.toMatchObject(denied)
    expect(off.criteria).toHaveLength(2)
    await edit(colleague, goal.id, { reviewerUserId: null })
    await expect(edit(colleague, goal.id, { verification: 'other_person' })).rejects.toMatchObject(denied)
  })

  it('clears what was confirmed if the text of a criterion changes', async () => {
    const goal = await guarded()
    const ids = idsOf(goal)
    await judge(member, goal, ['met', 'met'])
    await confirm(colleague, goal.id, 2, ids)
    const criteria = goal.criteria.map(({ id, title }) => ({ id, title, description: 'Less.' }))
    await edit(member, goal.id, { criteria })
    expect(await missing(member, goal)).toEqual(ids)
  })

  it('403s an owner who names a reviewer by a program; in a session, they name one if there is none', async () => {
    const goal = await guarded()
    await expect(edit(program, goal.id, { reviewerUserId: colleague.userId })).rejects.toMatchObject(denied)
    await edit(member, goal.id, { reviewerUserId: colleague.userId })
    await expect(edit(member, goal.id, { reviewerUserId: admin.userId })).rejects.toMatchObject(denied)
    // The reviewer hands over, and the new one decides.
    await edit(colleague, goal.id, { reviewerUserId: admin.userId })
    await expect(edit(colleague, goal.id, { verification: 'none' })).rejects.toMatchObject(denied)
  })

  it('is not helped by another owner: who judged never confirms', async () => {
    const goal = await guarded()
    await judge(member, goal, ['met', 'met'])
    await edit(owner, goal.id, { ownerUserId: colleague.userId })
    await expect(confirm(member, goal.id, 2, idsOf(goal))).rejects.toMatchObject({
      code: 'acknowledgement_own_report',
    })
    expect(await missing(colleague, goal)).toEqual(idsOf(goal))
  })
})

describe('an administrator who is demoted at the moment of the write', () => {
  /** Runs a request of the administrator, and demotes them after it has read their role. */
  async function demotedWhile(method: 'PATCH' | 'PUT', path: string, body: object) {
    const recorder = recordCalls(service.table, { quietMilliseconds: 0 })
    const slow = await startTestService({
      table: service.table,
      attach: recorder.attach,
      environment: { WEB_ORIGIN: service.origin },
    })
    const arrived = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    recorder.setHold(({ body: call }) => {
      if (!JSON.stringify(call).includes('TransactItems')) return undefined
      arrived.resolve()
      return released.promise
    })
    const running = createSend(slow, { cookie: admin.cookie, webOrigin: service.origin })(method, path, {
      body,
    })
    await arrived.promise
    const params = { userId: admin.userId }
    await owner.api.updateOrganizationMemberRole({ params, body: { role: 'member' } })
    released.resolve()
    const response = await running
    await owner.api.updateOrganizationMemberRole({ params, body: { role: 'admin' } })
    await slow.stop()
    return response
  }

  it('switches nothing off', async () => {
    const goal = await guarded()
    const response = await demotedWhile('PATCH', `/v1/goals/${goal.id}`, { verification: 'none' })
    expect(response).toMatchObject(refusal('permission_denied'))
    expect(await readGoal(owner, goal.id)).toEqual({ ...goal, watching: false })
  })

  it('confirms nothing where there is another reviewer', async () => {
    const goal = await guarded({ reviewerUserId: colleague.userId })
    await judge(member, goal, ['met', 'met'])
    const path = `/v1/goals/${goal.id}/updates/2/acknowledgement`
    const response = await demotedWhile('PUT', path, { confirmedCriterionIds: idsOf(goal) })
    expect(response).toMatchObject(refusal('confirmation_not_allowed'))
    expect(await missing(member, goal)).toEqual(idsOf(goal))
  })
})
