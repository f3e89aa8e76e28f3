import { type Operation, requestPath } from '@cairn/contract'
import type { OperationId } from '@cairn/contract/registry/registry'
import { password } from '../../../support/people/accounts.ts'
import { reportOf } from '../../../support/people/goals.ts'
import { objectSitesOf } from '../../../support/requests/sample-bodies.ts'
import type { Side } from './tenant.ts'

/** A request of one side that names something of the other. */
export type Attempt = { path: string; body: unknown }

const timeframe = { kind: 'continuous' }
const description = { detailedDescription: 'plain', timeframe }

/** Secrets of the other that are not links of a registration. */
const linksOf = ({ invitations, owner }: Side) => [
  { token: invitations[0]?.token },
  { token: owner.cookie.slice('session='.length) },
]

const definitionsOf = (criterionIds: string[], measureIds: string[]) => [
  { criteria: criterionIds.map((id) => ({ id, title: 'plain', description: 'plain' })) },
  { measures: measureIds.map((id) => ({ id, title: 'plain', start: 0, target: 1 })) },
]

/** The other's ids wherever a body takes an id, and its addresses, keys and links; everything else is plain. */
const bodies: Partial<Record<OperationId, (theirs: Side, next: () => number) => object[]>> = {
  login: ({ owner }) => [{ email: owner.email, password: 'not the password' }],
  register: ({ owner }) => [{ email: owner.email, password, displayName: 'plain' }],
  previewEmailVerification: linksOf,
  verifyEmail: linksOf,
  resendEmailVerification: ({ owner }) => [{ email: owner.email }],
  forgotPassword: ({ owner }) => [{ email: owner.email }],
  resetPassword: (theirs) => linksOf(theirs).map((link) => ({ ...link, password })),
  changeEmail: ({ owner }) => [{ email: owner.email, password: 'not the password' }],
  deleteAccount: () => [{ password: 'not the password' }],
  changePassword: () => [{ currentPassword: 'not the password', newPassword: `${password}!` }],
  createOrganization: () => [{ name: 'plain' }],
  switchOrganization: ({ samples }) => samples.map((organizationId) => ({ organizationId })),
  updateOrganization: () => [{ name: 'plain' }],
  updateOrganizationMemberRole: () => [{ role: 'member' }],
  createOrganizationInvitation: (_, next) => [{ email: `plain${next()}@example.com`, role: 'member' }],
  acceptOrganizationInvitation: ({ invitations }) =>
    invitations.flatMap(({ token }) => [{ token }, { token: `${token.slice(0, -43)}${'A'.repeat(43)}` }]),
  createApiToken: () => [{ name: 'plain', scopes: ['goals:read'] }],
  createGoal: ({ goalIds, owner, labelIds, criterionIds, measureIds }) => [
    ...definitionsOf(criterionIds, measureIds).map((fields) => ({ ...description, ...fields })),
    { ...description, labelIds },
    { ...description, labelIds: goalIds },
    { ...description, ownerUserId: owner.userId },
  ],
  updateGoal: ({ organizationId, owner, labelIds, criterionIds, measureIds }) => [
    ...definitionsOf(criterionIds, measureIds),
    { title: 'plain', expectedVersion: 1 },
    { labelIds },
    { labelIds: [organizationId] },
    { ownerUserId: owner.userId },
  ],
  createGoalUpdate: ({ name, criterionIds, measureIds }) => {
    const idempotencyKey = `${name}canary-key1`
    // A conflict shows the side's own report with this key.
    const judging = { summary: 'plain', details: idempotencyKey, expectedRevision: 2 }
    return [
      ...[1, 2].map((expectedRevision) => reportOf(idempotencyKey, { summary: 'plain', expectedRevision })),
      reportOf('plain', {
        ...judging,
        verdicts: criterionIds.map((criterionId) => ({ criterionId, result: 'met' })),
      }),
      reportOf('plain', {
        ...judging,
        measurements: measureIds.map((measureId) => ({ measureId, value: 1 })),
      }),
    ]
  },
  askQuestion: ({ owner }) => [{ text: 'plain' }, { text: 'plain', askedUserIds: [owner.userId] }],
  answerQuestion: ({ name }) => [{ text: 'plain' }, { option: `${name}canary-option1` }],
  createGoalComment: ({ owner }) => [
    { text: 'plain', reportRevision: 1 },
    { text: 'plain', mentionedUserIds: [owner.userId] },
  ],
  updateGoalComment: ({ owner }) => [{ text: 'plain' }, { mentionedUserIds: [owner.userId] }],
  createGoalLabel: (_, next) => [{ name: `plain ${next()}` }],
  updateGoalLabel: () => [{ color: 'plain' }],
  createGoalView: (_, next) => [{ name: `plain ${next()}`, query: '' }],
  updateGoalView: () => [{ query: 'plain' }],
  createWebhook: () => [{ url: 'http://127.0.0.1:1024/plain' }],
  updateWebhook: () => [{ description: 'plain' }],
}

/** Own ids for every path parameter, so that bodies and queries are checked too. */
const ownParams = ({
  goalIds,
  labelIds,
  questionIds,
  commentIds,
  goalViewIds,
  invitations,
  apiTokens,
  member,
  webhook,
}: Side): Record<string, string> => ({
  webhookId: webhook.id,
  deliveryId: webhook.deliveryId,
  goalId: goalIds[0] ?? '',
  labelId: labelIds[0] ?? '',
  questionId: questionIds[0] ?? '',
  commentId: commentIds[0] ?? '',
  goalViewId: goalViewIds[0] ?? '',
  invitationId: invitations[0]?.id ?? '',
  tokenId: apiTokens[0]?.id ?? '',
  userId: member.userId,
  revision: '1',
})

/** The other's ids as filters, and its cursors of every list with their own filters and without. */
function queriesOf(
  { query }: Operation,
  { samples, owner, labelIds, cursors }: Side,
): Record<string, string>[] {
  if (!query) return [{}]
  const names = Object.keys(query().shape)
  const isKnown = (candidate: Record<string, string>) =>
    Object.keys(candidate).every((name) => names.includes(name))
  const candidates: Record<string, string>[] = [
    {},
    ...[owner.userId, ...samples].map((ownerUserId) => ({ ownerUserId })),
    ...labelIds.map((labelId) => ({ labelId })),
    { labelId: labelIds[0] ?? '', ownerUserId: owner.userId, status: 'active' },
    { returnTo: '/' },
    ...cursors.map(({ cursor }) => ({ cursor })),
    ...cursors
      .filter(({ query: filter }) => Object.keys(filter).length > 0)
      .map(({ cursor, query: filter }) => ({ ...filter, cursor })),
  ]
  return candidates.filter(isKnown)
}

/** Operations that would delete what later attempts are about. */
const notOnOwn: OperationId[] = [
  'deleteGoal',
  'deleteGoalLabel',
  'deleteGoalView',
  'revokeApiToken',
  'revokeOrganizationInvitation',
  'deleteWebhook',
]

/** Every way to name something of the other in a request to the operation. */
export function attemptsAt(operation: Operation, mine: Side, theirs: Side, next: () => number): Attempt[] {
  const id = operation.id as OperationId
  const names = Object.keys(operation.params?.().shape ?? {})
  const bodiesOf: unknown[] = bodies[id]?.(theirs, next) ?? [objectSitesOf(operation)[0]?.sample]
  const pathsWith = (idFor: (name: string) => string, queries: Record<string, string>[]) => {
    const params = Object.fromEntries(names.map((name) => [name, idFor(name)]))
    return queries.map((query) => requestPath(operation, { params, query }))
  }
  // For the history of the other's goal, also with its cursor.
  const cursors = theirs.cursors.filter((known) => known.id === id).map(({ cursor }) => ({ cursor }))
  const foreign = names.length === 0 ? [] : theirs.samples
  return [
    ...foreign.flatMap((sample) =>
      pathsWith((name) => (name === 'revision' ? '1' : sample), [{}, ...cursors]).map((path) => ({
        path,
        body: bodiesOf[0],
      })),
    ),
    ...(notOnOwn.includes(id)
      ? []
      : pathsWith((name) => ownParams(mine)[name] ?? '', queriesOf(operation, theirs)).flatMap((path) =>
          bodiesOf.map((body) => ({ path, body })),
        )),
  ]
}
