import { expect, test } from 'vitest'
import { attentionSentence, outcomeOf } from './attention.tsx'

const verdict = (result: string | null) => ({ verdict: result === null ? null : { result } })

test.each([
  [[], null],
  [['met'], 'Completed with its criterion met.'],
  [['met', 'met'], 'Completed with all 2 criteria met.'],
  [['met', 'met', 'met', 'not_met', 'not_met'], 'Completed with 2 of 5 criteria not met.'],
  [['met', 'not_met', 'unknown', null], 'Completed with 1 of 4 criteria not met and 2 undecided.'],
  [['met', null], 'Completed with 1 of 2 criteria undecided.'],
])('a goal completed with verdicts %j: %s', (results, sentence) => {
  const outcome = outcomeOf(results.map(verdict))
  expect(outcome?.sentence ?? null).toBe(sentence)
  expect(outcome?.isMet).toBe(results.length === 0 ? undefined : results.every((result) => result === 'met'))
})

test.each([
  ['question_open', 'A question about this goal is open.'],
  ['claim_expired', 'Somebody stopped working on this goal without saying so.'],
  ['budget_used', 'The budget is used up.'],
  ['review_requested', '1 criterion waits for a second person to confirm it.'],
  ['overdue', 'The target date, Nov 20, 2026, has passed.'],
  ['report_late', 'A report was due on Nov 1, 2026.'],
  ['off_track', 'The goal is off track.'],
  ['at_risk', 'The goal is at risk.'],
  ['due_soon', 'The target date is in 5 days.'],
  ['criteria_not_met', '1 of 3 criteria is not met.'],
] as const)('%s in words: %s', (reason, sentence) => {
  const judged = { asOf: '', revision: 2, authorityUserId: 'email:1' }
  const goal = {
    timeframe: { kind: 'deadline' as const, targetDate: '2026-11-20' },
    nextReportDueAt: '2026-11-01T12:00:00.000Z',
    criteria: [
      {
        id: '1',
        title: 't',
        description: 'd',
        verdict: { ...judged, result: 'not_met' as const },
        confirmedBy: null,
      },
      { id: '2', title: 't', description: 'd', verdict: null, confirmedBy: null },
      {
        id: '3',
        title: 't',
        description: 'd',
        verdict: { ...judged, result: 'met' as const },
        confirmedBy: null,
      },
    ],
  }
  expect(attentionSentence(reason, goal, '2026-11-15')).toBe(sentence)
})
