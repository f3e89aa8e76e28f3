import { expect, test } from 'vitest'
import { countedGoals, findLabelUse, labelUseWords } from './label-use.ts'

const goals = (count: number) => [...Array(count).keys()].map((id) => ({ id: String(id), title: 't' }))

/** Gives out pages of so many goals, one after the other, with the cursors `1`, `2` and so on. */
function pagesOf(...counts: number[]) {
  const asked: (string | undefined)[] = []
  return {
    asked,
    load: async (cursor: string | undefined) => {
      asked.push(cursor)
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
  ['a goal behind empty pages', [0, 0, 1], 1, false],
  ['nothing but empty pages', [0, 0], 0, false],
  ['as many as are counted', [countedGoals], countedGoals, false],
  ['more than are counted', [12, 12, 12], 24, true],
])('%s', async (_, counts, found, hasMore) => {
  const { load, asked } = pagesOf(...counts)
  const use = await findLabelUse(load)
  expect(use.goals).toHaveLength(found)
  expect(use.hasMore).toBe(hasMore)
  expect(asked).toEqual([undefined, '1', '2'].slice(0, asked.length))
})

test.each([
  [1, false, /^is on one goal\. .*from that goal first\.$/],
  [2, false, /^is on 2 goals\. .*from them first\.$/],
  [20, true, /^is on more than 20 goals\. .*from them first\.$/],
])('%i goals, more: %s', (count, hasMore, words) => {
  expect(labelUseWords({ goals: goals(count), hasMore })).toMatch(words)
})
