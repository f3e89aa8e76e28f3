import type { Goal } from '@cairn/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../support/people/sign-in.ts'
import { createSend, refusal, type Send } from '../support/requests/exchange.ts'
import { createLabel, goalOf, minimalGoal, publish, report } from '../support/requests/goals.ts'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'

const sends: Record<string, Send> = {}

const service = stopAfterFile(await startTestService())
const owner = await signIn(service, { email: 'owner@example.com', displayName: 'Olga Owner' })
const admin = await join({ email: 'admin@example.com', displayName: 'Anna Admin' }, 'admin')
const member = await join({ email: 'member@example.com', displayName: 'Mia Member' }, 'member')
const stranger = await signIn(service, { email: 'stranger@example.com', displayName: 'Stella Stranger' })
for (const [role, browser] of Object.entries({ owner, admin, member, stranger })) {
  sends[role] = createSend(service, browser)
}

/** A person who accepted the owner's invitation. */
async function join(
  person: { email: string; displayName: string },
  role: 'admin' | 'member',
): Promise<Browser> {
  const { acceptUrl } = await owner.api.createOrganizationInvitation({ body: { email: person.email, role } })
  const browser = await signIn(service, person)
  const token = new URL(acceptUrl).pathname.split('/').at(-1) ?? ''
  await browser.api.acceptOrganizationInvitation({ body: { token } })
  return browser
}

function sendAs(role: string): Send {
  const send = sends[role]
  if (!send) throw new Error(`Nobody has the role ${role}.`)
  return send
}

/** Every way to write a goal, by name, with the status of its success. */
const writes: [string, number, (send: Send, goal: Goal) => ReturnType<Send>][] = [
  ['PATCH', 200, (send, { id }) => send('PATCH', `/v1/goals/${id}`, { body: { title: 'changed' } })],
  ['a report', 201, (send, { id }) => report(send, id)],
  ['DELETE', 204, (send, { id }) => send('DELETE', `/v1/goals/${id}`)],
]

let ownersGoal: Goal
let membersGoal: Goal
let nobodysGoal: Goal

beforeEach(async () => {
  ownersGoal = await publish(sendAs('owner'))
  membersGoal = await publish(sendAs('member'))
  nobodysGoal = await publish(sendAs('owner'), { ownerUserId: null })
})

describe('reading', () => {
  it.each(['owner', 'admin', 'member'])('200s every goal of the organization for its %s', async (role) => {
    for (const { id } of [ownersGoal, membersGoal, nobodysGoal]) {
      expect(await sendAs(role)('GET', `/v1/goals/${id}`)).toMatchObject({ status: 200 })
      expect(await sendAs(role)('GET', `/v1/goals/${id}/updates`)).toMatchObject({ status: 200 })
    }
    const { body } = await sendAs(role)('GET', '/v1/goals?limit=3')
    const ids = (body as { goals: Goal[] }).goals.map(({ id }) => id)
    expect(ids).toEqual([nobodysGoal.id, membersGoal.id, ownersGoal.id])
  })

  it('404s them for everybody else, and lists none', async () => {
    for (const { id } of [ownersGoal, membersGoal, nobodysGoal]) {
      expect(await sendAs('stranger')('GET', `/v1/goals/${id}`)).toMatchObject(refusal('goal_not_found'))
    }
    expect((await sendAs('stranger')('GET', '/v1/goals')).body).toEqual({ goals: [], nextCursor: null })
  })
})

describe.each(writes)('writing by %s', (_, success, write) => {
  it.each(['owner', 'admin'])('succeeds for the %s on every goal', async (role) => {
    for (const goal of [ownersGoal, membersGoal, nobodysGoal]) {
      expect(await write(sendAs(role), goal)).toMatchObject({ status: success })
    }
  })

  it('succeeds for a member on their own goal', async () => {
    expect(await write(sendAs('member'), membersGoal)).toMatchObject({ status: success })
  })

  it('403s for a member on a goal of somebody else or without an owner, and changes nothing', async () => {
    for (const goal of [ownersGoal, nobodysGoal]) {
      expect(await write(sendAs('member'), goal)).toMatchObject(refusal('permission_denied'))
      expect(goalOf(await sendAs('owner')('GET', `/v1/goals/${goal.id}`))).toEqual(goal)
    }
  })

  it('404s for a stranger', async () => {
    for (const goal of [ownersGoal, membersGoal, nobodysGoal]) {
      expect(await write(sendAs('stranger'), goal)).toMatchObject(refusal('goal_not_found'))
    }
  })
})

describe('the order of checks', () => {
  it('400s a wrong body before it 403s', async () => {
    const response = await sendAs('member')('PATCH', `/v1/goals/${ownersGoal.id}`, { body: { title: '' } })
    expect(response).toMatchObject(refusal('invalid_request', 'title'))
  })

  it('403s before it tells the revision', async () => {
    const response = await report(sendAs('member'), ownersGoal.id, { expectedRevision: 9 })
    expect(response).toMatchObject(refusal('permission_denied'))
  })
})

describe('reassignment', () => {
  const create = (role: string, ownerUserId: string | null) =>
    sendAs(role)('POST', '/v1/goals', { body: { ...minimalGoal, ownerUserId } })
  const give = (role: string, goal: Goal, ownerUserId: string | null) =>
    sendAs(role)('PATCH', `/v1/goals/${goal.id}`, { body: { ownerUserId } })

  it.each(['owner', 'admin'])('201s and 200s for the %s, to any member and to no owner', async (role) => {
    for (const ownerUserId of [owner.userId, admin.userId, member.userId, null]) {
      const response = await create(role, ownerUserId)
      expect(response).toMatchObject({ status: 201, body: { goal: { ownerUserId } } })
      const change = await give(role, ownersGoal, ownerUserId)
      expect(change).toMatchObject({ status: 200, body: { goal: { ownerUserId } } })
    }
  })

  it('403s for a member, on publishing and on PATCH of their own goal', async () => {
    for (const ownerUserId of [owner.userId, admin.userId]) {
      expect(await create('member', ownerUserId)).toMatchObject(refusal('goal_owner_forbidden'))
      expect(await give('member', membersGoal, ownerUserId)).toMatchObject(refusal('goal_owner_forbidden'))
    }
    expect(goalOf(await sendAs('member')('GET', `/v1/goals/${membersGoal.id}`))).toEqual(membersGoal)
  })

  it('201s for a member to themselves and to no owner', async () => {
    expect(await create('member', member.userId)).toMatchObject({ status: 201 })
    expect(await create('member', null)).toMatchObject({ status: 201, body: { goal: { ownerUserId: null } } })
    expect(await give('member', membersGoal, null)).toMatchObject({ status: 200 })
    expect(await give('member', membersGoal, member.userId)).toMatchObject(refusal('permission_denied'))
  })

  it('400s for the owner to a user who is not a member', async () => {
    expect(await create('owner', stranger.userId)).toMatchObject(refusal('invalid_goal_owner'))
    expect(await give('owner', ownersGoal, stranger.userId)).toMatchObject(refusal('invalid_goal_owner'))
  })

  it('lets the new owner write it, and no longer the old one', async () => {
    await give('owner', membersGoal, admin.userId)
    expect(await report(sendAs('member'), membersGoal.id)).toMatchObject(refusal('permission_denied'))
    await give('owner', ownersGoal, member.userId)
    expect(await report(sendAs('member'), ownersGoal.id)).toMatchObject({ status: 201 })
  })
})

describe('authorship', () => {
  it('returns who created and who changed a goal, whoever owns it', async () => {
    const change = await sendAs('admin')('PATCH', `/v1/goals/${membersGoal.id}`, { body: { title: 'x' } })
    expect(goalOf(change)).toMatchObject({
      ownerUserId: member.userId,
      createdByUserId: member.userId,
      updatedByUserId: admin.userId,
    })
    await report(sendAs('owner'), membersGoal.id)
    const { goal } = await member.api.getGoal({ params: { goalId: membersGoal.id } })
    expect(goal.updatedByUserId).toBe(owner.userId)
    const { updates } = await member.api.listGoalUpdates({ params: { goalId: goal.id } })
    expect(updates.map(({ actor, authorityUserId }) => [actor.id, authorityUserId])).toEqual([
      [member.userId, member.userId],
      [owner.userId, owner.userId],
    ])
  })
})

describe('labels', () => {
  it('can be written by any member and seen by no stranger', async () => {
    const label = await createLabel(sendAs('member'), 'mine')
    const path = `/v1/goal-labels/${label.id}`
    expect(await sendAs('admin')('PATCH', path, { body: { color: 'red' } })).toMatchObject({ status: 200 })
    const theirs = await createLabel(sendAs('owner'), 'theirs')
    const rename = { body: { name: 'renamed' } }
    expect(await sendAs('member')('PATCH', `/v1/goal-labels/${theirs.id}`, rename)).toMatchObject({
      status: 200,
    })
    for (const [method, exchange] of [
      ['GET', {}],
      ['PATCH', rename],
      ['DELETE', {}],
    ] as const) {
      expect(await sendAs('stranger')(method, path, exchange)).toMatchObject(refusal('goal_label_not_found'))
    }
    expect(await sendAs('member')('DELETE', `/v1/goal-labels/${theirs.id}`)).toMatchObject({ status: 204 })
  })
})
