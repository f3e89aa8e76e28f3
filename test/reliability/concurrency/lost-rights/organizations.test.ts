import { isMutation } from '@cairn/contract'
import { allOperations, operations } from '@cairn/contract/registry/registry'
import { afterAll, describe, expect, it } from 'vitest'
import { leftOf } from '../../../background/due/support/deletion.ts'
import type { ExampleRequest } from '../../../support/operations/example.ts'
import { requestOf } from '../../../support/operations/examples.ts'
import { password } from '../../../support/people/accounts.ts'
import { programWith } from '../../../support/people/api-tokens.ts'
import { invite, join } from '../../../support/people/invite.ts'
import { giveAccount, newcomer } from '../../../support/people/sessions.ts'
import { createWorld, type Member, type World } from '../../../support/people/world.ts'
import type { HttpResponse } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import {
  type Mutation,
  type OfAccount,
  type OfSession,
  outcomeIn,
  startOvertaken,
} from './support/overtaken.ts'

/**
 * Every operation of a session in an organization whose caller loses the right while the write is under way: the right is a
 * condition of the write, not only of what was read before.
 *
 *   Bob's request ─ reads his role ─┬─ write ··· held ···┬─ 403, and nothing is written
 *   Ada's change                    └─ 200 ──────────────┘
 *
 * Writes of goals and labels are documented to finish: `test/access/authority/in-flight.test.ts`.
 */

/** `ownersOperations` has them. */
type OfOwner = 'changeOrganizationOwner' | 'deleteOrganization'
/** It only reads. */
type OfNothing = 'previewOAuthDevice'
/** Goals: their writes finish. */
type OfGoal = 'acknowledgeGoalUpdate' | 'answerQuestion' | 'watchGoal' | 'unwatchGoal' | 'requestReport'

const notAdministrator = '403 organization_admin_required'
const notViewOwner = '403 goal_view_owner_required'
const notMember = '403 membership_not_found'
const noWebhook = '404 webhook_not_found'

/**
 * The response to a request that read everything before its caller was made a member, was removed, or the organization was deleted. `ok`:
 * it is as if it had come before, and what it wrote opens nothing and is removed with the rest.
 */
const verdicts: Record<
  Exclude<OfSession, OfAccount | OfOwner | OfGoal | OfNothing>,
  readonly [demoted: string, removed: string, deleted: string]
> = {
  switchOrganization: ['ok', notMember, notMember],
  updateOrganization: [notAdministrator, notMember, notMember],
  updateOrganizationMemberRole: [notAdministrator, notMember, 'ok'],
  removeOrganizationMember: [notAdministrator, notMember, 'ok'],
  createOrganizationInvitation: [notAdministrator, notMember, 'ok'],
  revokeOrganizationInvitation: [notAdministrator, notMember, 'ok'],
  resendOrganizationInvitation: [notAdministrator, notMember, 'ok'],
  createApiToken: ['ok', 'ok', 'ok'],
  rotateApiToken: ['ok', 'ok', 'ok'],
  revokeApiToken: ['ok', 'ok', 'ok'],
  revokeOrganizationApiToken: [notAdministrator, notMember, 'ok'],
  decideOAuthConsent: ['ok', 'ok', 'ok'],
  decideOAuthDevice: ['ok', 'ok', 'ok'],
  createGoalView: ['ok', notMember, 'ok'],
  updateGoalView: [notViewOwner, notMember, 'ok'],
  deleteGoalView: [notViewOwner, notMember, 'ok'],
  createGoalTemplate: [notAdministrator, notMember, 'ok'],
  updateGoalTemplate: [notAdministrator, notMember, 'ok'],
  deleteGoalTemplate: [notAdministrator, notMember, 'ok'],
  putGoalDraft: ['ok', notMember, 'ok'],
  deleteGoalDraft: ['ok', 'ok', 'ok'],
  createWebhook: [notAdministrator, notMember, notMember],
  updateWebhook: [notAdministrator, notMember, noWebhook],
  deleteWebhook: [notAdministrator, notMember, noWebhook],
  rotateWebhookSecret: [notAdministrator, notMember, noWebhook],
  // The message has been sent by then, with the right to send it. The log tells it.
  testWebhook: ['ok', 'ok', noWebhook],
  retryWebhookDelivery: ['ok', 'ok', noWebhook],
}
type Row = keyof typeof verdicts
const rowsOf = (column: number) =>
  Object.entries(verdicts).map(([id, verdict]) => [id as Row, verdict[column] ?? ''] as const)

const { service, database, overtaken, finish } = await startOvertaken()
const world = await createWorld(service, newcomer)
const { owner, admin: bob } = world

const setRole = (role: 'admin' | 'member') =>
  owner.api.updateOrganizationMemberRole({ params: { userId: bob.userId }, body: { role } })
const remove = () =>
  owner.api.removeOrganizationMember({ params: { userId: bob.userId }, body: { reassignGoalsTo: null } })

/** Makes Bob an admin, whatever the test before has left. */
async function restoreAdmin(): Promise<void> {
  const { members } = await owner.api.listOrganizationMembers()
  if (members.some(({ userId }) => userId === bob.userId)) await setRole('admin')
  else await join(owner, bob, 'admin')
  await bob.api.switchOrganization({ body: { organizationId: owner.organizationId } })
}

async function prepare(id: Row, scene: World): Promise<ExampleRequest> {
  scene.renew()
  return requestOf(id, scene, { caller: scene.admin, whose: scene.admin })
}

/** Whatever a response gave to Bob opens nothing. */
async function expectUseless({ body }: HttpResponse): Promise<void> {
  const { token, secret } = (body ?? {}) as { token?: object; secret?: string }
  if (!token || secret === undefined) return
  expect(await outcomeOf(programWith(service, { secret }).listGoals())).toMatch(/^40[13] /)
}

describe('a write of an admin whose role is lowered meanwhile', () => {
  it.each(rowsOf(0))('%s: %s', async (id, expected) => {
    await restoreAdmin()
    const request = await prepare(id, world)
    const response = await overtaken(operations[id], request, bob.cookie, () => setRole('member'))
    expect(outcomeIn(response)).toBe(expected)
  })

  it('is refused for every operation that needs an administrator, but for messages that have been sent', () => {
    const needing = allOperations.filter(
      (operation) => isMutation(operation) && operation.errors.includes('organization_admin_required'),
    )
    const refusing = rowsOf(0).filter(([, verdict]) => verdict === notAdministrator)
    expect(needing.map(({ id }) => id).toSorted()).toEqual(
      [...refusing.map(([id]) => id), 'testWebhook', 'retryWebhookDelivery'].toSorted(),
    )
  })

  it('is refused if it changes the own role', async () => {
    await restoreAdmin()
    const request = { params: { userId: bob.userId }, body: { role: 'member' } }
    const response = await overtaken(operations.updateOrganizationMemberRole, request, bob.cookie, () =>
      setRole('member'),
    )
    expect(outcomeIn(response)).toBe(notAdministrator)
  })
})

describe('a write of an admin who is removed meanwhile', () => {
  it.each(rowsOf(1))('%s: %s', async (id, expected) => {
    await restoreAdmin()
    const request = await prepare(id, world)
    const response = await overtaken(operations[id], request, bob.cookie, remove)
    expect(outcomeIn(response)).toBe(expected)
    await expectUseless(response)
    await join(owner, bob, 'admin')
    // It belongs to the membership that has ended.
    await expectUseless(response)
  })
})

describe('a write of an admin whose organization is deleted meanwhile', () => {
  const deleted: { organizationId: string }[] = []

  it.each(rowsOf(2))('%s: %s', async (id, expected) => {
    const name = `Doomed ${world.next()}`
    const { activeOrganizationId: organizationId } = await owner.api.createOrganization({ body: { name } })
    await join(owner, bob, 'admin')
    await join(owner, world.colleague)
    const request = await prepare(id, { ...world, owner: { ...owner, organizationId } })
    deleted.push({ organizationId })
    const response = await overtaken(operations[id], request, bob.cookie, () =>
      owner.api.deleteOrganization({ body: { name } }),
    )
    expect(outcomeIn(response)).toBe(expected)
    await expectUseless(response)
  })

  afterAll(async () => {
    await finish()
    for (const organization of deleted) expect(await leftOf(database, organization)).toEqual([])
  })
})

describe('a write of an owner whose organization has another one meanwhile, or none', () => {
  type OwnersOperation = {
    [Id in Mutation]: 'organization_owner_required' extends (typeof operations)[Id]['errors'][number]
      ? Id
      : never
  }[Mutation]

  /** The bodies of what only owners may do. */
  const ownersOperations: Record<OwnersOperation, (scene: { name: string; other: Member }) => object> = {
    deleteOrganization: ({ name }) => ({ name }),
    changeOrganizationOwner: ({ other: { userId } }) => ({ userId, password }),
  }

  /** An organization whose owner has sent one of them, before its write. */
  async function startOwned(id: OwnersOperation) {
    const { owner: founder, admin: successor, member: other } = await createWorld(service, newcomer)
    await giveAccount(service, founder, password)
    const { organizations } = await founder.api.getOrganizationContext()
    const name = organizations[0]?.name ?? ''
    const body = ownersOperations[id]({ name, other })
    const send = (change: () => Promise<unknown>) =>
      overtaken(operations[id], { body }, founder.cookie, change)
    return { founder, successor, name, send }
  }
  const ids = Object.keys(ownersOperations) as OwnersOperation[]

  it.each(ids)('403s %s, if it was handed over', async (id) => {
    const { founder, successor, send } = await startOwned(id)
    const response = await send(() =>
      founder.api.changeOrganizationOwner({ body: { userId: successor.userId, password } }),
    )
    expect(outcomeIn(response)).toBe('403 organization_owner_required')
  })

  it.each(ids)('403s %s, if it was deleted', async (id) => {
    const { founder, name, send } = await startOwned(id)
    const response = await send(() => founder.api.deleteOrganization({ body: { name } }))
    expect(outcomeIn(response)).toBe(notMember)
  })
})

describe('accepting an invitation', () => {
  it('404s if the organization is deleted meanwhile', async () => {
    const { owner: founder, stranger } = await createWorld(service, newcomer)
    const { organizations } = await founder.api.getOrganizationContext()
    const { token } = await invite(founder, stranger.email)
    const response = await overtaken(
      operations.acceptOrganizationInvitation,
      { body: { token } },
      stranger.cookie,
      () => founder.api.deleteOrganization({ body: { name: organizations[0]?.name ?? '' } }),
    )
    expect(outcomeIn(response)).toBe('404 invitation_not_found')
  })
})
