import type { Client } from '@cairn/contract/http/client'
import type { OperationId } from '@cairn/contract/registry/registry'
import { createToken, type Integration } from '../../../support/people/api-tokens.ts'
import { reportOf } from '../../../support/people/goals.ts'
import { invite, join, type Person } from '../../../support/people/invite.ts'
import { sessionOf } from '../../../support/people/sessions.ts'
import { type Browser, signIn } from '../../../support/people/sign-in.ts'
import { pictureOf } from '../../../support/requests/pictures.ts'
import { connect } from '../../../support/requests/program.ts'
import type { TestService } from '../../../support/service/service.ts'
import { writeAcknowledgements } from '../../../support/table/write-acknowledgements.ts'

/** One of two organizations with the same things under different names. */
export type Side = {
  name: string
  owner: Browser
  member: Browser
  organizationId: string
  goalIds: string[]
  labelIds: string[]
  /** Of both goals. */
  criterionIds: string[]
  measureIds: string[]
  invitations: { id: string; token: string; email: string }[]
  apiTokens: Integration[]
  /** With one delivery. */
  webhook: { id: string; secret: string; deliveryId: string }
  /** About the first goal: one that is open, and one that is answered. */
  questionIds: string[]
  /** Comments on the first goal, two of them. */
  commentIds: string[]
  /** An own view of the owner, and one that the owner shares. */
  goalViewIds: string[]
  /** Of the member. */
  pictureId: string
  /** Every id of the side, of any kind. */
  ids: string[]
  /** One of each kind, and a second goal. */
  samples: string[]
  /** Every text and every secret of this side only. */
  texts: string[]
  /** Cursors of its lists, by operation and filter. */
  cursors: { id: OperationId; query: Record<string, string>; cursor: string }[]
}

/** A text that occurs nowhere else. */
const canary = (side: string, what: string) => `${side}canary-${what}`

/** @param guest  Somebody without canary texts who becomes a member too. */
export async function createSide(service: TestService, name: string, guest: Person): Promise<Side> {
  const signInAs = (who: string) =>
    signIn(service, { email: `${canary(name, who)}@example.com`, displayName: canary(name, `${who}-name`) })
  const owner = await signInAs('owner')
  const member = await signInAs('member')
  const { api } = owner
  await api.updateOrganization({ body: { name: canary(name, 'organization') } })
  const organizationId = await join(owner, member)
  await join(owner, guest)

  const { pictureId } = await member.api.setPicture({ body: pictureOf(name) })
  const labelIds: string[] = []
  for (const number of [1, 2]) {
    const body = {
      name: canary(name, `label${number}`),
      color: canary(name, `color${number}`),
      description: canary(name, `label-description${number}`),
    }
    labelIds.push((await api.createGoalLabel({ body })).label.id)
  }
  const goalIds: string[] = []
  const updateIds: string[] = []
  const criterionIds: string[] = []
  const measureIds: string[] = []
  for (const [index, person] of [owner, member].entries()) {
    const number = index + 1
    const { goal } = await person.api.createGoal({
      body: {
        title: 'plain',
        detailedDescription: canary(name, `description${number}`),
        timeframe: { kind: 'continuous' },
        labelIds,
        criteria: [
          { title: canary(name, `criterion${number}`), description: canary(name, `measure${number}`) },
        ],
        measures: [{ title: 'plain', unit: canary(name, `unit${number}`).slice(0, 20), start: 0, target: 2 }],
      },
    })
    goalIds.push(goal.id)
    criterionIds.push(...goal.criteria.map(({ id }) => id))
    measureIds.push(...goal.measures.map(({ id }) => id))
    const { update } = await person.api.createGoalUpdate({
      params: { goalId: goal.id },
      body: reportOf(canary(name, `summary${number}`), {
        details: canary(name, `details${number}`),
        idempotencyKey: canary(name, `key${number}`),
        health: 'at_risk',
        verdicts: goal.criteria.map(({ id }) => ({
          criterionId: id,
          result: 'met' as const,
          note: canary(name, `note${number}`),
          evidence: [{ title: canary(name, `proof${number}`), text: canary(name, `quote${number}`) }],
        })),
        measurements: goal.measures.map(({ id }) => ({ measureId: id, value: 1 })),
        runId: canary(name, `run${number}`),
        usage: { seconds: number },
      }),
    })
    updateIds.push(update.id)
    // Two edits, for a second page of them.
    for (const title of ['before', 'title']) {
      await person.api.updateGoal({
        params: { goalId: goal.id },
        body: { title: canary(name, `${title}${number}`) },
      })
    }
  }
  const questionIds = await askQuestions(api, name, goalIds[0] ?? '')
  const commentIds = await writeComments(member.api, name, goalIds[0] ?? '', owner.userId)
  const goalViewIds: string[] = []
  for (const isShared of [false, true]) {
    const body = { name: canary(name, `view${isShared}`), query: canary(name, `query${isShared}`), isShared }
    goalViewIds.push((await api.createGoalView({ body })).goalView.id)
  }
  // Another session, for a second page of them.
  await sessionOf(service, owner)
  // Two programs, for a second page of them.
  for (let count = 0; count < 2; count++) {
    await connect(service.origin, owner, { organizationId, scopes: ['goals:read'] })
  }
  const invitations = [1, 2].map((number) => invite(owner, `${canary(name, `guest${number}`)}@example.com`))
  const side = {
    name,
    webhook: await createTestedWebhook(api, name),
    owner,
    member,
    organizationId,
    goalIds,
    labelIds,
    questionIds,
    commentIds,
    goalViewIds,
    pictureId,
    criterionIds,
    measureIds,
    invitations: await Promise.all(invitations),
    apiTokens: [await createToken(owner), await createToken(owner, ['goals:read', 'goals:write'])],
  }
  return {
    ...side,
    ids: [
      organizationId,
      owner.userId,
      member.userId,
      ...goalIds,
      ...updateIds,
      ...labelIds,
      ...questionIds,
      ...commentIds,
      ...goalViewIds,
      ...criterionIds,
      ...measureIds,
      ...side.invitations.map(({ id }) => id),
      ...side.apiTokens.map(({ id }) => id),
      pictureId,
      side.webhook.id,
      side.webhook.deliveryId,
    ],
    samples: [
      organizationId,
      member.userId,
      ...goalIds,
      ...updateIds.slice(1),
      ...labelIds.slice(1),
      ...questionIds.slice(1),
      ...commentIds.slice(1),
      ...goalViewIds,
      ...side.invitations.slice(1).map(({ id }) => id),
      ...side.apiTokens.slice(1).map(({ id }) => id),
      pictureId,
      side.webhook.id,
      side.webhook.deliveryId,
    ],
    texts: [...textsOf(name), ...side.invitations.map(({ token }) => token.slice(-43)), ...secretsOf(side)],
    cursors: await cursorsOf(service, api, side),
  }
}

/** Asks two questions, and answers the second one. */
async function askQuestions(api: Client, name: string, goalId: string): Promise<string[]> {
  const options = [canary(name, 'option1'), canary(name, 'option2')]
  const ids: string[] = []
  for (const number of [1, 2]) {
    const body = { text: canary(name, `question${number}`), options }
    ids.push((await api.askQuestion({ params: { goalId }, body })).question.id)
  }
  const params = { goalId, questionId: ids[1] ?? '' }
  await api.answerQuestion({ params, body: { text: canary(name, 'answer') } })
  return ids
}

/** Two comments, the second one on a report. Both mention somebody, whose inbox has two pages then. */
async function writeComments(
  api: Client,
  name: string,
  goalId: string,
  mentioned: string,
): Promise<string[]> {
  const ids: string[] = []
  for (const number of [1, 2]) {
    const body = {
      text: canary(name, `comment${number}`),
      mentionedUserIds: [mentioned],
      ...(number === 2 && { reportRevision: 1 }),
    }
    ids.push((await api.createGoalComment({ params: { goalId }, body })).comment.id)
  }
  return ids
}

/** A webhook to a port where nothing listens, with the delivery of a test. */
async function createTestedWebhook(api: Client, name: string): Promise<Side['webhook']> {
  const url = `http://127.0.0.1:1024/${canary(name, 'hooks')}`
  const { webhook, secret } = await api.createWebhook({ body: { url, description: canary(name, 'webhook') } })
  const params = { webhookId: webhook.id }
  const { delivery } = await api.testWebhook({ params })
  await api.testWebhook({ params })
  // Otherwise the service delivers to it in the background, which changes its records.
  await api.updateWebhook({ params, body: { state: 'paused' } })
  return { id: webhook.id, secret, deliveryId: delivery.id }
}

const secretsOf = ({
  apiTokens,
  owner,
  member,
  webhook,
}: Pick<Side, 'apiTokens' | 'owner' | 'member' | 'webhook'>) => [
  webhook.secret.slice(6),
  ...apiTokens.map(({ secret }) => secret.slice(-51)),
  owner.cookie.slice(-43),
  member.cookie.slice(-43),
]

/** The texts that people of the side see; nobody sees its secrets again. */
export function textsOf(name: string): string[] {
  const numbered = [
    'label',
    'color',
    'label-description',
    'title',
    'before',
    'description',
    'criterion',
    'measure',
    'summary',
    'details',
    'key',
    'note',
    'proof',
    'quote',
    'run',
    'unit',
    'guest',
    'question',
    'option',
    'comment',
  ]
  return [
    ...numbered.flatMap((what) => [canary(name, `${what}1`), canary(name, `${what}2`)]),
    ...['answer', 'webhook', 'hooks', 'owner@', 'owner-name', 'member@', 'member-name', 'organization'].map(
      (what) => canary(name, what),
    ),
  ]
}

/** The first cursor of every list of the side. */
async function cursorsOf(
  { table: { database } }: TestService,
  api: Client,
  {
    organizationId,
    goalIds,
    labelIds,
    owner,
    webhook,
  }: Pick<Side, 'organizationId' | 'goalIds' | 'labelIds' | 'owner' | 'webhook'>,
) {
  const cursors: Side['cursors'] = []
  const add = (
    id: OperationId,
    query: Record<string, string>,
    { nextCursor }: { nextCursor: string | null },
  ) => {
    if (nextCursor !== null) cursors.push({ id, query, cursor: nextCursor })
  }
  const limit = 1
  const filters: Record<string, string>[] = [
    {},
    { status: 'active' },
    { health: 'at_risk' },
    { labelId: labelIds[0] ?? '' },
    { labelId: labelIds[0] ?? '', status: 'active' },
  ]
  // Two goals of one owner, for a second page of the list by owner.
  await api.createGoal({ body: { detailedDescription: 'plain', timeframe: { kind: 'continuous' } } })
  for (const query of [...filters, { ownerUserId: owner.userId }]) {
    add('listGoals', query, await api.listGoals({ query: { ...query, limit } }))
  }
  add(
    'listGoalUpdates',
    {},
    await api.listGoalUpdates({ params: { goalId: goalIds[0] ?? '' }, query: { limit } }),
  )
  add(
    'listGoalEdits',
    {},
    await api.listGoalEdits({ params: { goalId: goalIds[0] ?? '' }, query: { limit } }),
  )
  const plain = { detailedDescription: 'plain', timeframe: { kind: 'continuous' } } as const
  const { goal: top } = await api.createGoal({ body: plain })
  await api.createGoal({ body: { ...plain, parentGoalId: top.id } })
  add('getGoalTree', {}, await api.getGoalTree({ params: { goalId: top.id }, query: { limit } }))
  const report = { goalId: goalIds[0] ?? '', revision: '1' }
  await writeAcknowledgements(database, { organizationId, goalId: report.goalId, revision: 1 })
  add(
    'listGoalUpdateAcknowledgements',
    {},
    await api.listGoalUpdateAcknowledgements({ params: report, query: { limit } }),
  )
  for (const goalId of goalIds) await api.claimGoal({ params: { goalId }, body: {} })
  add('listGoalClaims', {}, await api.listGoalClaims({ query: { limit } }))
  add('listUsage', {}, await api.listUsage({ query: { limit } }))
  const questions = { goalId: goalIds[0] ?? '' }
  add('listGoalQuestions', {}, await api.listGoalQuestions({ params: questions, query: { limit } }))
  add('listGoalComments', {}, await api.listGoalComments({ params: questions, query: { limit } }))
  for (const number of [1, 2]) {
    await api.createGoalTemplate({ body: { name: `Template ${number}` } })
  }
  add('listGoalTemplates', {}, await api.listGoalTemplates({ query: { limit } }))
  add('listInbox', {}, await api.listInbox({ query: { limit } }))
  add('listQuestions', {}, await api.listQuestions({ query: { limit } }))
  add('listGoalLabels', {}, await api.listGoalLabels({ query: { limit } }))
  add('listGoalViews', {}, await api.listGoalViews({ query: { limit } }))
  add('listOrganizationMembers', {}, await api.listOrganizationMembers({ query: { limit } }))
  add('listOrganizationInvitations', {}, await api.listOrganizationInvitations({ query: { limit } }))
  add('listSessions', {}, await api.listSessions({ query: { limit } }))
  add('listOAuthGrants', {}, await api.listOAuthGrants({ query: { limit } }))
  add('listApiTokens', {}, await api.listApiTokens({ query: { limit } }))
  add('listOrganizationApiTokens', {}, await api.listOrganizationApiTokens({ query: { limit } }))
  const auditFilters: Record<string, string>[] = [{}, { userId: owner.userId }, { kind: 'invitation' }]
  for (const query of auditFilters) {
    add('listAuditEntries', query, await api.listAuditEntries({ query: { ...query, limit } }))
  }
  const params = { webhookId: webhook.id }
  add('listWebhookDeliveries', {}, await api.listWebhookDeliveries({ params, query: { limit } }))
  return cursors
}
