import { createClient } from '@cairn/contract/client'
import type { ErrorCode } from '@cairn/contract/errors'
import type { OperationId, OutputOf } from '@cairn/contract/registry'
import { foldedName, keyOf } from '@cairn/domain/database/keys'
import { hashSecret } from '@cairn/domain/secrets'
import { apiTokenEntity } from '@cairn/domain/table/entities/api-token'
import { goalLabelNameEntity } from '@cairn/domain/table/entities/goal-label-name'
import { invitationEntity } from '@cairn/domain/table/entities/invitation'
import { principalEntity } from '@cairn/domain/table/entities/principal'
import { expect } from 'vitest'
import { mailedToken } from '../../support/people/accounts.ts'
import { historyOf } from '../../support/people/goals.ts'
import { tokenIn } from '../../support/people/invite.ts'
import { answerTo } from '../../support/requests/outcomes.ts'
import type { FaultRequest } from './fault-requests.ts'
import type { LaneWorld } from './lane-world.ts'
import type { Sent } from './send.ts'

export type Done = {
  world: LaneWorld
  request: FaultRequest
  /** The success; undefined if a retry reported that the work was already done. */
  response: Sent | undefined
}

/** Checks with other requests that a successful operation took effect; throws if it did not. */
type Effect = (done: Done) => Promise<unknown>

const bodyOf = <Id extends OperationId>({ response }: Done) => response?.body as OutputOf<Id> | undefined
const fieldsOf = ({ request }: Done) => request.body as Record<string, string>
const contextOf = ({ world }: Done) => world.owner.api.getOrganizationContext()

async function invitationsTo(done: Done, email: string | undefined) {
  const { invitations } = await done.world.owner.api.listOrganizationInvitations()
  return invitations.filter((invitation) => invitation.email === email)
}

async function expectGoalAsReturned(done: Done): Promise<void> {
  const goalId = bodyOf<'createGoal'>(done)?.goal.id ?? ''
  expect(await done.world.owner.api.getGoal({ params: { goalId } })).toEqual(bodyOf<'createGoal'>(done))
}

async function expectLabelAsReturned(done: Done): Promise<void> {
  const labelId = done.request.params?.labelId ?? ''
  const { label } = await done.world.owner.api.getGoalLabel({ params: { labelId } })
  expect({ label }).toEqual(bodyOf<'updateGoalLabel'>(done))
  expect(label).toMatchObject(fieldsOf(done))
}

export const effects: Partial<Record<OperationId, Effect>> = {
  login: async ({ world, response }) => {
    const { origin } = world.service
    const api = createClient({ baseUrl: origin, headers: { origin, cookie: response?.cookie ?? '' } })
    expect((await api.getAuthSession()).user.displayName).toBe('Ada')
  },
  register: async (done) => {
    const { service, table } = done.world
    const token = mailedToken(service, fieldsOf(done).email ?? '')
    const { data } = await principalEntity(table.database)
      .get({ emailKey: keyOf(fieldsOf(done).email ?? '') })
      .go()
    expect(data?.verificationTokenHash).toBe(hashSecret(token.slice(-43)))
  },
  previewEmailVerification: async (done) => {
    const { token = '' } = fieldsOf(done)
    const [emailKey = ''] = token.split('_')
    const { data } = await principalEntity(done.world.table.database).get({ emailKey }).go()
    expect(data?.verificationTokenHash).toBe(hashSecret(token.slice(-43)))
    expect(data).not.toHaveProperty('verifiedAt')
  },
  verifyEmail: async (done) => {
    const emailKey = fieldsOf(done).token?.split('_')[0] ?? ''
    const { data } = await principalEntity(done.world.table.database).get({ emailKey }).go()
    expect(data?.verifiedAt).toBeDefined()
  },
  logout: async ({ world, request }) => {
    const { origin } = world.service
    const api = createClient({ baseUrl: origin, headers: { origin, cookie: request.cookie ?? '' } })
    expect(await answerTo(api.getAuthSession())).toMatchObject({ outcome: '401 unauthorized' })
  },
  createOrganization: async (done) => {
    const context = await contextOf(done)
    expect(context).toEqual(bodyOf<'createOrganization'>(done))
    const { name } = fieldsOf(done)
    expect(context.organizations.find(({ id }) => id === context.activeOrganizationId)?.name).toBe(name)
  },
  switchOrganization: async (done) =>
    expect(await contextOf(done)).toMatchObject({
      activeOrganizationId: fieldsOf(done).organizationId,
    }),
  updateOrganization: async (done) =>
    expect((await contextOf(done)).organizations.map(({ name }) => name)).toContain(fieldsOf(done).name),
  updateOrganizationMemberRole: async ({ world }) => {
    const { members } = await world.owner.api.listOrganizationMembers()
    expect(members.find(({ userId }) => userId === world.guest.userId)?.role).toBe('admin')
  },
  createOrganizationInvitation: async (done) =>
    expect(await invitationsTo(done, fieldsOf(done).email)).toHaveLength(1),
  revokeOrganizationInvitation: async (done) => {
    const { invitations } = await done.world.owner.api.listOrganizationInvitations()
    expect(invitations.map(({ id }) => id)).not.toContain(done.request.params?.invitationId)
  },
  resendOrganizationInvitation: async (done) => {
    const { owner, table } = done.world
    const invitationId = done.request.params?.invitationId ?? ''
    const { data } = await invitationEntity(table.database)
      .get({ organizationId: owner.organizationId, invitationId })
      .go()
    const { acceptUrl = '' } = bodyOf<'resendOrganizationInvitation'>(done) ?? {}
    expect(data?.tokenHash).toBe(hashSecret(tokenIn(acceptUrl).slice(-43)))
  },
  acceptOrganizationInvitation: async (done) => {
    const [organizationId] = fieldsOf(done).token?.split('_') ?? []
    const { activeOrganizationId, organizations } = await contextOf(done)
    expect(activeOrganizationId).toBe(organizationId)
    expect(organizations.filter(({ id }) => id === organizationId)).toHaveLength(1)
  },
  createApiToken: async (done) => {
    const { origin } = done.world.service
    const authorization = `Bearer ${bodyOf<'createApiToken'>(done)?.secret}`
    await createClient({ baseUrl: origin, headers: { authorization } }).listGoals()
  },
  revokeApiToken: async ({ world, request }) => {
    const tokenId = request.params?.tokenId ?? ''
    const { data } = await apiTokenEntity(world.table.database).get({ tokenId }).go()
    expect(data?.revokedAt).toBeDefined()
  },
  createGoal: expectGoalAsReturned,
  updateGoal: async (done) => {
    await expectGoalAsReturned(done)
    const { title, labelIds } = fieldsOf(done) as { title?: string; labelIds?: string[] }
    const goal = bodyOf<'updateGoal'>(done)?.goal
    if (title !== undefined) expect(goal?.title).toBe(title)
    if (labelIds) expect(goal?.labels.map(({ id }) => id).toSorted()).toEqual(labelIds.toSorted())
  },
  deleteGoal: async ({ world, request }) => {
    const goalId = request.params?.goalId ?? ''
    expect(await answerTo(world.owner.api.getGoal({ params: { goalId } }))).toMatchObject({
      outcome: '404 goal_not_found',
    })
  },
  createGoalUpdate: async (done) => {
    const history = await historyOf(done.world.owner, done.request.params?.goalId ?? '')
    const reports = history.filter(({ idempotencyKey }) => idempotencyKey === fieldsOf(done).idempotencyKey)
    expect(reports).toEqual([bodyOf<'createGoalUpdate'>(done)?.update])
    expect(history.at(-1)).toEqual(reports[0])
  },
  createGoalLabel: async (done) => {
    const { owner, table } = done.world
    const nameKey = keyOf(foldedName(fieldsOf(done).name ?? ''))
    const { data } = await goalLabelNameEntity(table.database)
      .get({ organizationId: owner.organizationId, nameKey })
      .go()
    const returned = bodyOf<'createGoalLabel'>(done)?.label.id
    expect(data?.labelId).toBe(returned ?? data?.labelId ?? 'a label')
  },
  updateGoalLabel: expectLabelAsReturned,
  deleteGoalLabel: async ({ world, request }) => {
    const labelId = request.params?.labelId ?? ''
    expect(await answerTo(world.owner.api.getGoalLabel({ params: { labelId } }))).toMatchObject({
      outcome: '404 goal_label_not_found',
    })
  },
}

/** The errors with which a retry may report that the first try did the work, although it ended in 503. */
export const alreadyDone: Partial<Record<OperationId, ErrorCode[]>> = {
  verifyEmail: ['invalid_or_expired_token'],
  createOrganizationInvitation: ['invitation_already_pending'],
  revokeOrganizationInvitation: ['invitation_not_pending'],
  acceptOrganizationInvitation: ['invitation_already_member', 'invitation_not_found'],
  revokeApiToken: ['api_token_not_found'],
  deleteGoal: ['goal_not_found'],
  createGoalLabel: ['goal_label_exists'],
  deleteGoalLabel: ['goal_label_not_found'],
}
