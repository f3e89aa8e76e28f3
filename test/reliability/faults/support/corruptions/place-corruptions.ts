import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import type { Corruption } from './corruptions.ts'
import { changed, without } from './corruptions.ts'
import { workedTitles } from './work-corruptions.ts'

/**
 * Corruptions of these goals: a tree of three levels, whose leaf waits for a goal that is in no tree.
 *
 *   top ◀─ middle ◀─ leaf ··waits for··▶ blocker
 */
export const placedTitles = { top: 'Island', middle: 'House', leaf: 'Wall', blocker: 'Quarry' }

type Content = Record<string, unknown>
type Stored = Record<string, unknown>

/** Whether a row is that of a goal which has others, or work, around it. */
export const isPlaced = ({ c }: AnyRecord): boolean =>
  [...Object.values(placedTitles), ...Object.values(workedTitles)].includes(String((c as Content).t))

const rowOf =
  (title: string) =>
  ({ c }: AnyRecord): boolean =>
    (c as Content).t === title
const withContent =
  (changes: (record: AnyRecord) => Content) =>
  (record: AnyRecord): object => ({ ...record, c: { ...(record.c as Content), ...changes(record) } })

/** The place of a goal with this many goals two levels below it. */
const placeWith =
  (below2: number | undefined) =>
  ({ p, b1, b2 }: AnyRecord): boolean =>
    b1 === 1 && b2 === below2 && (below2 !== undefined || p !== undefined)
const isTop = placeWith(1)
const isMiddle = placeWith(undefined)
const isLeaf = ({ b1 }: AnyRecord) => b1 === undefined
const hasRollup = ({ f }: AnyRecord) => (f as Stored).r !== undefined
const isWaiting = ({ b }: AnyRecord) => (b as unknown[]).length > 0

const somewhere = 'AAAAAAAAAAAAAAAAAAAAAA'

/** A record below another goal. */
const below =
  (name: 'g' | 'k', prefix: string) =>
  (record: AnyRecord): object => {
    const moved = { ...record, [name]: somewhere }
    return { ...moved, pk: `t#${moved.o}#${moved.g}`, sk: `${prefix}#${moved.k}` }
  }

export const placeCorruptions: [invariant: string, corruption: Corruption, message: string | RegExp][] = [
  [
    'a goal whose place says another parent',
    { kind: 'goalTree', which: isMiddle, corrupt: changed({ p: somewhere }) },
    'but its place says 00000000-0000-0000-0000-000000000000',
  ],
  [
    'a goal whose place says no parent',
    { kind: 'goalTree', which: isMiddle, corrupt: without('p') },
    'but its place says none',
  ],
  ['a goal without its place', { kind: 'goalTree', which: isLeaf }, 'but its place says none'],
  [
    'a goal below one that does not exist',
    {
      kind: 'goalRow',
      which: rowOf(placedTitles.leaf),
      corrupt: withContent(() => ({ m: somewhere })),
    },
    'is below goal 00000000-0000-0000-0000-000000000000, which does not exist',
  ],
  ['a goal that its parent does not know', { kind: 'goalChild' }, 'has no record of its sub-goal'],
  [
    'a record of a sub-goal that does not exist',
    { kind: 'goalChild', which: hasRollup, corrupt: below('k', 'c') },
    `has a record of sub-goal 00000000-0000-0000-0000-000000000000, which is not below it`,
  ],
  [
    'a record of a sub-goal below another goal',
    { kind: 'goalChild', corrupt: below('g', 'c') },
    'which is not below it',
  ],
  [
    'a count of sub-goals that is too high',
    { kind: 'goalTree', which: isMiddle, corrupt: changed({ b1: 2 }) },
    'counts 2,0,0,0 goals on the levels below it, but has 1,0,0,0',
  ],
  [
    'a count of goals below sub-goals that is too low',
    { kind: 'goalTree', which: isTop, corrupt: changed({ b2: 0 }) },
    'counts 1,0,0,0 goals on the levels below it, but has 1,1,0,0',
  ],
  [
    'a goal that waits for the one above it',
    {
      kind: 'goalRow',
      which: rowOf(placedTitles.middle),
      corrupt: withContent(({ c }) => ({ q: [(c as Content).m] })),
    },
    'which is above it',
  ],
  [
    'a goal that waits for itself',
    {
      kind: 'goalRow',
      which: rowOf(placedTitles.leaf),
      corrupt: withContent(({ g }) => ({ q: [g] })),
    },
    'goals wait for each other',
  ],
  [
    'a goal below one that waits for it',
    {
      kind: 'goalRow',
      which: rowOf(placedTitles.leaf),
      corrupt: withContent(({ c }) => ({ m: (c as { q: string[] }).q[0] })),
    },
    'which is above it',
  ],
  ['a goal that does not know who waits for it', { kind: 'goalDependent' }, 'has no record that goal'],
  [
    'an organization that does not know that its goals belong together',
    {
      kind: 'goalLabelDirectory',
      which: ({ hasRelations }) => hasRelations === true,
      corrupt: without('hasRelations'),
    },
    'does not know that some of its goals belong together',
  ],
  [
    'facts of a sub-goal that are late',
    {
      kind: 'goalChild',
      which: hasRollup,
      corrupt: (record) => ({ ...record, f: { ...(record.f as Stored), s: 'paused' } }),
    },
    'has other facts of its sub-goal',
  ],
  [
    'facts of a sub-goal without its roll-up',
    {
      kind: 'goalChild',
      which: hasRollup,
      corrupt: ({ f, ...record }) => {
        const { r: _, ...facts } = f as Stored
        return { ...record, f: facts }
      },
    },
    'has other facts of its sub-goal',
  ],
  [
    'a roll-up that is late',
    {
      kind: 'goalTree',
      which: isTop,
      corrupt: (record) => ({ ...record, r: { ...(record.r as Stored), s: [5, 0, 0, 0] } }),
    },
    'is not what the goals below it add up to',
  ],
  [
    'a missing roll-up',
    { kind: 'goalTree', which: isMiddle, corrupt: without('r') },
    'is not what the goals below it add up to',
  ],
  [
    'missing copies of goals around a goal',
    { kind: 'goalNeighbors', which: isWaiting },
    'has other copies than of the goals above it',
  ],
  [
    'a copy of an old title of a goal above',
    {
      kind: 'goalNeighbors',
      which: (record) => !isWaiting(record),
      corrupt: (record) => ({
        ...record,
        a: (record.a as Stored[]).map((copy) => ({ ...copy, title: 'Old' })),
      }),
    },
    'has other copies than of the goals above it',
  ],
  [
    'a copy of an old status of a goal that is waited for',
    {
      kind: 'goalNeighbors',
      which: isWaiting,
      corrupt: (record) => ({
        ...record,
        b: (record.b as Stored[]).map((copy) => ({ ...copy, status: 'paused' })),
      }),
    },
    'has other copies than of the goals above it',
  ],
]
