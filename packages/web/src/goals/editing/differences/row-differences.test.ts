import { expect, test } from 'vitest'
import { rowDifferences } from './row-differences.ts'

const row = (id: string, title = id) => ({ id, title })

test('tells added, removed, changed, and reordered rows apart', () => {
  const [one, two, three] = [row('1'), row('2'), row('3')]
  expect(rowDifferences([one, two], [one, two])).toEqual({
    added: [],
    removed: [],
    changed: [],
    isReordered: false,
  })
  expect(rowDifferences([one, two], [row('2', 'new'), one, three])).toEqual({
    added: [three],
    removed: [],
    changed: [{ from: two, to: row('2', 'new') }],
    isReordered: true,
  })
  expect(rowDifferences([one, two], [three, one, two])).toMatchObject({
    added: [three],
    isReordered: false,
  })
  expect(rowDifferences([one, two, three], [one, three])).toMatchObject({
    removed: [two],
    isReordered: false,
  })
})
