import { expect, test } from 'vitest'
import { treesOf } from './trees-of.ts'

const rollup = {
  children: 1,
  descendants: 1,
  byStatus: { active: 1, paused: 0, completed: 0, archived: 0 },
  byHealth: { on_track: 1, at_risk: 0, off_track: 0, none: 0 },
  progress: null,
}
const goal = (id: string, above: string[] = [], more: object = {}) => ({
  id,
  title: `Goal ${id}`,
  status: 'active' as const,
  health: 'on_track' as const,
  rollup: null,
  ancestors: above.map((one) => ({ id: one, title: `Old ${one}` })),
  ...more,
})

test('active goals are counted for the goal at the top of their tree, and the others together', () => {
  const shares = treesOf(
    [
      goal('a', [], { rollup }),
      goal('b', ['a'], { health: 'at_risk', rollup }),
      goal('c', ['a', 'b'], { health: null }),
      goal('d', ['a'], { status: 'completed', health: null }),
      goal('e'),
      // Its top is not among the goals.
      goal('f', ['x']),
    ],
    'In no tree',
  )
  const none = { on_track: 0, none: 0, at_risk: 0, off_track: 0 }
  expect(shares).toEqual([
    {
      key: 'a',
      name: 'Goal a',
      counts: { ...none, on_track: 1, none: 1, at_risk: 1 },
      search: { look: 'tree', below: 'a', status: ['active'] },
    },
    { key: 'none', name: 'In no tree', counts: { ...none, on_track: 1 }, search: undefined },
    {
      key: 'x',
      name: 'Old x',
      counts: { ...none, on_track: 1 },
      search: { look: 'tree', below: 'x', status: ['active'] },
    },
  ])
})

test('without trees, there is nothing to tell', () => {
  expect(treesOf([goal('a'), goal('b')], 'In no tree')).toEqual([])
})
