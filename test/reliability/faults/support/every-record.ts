import { readChanges } from '@cairn/domain/background/changes/handle-queue'
import { recordEvents } from '@cairn/domain/background/changes/record-events'
import { appendEvents } from '@cairn/domain/events/feed/append-events'
import { indexGoals } from '@cairn/domain/goals/search/texts/index-texts'
import { followRelations } from '@cairn/domain/goals/tree/following/follow-relations'
import type { Database } from '@cairn/domain/storage/database/client'
import { transact } from '@cairn/domain/storage/database/transaction'
import { changeEntity } from '@cairn/domain/storage/table/entities/events/change'
import { putRecord } from '@cairn/domain/storage/table/entity'
import { eventNumber } from '../../../background/feed/support/events.ts'
import { password } from '../../../support/people/accounts.ts'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../../support/people/goals.ts'
import { invite, join } from '../../../support/people/invite.ts'
import { signIn } from '../../../support/people/sign-in.ts'
import { pictureOf } from '../../../support/requests/pictures.ts'
import { connect } from '../../../support/requests/program.ts'
import { startTestService } from '../../../support/service/service.ts'
import { writePendingReminder } from './corruptions/due-corruptions.ts'
import { corruptedGoalTitle } from './corruptions/goal-corruptions.ts'
import { writeInbox } from './corruptions/inbox-corruptions.ts'
import { placedTitles } from './corruptions/place-corruptions.ts'
import { writeProviderSession } from './corruptions/provider-session-corruptions.ts'
import { reviewedTitle } from './corruptions/review-corruptions.ts'
import { writePendingDelivery } from './corruptions/webhook-corruptions.ts'
import { workedTitles } from './corruptions/work-corruptions.ts'

type Signed = Awaited<ReturnType<typeof signIn>>

/** Starts a service whose table has records of every entity, all of them sound. */
export async function startWithEveryRecord() {
  // Changes wait, so that there are some.
  const service = await startTestService({ background: false })
  const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
  const bob = await signIn(service, { email: 'bob@example.com', displayName: 'Bob' })
  await join(ada, bob)
  await invite(ada, 'dora@example.com')
  await createToken(ada)
  const labelId = await createLabel(ada, 'Forest')
  const weekly = await createGoal(ada, { cadence: { everyDays: 7 }, reviewerUserId: bob.userId })
  // The history that `goal-corruptions.ts` describes.
  const {
    id: goalId,
    criteria,
    measures,
  } = await createGoal(ada, {
    title: 'Trees',
    labelIds: [labelId],
    criteria: [{ title: 'Planted', description: 'A hundred trees.' }],
    measures: [{ title: 'Trees', start: 0, target: 100 }],
  })
  const params = { goalId }
  await ada.api.createGoalUpdate({
    params,
    body: reportOf('First row', {
      health: 'at_risk',
      evaluation: { result: 'not_met', asOf: '2026-11-20T10:00:00.000Z' },
      verdicts: criteria.map(({ id }) => ({ criterionId: id, result: 'met' })),
      measurements: measures.map(({ id }) => ({ measureId: id, value: 50 })),
    }),
  })
  await ada.api.askQuestion({ params, body: { text: 'More trees?', options: ['Yes', 'No'] } })
  await ada.api.askQuestion({ params, body: { text: 'Where?', askedUserIds: [ada.userId, bob.userId] } })
  await bob.api.watchGoal({ params })
  await createComments(ada, bob, goalId)
  await bob.api.acknowledgeGoalUpdate({ params: { ...params, revision: '2' } })
  await bob.api.requestReport({ params })
  await ada.api.createGoalTemplate({ body: { name: 'Trees' } })
  await bob.api.putGoalDraft({ params, body: { content: { summary: 'Half' } } })
  await ada.api.continueGoal({ params: { goalId: weekly.id }, body: { timeframe: { kind: 'continuous' } } })
  await ada.api.updateGoal({
    params,
    body: { title: corruptedGoalTitle, detailedDescription: 'Plant a forest.' },
  })
  await ada.api.createGoalUpdate({
    params,
    body: reportOf('Second row', {
      expectedRevision: 2,
      usage: { seconds: 90, costMicros: 1_500_000 },
      handoff: 'Floor 2 is left.',
    }),
  })
  const gus = await signIn(service, { email: 'gus@example.com', displayName: 'Gus' })
  await join(ada, gus)
  for (const { api } of [ada, gus]) await api.setPicture({ body: pictureOf('picture') })
  await gus.api.deleteAccount({ body: { password } })
  const { id: deletedId } = await createGoal(ada, { labelIds: [labelId] })
  await ada.api.deleteGoal({ params: { goalId: deletedId } })
  await createPlacedGoals(ada)
  await createWork(ada)
  await createReview(ada, bob)
  const { webhook } = await ada.api.createWebhook({ body: { url: 'http://127.0.0.1:1024/' } })
  for (const isShared of [false, true]) {
    await ada.api.createGoalView({ body: { name: 'Mine', query: '', isShared } })
  }
  const { activeOrganizationId: organizationId } = await ada.api.getOrganizationContext()
  await connect(service.origin, ada, { organizationId, scopes: ['goals:read'] })
  await writePendingDelivery(service.table.database, { organizationId, webhookId: webhook.id })
  await writeProviderSession(service.table.database, ada.userId)
  await writePendingReminder(service.table.database, ada.userId, { organizationId, goalId: weekly.id })

  await writeInbox(service.table.database, bob, { organizationId, goalId })

  const { database } = service.table
  const cem = await signIn(service, { email: 'cem@example.com', displayName: 'Cem' })
  await join(ada, cem)
  await createGoal(cem)
  await ada.api.removeOrganizationMember({
    params: { userId: cem.userId },
    body: { reassignGoalsTo: bob.userId },
  })
  for (const number of [1, 2, 3]) await appendEvents(database, organizationId, [eventNumber(number)])
  const recorded = recordEvents(
    { ...database, hasStream: true },
    { organizationId, events: [eventNumber(4)] },
  )
  await transact(database, { recorded })
  await followWaiting(database)
  return service
}

/** Comments on a goal and a report, and deletes one of the comments. */
async function createComments(ada: Signed, bob: Signed, goalId: string): Promise<void> {
  const params = { goalId }
  const mentionedUserIds = [bob.userId]
  await ada.api.createGoalComment({ params, body: { text: 'Look.', reportRevision: 1, mentionedUserIds } })
  const { comment } = await bob.api.createGoalComment({ params, body: { text: 'Gone.' } })
  await bob.api.deleteGoalComment({ params: { goalId, commentId: comment.id } })
}

/** Claims a goal, and ends the claim on another one. */
async function createWork(ada: Signed): Promise<void> {
  const create = async (title: string) => (await createGoal(ada, { title })).id
  await ada.api.claimGoal({
    params: { goalId: await create(workedTitles.claimed) },
    body: { note: 'Digging' },
  })
  const released = await create(workedTitles.released)
  await ada.api.claimNextGoal({ body: { q: workedTitles.released, runId: 'run' } })
  await ada.api.releaseGoalClaim({ params: { goalId: released } })
}

/** Creates the goals that `place-corruptions.ts` describes. */
async function createPlacedGoals(ada: Signed): Promise<void> {
  const { top, middle, leaf, blocker } = placedTitles
  const { id: blockerId } = await createGoal(ada, { title: blocker })
  const { id: topId } = await createGoal(ada, { title: top })
  const { id: middleId } = await createGoal(ada, { title: middle, parentGoalId: topId })
  await createGoal(ada, {
    title: leaf,
    parentGoalId: middleId,
    blockedByGoalIds: [blockerId],
    timeframe: { kind: 'deadline', targetDate: '2099-12-31' },
  })
}

/** Does for other goals what follows from the changes that wait, and leaves their events. */
async function followWaiting(database: Database): Promise<void> {
  const { changes } = await readChanges(database, { limit: 1_000 })
  for (const change of changes) {
    const { relations, texts, ...content } = change.content
    if (!relations && !texts) continue
    await followRelations(database, content.organizationId, relations ?? [])
    await indexGoals(database, content.organizationId, texts ?? [])
    await transact(database, { change: { Put: putRecord(changeEntity, { ...change, content }) } })
  }
}

/** A goal that needs a second person, who has confirmed one of two criteria, after an acknowledgement. */
async function createReview(ada: Signed, bob: Signed): Promise<void> {
  const { id: goalId, criteria } = await createGoal(ada, {
    title: reviewedTitle,
    criteria: ['Planted', 'Watered'].map((title) => ({ title, description: 'All.' })),
    verification: 'other_person',
  })
  const verdicts = criteria.map(({ id }) => ({ criterionId: id, result: 'met' as const }))
  await ada.api.createGoalUpdate({ params: { goalId }, body: reportOf('Met', { verdicts }) })
  const params = { goalId, revision: '2' }
  await bob.api.acknowledgeGoalUpdate({ params })
  const [first] = criteria
  await bob.api.acknowledgeGoalUpdate({ params, body: { confirmedCriterionIds: first ? [first.id] : [] } })
}
