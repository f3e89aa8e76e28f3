/** Goals of several owners, and goals with a target date in a period. */
import type { OperationRequest } from '@cairn/contract/registry/operation'
import type { operations } from '@cairn/contract/registry/registry'
import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel } from '../../../support/people/goals.ts'
import { join } from '../../../support/people/invite.ts'
import type { Browser } from '../../../support/people/sign-in.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { refusal } from '../../../support/requests/exchange.ts'
import { collect } from '../../../support/requests/walk.ts'

type Query = NonNullable<OperationRequest<typeof operations.listGoals>['query']>

const { service, ada, send, signInAs } = await startWithAda()
const bob = await signInAs('Bob')
const cleo = await signInAs('Cleo')
await join(ada, bob)
await join(ada, cleo)
const labelId = await createLabel(ada, 'Trees')

const people: Record<string, string | null> = {
  ada: ada.userId,
  bob: bob.userId,
  cleo: cleo.userId,
  nobody: null,
}
/** Title, owner and target date of each goal. */
const goals = [
  ['a1', 'ada', '2026-10-01'],
  ['b1', 'bob', '2026-12-31'],
  ['c1', 'cleo', '2027-01-01'],
  ['n1', 'nobody', null],
  ['a2', 'ada', '2026-11-30'],
  ['b2', 'bob', '2026-09-30'],
  ['c2', 'cleo', '2026-11-01'],
  ['a3', 'ada', null],
  ['b3', 'bob', '2025-12-31'],
  ['a4', 'ada', '2026-11-15'],
] as const
for (const [title, owner, targetDate] of goals) {
  await createGoal(ada, {
    title: `Goal ${title}`,
    ownerUserId: people[owner],
    timeframe: targetDate === null ? { kind: 'continuous' } : { kind: 'deadline', targetDate },
    labelIds: title.endsWith('1') ? [labelId] : [],
  })
}

/** The titles that a list returns, in the order of publication, however large its pages are. */
async function titlesOf({ api }: Pick<Browser, 'api'>, query: Query): Promise<string> {
  const pages = await Promise.all(
    [1, 3, undefined].map((limit) =>
      collect(
        (cursor) => api.listGoals({ query: { ...query, view: 'summary', limit, cursor } }),
        (page) => page.goals.map(({ title }) => title.slice(5)),
      ),
    ),
  )
  const [titles = [], ...others] = pages
  for (const other of others) expect(other).toEqual(titles)
  const { total, more } = await api.countGoals({ query })
  expect({ total, more }).toEqual({ total: titles.length, more: false })
  return titles.toReversed().join(' ')
}

describe('a list of several owners', () => {
  it.each<[Query, string]>([
    [{ owner: [ada.userId] }, 'a1 a2 a3 a4'],
    [{ owner: ['me', bob.userId] }, 'a1 b1 a2 b2 a3 b3 a4'],
    [{ owner: ['none', cleo.userId] }, 'c1 n1 c2'],
    [{ owner: ['me', ada.userId, 'me'] }, 'a1 a2 a3 a4'],
    [{ owner: ['email:nobody-has-this-id', cleo.userId] }, 'c1 c2'],
    [{ owner: ['email:nobody-has-this-id'] }, ''],
    [{ owner: ['me', bob.userId], ownerUserId: bob.userId }, 'b1 b2 b3'],
    [{ owner: ['me', bob.userId], ownerUserId: 'none' }, ''],
    [{ owner: ['me', bob.userId], labelId }, 'a1 b1'],
    [{ owner: ['me', 'none'], q: 'goal' }, 'a1 n1 a2 a3 a4'],
    [{ owner: ['me', 'none'], status: 'active,paused,completed' }, 'a1 n1 a2 a3 a4'],
    [{ owner: ['me', bob.userId], due: '2026-Q4' }, 'a1 b1 a2 a4'],
  ])('200s with those of any of them: %j', async (query, expected) => {
    expect(await titlesOf(ada, query)).toBe(expected)
  })

  it('200s with 20 owners, and with ids that contain commas and other marks', async () => {
    const owner = [
      ...Array.from({ length: 18 }, (_, number) => `email:a,b&owner=${number}#%`),
      'none',
      bob.userId,
    ]
    expect(await titlesOf(ada, { owner })).toBe('b1 n1 b2 b3')
  })

  it('400s with 21 owners, an empty one, or a comma between two', async () => {
    const many = Array.from({ length: 21 }, () => 'owner=me').join('&')
    for (const path of ['goals', 'goals/counts']) {
      expect(await send('GET', `/v1/${path}?${many}`)).toMatchObject(refusal('invalid_request', 'owner'))
      expect(await send('GET', `/v1/${path}?owner=`)).toMatchObject(refusal('invalid_request', 'owner.0'))
    }
    const { body } = await send('GET', `/v1/goals?owner=me,${encodeURIComponent(bob.userId)}`)
    expect(body).toMatchObject({ goals: [] })
  })

  it('shows a token without goals:read:all only its own goals', async () => {
    const api = programWith(service, await createToken(bob, ['goals:read']))
    expect(await titlesOf({ api }, { owner: ['me', ada.userId, 'none'] })).toBe('b1 b2 b3')
    expect(await titlesOf({ api }, { owner: [ada.userId, 'none'] })).toBe('')
  })

  it('shows a token that is limited to some goals only these', async () => {
    const { goals: all } = await ada.api.listGoals()
    const goalIds = all
      .filter(({ title }) => ['Goal a1', 'Goal b1', 'Goal c1'].includes(title))
      .map(({ id }) => id)
    const bound = await createToken(ada, ['goals:read:all'], { kind: 'agent', name: 'Bot', goalIds })
    const api = programWith(service, bound)
    expect(await titlesOf({ api }, { owner: ['me', bob.userId] })).toBe('a1 b1')
  })

  it('shows nobody the goals of another organization', async () => {
    const eve = await signInAs('Eve')
    await createGoal(eve, { title: 'Goal eve' })
    expect(await titlesOf(eve, { owner: ['me', ada.userId, bob.userId, 'none'] })).toBe('eve')
    expect(await titlesOf(ada, { owner: [eve.userId] })).toBe('')
  })
})

describe('a list of a period', () => {
  it.each<[Query, string]>([
    [{ due: '2026-Q4' }, 'a1 b1 a2 c2 a4'],
    [{ due: '2026-Q3' }, 'b2'],
    [{ due: '2026-11' }, 'a2 c2 a4'],
    [{ due: '2026' }, 'a1 b1 a2 b2 c2 a4'],
    [{ due: 'none' }, 'n1 a3'],
    [{ due: '2026-11-15..2026-11-30' }, 'a2 a4'],
    [{ due: '2026-12-31..2027-01-01' }, 'b1 c1'],
    [{ due: '2020-01-01..2020-12-31' }, ''],
    [{ due: '2026-Q4', labelId }, 'a1 b1'],
    [{ due: '2026-Q4', q: 'goal a2', status: 'active' }, 'a2'],
  ])('200s with the goals whose target date is in it, both ends included: %j', async (query, expected) => {
    expect(await titlesOf(ada, query)).toBe(expected)
  })

  it.each([
    '2026-q4',
    '2026-Q5',
    '2026-13',
    '26',
    '',
    '2026-11-15',
    '2026-11-15..',
    '2026-12-01..2026-11-01',
  ])('400s due=%s', async (due) => {
    for (const path of ['goals', 'goals/counts']) {
      const response = await send('GET', `/v1/${path}?${new URLSearchParams({ due })}`)
      expect(response).toMatchObject(refusal('invalid_request', 'due'))
    }
  })

  it.each<[Query, Query]>([
    [{ due: '2026' }, { due: '2026-Q4' }],
    [{ due: '2026' }, {}],
    [{}, { due: '2026' }],
    [{ owner: ['me'] }, { owner: ['me', 'none'] }],
    [{ owner: ['me', 'none'] }, {}],
    [{}, { owner: [ada.userId] }],
  ])('refuses a cursor of %j with %j', async (query, other) => {
    const { nextCursor } = await ada.api.listGoals({ query: { ...query, limit: 1 } })
    const ask = (again: Query) => ada.api.listGoals({ query: { ...again, cursor: nextCursor ?? '' } })
    await expect(ask(other)).rejects.toMatchObject({ code: 'invalid_cursor' })
    expect((await ask(query)).goals.length).toBeGreaterThan(0)
  })

  it('accepts a cursor with the same owners in another order', async () => {
    const { nextCursor } = await ada.api.listGoals({ query: { owner: ['me', bob.userId], limit: 1 } })
    const query = { owner: [bob.userId, ada.userId], cursor: nextCursor ?? '' }
    expect((await ada.api.listGoals({ query })).goals).toHaveLength(6)
  })
})
