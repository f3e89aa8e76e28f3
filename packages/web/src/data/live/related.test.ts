import { describe, expect, test } from 'vitest'
import { concernsList, haveOtherRollups, isRelated } from './related.ts'

const rollup = {
  children: 1,
  descendants: 1,
  byStatus: { active: 1, paused: 0, completed: 0, archived: 0 },
  byHealth: { on_track: 1, at_risk: 0, off_track: 0, none: 0 },
  progress: null,
}
const row = (id: string, above: string[] = [], isParent = false) => ({
  id,
  rollup: isParent ? rollup : null,
  ancestors: above.map((one) => ({ id: one, title: one })),
})
const changesOf = (...ids: string[]) => new Map(ids.map((id) => [id, { version: 2, isDeleted: false }]))

describe('a goal on the page may show something else', () => {
  const goal = {
    ...row('g', ['above']),
    blockedBy: [{ id: 'before', title: 'Before', status: 'active' as const }],
  }

  test.each([
    ['after a change of a goal above it', ['above'], false, true],
    ['after a change of a goal that it waits for', ['before'], false, true],
    ['if goals have other relations', ['x'], true, true],
    ['not after a change of another goal', ['x'], false, false],
    ['not after its own change, which is loaded anyway', ['g'], true, false],
  ])('%s', (_, ids, relations, expected) => {
    expect(isRelated(goal, { goals: changesOf(...ids), relations })).toBe(expected)
  })

  test('after any change, if it has a roll-up', () => {
    expect(isRelated({ ...goal, rollup }, { goals: changesOf('x'), relations: false })).toBe(true)
  })
})

describe('a list of sub-goals, or of goals that wait,', () => {
  test.each([
    ['is loaded again if one of them changed', ['a'], false, [row('a')], true],
    ['is loaded again if goals have other relations', ['x'], true, [], true],
    ['is loaded again if one of them has a roll-up', ['x'], false, [row('a', [], true)], true],
    ['stays otherwise', ['x'], false, [row('a')], false],
  ])('%s', (_, ids, relations, rows, expected) => {
    expect(concernsList(rows, { goals: changesOf(...ids), relations })).toBe(expected)
  })
})

describe('roll-ups of a list are out of date', () => {
  const parent = row('parent', [], true)

  test.each([
    [
      'if a goal below one of them changed',
      [parent, row('child', ['parent'])],
      ['child'],
      [row('child', ['parent'])],
    ],
    ['if a goal arrived below one of them', [parent], ['child'], [row('child', ['parent'])]],
    ['if one of them has its first goal below', [row('leaf')], ['child'], [row('child', ['leaf'])]],
    ['if a goal left one of them', [parent, row('child', ['parent'])], ['child'], [row('child')]],
    ['if nobody knows where a changed goal is', [parent], ['child'], []],
  ])('%s', (_, rows, ids, arrived) => {
    expect(haveOtherRollups(rows, changesOf(...ids), arrived)).toBe(true)
  })

  test.each([
    ['after a change of a parent', [parent], ['parent'], [parent]],
    ['after a change elsewhere', [parent, row('other')], ['other'], [row('other')]],
    ['without a roll-up', [row('leaf')], ['unknown'], []],
  ])('not %s', (_, rows, ids, arrived) => {
    expect(haveOtherRollups(rows, changesOf(...ids), arrived)).toBe(false)
  })
})
