import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { GoalEdit, GoalUpdate } from '../schemas/goals/goal-history.ts'
import { canonicalEntry, type HistoryEntry, isWithheld, verifyHistory } from './history-chain.ts'

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

const seal = <E extends Omit<HistoryEntry, 'hash'>>(entry: E) =>
  ({ ...entry, hash: sha256(canonicalEntry(entry)) }) as unknown as HistoryEntry

const shared = (goalId: string, version: number, previousHash: string | null) => ({
  id: `entry ${version}`,
  organizationId: 'acme',
  goalId,
  version,
  createdAt: '2026-11-20T10:00:00.000Z',
  authorityUserId: 'email:ada',
  actor: { kind: 'user' as const, id: 'email:ada', runId: null },
  authentication: { kind: 'session' as const, subjectId: 'email:ada' },
  previousHash,
})

function report(goalId: string, version: number, previousHash: string | null): HistoryEntry {
  const entry: Omit<GoalUpdate, 'hash'> = {
    ...shared(goalId, version, previousHash),
    revision: version,
    goalVersion: Math.max(1, version - 1),
    status: 'active',
    health: null,
    evaluation: { result: 'met', asOf: '2026-11-20T10:00:00.000Z' },
    summary: `Report ${version}`,
    details: 'As planned: 50 € and “half” of it 🎯.',
    verdicts: [{ criterionId: 'a', result: 'met', note: 'Yes.' }],
    measurements: [{ measureId: 'm', value: 0.1 }],
    evidence: [{ title: 'Numbers', url: 'https://example.com/' }],
    clientInfo: null,
    idempotencyKey: String(version),
    acknowledgements: [],
  }
  return seal(entry)
}

function edit(goalId: string, version: number, previousHash: string | null): HistoryEntry {
  const entry: Omit<GoalEdit, 'hash'> = {
    ...shared(goalId, version, previousHash),
    fields: { title: { from: 'Trees', to: 'A hundred trees' } },
  }
  return seal(entry)
}

/** A valid history of `length` entries: every third one is an edit. */
function chainOf(length: number, goalId = 'goal'): HistoryEntry[] {
  const entries: HistoryEntry[] = []
  for (let version = 1; version <= length; version++) {
    const make = version % 3 === 0 ? edit : report
    entries.push(make(goalId, version, entries.at(-1)?.hash ?? null))
  }
  return entries
}

const goalOf = (entries: readonly HistoryEntry[]) => ({
  version: entries.length,
  historyHash: entries.at(-1)?.hash ?? '',
})

const chain = chainOf(7)
const goal = goalOf(chain)

/** The entry of a version of `chain`. */
function at(version: number): HistoryEntry {
  const entry = chain[version - 1]
  if (!entry) throw new Error(`There is no version ${version}.`)
  return entry
}

const without = (...versions: number[]) => chain.filter(({ version }) => !versions.includes(version))
const replacing = (...entries: HistoryEntry[]) => [
  ...without(...entries.map(({ version }) => version)),
  ...entries,
]

/** Returns the problems without their messages. */
const found = async (entries: readonly HistoryEntry[], of = goal) =>
  (await verifyHistory(of, entries)).map(({ version, problem }) => [version, problem])

describe('a valid history', () => {
  test.each([1, 2, 3, 30])('of %i entries has no problem, in any order', async (length) => {
    const entries = chainOf(length)
    expect(await verifyHistory(goalOf(entries), entries)).toEqual([])
    expect(await verifyHistory(goalOf(entries), entries.toReversed())).toEqual([])
    const shuffled = entries.toSorted((left, right) => (left.hash < right.hash ? -1 : 1))
    expect(await verifyHistory(goalOf(entries), shuffled)).toEqual([])
  })

  test('may be newer than the goal', async () => {
    expect(await found(chain, goalOf(chainOf(5)))).toEqual([])
  })

  test('may gain acknowledgements', async () => {
    const acknowledged = {
      ...at(2),
      acknowledgements: [{ userId: 'email:bob', at: '2026-11-20T11:00:00.000Z' }],
    }
    expect(await found(replacing(acknowledged))).toEqual([])
  })

  test('does not depend on the order of an entry’s fields', async () => {
    const turned = chain.map(
      (entry) => Object.fromEntries(Object.entries(entry).toReversed()) as HistoryEntry,
    )
    expect(await found(turned)).toEqual([])
  })

  test('is not changed by the check', async () => {
    const copy = structuredClone(chain)
    await verifyHistory(goal, chain)
    expect(chain).toEqual(copy)
  })
})

describe('an edit that leaves out goals which the caller may not know', () => {
  const withheld = { withheld: ['parentGoalId'], fields: { parentGoalId: { from: null, to: null } } }
  const shown = { ...at(3), ...withheld } as HistoryEntry

  test('is no problem, and is told apart', async () => {
    expect(await found(replacing(shown))).toEqual([])
    expect(chain.filter(isWithheld)).toEqual([])
    expect(replacing(shown).filter(isWithheld)).toEqual([shown])
  })

  test('must still follow the entry before it, and be followed', async () => {
    expect(await found(replacing({ ...shown, previousHash: at(1).hash }))).toEqual([[3, 'unlinked']])
    expect(await found(replacing({ ...shown, hash: at(1).hash }))).toEqual([[4, 'unlinked']])
    const last = { ...edit('goal', 7, at(6).hash), ...withheld, hash: at(1).hash } as HistoryEntry
    expect(await found(replacing(last))).toEqual([[7, 'unlinked']])
  })

  test.each([
    ['leaves out nothing', { ...shown, withheld: [] }],
    ['does not say what', { ...shown, withheld: true }],
    ['is a report', { ...at(2), ...withheld }],
  ])('is changed if it %s', async (_, entry) => {
    const changed = entry as unknown as HistoryEntry
    expect(isWithheld(changed)).toBe(false)
    expect(await found(replacing(changed))).toEqual([[changed.version, 'changed']])
  })
})

describe('a changed entry', () => {
  const covered = Object.keys(at(2)).filter((field) => field !== 'acknowledgements' && field !== 'hash')

  test('has more than twenty fields to change', () => {
    expect(covered.length).toBeGreaterThan(20)
  })

  test.each(covered)('is named if its %s was changed', async (field) => {
    const changed = { ...at(2), [field]: field === 'version' ? 2.5 : { other: 1 } }
    expect(await found([...without(2), changed])).toContainEqual([changed.version, 'changed'])
  })

  test.each(covered)('is named if its %s was removed', async (field) => {
    const { [field]: _, ...rest } = at(2) as unknown as Record<string, unknown>
    const problems = await found([...without(2), rest as unknown as HistoryEntry])
    expect(problems.map(([, problem]) => problem)).toContain('changed')
  })

  test('is named if a field was added', async () => {
    expect(await found(replacing({ ...at(2), ...{ approved: true } }))).toEqual([[2, 'changed']])
  })

  test.each<[string, Partial<GoalUpdate>]>([
    ['a letter', { details: 'As planned: 50 € and “Half” of it 🎯.' }],
    [
      'the form of a character',
      { details: 'As planned: 50 € and “half” of it 🎯.'.normalize('NFKD').replace('€', 'EUR') },
    ],
    ['a space', { summary: 'Report 2 ' }],
    ['a nested value', { measurements: [{ measureId: 'm', value: 0.100_001 }] }],
    ['a list that is empty', { evidence: [] }],
  ])('is named if %s in it was changed', async (_, fields) => {
    expect(await found(replacing({ ...at(2), ...fields } as HistoryEntry))).toEqual([[2, 'changed']])
  })

  test('is named if two entries swapped their hashes', async () => {
    const swapped = replacing({ ...at(2), hash: at(4).hash }, { ...at(4), hash: at(2).hash })
    const problems = await found(swapped)
    expect(problems).toContainEqual([2, 'changed'])
    expect(problems).toContainEqual([4, 'changed'])
  })

  test('is found by the next entry if its hash was computed again', async () => {
    const rewritten = seal({ ...at(3), createdAt: '2020-01-01T00:00:00.000Z' })
    expect(await found(replacing(rewritten))).toEqual([[4, 'unlinked']])
  })

  test.each([1, 7])('is found if it is the first one of %i and names one before it', async (length) => {
    const [first, ...others] = chainOf(length)
    const entries = [seal({ ...first, previousHash: 'f'.repeat(64) } as HistoryEntry), ...others]
    expect(await found(entries, goalOf(length === 1 ? entries : chain))).toContainEqual([1, 'unlinked'])
  })

  test('is found by the goal if it is the last one', async () => {
    const rewritten = seal({ ...at(7), createdAt: '2020-01-01T00:00:00.000Z' })
    expect(await found(replacing(rewritten))).toEqual([[7, 'unlinked']])
  })

  test('is found by the goal if the whole chain after it was computed again', async () => {
    const rewritten = [seal({ ...at(1), summary: 'Other' } as HistoryEntry)]
    for (const entry of chain.slice(1)) {
      rewritten.push(seal({ ...entry, previousHash: rewritten.at(-1)?.hash ?? null }))
    }
    expect(await found(rewritten)).toEqual([[7, 'unlinked']])
  })

  test('is named if it has a value that has no canonical form', async () => {
    const changed = {
      ...at(2),
      measurements: [{ measureId: 'm', value: Number.POSITIVE_INFINITY }],
    } as HistoryEntry
    expect(await found(replacing(changed))).toEqual([[2, 'changed']])
    // Nor has it a hash.
    const { hash: _, ...rest } = changed
    expect(await found([...without(2), rest as HistoryEntry])).toContainEqual([2, 'changed'])
  })

  test('is named in a chain of one', async () => {
    const [only] = chainOf(1)
    if (!only) throw new Error('The chain has an entry.')
    const changed = { ...only, summary: 'Other' } as HistoryEntry
    expect(await found([changed], goalOf([only]))).toEqual([[1, 'changed']])
    expect(await found([seal(changed)], goalOf([only]))).toEqual([[1, 'unlinked']])
  })
})

test('says what is wrong', async () => {
  const messages = async (entries: readonly HistoryEntry[]) =>
    (await verifyHistory(goal, entries)).map(({ message }) => message)
  expect(await messages([...chain, seal({ ...at(4), version: 0 })])).toEqual([
    'There is an entry of the impossible version 0.',
  ])
  expect(await messages([...without(2), { ...at(2), createdAt: '' }])).toEqual([
    'The entry of version 2 does not have the hash of its content.',
  ])
  expect(await messages([...chain, at(4)])).toEqual(['There is more than one entry of version 4.'])
  expect(await messages(replacing(seal({ ...at(3), createdAt: '' })))).toEqual([
    'Version 4 does not follow the entry before it.',
  ])
  expect(await messages(replacing(seal({ ...at(7), createdAt: '' })))).toEqual([
    'The goal’s historyHash is not the hash of version 7.',
  ])
})

describe('a missing entry', () => {
  test.each([1, 3, 7])('is named: version %i', async (version) => {
    expect(await verifyHistory(goal, without(version))).toEqual([
      { version, problem: 'missing', message: `Version ${version} is missing.` },
    ])
  })

  test('is named with those next to it', async () => {
    expect(await verifyHistory(goal, without(1, 3, 4, 5, 7))).toEqual([
      { version: 1, problem: 'missing', message: 'Version 1 is missing.' },
      { version: 3, problem: 'missing', message: 'Versions 3 to 5 are missing.' },
      { version: 7, problem: 'missing', message: 'Version 7 is missing.' },
    ])
    expect(await verifyHistory(goal, [])).toEqual([
      { version: 1, problem: 'missing', message: 'Versions 1 to 7 are missing.' },
    ])
  })

  test('is found if those after it were renumbered and linked again', async () => {
    const renumbered = [at(1), at(2)]
    for (const entry of chain.slice(3)) {
      renumbered.push(
        seal({ ...entry, version: entry.version - 1, previousHash: renumbered.at(-1)?.hash ?? null }),
      )
    }
    expect(await found(renumbered)).toEqual([[7, 'missing']])
  })

  test('is found if the goal was put back to the entry before', async () => {
    expect(await found(chain, { version: 5, historyHash: at(4).hash })).toEqual([[5, 'unlinked']])
  })

  test.each([1e9, Number.MAX_SAFE_INTEGER, 1e300])(
    'does not take long to name below version %d',
    async (version) => {
      const start = performance.now()
      const [problem, ...rest] = await verifyHistory({ version, historyHash: '' }, chain)
      expect(problem).toMatchObject({ version: 8, problem: 'missing' })
      expect(rest).toEqual([])
      const far = seal({ ...at(7), version } as HistoryEntry)
      expect(await found([...without(7), far])).toEqual([[7, 'missing']])
      // A loop over versions would take minutes.
      expect(performance.now() - start).toBeLessThan(5_000)
    },
  )
})

describe('an added entry', () => {
  test('of another goal is found where it stands', async () => {
    const other = chainOf(7, 'other')
    const foreign = (version: number) => other[version - 1] as HistoryEntry
    expect(await found(replacing(foreign(1)))).toEqual([[2, 'unlinked']])
    expect(await found(replacing(foreign(4)))).toEqual([
      [4, 'unlinked'],
      [5, 'unlinked'],
    ])
    expect(await found(replacing(foreign(7)))).toEqual([
      [7, 'unlinked'],
      [7, 'unlinked'],
    ])
    expect(await found(other)).toEqual([[7, 'unlinked']])
  })

  test('that forks the chain is named as a repeated version', async () => {
    const fork = seal({ ...at(4), authorityUserId: 'email:eve' })
    expect(await found([...chain, fork])).toEqual([[4, 'repeated']])
    // The forged entry comes first: then the next one does not follow it either.
    expect(await found([fork, ...chain])).toEqual([
      [4, 'repeated'],
      [5, 'unlinked'],
    ])
  })

  test('that repeats another one is named', async () => {
    expect(await found([...chain, at(4)])).toEqual([[4, 'repeated']])
  })

  test.each([0, -1, 1.5, 4.5, '4', null])('of the impossible version %j is named', async (version) => {
    const added = seal({ ...at(4), version } as unknown as HistoryEntry)
    for (const entries of [
      [...chain, added],
      [added, ...chain],
    ]) {
      expect(await found(entries)).toEqual([[version, 'changed']])
    }
  })

  test('between two versions does not hide that the second does not follow the first', async () => {
    const rewritten = seal({ ...at(3), createdAt: '2020-01-01T00:00:00.000Z' })
    const between = seal({ ...at(3), version: 3.5 })
    expect(await found([...replacing(rewritten), between])).toEqual([
      [3.5, 'changed'],
      [4, 'unlinked'],
    ])
  })
})

describe('reordered entries', () => {
  test('are named: two that swapped their versions', async () => {
    const swapped = replacing({ ...at(4), version: 5 }, { ...at(5), version: 4 })
    expect(await found(swapped)).toContainEqual([4, 'changed'])
    expect(await found(swapped)).toContainEqual([5, 'changed'])
  })

  test('are named: two that swapped their versions and have new hashes', async () => {
    const swapped = replacing(seal({ ...at(4), version: 5 }), seal({ ...at(5), version: 4 }))
    expect(await found(swapped)).toEqual([
      [4, 'unlinked'],
      [5, 'unlinked'],
      [6, 'unlinked'],
    ])
  })
})
