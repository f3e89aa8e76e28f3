import { describe, expect, it } from 'vitest'
import { bearer, createToken, removeMember } from '../../../../support/people/api-tokens.ts'
import { createGoal, historyOf, reportOf } from '../../../../support/people/goals.ts'
import { createWorld, type Member } from '../../../../support/people/world.ts'
import { createSend, refusal, unknownId } from '../../../../support/requests/exchange.ts'
import { updateOf } from '../../../../support/requests/goals.ts'
import { recordCalls } from '../../../../support/service/call-recorder.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))
const world = await createWorld(service)
const { owner, admin, member, colleague, stranger } = world

const pathOf = (goalId: string, revision: number | string) =>
  `/v1/goals/${goalId}/updates/${revision}/acknowledgement`
const acknowledge = (who: Member, goalId: string, revision: number | string) =>
  createSend(service, who)('PUT', pathOf(goalId, revision))

/** A goal of the owner with a report at revision 2. */
async function reportedGoal() {
  const { id } = await createGoal(owner)
  await owner.api.createGoalUpdate({ params: { goalId: id }, body: reportOf('Half') })
  return id
}

const acknowledgementsOf = async (goalId: string) =>
  (await historyOf(owner, goalId)).map(({ acknowledgements }) => acknowledgements)

describe('acknowledging a report', () => {
  it('200s with the report and the caller, for every member who sees it', async () => {
    const goalId = await reportedGoal()
    const before = await owner.api.getGoal({ params: { goalId } })
    const [, reported] = await historyOf(owner, goalId)
    const expected = []
    for (const who of [admin, member, colleague]) {
      clock.advance({ milliseconds: 1_000 })
      expected.push({ userId: who.userId, at: clock.timestamp })
      const response = await acknowledge(who, goalId, 2)
      expect(response.status).toBe(200)
      expect(updateOf(response)).toEqual({ ...reported, acknowledgements: expected })
    }
    expect(await acknowledgementsOf(goalId)).toEqual([[], expected])
    // Neither a version nor an entry of the history, and outside of the hash.
    expect(await owner.api.getGoal({ params: { goalId } })).toEqual(before)
  })

  it('200s with the same response again, whenever', async () => {
    const goalId = await reportedGoal()
    const first = await acknowledge(member, goalId, 2)
    clock.advance({ days: 1 })
    for (let repeat = 0; repeat < 3; repeat++) {
      expect((await acknowledge(member, goalId, 2)).text).toBe(first.text)
    }
  })

  it.each([
    ['on one machine', undefined],
    ['where the table has a stream', 'stream'],
  ])(
    'has the time that was stored first, %s, in a transaction that another one overtakes',
    async (_, index) => {
      const goalId = await reportedGoal()
      const recorder = recordCalls(service.table, { quietMilliseconds: 0 })
      const slow = await startTestService({
        table: service.table,
        attach: recorder.attach,
        clock: clock.read,
        environment: { WEB_ORIGIN: service.origin, SEARCH_INDEX: index },
      })
      const arrived = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      recorder.setHold(({ body }) => {
        if (!JSON.stringify(body).includes('goalAcknowledgementCount"')) return undefined
        arrived.resolve()
        return released.promise
      })
      const send = createSend(slow, { cookie: member.cookie, webOrigin: service.origin })
      const late = send('PUT', pathOf(goalId, 2))
      await arrived.promise
      clock.advance({ milliseconds: 60_000 })
      const first = await acknowledge(member, goalId, 2)
      released.resolve()
      expect((await late).text).toBe(first.text)
      const acknowledgements = [{ userId: member.userId, at: clock.timestamp }]
      expect(await acknowledgementsOf(goalId)).toEqual([[], acknowledgements])
      await slow.stop()
    },
  )

  it('counts once if all requests come at once, and everybody once', async () => {
    const goalId = await reportedGoal()
    const everybody = [admin, member, colleague]
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, index) => acknowledge(everybody[index % 3] as Member, goalId, 2)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(24).fill(200))
    const [, acknowledgements = []] = await acknowledgementsOf(goalId)
    expect(acknowledgements.map(({ userId }) => userId).toSorted()).toEqual(
      everybody.map(({ userId }) => userId).toSorted(),
    )
  })

  it('200s the publication, and an earlier report', async () => {
    const goalId = await reportedGoal()
    await owner.api.createGoalUpdate({ params: { goalId }, body: reportOf('More', { expectedRevision: 2 }) })
    for (const revision of [1, 2])
      expect(await acknowledge(member, goalId, revision)).toMatchObject({ status: 200 })
    expect((await acknowledgementsOf(goalId)).map(({ length }) => length)).toEqual([1, 1, 0])
  })

  it('takes an empty object, and 400s a field that it does not know yet', async () => {
    const goalId = await reportedGoal()
    const send = (body: object) => createSend(service, member)('PUT', pathOf(goalId, 2), { body })
    for (const body of [
      { confirmed: [] },
      { confirmedCriterionIds: ['x'] },
      { confirmedCriterionIds: null },
    ]) {
      expect(await send(body)).toMatchObject(refusal('invalid_request'))
    }
    expect(await acknowledgementsOf(goalId)).toEqual([[], []])
    const first = await send({})
    expect(first).toMatchObject({ status: 200 })
    expect((await send({ confirmedCriterionIds: [] })).text).toBe(first.text)
  })

  it('shows in conflicts and in the first response to a retry', async () => {
    const goalId = await reportedGoal()
    const { acknowledgements } = updateOf(await acknowledge(member, goalId, 2))
    expect(acknowledgements).toHaveLength(1)
    const send = createSend(service, owner)
    const path = `/v1/goals/${goalId}/updates`
    expect((await send('POST', path, { body: reportOf('Late') })).body).toMatchObject({
      conflict: { updates: [{ acknowledgements }] },
    })
    expect((await send('POST', path, { body: reportOf('Half') })).body).toMatchObject({
      update: { acknowledgements },
    })
  })
})

describe('a refused acknowledgement', () => {
  it("403s the caller's own report, also one made by a program for them", async () => {
    const goalId = await reportedGoal()
    expect(await acknowledge(owner, goalId, 2)).toMatchObject(refusal('acknowledgement_own_report'))
    const { secret } = await createToken(owner)
    const byProgram = await createSend(service)('POST', `/v1/goals/${goalId}/updates`, {
      body: reportOf('By program', { expectedRevision: 2 }),
      headers: { origin: undefined, ...bearer(secret) },
    })
    expect(byProgram.status).toBe(201)
    expect(await acknowledge(owner, goalId, 3)).toMatchObject(refusal('acknowledgement_own_report'))
    expect(await acknowledge(member, goalId, 3)).toMatchObject({ status: 200 })
  })

  it('depends on the author of the report, not on the owner of the goal', async () => {
    const goalId = await reportedGoal()
    await admin.api.createGoalUpdate({
      params: { goalId },
      body: reportOf('By Bob', { expectedRevision: 2 }),
    })
    expect(await acknowledge(owner, goalId, 3)).toMatchObject({ status: 200 })
    expect(await acknowledge(admin, goalId, 3)).toMatchObject(refusal('acknowledgement_own_report'))
  })

  it.each([
    '3',
    '0',
    '01',
    '00',
    '1e3',
    '1.0',
    '-1',
    '+1',
    '0x1',
    '%201',
    '%EF%BC%91',
    'x',
    '999999999999',
    '1000000000000',
    '9'.repeat(400),
  ])('404s the revision %.20s', async (revision) => {
    const goalId = await reportedGoal()
    expect(await acknowledge(member, goalId, revision)).toMatchObject(refusal('goal_not_found'))
    expect(await acknowledgementsOf(goalId)).toEqual([[], []])
  })

  it('404s an unknown and a deleted goal', async () => {
    const goalId = await reportedGoal()
    await owner.api.deleteGoal({ params: { goalId } })
    for (const id of [unknownId, goalId, 'x']) {
      expect(await acknowledge(member, id, 2)).toMatchObject(refusal('goal_not_found'))
    }
  })

  it('never brings a goal back that is deleted at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const goalId = await reportedGoal()
      const [response] = await Promise.all([
        acknowledge(member, goalId, 2),
        owner.api.deleteGoal({ params: { goalId } }),
      ])
      expect([200, 404]).toContain(response.status)
      expect(await acknowledge(member, goalId, 2)).toMatchObject(refusal('goal_not_found'))
    }
  })

  it("404s another organization's goal", async () => {
    const goalId = await reportedGoal()
    expect(await acknowledge(stranger, goalId, 2)).toMatchObject(refusal('goal_not_found'))
    expect(await acknowledgementsOf(goalId)).toEqual([[], []])
  })

  it('401s without a session, and with an API token', async () => {
    const goalId = await reportedGoal()
    const { secret } = await createToken(member)
    const anonymous = createSend(service)
    expect(await anonymous('PUT', pathOf(goalId, 2))).toMatchObject(refusal('unauthorized'))
    const headers = { origin: undefined, ...bearer(secret) }
    expect(await anonymous('PUT', pathOf(goalId, 2), { headers })).toMatchObject(refusal('unauthorized'))
  })

  it('403s another Origin before anything else', async () => {
    const headers = { origin: 'https://evil.test' }
    const response = await createSend(service)('PUT', pathOf('x', 'x'), { headers })
    expect(response).toMatchObject(refusal('origin_not_allowed'))
  })

  it('403s a removed member; a demoted one may still acknowledge', async () => {
    const goalId = await reportedGoal()
    await owner.api.updateOrganizationMemberRole({
      params: { userId: admin.userId },
      body: { role: 'member' },
    })
    expect(await acknowledge(admin, goalId, 2)).toMatchObject({ status: 200 })
    await removeMember(service, colleague.userId, owner.organizationId)
    const headers = { 'organization-id': owner.organizationId }
    const response = await createSend(service, colleague)('PUT', pathOf(goalId, 2), { headers })
    expect(response).toMatchObject(refusal('membership_not_found'))
    expect((await acknowledgementsOf(goalId))[1]).toHaveLength(1)
  })
})
