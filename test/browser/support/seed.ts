import type { Client } from '@cairn/contract/http/client'
import type { Goal } from '@cairn/contract/schemas/goals/goals'

/** Publishes a continuous goal. `fields` are more fields of the request. */
export async function publishGoal(
  api: Client,
  detailedDescription = 'Answer within a day.',
  fields: object = {},
): Promise<Goal> {
  const { goal } = await api.createGoal({
    body: { detailedDescription, timeframe: { kind: 'continuous' }, ...fields },
  })
  return goal
}

type ReportBody = Parameters<Client['createGoalUpdate']>[0]['body']

/** Reports on a goal, on its first revision by default. */
export async function reportOn(
  api: Client,
  goalId: string,
  { expectedRevision = 1, ...fields }: Partial<ReportBody> = {},
): Promise<void> {
  await api.createGoalUpdate({
    params: { goalId },
    body: {
      status: 'active',
      summary: `Report ${expectedRevision}`,
      details: 'Details.',
      expectedRevision,
      idempotencyKey: String(expectedRevision),
      ...fields,
    },
  })
}

export async function createLabel(api: Client, name: string): Promise<string> {
  const { label } = await api.createGoalLabel({ body: { name } })
  return label.id
}

/** Fills an organization so that every page has content. */
export async function seedOrganization(api: Client): Promise<{ goalId: string }> {
  const { label } = await api.createGoalLabel({
    body: { name: 'Quality', color: '#3b76b8', description: 'd' },
  })
  const goal = await publishGoal(
    api,
    'Answer within a day.\n\n- one\n- [x] two\n\n| a | b |\n| - | - |\n| 1 | [x](https://example.com) |\n\n> quote\n\n`code`',
    {
      timeframe: { kind: 'deadline', targetDate: '2026-01-01' },
      labelIds: [label.id],
      criteria: [
        { title: 'Median', description: 'Under 24 hours.' },
        { title: 'Longest', description: 'Under three days.' },
      ],
      measures: [
        { title: 'Median', unit: 'h', start: 48, target: 24 },
        { title: 'Score', start: 5, target: 8 },
      ],
      cadence: { everyDays: 7 },
    },
  )
  const goalId = goal.id
  const [criterion, other] = goal.criteria
  const [measure] = goal.measures
  const evidence = [
    { title: 'Dashboard', url: 'https://example.com/1', sha256: 'a'.repeat(64) },
    { title: 'A customer', text: 'So fast!' },
  ]
  const states = [
    ['active', 'on_track'],
    ['active', 'at_risk'],
    ['paused', 'off_track'],
    ['completed', undefined],
    ['active', 'at_risk'],
  ] as const
  for (const [index, [status, health]] of states.entries()) {
    await reportOn(api, goalId, {
      status,
      ...(health && { health }),
      summary: `Now ${status}`,
      expectedRevision: index + 1,
      evaluation: { result: 'not_met', asOf: '2026-11-20T10:00:00Z' },
      verdicts: [{ criterionId: criterion?.id ?? '', result: 'not_met', note: 'Checked.', evidence }],
      measurements: [{ measureId: measure?.id ?? '', value: 46 - 2 * index }],
      evidence,
      ...(index > 2 && { runId: '4711', clientInfo: { name: 'Helpdesk', version: '1' } }),
    })
  }
  await api.updateGoal({
    params: { goalId },
    body: {
      title: 'Answer within one day',
      cadence: { everyDays: 14 },
      measures: [{ id: measure?.id, title: 'Median', unit: 'h', start: 60, target: 24 }],
      criteria: [
        { id: criterion?.id, title: 'Median', description: 'Under 24 hours.' },
        { id: other?.id, title: 'Longest', description: 'Under two days.' },
      ],
    },
  })
  await api.updateGoal({ params: { goalId }, body: { title: 'Answer within a day' } })
  await api.createOrganizationInvitation({ body: { email: 'ben@example.com', role: 'member' } })
  await api.createApiToken({ body: { name: 'Helpdesk', scopes: ['goals:read'] } })
  return { goalId }
}
