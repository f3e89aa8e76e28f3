import { expect, test } from 'vitest'
import { levels } from './shorten.ts'
import { hasTexts, toolResult } from './tool-result.ts'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** Builds the result of a text of so many characters, and counts how often it is read. */
function resultOf(characters: number, maxKiB: number) {
  let count = 0
  const goal = {
    get text() {
      count += 1
      return '€'.repeat(characters)
    },
  }
  const result = toolResult({ goal }, { maxKiB })
  return { goal: result.structuredContent.goal as { text: string }, bytes: bytesOf(result), count }
}

test('a result that fits is whole', () => {
  expect(resultOf(100, 4)).toMatchObject({ goal: { text: '€'.repeat(100) }, count: 1 })
})

test.each([1_000, 3_000, 30_000, 300_000])(
  'of %i characters, the longest text that fits is kept, and found in six attempts',
  (characters) => {
    for (const maxKiB of [4, 16, 64, 160]) {
      const { goal, bytes, count } = resultOf(characters, maxKiB)
      expect(bytes).toBeLessThanOrEqual(maxKiB * 1024)
      expect(count).toBeLessThanOrEqual(6)
      const kept = goal.text.indexOf('…')
      const longer = levels.filter(({ text }) => text > kept && text < characters).at(-1)
      if (kept >= 0 && longer) expect((2 * 3 * longer.text) / 1024).toBeGreaterThan(maxKiB - 2)
    }
  },
)

test('what cannot be cut enough is an error', () => {
  expect(() => toolResult({ id: 'x'.repeat(10_000) }, { maxKiB: 4 })).toThrow(
    'No result of 3584 bytes was found.',
  )
})

test.each([
  { deleted: true },
  { goals: [], nextCursor: 'sealed' },
  {
    error: {
      code: 'invalid_request',
      message: 'Wrong.',
      whatToDo: 'Correct it.',
      details: [{ path: 'a', message: 'b' }],
    },
  },
  { update: { id: 'u', goalId: 'g', hash: 'h', createdAt: '2026-11-20', status: 'active', summary: '' } },
])('%j has no text of members', (value) => {
  expect(hasTexts(value)).toBe(false)
})

test.each([
  { label: { id: 'l', name: 'Forest' } },
  { goals: [{ id: 'g', labels: ['Forest'] }] },
  { error: { code: 'goal_revision_conflict', conflict: { updates: [{ revision: 2, details: 'Late.' }] } } },
  { part: 'the rest of a text' },
  { fields: { title: { from: 'One', to: 'Two' } } },
  { something: 'of an unknown name' },
])('%j has texts of members', (value) => {
  expect(hasTexts(value)).toBe(true)
})
