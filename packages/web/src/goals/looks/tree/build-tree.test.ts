import { array, assert, constantFrom, property, record } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  buildTree,
  canMove,
  foldableIds,
  rowsAtOnce,
  type TreeGoal,
  type TreeNode,
  visibleRows,
} from './build-tree.ts'

const goal = (id: string, ...above: string[]): TreeGoal => ({
  id,
  title: id,
  parentGoalId: above.at(-1) ?? null,
  ancestors: above.map((one) => ({ id: one, title: one })),
})

/** The rows as they look: `--c` is on the third level, `(a)` is left out by the filters. */
const look = (nodes: readonly TreeNode<TreeGoal>[], folded: string[] = []) =>
  visibleRows(nodes, new Set(folded)).map(
    (node) => `${'-'.repeat(node.level - 1)}${node.goal ? node.id : `(${node.id})`}`,
  )

const all = [goal('c', 'a', 'b'), goal('a'), goal('d'), goal('b', 'a'), goal('e', 'a')]

describe('a tree', () => {
  it('has parents before their children, and siblings in the given order', () => {
    expect(look(buildTree(all))).toEqual(['a', '-b', '--c', '-e', 'd'])
    expect(look(buildTree(all.toReversed()))).toEqual(['d', 'a', '-e', '-b', '--c'])
  })

  it('shows no row below a folded one', () => {
    expect(look(buildTree(all), ['b', 'd'])).toEqual(['a', '-b', '-e', 'd'])
    expect(look(buildTree(all), ['a'])).toEqual(['a', 'd'])
    expect(foldableIds(buildTree(all))).toEqual(['a', 'b'])
  })

  it('keeps the goals above those that match, in the place of the first one below', () => {
    expect(look(buildTree([goal('d'), goal('c', 'a', 'b'), goal('e', 'a')]))).toEqual([
      'd',
      '(a)',
      '-(b)',
      '--c',
      '-e',
    ])
    // The goal in between matches.
    expect(look(buildTree([goal('c', 'a', 'b'), goal('b', 'a')]))).toEqual(['(a)', '-b', '--c'])
  })

  it('says which place a row has among its siblings', () => {
    const rows = visibleRows(buildTree(all), new Set())
    expect(rows.map(({ id, position, siblings }) => `${id} ${position}/${siblings}`)).toEqual([
      'a 1/2',
      'b 1/2',
      'c 1/1',
      'e 2/2',
      'd 2/2',
    ])
  })

  it('believes the parent if the copy of the ancestors is older', () => {
    const moved = { ...goal('c', 'a', 'b'), parentGoalId: 'd' }
    expect(look(buildTree([moved, goal('a'), goal('b', 'a'), goal('d')]))).toEqual(['a', '-b', 'd', '-c'])
  })

  it('has a goal whose parent nobody knows at the top', () => {
    expect(look(buildTree([{ ...goal('a'), parentGoalId: 'unseen' }]))).toEqual(['a'])
  })

  it('shows each goal once, whatever copies say', () => {
    const id = constantFrom('a', 'b', 'c', 'd', 'e')
    const above = array(id, { maxLength: 4 }).map((ids) => [...new Set(ids)])
    const some = array(record({ id, above }), { maxLength: 8 }).map((goals) => [
      ...new Map(goals.map((one) => [one.id, goal(one.id, ...one.above)])).values(),
    ])
    assert(
      property(some, (goals) => {
        const rows = visibleRows(buildTree(goals), new Set())
        const ids = rows.map((row) => row.id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const { id: known } of goals) expect(ids).toContain(known)
        for (const { level, parent } of rows) expect(level).toBe((parent?.level ?? 0) + 1)
      }),
    )
  })

  it('of 1,000 goals is built in the order of milliseconds', () => {
    const wide = Array.from({ length: 1_000 }, (_, index) =>
      index % 10 === 0 ? goal(`p${index}`) : goal(`g${index}`, `p${index - (index % 10)}`),
    )
    expect(visibleRows(buildTree(wide), new Set())).toHaveLength(1_000)
  })
})

test.each([
  [[], 2, 'ab'],
  [['d'], 2, 'abd'],
  [['a', 'b', 'c', 'd'], 2, 'abcd'],
  [['b'], 0, 'b'],
])(
  'of the rows a to d, those of %j that are drawn and %i others are drawn at once: %s',
  (drawn, most, at) => {
    const rows = [...'abcd'].map((id) => ({ id }))
    expect(
      rowsAtOnce(rows, new Set(drawn), most)
        .map(({ id }) => id)
        .join(''),
    ).toBe(at)
  },
)

describe('a goal can be moved', () => {
  const [a, d] = buildTree(all)
  const [b] = a?.children ?? []
  const [c] = b?.children ?? []

  it.each([
    [a, d, true],
    [b, d, true],
    [c, undefined, true],
    [a, a, false],
    [a, c, false],
    [b, a, false],
    [a, undefined, false],
  ])('%#', (node, target, can) => {
    expect(node && canMove(node, target, 5)).toBe(can)
  })

  it('no deeper than a tree may be', () => {
    expect(a && canMove(a, d, 4)).toBe(true)
    expect(a && canMove(a, d, 3)).toBe(false)
  })

  it('if it is among those that match', () => {
    const [left] = buildTree([goal('b', 'a')])
    expect(left && canMove(left, undefined, 5)).toBe(false)
  })
})
