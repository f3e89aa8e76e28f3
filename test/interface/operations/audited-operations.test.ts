import { isMutation, requestPath } from '@cairn/contract'
import type { AuditAction } from '@cairn/contract/events/audit-actions'
import { type OperationId, operations } from '@cairn/contract/registry/registry'
import { auditEntry } from '@cairn/contract/schemas/audit'
import { toAuditEntryResponse } from '@cairn/domain/organizations/audit/to-audit-entry-response'
import { afterAll, describe, expect, it } from 'vitest'
import { offeredOperations, requestOf } from '../../support/operations/examples.ts'
import { emailsIn } from '../../support/people/logged-emails.ts'
import { createWorld, restore } from '../../support/people/world.ts'
import { createSend } from '../../support/requests/exchange.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { readTable } from '../../support/table/read-table.ts'
import { noteSecret, usedSecretIn } from '../../support/used-secrets.ts'

type Mutation = {
  [Id in OperationId]: (typeof operations)[Id]['method'] extends 'GET' ? never : Id
}[OperationId]

/** Why an operation has no entry. */
type Unaudited =
  /** Work on goals: histories and the feed tell it. */
  | 'work'
  /** It changes nothing that decides about access, and no setting of the organization. */
  | 'no change of access'
  /** The account does not act in any organization yet. */
  | 'no organization yet'
  /** The log goes too. */
  | 'no log any longer'

/** The audit entries of each operation that changes something: a new operation must decide. */
const audited: { [Id in Mutation]: AuditAction | Unaudited } = {
  login: 'session.signed_in',
  logout: 'session.signed_out',
  // Only offered with an OpenID provider: `test/access/authentication/oidc`.
  backchannelLogout: 'session.signed_out',
  register: 'no organization yet',
  previewEmailVerification: 'no change of access',
  // With a link to a new address of an account, `account.email_changed`.
  verifyEmail: 'no organization yet',
  resendEmailVerification: 'no change of access',
  forgotPassword: 'no change of access',
  resetPassword: 'account.password_reset',
  changePassword: 'account.password_changed',
  endSession: 'session.ended',
  endOtherSessions: 'session.others_ended',
  updateProfile: 'account.profile_changed',
  setPicture: 'account.profile_changed',
  deletePicture: 'account.profile_changed',
  changeEmail: 'no change of access',
  deleteAccount: 'account.deleted',
  decideOAuthConsent: 'grant.created',
  previewOAuthDevice: 'no change of access',
  decideOAuthDevice: 'grant.created',
  endOAuthGrant: 'grant.revoked',
  updateInboxItem: 'no change of access',
  updateInbox: 'no change of access',
  claimGoal: 'no change of access',
  claimNextGoal: 'no change of access',
  renewGoalClaim: 'no change of access',
  // Somebody else's claim is `goal.taken_back`.
  releaseGoalClaim: 'no change of access',
  createOrganization: 'organization.created',
  switchOrganization: 'no change of access',
  deleteOrganization: 'no log any longer',
  updateOrganization: 'organization.updated',
  updateOrganizationMemberRole: 'member.role_changed',
  removeOrganizationMember: 'member.removed',
  changeOrganizationOwner: 'organization.owner_changed',
  createOrganizationInvitation: 'invitation.created',
  revokeOrganizationInvitation: 'invitation.revoked',
  resendOrganizationInvitation: 'invitation.resent',
  acceptOrganizationInvitation: 'invitation.accepted',
  previewOrganizationInvitation: 'no change of access',
  createApiToken: 'api_token.created',
  rotateApiToken: 'api_token.rotated',
  revokeApiToken: 'api_token.revoked',
  revokeOrganizationApiToken: 'api_token.revoked',
  createGoal: 'work',
  updateGoal: 'work',
  deleteGoal: 'work',
  continueGoal: 'work',
  createGoalUpdate: 'work',
  acknowledgeGoalUpdate: 'work',
  askQuestion: 'work',
  answerQuestion: 'question.answered',
  withdrawQuestion: 'work',
  createGoalComment: 'work',
  updateGoalComment: 'work',
  deleteGoalComment: 'work',
  watchGoal: 'no change of access',
  unwatchGoal: 'no change of access',
  requestReport: 'work',
  createGoalLabel: 'work',
  updateGoalLabel: 'work',
  deleteGoalLabel: 'work',
  createGoalView: 'no change of access',
  updateGoalView: 'no change of access',
  deleteGoalView: 'no change of access',
  createGoalTemplate: 'goal_template.created',
  updateGoalTemplate: 'goal_template.updated',
  deleteGoalTemplate: 'goal_template.deleted',
  putGoalDraft: 'no change of access',
  deleteGoalDraft: 'no change of access',
  createWebhook: 'webhook.created',
  updateWebhook: 'webhook.updated',
  deleteWebhook: 'webhook.deleted',
  rotateWebhookSecret: 'webhook.secret_rotated',
  testWebhook: 'no change of access',
  retryWebhookDelivery: 'no change of access',
  updateNotificationPreferences: 'no change of access',
  unsubscribe: 'no change of access',
}

const service = stopAfterFile(await startTestService())
const { database } = service.table
const send = createSend(service)
const world = await createWorld(service)
const seen = new Set<string>((await readTable(database)).auditEntry.map(({ entryId }) => entryId))
let withSecrets = 0

afterAll(async () => {
  await expectSoundTable(database)
})

async function newEntries() {
  const entries = (await readTable(database)).auditEntry.filter(({ entryId }) => !seen.has(entryId))
  for (const { entryId } of entries) seen.add(entryId)
  return entries
}

/** Notes every secret that a request sends or returns. */
function noteSecretsIn(value: unknown): void {
  for (const [name, inner] of Object.entries(value ?? {})) {
    if (typeof inner === 'object') noteSecretsIn(inner)
    else if (/password|secret|token|acceptUrl/i.test(name) && typeof inner === 'string') {
      noteSecret(inner)
      noteSecret(inner.split('/').at(-1))
      withSecrets++
    }
  }
}

describe('an operation that changes something', () => {
  it.each(offeredOperations.filter(isMutation).map(({ id }) => [id as Mutation]))(
    '%s: its entry is in the log',
    async (id) => {
      const operation = operations[id]
      const request = await requestOf(id, world)
      await newEntries()
      const path = requestPath(operation, request)
      const cookie = request.cookie ?? world.owner.cookie
      const headers = operation.credential === 'none' && !request.cookie ? {} : { cookie }
      const response = await send(operation.method, path, {
        body: request.body,
        headers: { ...headers, 'user-agent': 'Walker', ...request.headers },
      })
      expect(response.status).toBe(operation.success.status)
      noteSecretsIn(request.body)
      noteSecretsIn(response.body)
      for (const sent of response.headers.getSetCookie()) noteSecret(sent.split(/[=;]/)[1])

      const entries = await newEntries()
      const expected = audited[id]
      const isAudited = expected.includes('.') && !isOfNewUser(id)
      expect(entries.map(({ action }) => action)).toEqual(isAudited ? [expected] : [])
      for (const entry of entries) {
        auditEntry().parse(toAuditEntryResponse(entry, new Map()))
        expect(entry.credential.userAgent).toBe('Walker')
      }
      if (operation.credential !== 'none') await restore(world, world.owner)
    },
  )
})

/** The example's account has never had a session, so no organization. The tests of these operations have one that has. */
const isOfNewUser = (id: Mutation) => id === 'login' || id === 'resetPassword'

describe('the log', () => {
  it('has no secret of any of these requests', async () => {
    for (const { link } of emailsIn(service.lines)) {
      // Other links lead to a page: their last part, such as `forgot-password`, is no secret.
      noteSecret(link.split('#token=')[1] ?? link.split('/invitations/')[1])
    }
    const { auditEntry: entries } = await readTable(database)
    expect(entries.length).toBeGreaterThan(25)
    expect(withSecrets).toBeGreaterThan(15)
    for (const entry of entries) expect(usedSecretIn(JSON.stringify(entry))).toBeUndefined()
  })
})
