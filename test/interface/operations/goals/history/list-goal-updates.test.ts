import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { publish } from '../../../../support/requests/goals.ts'

const { ada, send: browser } = await startWithAda()

describe('the history of a goal', () => {
  it('begins with the publication, at revision 1', async () => {
    const goal = await publish(browser)
    const { updates, nextCursor } = await ada.api.listGoalUpdates({ params: { goalId: goal.id } })
    expect(nextCursor).toBeNull()
    expect(updates).toEqual([
      {
        id: expect.any(String),
        organizationId: goal.organizationId,
        goalId: goal.id,
        revision: 1,
        goalVersion: 1,
        version: 1,
        status: 'active',
        health: null,
        evaluation: null,
        summary: 'Goal published',
        details: expect.any(String),
        authorityUserId: ada.userId,
        actor: { kind: 'user', id: ada.userId, runId: null },
        authentication: { kind: 'session', subjectId: expect.any(String) },
        verdicts: [],
        measurements: [],
        evidence: [],
        clientInfo: null,
        idempotencyKey: expect.any(String),
        createdAt: goal.createdAt,
        acknowledgements: [],
        previousHash: null,
        hash: goal.historyHash,
      },
    ])
  })
})
