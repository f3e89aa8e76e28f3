import { operations } from '@cairn/contract/registry/registry'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { afterAll, describe, expect, it } from 'vitest'
import { requestOf } from '../../../support/operations/examples.ts'
import { password } from '../../../support/people/accounts.ts'
import { invite } from '../../../support/people/invite.ts'
import { giveAccount, newcomer, sessionIdOf, sessionOf } from '../../../support/people/sessions.ts'
import type { Browser } from '../../../support/people/sign-in.ts'
import { createWorld } from '../../../support/people/world.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { type OfAccount, outcomeIn, startOvertaken } from './support/overtaken.ts'

/** Every operation on the caller's own account whose session ends, or whose account is deleted, while the write is under way. */

const ended = '401 unauthorized'

/**
 * The response to a request whose session was ended with all others, was ended alone, or whose account was deleted, before its write. What
 * decides about other sessions or the account is refused; the rest is as if it had come before.
 */
const verdicts: Record<OfAccount, readonly [withOthers: string, alone: string, account: string]> = {
  acceptOrganizationInvitation: ['ok', 'ok', ended],
  createOrganization: ['ok', 'ok', ended],
  changePassword: [ended, ended, ended],
  changeEmail: ['ok', 'ok', 'ok'],
  deleteAccount: [ended, 'ok', ended],
  endOtherSessions: [ended, ended, ended],
  endSession: ['ok', 'ok', 'ok'],
  endOAuthGrant: ['ok', 'ok', 'ok'],
  updateProfile: [ended, 'ok', ended],
  setPicture: [ended, 'ok', ended],
  deletePicture: [ended, 'ok', ended],
  updateNotificationPreferences: ['ok', 'ok', 'ok'],
}

const { service, overtaken, finish } = await startOvertaken()
const world = await createWorld(service, newcomer)

afterAll(finish)

/** The action of the caller's other browser meanwhile, by column. */
const changes: Record<string, (other: Browser, own: Browser) => Promise<unknown>> = {
  'ended with all others': ({ api }) => api.endOtherSessions(),
  'ended alone': ({ api }, own) => api.endSession({ params: { sessionId: sessionIdOf(own) } }),
  'ended with its account': ({ api }) => api.deleteAccount({ body: { password } }),
}

describe.each(Object.entries(changes))('a session that is %s before the write', (title, change) => {
  const column = Object.keys(changes).indexOf(title)

  it.each(Object.entries(verdicts))('%s', async (id, verdict) => {
    const caller = await newcomer(service, 'Bob')
    await caller.api.getAuthSession()
    await giveAccount(service, caller, password)
    const other = await sessionOf(service, caller)
    world.renew()
    const request =
      id === 'deleteAccount' ? { body: { password } } : await requestOf(id, world, { caller, whose: caller })
    const response = await overtaken(operations[id as OfAccount], request, caller.cookie, () =>
      change(other, caller),
    )
    expect(outcomeIn(response)).toBe(verdict[column])
    expect(await outcomeOf(caller.api.getAuthSession())).toBe(ended)
  })
})

describe('a session that is ended before the account is read', () => {
  it.each(['changePassword', 'deleteAccount'] as const)('401s %s', async (id) => {
    const caller = await newcomer(service, 'Bob')
    await caller.api.getAuthSession()
    await giveAccount(service, caller, password)
    const other = await sessionOf(service, caller)
    const body =
      id === 'deleteAccount' ? { password } : { currentPassword: password, newPassword: `new ${password}` }
    const response = await overtaken(
      operations[id],
      { body },
      caller.cookie,
      () => other.api.endOtherSessions(),
      (call) => JSON.stringify(call.body).includes(keyOf(caller.email)),
    )
    expect(outcomeIn(response)).toBe(ended)
  })
})

it('401s a new organization of somebody without any, who deletes the account before the write', async () => {
  const caller = await newcomer(service, 'Bob')
  const { token } = await invite(world.owner, caller.email)
  await caller.api.acceptOrganizationInvitation({ body: { token } })
  await giveAccount(service, caller, password)
  await world.owner.api.removeOrganizationMember({
    params: { userId: caller.userId },
    body: { reassignGoalsTo: null },
  })
  const other = await sessionOf(service, caller)
  const response = await overtaken(
    operations.createOrganization,
    { body: { name: 'New' } },
    caller.cookie,
    () => other.api.deleteAccount({ body: { password } }),
  )
  expect(outcomeIn(response)).toBe(ended)
})
