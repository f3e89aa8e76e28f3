import { expect, test } from 'vitest'
import { countedGoals, describeLabelUse, findLabelUse } from './label-use.ts'

const goals = (count: number) => [...Array(count).keys()].map((id) => ({ id: String(id), title: 't' }))

/** Returns pages with the given numbers of goals. Their cursors are `1`, `2`, and so on. */
function pagesOf(...counts: number[]) {
  const cursors: (string | undefined)[] = []
  return {
    cursors,
    load: async (cursor: string | undefined) => {
      cursors.push(cursor)
      const page = Number(cursor ?? 0)
      return {
        goals: goals(counts[page] ?? 0),
        nextCursor: page + 1 < counts.length ? String(page + 1) : null,
      }
    },
  }
}

test.each([
  ['no goal', [0], 0, false],
  ['a goal after empty pages', [0, 0, 1], 1, false],
  ['only empty pages', [0, 0], 0, false],
  ['exactly the maximum', [countedGoals], countedGoals, false],
  ['more than the maximum', [12, 12, 12], 24, true],
])('%s', async (_, counts, found, hasMore) => {
  const { load, cursors } = pagesOf(...counts)
  const use = await findLabelUse(load)
  expect(use.goals).toHaveLength(found)
  expect(use.hasMore).toBe(hasMore)
  expect(cursors).toEqual([undefined, '1', '2'].slice(0, cursors.length))
})

test.each([
  [1, false, /^\{label\} is on one goal\. .*from that goal first\.$/],
  [2, false, /^\{label\} is on 2 goals\. .*from those goals first\.$/],
  [20, true, /^\{label\} is on more than 20 goals\. .*from those goals first\.$/],
])('%i goals, more: %s', (count, hasMore, text) => {
  expect(describeLabelUse({ goals: goals(count), hasMore })).toMatch(text)
})
