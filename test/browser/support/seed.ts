import type { Browser as Session } from '../../support/people/sign-in.ts'

/** An organization with something of everything on its pages. */
export async function furnish(ann: Session): Promise<{ goalId: string }> {
  const { label } = await ann.api.createGoalLabel({
    body: { name: 'Quality', color: '#3b76b8', description: 'd' },
  })
  const { goal } = await ann.api.createGoal({
    body: {
      detailedDescription:
        'Answer within a day.\n\n- one\n- [x] two\n\n| a | b |\n| - | - |\n| 1 | [x](https://example.com) |\n\n> quote\n\n`code`',
      timeframe: { kind: 'deadline', targetDate: '2026-01-01' },
      labelIds: [label.id],
      criteria: [{ title: 'Median', description: 'Under 24 hours.' }],
    },
  })
  const goalId = goal.id
  let expectedRevision = 1
  for (const [status, health] of [
    ['active', 'on_track'],
    ['active', 'at_risk'],
    ['paused', 'off_track'],
    ['completed', undefined],
    ['active', 'at_risk'],
  ] as const) {
    await ann.api.createGoalUpdate({
      params: { goalId },
      body: {
        status,
        ...(health && { health }),
        summary: `Now ${status}`,
        details: 'Details.',
        expectedRevision,
        idempotencyKey: String(expectedRevision),
        evaluation: { result: 'not_met', asOf: '2026-11-20T10:00:00Z' },
      },
    })
    expectedRevision += 1
  }
  await ann.api.createOrganizationInvitation({ body: { email: 'ben@example.com', role: 'member' } })
  await ann.api.createApiToken({ body: { name: 'Helpdesk', scopes: ['goals:read'] } })
  return { goalId }
}
