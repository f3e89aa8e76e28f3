import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { ServiceError } from '@cairn/contract/errors/errors'
import { type OperationId, operations } from '@cairn/contract/registry/registry'
import { expect, test } from 'vitest'
import { createGoalLabel } from '../../goal-labels/create-goal-label.ts'
import { createGoalTemplate } from '../../goal-templates/create-goal-template.ts'
import { createGoalView } from '../../goal-views/create-goal-view.ts'
import { createGoalComment } from '../../goals/comments/create-goal-comment.ts'
import { continueGoal } from '../../goals/continuing/continue-goal.ts'
import { createGoal } from '../../goals/create-goal.ts'
import { askQuestion } from '../../goals/work/questions/ask-question.ts'
import { requestReport } from '../../goals/work/questions/request-report.ts'
import { createOrganizationInvitation } from '../../organizations/invitations/create-organization-invitation.ts'
import { newMembership } from '../../organizations/session/user-organizations.ts'
import { createApiToken } from '../../programs/api-tokens/create-api-token.ts'
import { createWebhook } from '../../programs/webhooks/create-webhook.ts'
import { accessOfSession, membershipNotFound, type SessionAccess } from '../../requests/access.ts'
import type { EmailContext } from '../../requests/request-context.ts'
import { keyOf } from '../database/keys.ts'
import { mockDatabase } from '../mocked-database.ts'
import { creationKeyEntity } from '../table/entities/creation-key.ts'
import type { MembershipRecord } from '../table/entities/organizations/membership.ts'
import { type Item, toItem } from '../table/entity.ts'

/** A used `Idempotency-Key` answers only callers who may still create: the membership may be read late. */

const now = new Date('2026-11-20T10:00:00.000Z')
const organizationId = '6b0c0d7e-5a39-4a53-8b6c-0a8f6c1d2e3f'
const user = { id: 'email:ada', displayName: 'Ada', email: 'ada@example.com' }
const { mock, database } = mockDatabase()

/** Every key was used, and nothing else is stored. */
const used = (key: Item): Item[] =>
  String(key.pk).startsWith('i#')
    ? [
        toItem(creationKeyEntity, {
          callerKey: String(key.pk).slice('i#'.length),
          keyHash: String(key.sk),
          fingerprint: 'of another body',
          createdId: organizationId,
          expiresAt: '2026-11-21T09:00:00.000Z',
          ttl: 0,
        }),
      ]
    : []
mock.on(GetCommand).callsFake(({ Key }) => ({ Item: used(Key)[0] }))
mock.on(BatchGetCommand).callsFake(({ RequestItems }) => ({
  Responses: { cairn: RequestItems.cairn.Keys.flatMap(used) },
}))
mock.on(QueryCommand).resolves({ Items: [] })

const context: EmailContext = {
  database,
  now,
  idempotencyKey: 'once',
  cursors: { seal: () => '', open: () => '' },
  runInBackground: () => undefined,
  rateLimitSubject: { limits: undefined, address: undefined },
  settings: {
    webOrigin: 'https://cairn.test',
    invitationLifetimeDays: 7,
    webhookTargets: 'loopback',
  },
  cookies: { read: () => undefined, set: () => undefined, clear: () => undefined },
  reportUnsentEmail: () => undefined,
  email: { enabled: false, deliver: async () => undefined },
}

type Repeatable = {
  [Id in OperationId]: (typeof operations)[Id] extends { repeated: string } ? Id : never
}[OperationId]

const none = { params: {}, query: {} }

/** Everything that a key belongs to; an organization needs no membership. */
const creations: Record<
  Exclude<Repeatable, 'createOrganization'>,
  (access: SessionAccess) => Promise<unknown>
> = {
  createGoal: (access) =>
    createGoal(context, accessOfSession(access), {
      ...none,
      body: { detailedDescription: 'Plant.', timeframe: { kind: 'continuous' } },
    }),
  askQuestion: (access) =>
    askQuestion(context, accessOfSession(access), {
      params: { goalId: organizationId },
      query: {},
      body: { text: 'May I?' },
    }),
  continueGoal: (access) =>
    continueGoal(context, accessOfSession(access), {
      params: { goalId: organizationId },
      query: {},
      body: { timeframe: { kind: 'continuous' } },
    }),
  requestReport: (access) =>
    requestReport(context, access, { params: { goalId: organizationId }, query: {}, body: undefined }),
  createGoalComment: (access) =>
    createGoalComment(context, accessOfSession(access), {
      params: { goalId: organizationId },
      query: {},
      body: { text: 'Well done.' },
    }),
  createGoalLabel: (access) =>
    createGoalLabel(context, accessOfSession(access), { ...none, body: { name: 'Forest' } }),
  createGoalTemplate: (access) => createGoalTemplate(context, access, { ...none, body: { name: 'Quarter' } }),
  createGoalView: (access) =>
    createGoalView(context, access, { ...none, body: { name: 'Late', query: '', isShared: false } }),
  createApiToken: (access) =>
    createApiToken(context, access, {
      ...none,
      body: { name: 'Bot', kind: 'client', scopes: ['goals:read'], expiresInDays: 1 },
    }),
  createOrganizationInvitation: (access) =>
    createOrganizationInvitation(context, access, {
      ...none,
      body: { email: 'eve@example.com', role: 'member' },
    }),
  createWebhook: (access) =>
    createWebhook(context, access, {
      ...none,
      body: { url: 'http://127.0.0.1:1024/', format: 'standard' },
    }),
}

/** Ada's session. Her membership is `membership`, whenever that is known. */
const sessionWith = (membership: Promise<MembershipRecord>): SessionAccess => ({
  user,
  own: undefined,
  stored: {
    userKey: keyOf(user.id),
    userId: user.id,
    displayName: user.displayName,
    email: user.email,
    activeOrganizationId: organizationId,
    organizationIds: [organizationId],
    createdAt: now.toISOString(),
  },
  organizationId,
  membership: () => membership,
})

const needsAdministrator = (id: string) => {
  const errors: readonly string[] = operations[id as Repeatable].errors
  return errors.includes('organization_admin_required')
}

test.each(Object.entries(creations))('%s with a used key waits for the membership', async (id, create) => {
  const membership = Promise.withResolvers<MembershipRecord>()
  let settled: unknown = 'nothing'
  const response = create(sessionWith(membership.promise)).catch((error: unknown) => {
    settled = error
  })
  // Longer than all calls of the mocked database take.
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(settled).toBe('nothing')
  membership.resolve(newMembership(user, organizationId, 'member', now.toISOString()))
  await response
  expect(settled).toBeInstanceOf(ServiceError)
  expect(settled).toMatchObject({
    code: needsAdministrator(id) ? 'organization_admin_required' : 'idempotency_conflict',
  })
})

test.each(Object.entries(creations))(
  '%s with a used key tells nothing to who is no member',
  async (_, create) => {
    const membership = Promise.withResolvers<MembershipRecord>()
    const response = create(sessionWith(membership.promise))
    for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve))
    membership.reject(membershipNotFound())
    await expect(response).rejects.toMatchObject({ code: 'membership_not_found' })
  },
)
