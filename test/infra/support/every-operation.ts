import { randomUUID } from 'node:crypto'
import { BatchWriteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { operations, requestPath } from '@cairn/contract'
import { type Client, createClient } from '@cairn/contract/http/client'
import { readGoalPartition } from '@cairn/domain/goals/cleanup/goal-partition'
import { expect } from 'vitest'
import { offeredOperations, requestOf } from '../../support/operations/examples.ts'
import { newcomer } from '../../support/people/sessions.ts'
import { createWorld, restore } from '../../support/people/world.ts'
import { createSend } from '../../support/requests/exchange.ts'
import { recordsOf } from '../../support/table/table-stream.ts'
import type { Deployment } from './deployment.ts'
import { callEveryTool } from './every-tool.ts'

const password = 'correct horse battery'
const timeframe = { kind: 'continuous' as const }

/**
 * Calls every operation of the registry over HTTP, with sessions and API tokens, on every path that needs other permissions, and the
 * remaining operations with their examples. Returns the ids of the called operations.
 */
export async function callEveryOperation(deployment: Deployment): Promise<Set<string>> {
  const { origin, ses, table } = deployment
  const called = new Set<string>()

  const clientWith = (headers: Record<string, string>) => {
    const client = createClient({ baseUrl: origin, headers })
    return new Proxy(client, {
      get: (target, id: string) => {
        if (id in operations) called.add(id)
        return target[id as keyof typeof target]
      },
    })
  }
  const anonymous = clientWith({ origin })
  const emailTo = (to: string) => {
    const email = ses.emails.findLast(({ Destination }) => Destination.ToAddresses.includes(to))
    return email?.Content.Simple.Body.Text.Data ?? ''
  }
  const linkIn = (to: string) => /https?:\S+/.exec(emailTo(to))?.[0] ?? ''
  const signIn = async (email: string) => {
    const response = await fetch(`${origin}/v1/auth/login`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    called.add('login')
    expect(response.status, await response.clone().text()).toBe(200)
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return clientWith({ origin, cookie })
  }
  const register = async (email: string, displayName: string, invitationToken?: string) => {
    await anonymous.register({ body: { email, password, displayName, invitationToken } })
    expect(emailTo(email)).toContain(`\nName: ${displayName}\nCreated: `)
    const token = new URLSearchParams(new URL(linkIn(email)).hash.slice(1)).get('token') ?? ''
    expect(await anonymous.previewEmailVerification({ body: { token } })).toMatchObject({
      email,
      displayName,
    })
    await anonymous.verifyEmail({ body: { token } })
    return signIn(email)
  }

  // Health and authentication.
  expect(await anonymous.getHealth()).toEqual({ service: 'api', status: 'ok' })
  expect(await anonymous.getAuthConfiguration()).toEqual({ method: 'email' })
  const ada = await register('ada@example.com', 'Ada')
  await anonymous.register({ body: { email: 'ada@example.com', password, displayName: 'Ada' } })
  const { user } = await ada.getAuthSession()
  await anonymous.resendEmailVerification({ body: { email: 'nobody@example.com' } })
  const carl = await register('carl@example.com', 'Carl')
  const { sessions } = await carl.listSessions()
  expect(sessions).toHaveLength(1)
  const newPassword = 'another horse battery'
  await carl.changePassword({ body: { currentPassword: password, newPassword } })
  await anonymous.forgotPassword({ body: { email: 'carl@example.com' } })
  const resetToken = new URLSearchParams(new URL(linkIn('carl@example.com')).hash.slice(1)).get('token') ?? ''
  await anonymous.resetPassword({ body: { token: resetToken, password } })
  const karl = await signIn('carl@example.com')
  await karl.changeEmail({ body: { email: 'karl@example.com', password } })
  const changeToken =
    new URLSearchParams(new URL(linkIn('karl@example.com')).hash.slice(1)).get('token') ?? ''
  await anonymous.previewEmailVerification({ body: { token: changeToken } })
  await anonymous.verifyEmail({ body: { token: changeToken } })
  await karl.updateProfile({ body: { displayName: 'Karl', timeZone: 'Europe/Rome' } })
  await karl.endOtherSessions()

  // Organizations. The first request to each group finds the organization that the session created.
  const first = await ada.getOrganizationContext()
  const other = await ada.createOrganization({ body: { name: 'Other' } })
  await ada.switchOrganization({ body: { organizationId: first.activeOrganizationId } })
  expect(other.organizations).toHaveLength(2)
  await ada.updateOrganization({ body: { name: 'Renamed' } })
  // The tab of an organization that is deleted opens the first one again.
  await ada.switchOrganization({ body: { organizationId: other.activeOrganizationId } })
  await ada.deleteOrganization({ body: { name: 'Other' } })
  expect(await ada.getOrganizationContext()).toMatchObject({
    activeOrganizationId: first.activeOrganizationId,
    organizations: [{ name: 'Renamed' }],
  })
  await ada.getAuthSession()

  // Invitations.
  const ben = await register('ben@example.com', 'Ben')
  const issued = await ada.createOrganizationInvitation({
    body: { email: 'eve@example.com', role: 'member' },
  })
  expect(issued.emailSent).toBe(true)
  await ada.resendOrganizationInvitation({ params: { invitationId: issued.invitation.id } })
  await ada.revokeOrganizationInvitation({ params: { invitationId: issued.invitation.id } })
  await ada.createOrganizationInvitation({ body: { email: 'ben@example.com', role: 'member' } })
  const invitationToken = linkIn('ben@example.com').split('/').at(-1) ?? ''
  expect(await anonymous.previewOrganizationInvitation({ body: { token: invitationToken } })).toMatchObject({
    inviter: { displayName: 'Ada' },
  })
  // Not Ben's first request, which already knows the organization that it has created.
  await ben.getAuthSession()
  await ben.acceptOrganizationInvitation({ body: { token: invitationToken } })
  // An account that is made from an invitation, and a new user who accepts one first.
  await ada.createOrganizationInvitation({ body: { email: 'fay@example.com', role: 'member' } })
  const fay = await register('fay@example.com', 'Fay', linkIn('fay@example.com').split('/').at(-1))
  expect((await fay.getOrganizationContext()).organizations).toHaveLength(1)
  await ada.createOrganizationInvitation({ body: { email: 'gus@example.com', role: 'member' } })
  const token = linkIn('gus@example.com').split('/').at(-1) ?? ''
  const gus = await register('gus@example.com', 'Gus')
  expect((await gus.acceptOrganizationInvitation({ body: { token } })).organizations).toHaveLength(1)
  const { members } = await ada.listOrganizationMembers()
  for (const query of [{}, { userId: user.id }, { kind: 'invitation' as const }]) {
    expect((await ada.listAuditEntries({ query })).entries.length).toBeGreaterThan(1)
  }
  const member = members.find(({ email }) => email === 'ben@example.com')
  await ada.updateOrganizationMemberRole({
    params: { userId: member?.userId ?? '' },
    body: { role: 'admin' },
  })

  for (const [from, to] of [
    [ada, member?.userId],
    [ben, user.id],
  ] as const) {
    await from.changeOrganizationOwner({ body: { userId: to ?? '', password } })
  }

  // The function of what is due gives it away.
  await gus.createGoal({ body: { detailedDescription: 'Reply sooner.', timeframe } })
  const leaver = members.find(({ email }) => email === 'gus@example.com')
  await ada.removeOrganizationMember({
    params: { userId: leaver?.userId ?? '' },
    body: { reassignGoalsTo: user.id },
  })

  // The function of what is due tells the organizations, and removes what is deleted.
  const hal = await register('hal@example.com', 'Hal')
  await hal.getAuthSession()
  await hal.createOrganization({ body: { name: 'Gone' } })
  await hal.deleteOrganization({ body: { name: 'Gone' } })
  await hal.deleteAccount({ body: { password } })

  // API tokens, in an organization where somebody has worked: a revocation looks for claims.
  const { goal: worked } = await ada.createGoal({ body: { detailedDescription: 'Work.', timeframe } })
  const { claim } = await ada.claimGoal({ params: { goalId: worked.id }, body: {} })
  await ada.releaseGoalClaim({ params: { goalId: worked.id }, query: { fence: claim.fence } })
  const scopes = ['goals:read:all', 'goals:write:all', 'labels:read', 'labels:write'] as const
  const created = await ada.createApiToken({ body: { name: 'Everything', scopes: [...scopes] } })
  const second = await ada.createApiToken({ body: { name: 'Second', scopes: ['goals:read'] } })
  await ada.rotateApiToken({ params: { apiTokenId: second.token.id }, body: { overlapHours: 24 } })
  await ada.revokeApiToken({ params: { tokenId: second.token.id } })
  await ada.listOrganizationApiTokens()
  const third = await ada.createApiToken({ body: { name: 'Third', scopes: ['goals:read'] } })
  await ada.revokeOrganizationApiToken({ params: { apiTokenId: third.token.id } })
  const program = clientWith({ authorization: `Bearer ${created.secret}` })
  /** A program whose first request, which is recorded, goes to another group. */
  const programWith = async (scope: 'labels:read' | 'goals:read:all' | 'members:read') => {
    const { secret } = await ada.createApiToken({ body: { name: scope, scopes: [scope] } })
    return clientWith({ authorization: `Bearer ${secret}` })
  }
  const labels = await programWith('labels:read')
  await (await programWith('members:read')).listOrganizationMembers()

  // Labels.
  const { label } = await ada.createGoalLabel({ body: { name: 'Support' } })
  const unused = await ada.createGoalLabel({ body: { name: 'Unused' } })
  await ada.updateGoalLabel({ params: { labelId: label.id }, body: { name: 'Helpdesk', color: 'red' } })
  await ada.updateGoalLabel({ params: { labelId: label.id }, body: { color: 'blue' } })
  await labels.listGoalLabels()
  await ada.listGoalLabels()

  // Goals.
  const { goal } = await ada.createGoal({
    body: {
      detailedDescription: 'Answer faster.',
      timeframe,
      labelIds: [label.id],
      ownerUserId: member?.userId,
    },
  })
  const params = { goalId: goal.id }
  await program.getGoal({ params })
  await ada.getGoal({ params })
  for (const query of [
    {},
    { status: 'active' as const },
    { ownerUserId: user.id },
    { labelId: label.id },
    { labelId: label.id, status: 'active' as const },
  ]) {
    await ada.listGoals({ query })
    await program.listGoals({ query })
  }
  await ada.updateGoal({ params, body: { title: 'Faster', labelIds: [] } })
  await ada.updateGoal({ params, body: { labelIds: [label.id], ownerUserId: null } })
  await ada.updateGoal({ params, body: { ownerUserId: user.id } })
  const report = { status: 'active' as const, summary: 'On it', details: 'All well.', idempotencyKey: 'one' }
  await program.createGoalUpdate({ params, body: { ...report, expectedRevision: 1 } })
  await program.createGoalUpdate({ params, body: { ...report, expectedRevision: 1 } })
  await lengthenHistory(deployment, goal.organizationId, goal.id)
  await ada.deleteGoal({ params })
  await ada.deleteGoalLabel({ params: { labelId: unused.label.id } })
  expect((await readGoalPartition(table.database, goal.organizationId, goal.id)).keys).toEqual([])

  // Webhooks. The name of the receiver has no address, so every attempt fails.
  const url = 'https://receiver.invalid/hooks'
  const hook = await ada.createWebhook({ body: { url } })
  const hookParams = { webhookId: hook.webhook.id }
  await ada.listWebhooks()
  await ada.getWebhook({ params: hookParams })
  await ada.rotateWebhookSecret({ params: hookParams })
  await ada.testWebhook({ params: hookParams })
  const { deliveries } = await ada.listWebhookDeliveries({ params: hookParams })
  const deliveryParams = { ...hookParams, deliveryId: deliveries[0]?.id ?? '' }
  expect((await ada.retryWebhookDelivery({ params: deliveryParams })).delivery.attemptCount).toBe(2)
  await ada.updateWebhook({ params: hookParams, body: { state: 'paused' } })
  await ada.deleteWebhook({ params: hookParams })
  // Events of the organization are announced to this one.
  await ada.createWebhook({ body: { url } })

  // Goals that need somebody, and changes. The stream brings earlier events to the feed.
  const Records = await recordsOf(table.database)
  expect(await deployment.functionOf('goal-changes').built.invoke({ Records }, 60)).toEqual({
    batchItemFailures: [],
  })
  for (const client of [ada, await programWith('goals:read:all')]) {
    await client.getMe()
    await client.getBrief()
    const { cursor } = await client.listEvents({ query: { order: 'desc' } })
    await client.listEvents({ query: { after: cursor } })
  }

  // The first request of a person creates an organization, whichever function gets it.
  for (const request of [
    (one: Client) => one.listApiTokens(),
    (one: Client) => one.listGoals(),
    (one: Client) => one.listGoalLabels(),
    (one: Client) => one.listGoalViews(),
    (one: Client) => one.listInbox(),
    (one: Client) => one.getMe(),
    (one: Client) => one.getNotificationPreferences(),
    (one: Client) => one.getAuthSession(),
  ]) {
    await request((await newcomer(deployment, 'First')).api)
  }

  const { secret } = await ada.createApiToken({ body: { name: 'Agent', scopes: [...scopes] } })
  await callEveryTool(deployment, secret)

  await ada.logout()
  await callExamples(deployment, called)
  return called
}

/** Calls the remaining operations with their examples. */
async function callExamples({ origin, table }: Deployment, called: Set<string>): Promise<void> {
  const missing = offeredOperations.filter(({ id }) => !called.has(id))
  if (missing.length === 0) return
  const world = await createWorld({ origin, table, lines: [] }, newcomer)
  for (const operation of missing) {
    const { body, ...request } = await requestOf(operation.id, world)
    const { owner } = world
    const response = await createSend({ origin }, owner)(operation.method, requestPath(operation, request), {
      body,
      ...(request.cookie !== undefined && { headers: { cookie: request.cookie } }),
    })
    expect(response.status, operation.id).toBe(operation.success.status)
    called.add(operation.id)
    await restore(world, owner)
  }
}

/** Adds more records to a goal than one transaction deletes. */
export async function lengthenHistory(
  { table }: Pick<Deployment, 'table'>,
  organizationId: string,
  goalId: string,
) {
  const { database } = table
  const { keys } = await readGoalPartition(database, organizationId, goalId)
  const { Items: [entry] = [] } = await database.client.send(
    new QueryCommand({
      TableName: database.tableName,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': keys[0]?.pk, ':sk': 'u#' },
    }),
  )
  const copies = Array.from({ length: 120 }, () => ({
    PutRequest: { Item: { ...entry, sk: `${entry?.sk}x${randomUUID()}` } },
  }))
  for (let start = 0; start < copies.length; start += 25) {
    await database.client.send(
      new BatchWriteCommand({ RequestItems: { [database.tableName]: copies.slice(start, start + 25) } }),
    )
  }
}
