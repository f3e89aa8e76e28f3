/** An organization whose texts have no Latin letter, so that every one on a page is the app's own. */
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { publishGoal, reportOn } from '../support/seed.ts'

/** Fills an organization so that pages show all they can. Returns a goal with a long history, and a webhook. */
export async function fillInGreek({ api }: Session): Promise<{ goalId: string; webhookId: string }> {
  await api.updateOrganization({ body: { name: 'Ομάδα' } })
  const { label } = await api.createGoalLabel({
    body: { name: 'Ποιότητα', color: '#3b76b8', description: 'Όλα' },
  })
  const { webhook } = await api.createWebhook({ body: { url: 'https://example.com/hooks' } })
  await api.createOrganizationInvitation({ body: { email: 'eve@example.com', role: 'member' } })
  await api.createGoalView({ body: { name: 'Αργά', query: 'status=active', isShared: true } })
  await publishGoal(api, 'Συνέχεια.', { cadence: { everyDays: 7 }, labelIds: [label.id] })
  const { id: goalId, ...goal } = await publishGoal(api, 'Απάντηση σε μία μέρα.\n\n- ένα\n- δύο', {
    timeframe: { kind: 'deadline', targetDate: '2026-01-01' },
    labelIds: [label.id],
    criteria: [
      { title: 'Διάμεσος', description: 'Κάτω από 24 ώρες.' },
      { title: 'Μέγιστο', description: 'Κάτω από τρεις μέρες.' },
    ],
    measures: [{ title: 'Διάμεσος', unit: 'ώ', start: 48, target: 24 }],
    cadence: { everyDays: 7 },
  })
  const criterionId = goal.criteria[0]?.id ?? ''
  const measureId = goal.measures[0]?.id ?? ''
  const evidence = [{ title: 'Παράθεση', text: 'Γρήγορα!' }]
  const states = [
    ['active', 'on_track'],
    ['paused', 'at_risk'],
    ['completed', undefined],
    ['active', 'off_track'],
  ] as const
  for (const [index, [status, health]] of states.entries()) {
    await reportOn(api, goalId, {
      status,
      ...(health && { health }),
      summary: 'Αργά',
      details: 'Όλα πάνε αργά.',
      expectedRevision: index + 1,
      evaluation: { result: 'not_met', asOf: '2026-11-20T10:00:00Z' },
      verdicts: [{ criterionId, result: 'not_met', note: 'Ελέγχθηκε.', evidence }],
      measurements: [{ measureId, value: 46 - 2 * index }],
      evidence,
      ...(index === 2 && { runId: '4711', clientInfo: { name: 'Βοηθός', version: '1' } }),
    })
  }
  await api.updateGoal({
    params: { goalId },
    body: {
      title: 'Απάντηση σε δύο μέρες',
      detailedDescription: 'Απάντηση σε δύο μέρες.',
      labelIds: [],
      cadence: { everyDays: 14 },
      timeframe: { kind: 'deadline', targetDate: '2026-02-01' },
      criteria: [{ id: criterionId, title: 'Διάμεσος', description: 'Κάτω από 48 ώρες.' }],
      measures: [{ id: measureId, title: 'Διάμεσος', unit: 'λ', start: 60, target: 30 }],
    },
  })
  await api.updateGoal({ params: { goalId }, body: { title: 'Απάντηση' } })
  return { goalId, webhookId: webhook.id }
}
