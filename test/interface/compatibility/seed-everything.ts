import { createToken } from '../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../support/people/goals.ts'
import { invite, join } from '../../support/people/invite.ts'
import type { Browser } from '../../support/people/sign-in.ts'

/** Makes what an organization can have, and returns the paths that show it to its owner. */
export async function seedEverything(ada: Browser, bob: Browser) {
  await join(ada, bob, 'admin')
  await invite(ada, 'guest@example.com')
  const { api } = ada
  const labelIds = [await createLabel(ada, 'Forest'), await createLabel(ada, 'Wald – Grün')]
  const goal = await createGoal(ada, {
    title: 'Plant trees',
    detailedDescription: 'Plant a **hundred** trees.\n\n- Oaks\n- Ashes',
    timeframe: { kind: 'deadline', targetDate: '2099-06-30' },
    labelIds,
    criteria: [{ title: 'Watered', description: 'Every week.' }],
    measures: [{ title: 'Trees', unit: 'trees', start: 0, target: 100 }],
    cadence: { everyDays: 7 },
    rollupWeight: 3,
  })
  const unowned = await createGoal(bob, { ownerUserId: null })
  const part = await createGoal(ada, { title: 'Plant oaks', parentGoalId: goal.id })
  await createGoal(ada, { title: 'Water oaks', parentGoalId: part.id, blockedByGoalIds: [unowned.id] })
  const params = { goalId: goal.id }
  await api.updateGoal({ params, body: { title: 'Plant a hundred trees', detailedDescription: 'Oaks.' } })
  const [criterion] = goal.criteria
  const [measure] = goal.measures
  const { update } = await api.createGoalUpdate({
    params,
    body: reportOf('Half of them stand.', {
      health: 'on_track',
      verdicts: [{ criterionId: criterion?.id ?? '', result: 'met', note: 'Seen.' }],
      measurements: [{ measureId: measure?.id ?? '', value: 50.5 }],
      evidence: [{ url: 'https://example.com/trees', title: 'Photographs' }],
    }),
  })
  await bob.api.acknowledgeGoalUpdate({ params: { goalId: goal.id, revision: String(update.revision) } })
  await api.createGoalView({ body: { name: 'Mine', query: 'owner=me' } })
  await api.createGoalView({ body: { name: 'Everybody', query: 'status=active', isShared: true } })
  await api.createWebhook({ body: { url: 'http://127.0.0.1:2099/hook' } })
  await api.updateNotificationPreferences({ body: { timeZone: 'Asia/Tokyo', weeklyDigest: true } })
  const { secret } = await createToken(ada)
  return {
    goalId: goal.id,
    secret,
    paths: [
      '/v1/auth/session',
      '/v1/organizations',
      '/v1/organizations/current/members',
      '/v1/organizations/current/invitations',
      '/v1/goals',
      '/v1/goals/counts',
      '/v1/goals?q=trees',
      `/v1/goals/${goal.id}`,
      `/v1/goals/${goal.id}/tree`,
      `/v1/goals/${goal.id}/updates`,
      `/v1/goals/${goal.id}/edits`,
      '/v1/goal-labels',
      '/v1/goal-views',
      '/v1/api-tokens',
      '/v1/organizations/current/api-tokens',
      '/v1/webhooks',
      '/v1/notification-preferences',
      '/v1/organizations/current/audit',
      '/v1/events',
    ],
  }
}
