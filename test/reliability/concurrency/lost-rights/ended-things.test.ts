import { isMutation, requestPath } from '@cairn/contract'
import { allOperations, type OperationId, operations } from '@cairn/contract/registry/registry'
import { afterAll, describe, expect, it } from 'vitest'
import { requestOf } from '../../../support/operations/examples.ts'
import { invite } from '../../../support/people/invite.ts'
import { newcomer } from '../../../support/people/sessions.ts'
import { createWorld, restore } from '../../../support/people/world.ts'
import { createSend } from '../../../support/requests/exchange.ts'
import type { EngineCall } from '../../../support/service/engine-call.ts'
import { type Mutation, outcomeIn, startOvertaken } from './support/overtaken.ts'

/** Every operation on something that somebody else ends while the write is under way: it is refused, and writes nothing. */

/** An item of an inbox ends behind the answer, once its goal is deleted: `test/interface/operations/inbox`. */
type EndedLater = 'updateInboxItem'

type OnSomething = {
  [Id in Exclude<Mutation, EndedLater>]: (typeof operations)[Id] extends { params: unknown } ? Id : never
}[Exclude<Mutation, EndedLater>]

const goal = ['deleteGoal', '404 goal_not_found'] as const
const label = ['deleteGoalLabel', '404 goal_label_not_found'] as const
const template = ['deleteGoalTemplate', '404 goal_template_not_found'] as const
const view = ['deleteGoalView', '404 goal_view_not_found'] as const
const webhook = ['deleteWebhook', '404 webhook_not_found'] as const
const token = ['revokeOrganizationApiToken', '404 api_token_not_found'] as const
const invitation = ['revokeOrganizationInvitation', '403 invitation_not_pending'] as const

/** The operation that ends the thing, and the response to the request then. */
const ends: Record<OnSomething, readonly [by: OperationId, outcome: string]> = {
  updateGoal: goal,
  continueGoal: goal,
  deleteGoal: goal,
  createGoalUpdate: goal,
  acknowledgeGoalUpdate: goal,
  claimGoal: goal,
  renewGoalClaim: goal,
  releaseGoalClaim: goal,
  askQuestion: goal,
  answerQuestion: goal,
  withdrawQuestion: goal,
  createGoalComment: goal,
  updateGoalComment: goal,
  deleteGoalComment: goal,
  watchGoal: goal,
  unwatchGoal: goal,
  requestReport: goal,
  updateGoalLabel: label,
  deleteGoalLabel: label,
  updateGoalView: view,
  deleteGoalView: view,
  updateGoalTemplate: template,
  deleteGoalTemplate: template,
  putGoalDraft: goal,
  deleteGoalDraft: ['deleteGoal', 'ok'],
  updateWebhook: webhook,
  deleteWebhook: webhook,
  rotateWebhookSecret: webhook,
  testWebhook: webhook,
  retryWebhookDelivery: webhook,
  revokeApiToken: token,
  rotateApiToken: token,
  revokeOrganizationApiToken: token,
  revokeOrganizationInvitation: invitation,
  resendOrganizationInvitation: invitation,
  updateOrganizationMemberRole: ['removeOrganizationMember', '400 member_not_found'],
  removeOrganizationMember: ['removeOrganizationMember', '404 organization_member_not_found'],
  endOAuthGrant: ['endOAuthGrant', '404 oauth_grant_not_found'],
  decideOAuthConsent: ['decideOAuthConsent', '404 oauth_consent_not_found'],
  endSession: ['endSession', '404 session_not_found'],
}

/** With which they are ended. */
const bodies: Partial<Record<OperationId, object>> = {
  removeOrganizationMember: { reassignGoalsTo: null },
  // The same decision would be repeated.
  decideOAuthConsent: { allow: false },
}

/** Those that write one record without a transaction. */
const singleUpdates: Partial<Record<string, (call: EngineCall) => boolean>> = {
  renewGoalClaim: ({ operation, body }) =>
    operation === 'UpdateItem' && String((body.Key as { pk?: unknown })?.pk).startsWith('c#'),
}

/** Only the person has them. */
const own: readonly string[] = ['endOAuthGrant', 'decideOAuthConsent', 'endSession']

const { service, overtaken, finish } = await startOvertaken()
const send = createSend(service)
const world = await createWorld(service, newcomer)
const { owner, admin, stranger } = world

afterAll(finish)

describe('a write on what is ended meanwhile', () => {
  it.each(Object.entries(ends))('%s', async (id, [by, outcome]) => {
    const operation = operations[id as OnSomething]
    const ender = operations[by]
    world.renew()
    const request = await requestOf(id, world)
    const cookie = request.cookie ?? owner.cookie
    // The same thing, whatever the parameter is called here.
    const [value = ''] = Object.values(request.params ?? {})
    const path = requestPath(ender, { params: { [parameterOf(ender.path)]: value } })
    const response = await overtaken(
      operation,
      request,
      cookie,
      async () => {
        const ended = await send(ender.method, path, {
          body: bodies[by],
          headers: { cookie: own.includes(id) ? cookie : admin.cookie },
        })
        expect(ended.status).toBe(ender.success.status)
      },
      singleUpdates[id],
    )
    expect(outcomeIn(response)).toBe(outcome)
    await restore(world, owner)
  })

  it('has a row for every operation with a parameter', () => {
    const withParameters = allOperations.filter((operation) => isMutation(operation) && operation.params)
    const rows = [...Object.keys(ends), 'updateInboxItem' satisfies EndedLater]
    expect(withParameters.map(({ id }) => id).toSorted()).toEqual(rows.toSorted())
  })
})

describe('accepting an invitation', () => {
  it.each([
    [
      'revoked',
      (invitationId: string) => owner.api.revokeOrganizationInvitation({ params: { invitationId } }),
    ],
    ['void, because its inviter is no administrator any more', () => setRole('member')],
  ])('404s if it is %s meanwhile', async (_, end) => {
    await setRole('admin')
    const { id, token: body } = await invite(admin, stranger.email)
    const operation = operations.acceptOrganizationInvitation
    const response = await overtaken(operation, { body: { token: body } }, stranger.cookie, () => end(id))
    expect(outcomeIn(response)).toBe('404 invitation_not_found')
  })
})

function parameterOf(path: string): string {
  return /\{(\w+)\}/.exec(path)?.[1] ?? ''
}

const setRole = (role: 'admin' | 'member') =>
  owner.api.updateOrganizationMemberRole({ params: { userId: admin.userId }, body: { role } })
