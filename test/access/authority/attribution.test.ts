import { verifyHistory } from '@cairn/contract/goals/history-chain'
import { apiTokenEntity } from '@cairn/domain/storage/table/entities/api-token'
import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import { createGoal, historyOf, reportOf } from '../../support/people/goals.ts'
import { signInAgain } from '../../support/people/sign-in.ts'
import { createWorld } from '../../support/people/world.ts'
import { responseTo } from '../../support/requests/outcomes.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { takeAwayRecord } from '../../support/table/write-records.ts'

const world = await createWorld(stopAfterFile(await startTestService()))
const first = await createToken(world.member)
const second = await createToken(world.member)

const bySession = (userId: string) => ({
  authorityUserId: userId,
  actor: { kind: 'user', id: userId, runId: null },
  authentication: { kind: 'session', subjectId: userId },
  clientInfo: null,
})

const byToken = (userId: string, tokenId: string) => ({
  authorityUserId: userId,
  actor: { kind: 'client', id: tokenId, runId: null },
  authentication: { kind: 'api_token', subjectId: tokenId },
  clientInfo: null,
})

describe('a report', () => {
  it('has the user as actor by session, and the token as actor by program', async () => {
    const { userId } = world.member
    const { id: goalId } = await createGoal(world.member)
    const params = { goalId }
    const bySessionOf = await world.member.api.createGoalUpdate({ params, body: reportOf('By hand') })
    const byProgram = await programWith(world.service, first).createGoalUpdate({
      params,
      body: reportOf('By program', { expectedRevision: 2 }),
    })
    expect(bySessionOf.update).toMatchObject(bySession(userId))
    expect(byProgram.update).toMatchObject(byToken(userId, first.id))
    expect(await historyOf(world.owner, goalId)).toEqual([
      expect.objectContaining({ revision: 1, summary: 'Goal published', ...bySession(userId) }),
      bySessionOf.update,
      byProgram.update,
    ])
  })

  it("by an admin on a member's goal is attributed to the admin", async () => {
    const { id: goalId } = await createGoal(world.member)
    const token = await createToken(world.admin, ['goals:write:all'])
    const { update } = await programWith(world.service, token).createGoalUpdate({
      params: { goalId },
      body: reportOf('By the admin'),
    })
    expect(update).toMatchObject(byToken(world.admin.userId, token.id))
    const { goal } = await world.member.api.getGoal({ params: { goalId } })
    expect(goal).toMatchObject({
      ownerUserId: world.member.userId,
      createdByUserId: world.member.userId,
      updatedByUserId: world.admin.userId,
    })
  })
})

describe('an agent', () => {
  it('is the actor of its reports, with name and run, and of its edits, in history, feed, brief and chain', async () => {
    const { member } = world
    const { id: goalId } = await createGoal(member)
    const { secret, id } = await createToken(member, undefined, { kind: 'agent', name: 'Helpdesk bot' })
    const api = programWith(world.service, { secret })
    const clientInfo = { name: 'Coder', version: '2.1' }
    const body = reportOf('By agent', { runId: '4711', clientInfo })
    const actor = { kind: 'agent', id, runId: '4711' }
    const acted = { actor, actorName: 'Helpdesk bot' }
    const { update } = await api.createGoalUpdate({ params: { goalId }, body })
    expect(update).toMatchObject({ ...acted, clientInfo, authorityUserId: member.userId })
    await api.updateGoal({ params: { goalId }, body: { title: 'By agent' } })

    const edited = { actor: { ...actor, runId: null }, actorName: 'Helpdesk bot' }
    const { edits } = await member.api.listGoalEdits({ params: { goalId } })
    expect(edits).toMatchObject([edited])
    const history = await historyOf(member, goalId)
    const { goal } = await member.api.getGoal({ params: { goalId } })
    expect(await verifyHistory(goal, [...history, ...edits])).toEqual([])
    const renamed = history.map((entry) => ({ ...entry, ...(entry.actorName && { actorName: 'Ann' }) }))
    expect(await verifyHistory(goal, [...renamed, ...edits])).toMatchObject([{ problem: 'changed' }])

    const { events } = await member.api.listEvents({ query: { order: 'desc', limit: 2 } })
    expect(events).toMatchObject([edited, acted])
    const brief = await member.api.getBrief()
    const named = { ...actor, displayName: 'Helpdesk bot' }
    expect(brief.events.at(-2)?.actor).toEqual(named)
    expect(brief.events.at(-2)).not.toHaveProperty('actorName')
  })

  it('retries in another run: the first response again, with the first run', async () => {
    const { id: goalId } = await createGoal(world.member)
    const token = await createToken(world.member, undefined, { kind: 'agent' })
    const api = programWith(world.service, token)
    const report = (runId: string) =>
      api.createGoalUpdate({ params: { goalId }, body: reportOf('Ten trees', { runId }) })
    const response = await report('4711')
    expect(await report('4712')).toEqual(response)
    expect(response.update.actor.runId).toBe('4711')
  })

  it('keeps its name in the history when its token is gone', async () => {
    const { id: goalId } = await createGoal(world.member)
    const token = await createToken(world.member, undefined, { kind: 'agent', name: 'Gone bot' })
    const api = programWith(world.service, token)
    await api.createGoalUpdate({ params: { goalId }, body: reportOf('Ten trees') })
    const { database } = world.service.table
    await takeAwayRecord(database, apiTokenEntity, { tokenId: token.id })
    expect((await historyOf(world.member, goalId)).at(-1)).toMatchObject({ actorName: 'Gone bot' })
    const { events } = await world.member.api.getBrief()
    expect(events.at(-1)?.actor.displayName).toBe('Gone bot')
  })
})

describe('a goal and a label', () => {
  it('created by a program belong to its user, and the publication has the program as actor', async () => {
    const { userId } = world.member
    const api = programWith(world.service, first)
    const { goal } = await api.createGoal({
      body: { detailedDescription: 'Plant a hundred trees.', timeframe: { kind: 'continuous' } },
    })
    expect(goal).toMatchObject({
      organizationId: world.owner.organizationId,
      ownerUserId: userId,
      createdByUserId: userId,
      updatedByUserId: userId,
    })
    expect(await historyOf({ ...world.member, api }, goal.id)).toMatchObject([byToken(userId, first.id)])
    const { label } = await api.createGoalLabel({ body: { name: 'Forest' } })
    expect(label).toMatchObject({
      organizationId: world.owner.organizationId,
      createdByUserId: userId,
      updatedByUserId: userId,
    })
  })
})

describe('an idempotency key', () => {
  it('201s the first response again for the credential that used it, and writes nothing', async () => {
    for (const api of [world.member.api, programWith(world.service, first)]) {
      const { id: goalId } = await createGoal(world.member)
      const request = { params: { goalId }, body: reportOf('Ten trees') }
      const response = await api.createGoalUpdate(request)
      expect(await api.createGoalUpdate(request)).toEqual(response)
      expect(await historyOf(world.member, goalId)).toHaveLength(2)
    }
  })

  it('409s for another credential with the same content', async () => {
    const apis = {
      'the session': world.member.api,
      'a token': programWith(world.service, first),
      'another token of the same user': programWith(world.service, second),
      'an admin': world.admin.api,
      'the token of an admin': programWith(world.service, await createToken(world.admin)),
    }
    for (const [used, by] of Object.entries(apis)) {
      const { id: goalId } = await createGoal(world.member)
      const request = { params: { goalId }, body: reportOf('Ten trees') }
      await by.createGoalUpdate(request)
      for (const [other, api] of Object.entries(apis)) {
        const { outcome } = await responseTo(api.createGoalUpdate(request))
        expect(outcome, `used by ${used}, then by ${other}`).toBe(
          api === by ? 'ok' : '409 goal_update_idempotency_conflict',
        )
      }
      expect(await historyOf(world.member, goalId)).toHaveLength(2)
    }
  })

  it('201s the first response again for the same user after signing in again', async () => {
    const { id: goalId } = await createGoal(world.member)
    const request = { params: { goalId }, body: reportOf('Ten trees') }
    const response = await world.member.api.createGoalUpdate(request)
    const again = await signInAgain(world.service, { email: world.member.email, displayName: 'Cem' })
    expect(await again.api.createGoalUpdate(request)).toEqual(response)
  })
})
