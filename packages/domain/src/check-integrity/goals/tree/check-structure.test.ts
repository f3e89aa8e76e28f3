import { expect, test } from 'vitest'
import { shortId } from '../../../storage/table/short-id.ts'
import { checkStructure } from './check-structure.ts'
import { emptyOrganization, type Organization, type PlacedRow } from './places.ts'

/** What no single record of a table shows: limits of trees, and circles of several goals. */

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const keyAt = (number: number) => shortId(idOf(number))

type Written = { parent?: number; blockers?: number[] }

/** An organization whose records say the same as these rows, each under its number. */
function organizationOf(rows: Record<number, Written>): Organization {
  const organization = { ...emptyOrganization(keyAt(999)), hasRelations: true }
  const { goals, children, dependents } = organization
  const numbers = Object.keys(rows).map(Number)
  const below = (parents: number[]) =>
    numbers.filter((number) => parents.includes(rows[number]?.parent ?? Number.NaN))
  for (const number of numbers) {
    const { parent, blockers = [] } = rows[number] ?? {}
    const row: PlacedRow = {
      parentKey: parent === undefined ? undefined : keyAt(parent),
      blockerKeys: blockers.map(keyAt),
      facts: { s: 'active', w: 'x', f: 'c', a: 0 },
      ancestorCopy: number,
      blockerCopy: number,
    }
    const counts: number[] = []
    for (let level = below([number]); counts.length < 4; level = below(level)) counts.push(level.length)
    goals.set(keyAt(number), {
      goalKey: keyAt(number),
      row,
      tree: { parentKey: row.parentKey, below: counts, rollup: undefined },
    })
    children.set(keyAt(number), new Map(below([number]).map((child) => [keyAt(child), 0])))
    for (const blocker of blockers) {
      const waiting = dependents.get(keyAt(blocker)) ?? new Set()
      dependents.set(keyAt(blocker), waiting.add(keyAt(number)))
    }
  }
  return organization
}

function findingsOf(rows: Record<number, Written>): string[] {
  const found: string[] = []
  checkStructure((_kind, _key, message) => found.push(message), organizationOf(rows))
  return found
}

const chain = (length: number): Record<number, Written> =>
  Object.fromEntries(Array.from({ length }, (_, index) => [index + 1, index === 0 ? {} : { parent: index }]))
const nameOf = (number: number) => `${idOf(999)}/${idOf(number)}`

test('five levels are sound, six are not', () => {
  expect(findingsOf(chain(5))).toEqual([])
  expect(findingsOf(chain(6))).toEqual([`goal ${nameOf(6)} has more than 4 goals above it`])
})

test('500 sub-goals are sound, 501 are not', () => {
  const wide = (count: number) =>
    Object.fromEntries([[1, {}], ...Array.from({ length: count }, (_, index) => [index + 2, { parent: 1 }])])
  expect(findingsOf(wide(500))).toEqual([])
  expect(findingsOf(wide(501))).toEqual([`goal ${nameOf(1)} has 501 sub-goals`])
})

test('a goal that waits for one below it is named', () => {
  expect(findingsOf({ ...chain(3), 1: { blockers: [3] } })).toEqual([
    `goal ${nameOf(1)} waits for goal ${idOf(3)}, which is below it`,
  ])
})

test('goals of two trees that wait for each other through their parents are a circle', () => {
  const trees = { 1: {}, 2: { parent: 1, blockers: [3] }, 3: {}, 4: { parent: 3, blockers: [5] }, 5: {} }
  expect(findingsOf(trees)).toEqual([])
  expect(findingsOf({ ...trees, 5: { blockers: [1] } })).toEqual([
    `goals wait for each other, or for such goals: goal ${nameOf(1)} is one of them`,
  ])
})

test('parents in a circle are found, and the check ends', () => {
  expect(findingsOf({ 1: { parent: 2 }, 2: { parent: 1 } })).toContain(
    `goals wait for each other, or for such goals: goal ${nameOf(1)} is one of them`,
  )
})

test('a blocker that does not exist is none', () => {
  expect(findingsOf({ 1: { blockers: [7] } })).toEqual([])
})
