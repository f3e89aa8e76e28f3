import { expect, test } from 'vitest'
import type { GoalUpdate } from '../schemas/goals/goal-history.ts'
import { programWords } from './program-words.ts'

const actor = (kind: GoalUpdate['actor']['kind'], runId: string | null = null) => ({ kind, id: 't', runId })

test.each([
  [actor('client'), undefined, 'A program', ''],
  [actor('agent'), undefined, 'An agent', ''],
  [actor('client'), 'Import', 'Import', ''],
  [actor('agent'), 'Helpdesk', 'Helpdesk', ' (agent)'],
  [actor('client', '4711'), 'Import', 'Import', ' (run 4711)'],
  [actor('agent', '4711'), 'Helpdesk', 'Helpdesk', ' (agent, run 4711)'],
  [actor('agent', '4711'), undefined, 'An agent', ' (run 4711)'],
])('%j named %s is called %s%s', (by, name, expected, details) => {
  expect(programWords(by, name)).toEqual({ name: expected, details })
})

test('shortens a run of over 40 characters, counted as people count them', () => {
  const runOf = (runId: string) => programWords(actor('client', runId), 'Import').details
  expect(runOf('🎯'.repeat(40))).toBe(` (run ${'🎯'.repeat(40)})`)
  expect(runOf('🎯'.repeat(41))).toBe(` (run ${'🎯'.repeat(39)}…)`)
})

test('uses the words of a language', () => {
  const words = {
    agent: 'Agent',
    run: (id: string) => `Lauf ${id}`,
    unknownAgent: 'Ein Agent',
    unknown: 'Ein Programm',
  }
  expect(programWords(actor('agent', '1'), 'Helpdesk', words).details).toBe(' (Agent, Lauf 1)')
  expect(programWords(actor('agent'), undefined, words).name).toBe('Ein Agent')
  expect(programWords(actor('client'), undefined, words).name).toBe('Ein Programm')
})
