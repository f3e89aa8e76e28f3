/** The goals of a brief: the caller's own, those that the caller watches, or all. */
import { rankGoals } from '@cairn/contract/goals/rank-goals'
import type { Brief, BriefScope } from '@cairn/contract/schemas/feed/brief'
import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../../support/people/goals.ts'
import { join } from '../../../support/people/invite.ts'
import type { Browser } from '../../../support/people/sign-in.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { refusal } from '../../../support/requests/exchange.ts'
import { createClock } from '../../../support/service/clock.ts'
import { writeGoals } from '../../../support/table/bulk-goals.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

const clock = createClock('2026-11-20T10:00:00.000Z')
const { service, ada, send, signInAs } = await startWithAda({ clock: clock.read })
const bob = await signInAs('Bob')
const eve = await signInAs('Eve')
await join(ada, bob)
await createGoal(eve, { title: 'foreign' })

const until = (targetDate: string) => ({ timeframe: { kind: 'deadline' as const, targetDate } })
const own = await createGoal(ada, { title: 'own' })
const later = await createGoal(bob, { title: 'later', ...until('2026-12-24') })
const late = await createGoal(bob, { title: 'late', ...until('2026-11-01') })
const soon = await createGoal(ada, { title: 'soon', ownerUserId: null, ...until('2026-11-25') })
const done = await createGoal(bob, { title: 'done' })
await bob.api.createGoalUpdate({
  params: { goalId: done.id },
  body: reportOf('Done', { status: 'completed' }),
})

type Api = Pick<Browser, 'api'>
type Query = { scope?: BriefScope; limit?: number; goalsCursor?: string }

const titlesIn = ({ goals }: Brief) => goals.map(({ title }) => title)
const titlesOf = async ({ api }: Api, query: Query) => titlesIn(await api.getBrief({ query }))

/** The titles of all pages. */
async function walk({ api }: Api, query: Query): Promise<string[]> {
  const titles: string[] = []
  let goalsCursor: string | undefined
  do {
    const brief: Brief = await api.getBrief({ query: { ...query, ...(goalsCursor && { goalsCursor }) } })
    titles.push(...titlesIn(brief))
    expect(brief.moreGoals).toBe(brief.goalsCursor !== null)
    goalsCursor = brief.goalsCursor ?? undefined
  } while (goalsCursor !== undefined)
  return titles
}

describe('the scope of a brief', () => {
  it('200s with all active goals, the most pressing first, and the names of their owners', async () => {
    const brief = await ada.api.getBrief({ query: { scope: 'all' } })
    expect(titlesIn(brief)).toEqual(['late', 'soon', 'later', 'own'])
    expect(rankGoals(brief.goals)).toEqual(brief.goals)
    expect(brief.goals.map(({ owner }) => owner?.displayName ?? null)).toEqual(['Bob', null, 'Bob', 'Ada'])
    expect([brief.moreGoals, brief.goalsCursor]).toEqual([false, null])
  })

  it('200s with the own ones by default', async () => {
    expect(await titlesOf(ada, {})).toEqual(['own'])
    expect(await titlesOf(ada, { scope: 'mine' })).toEqual(['own'])
    expect(await titlesOf(bob, { scope: 'mine' })).toEqual(['late', 'later'])
  })

  it('200s with the goals that the caller watches: own ones until they say no, and others that they said yes to', async () => {
    expect(await titlesOf(ada, { scope: 'watched' })).toEqual(['own'])
    await ada.api.watchGoal({ params: { goalId: late.id } })
    await ada.api.watchGoal({ params: { goalId: done.id } })
    await ada.api.watchGoal({ params: { goalId: soon.id } })
    expect(await titlesOf(ada, { scope: 'watched' })).toEqual(['late', 'soon', 'own'])
    expect(await walk(ada, { scope: 'watched', limit: 1 })).toEqual(['late', 'soon', 'own'])
    await ada.api.unwatchGoal({ params: { goalId: own.id } })
    await ada.api.unwatchGoal({ params: { goalId: late.id } })
    expect(await titlesOf(ada, { scope: 'watched' })).toEqual(['soon'])
    expect(await titlesOf(bob, { scope: 'watched' })).toEqual(['late', 'later'])
    await ada.api.watchGoal({ params: { goalId: own.id } })
  })

  it('200s with the goals that the caller reviews, for as long as they do and until they say no', async () => {
    const cy = await signInAs('Cy')
    await join(ada, cy)
    const watchedBy = (person: Api) => titlesOf(person, { scope: 'watched' })
    const atCreate = await createGoal(ada, { title: 'named at create', reviewerUserId: cy.userId })
    const atEdit = await createGoal(bob, { title: 'named at edit' })
    const name = (reviewerUserId: string | null) =>
      bob.api.updateGoal({ params: { goalId: atEdit.id }, body: { reviewerUserId } })
    expect(await watchedBy(cy)).toEqual(['named at create'])
    await name(cy.userId)
    expect((await watchedBy(cy)).toSorted()).toEqual(['named at create', 'named at edit'])
    expect((await walk(cy, { scope: 'watched', limit: 1 })).toSorted()).toEqual([
      'named at create',
      'named at edit',
    ])
    for (const goalId of [atCreate.id, atEdit.id]) {
      expect((await cy.api.getGoal({ params: { goalId } })).goal.watching).toBe(true)
    }

    await name(ada.userId)
    expect(await watchedBy(cy)).toEqual(['named at create'])
    expect(await watchedBy(ada)).toContain('named at edit')
    await name(null)
    expect(await watchedBy(ada)).not.toContain('named at edit')

    await cy.api.unwatchGoal({ params: { goalId: atCreate.id } })
    expect(await watchedBy(cy)).toEqual([])
    await cy.api.watchGoal({ params: { goalId: atCreate.id } })
    expect(await watchedBy(cy)).toEqual(['named at create'])

    const params = { goalId: atEdit.id }
    await name(cy.userId)
    await bob.api.createGoalUpdate({ params, body: reportOf('Rest', { status: 'paused' }) })
    expect(await watchedBy(cy)).toEqual(['named at create'])
    await bob.api.createGoalUpdate({ params, body: reportOf('On', { expectedRevision: 2 }) })
    expect(await watchedBy(cy)).toHaveLength(2)
    await ada.api.deleteGoal({ params: { goalId: atCreate.id } })
    await ada.api.deleteGoal({ params })
    expect(await watchedBy(cy)).toEqual([])
    await expectSoundTable(service.table.database)
  })

  it('has every goal once, in the same order, however small the pages are', async () => {
    for (const limit of [1, 2, 3])
      expect(await walk(ada, { scope: 'all', limit })).toEqual(['late', 'soon', 'later', 'own'])
  })

  it('shows a token no more than its sight', async () => {
    const narrow = { api: programWith(service, await createToken(bob, ['goals:read'])) }
    expect(await titlesOf(narrow, { scope: 'all' })).toEqual(['late', 'later'])
    await bob.api.watchGoal({ params: { goalId: soon.id } })
    expect(await titlesOf(bob, { scope: 'watched' })).toEqual(['late', 'soon', 'later'])
    expect(await titlesOf(narrow, { scope: 'watched' })).toEqual(['late', 'later'])
    const goalIds = [later.id, soon.id, own.id]
    const bound = await createToken(bob, ['goals:read:all'], { kind: 'agent', name: 'Bot', goalIds })
    const limited = { api: programWith(service, bound) }
    expect(await titlesOf(limited, { scope: 'all' })).toEqual(['soon', 'later', 'own'])
    expect(await titlesOf(limited, { scope: 'watched' })).toEqual(['soon', 'later'])
    expect(await titlesOf(limited, { scope: 'mine' })).toEqual(['later'])
    const boundToOwn = await createToken(bob, ['goals:read'], { kind: 'agent', name: 'Bot', goalIds })
    expect(await titlesOf({ api: programWith(service, boundToOwn) }, { scope: 'all' })).toEqual(['later'])
  })

  it('shows nothing of another organization', async () => {
    expect(await titlesOf(eve, { scope: 'all' })).toEqual(['foreign'])
    expect(await titlesOf(eve, { scope: 'watched' })).toEqual(['foreign'])
  })

  it('400s another scope, and a cursor of another one', async () => {
    expect(await send('GET', '/v1/brief?scope=team')).toMatchObject(refusal('invalid_request', 'scope'))
    const { goalsCursor } = await ada.api.getBrief({ query: { scope: 'all', limit: 1 } })
    for (const scope of ['mine', 'watched'] as const) {
      const ask = ada.api.getBrief({ query: { scope, goalsCursor: goalsCursor ?? '' } })
      await expect(ask).rejects.toMatchObject({ code: 'invalid_cursor' })
    }
    await expect(
      bob.api.getBrief({ query: { scope: 'all', goalsCursor: goalsCursor ?? '' } }),
    ).rejects.toMatchObject({
      code: 'invalid_cursor',
    })
  })

  it('repeats a goal that changes while pages are read, and leaves out none', async () => {
    const first = await ada.api.getBrief({ query: { scope: 'all', limit: 2 } })
    clock.advance({ milliseconds: 1_000 })
    await bob.api.createGoalUpdate({
      params: { goalId: later.id },
      body: reportOf('Slow', { health: 'off_track' }),
    })
    const rest = await walk(ada, {
      scope: 'all',
      ...(first.goalsCursor && { goalsCursor: first.goalsCursor }),
    })
    expect(rest).toEqual(['own', 'later'])
  })
})

describe('a brief of more goals than a page of the index has', () => {
  it('begins with those that are due first, and has each once', async () => {
    const fay = await signInAs('Fay')
    const { activeOrganizationId: organizationId } = await fay.api.getOrganizationContext()
    const count = 1_600
    const { userId: ownerUserId } = fay
    const bulk = Array.from({ length: count }, (_, index) => ({
      ownerUserId,
      status: 'active' as const,
      labelIds: [],
      updatedAt: new Date(Date.parse('2026-11-01T10:00:00.000Z') + index).toISOString(),
      title: `goal ${index}`,
    }))
    await writeGoals(service.table.database, organizationId, bulk)
    const latest = await createGoal(fay, { title: 'overdue', ...until('2026-11-10') })
    const { goals, goalsCursor } = await fay.api.getBrief({ query: { scope: 'all', limit: 5 } })
    expect(goals[0]?.id).toBe(latest.id)
    expect(goalsCursor).not.toBeNull()
    const titles = await walk(fay, { scope: 'all', limit: 100 })
    expect(titles).toHaveLength(count + 1)
    expect(new Set(titles).size).toBe(count + 1)
  })
})
