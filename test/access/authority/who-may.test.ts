import { type Client, createClient } from '@cairn/contract/http/client'
import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../support/people/goals.ts'
import { createWorld } from '../../support/people/world.ts'
import { type Outcome, responseTo } from '../../support/requests/outcomes.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { scopesByAbbreviation } from './support/scopes.ts'

/** The owner of a goal, from the caller's view. */
type Whose = 'own' | 'foreign' | "nobody's"
const everybodys: readonly Whose[] = ['own', 'foreign', "nobody's"]

type Asker = 'owner' | 'admin' | 'member'
type Credential = [user: Asker, scopes: readonly ApiTokenScope[] | 'session']

const letters: Record<string, Outcome> = {
  ok: 'ok',
  s: '403 insufficient_scope',
  p: '403 permission_denied',
  '-': '404 goal_not_found',
}

/**
 * Rules of who sees and who writes (contract, "Goals"): sessions, and tokens with these scopes. A goal that can be seen but not
 * written is `p` (permission_denied), one that cannot be seen `-` (goal_not_found); without a scope it is `s`.
 */
const table = `
             reads: own foreign nobody's writes: own foreign nobody's
owner  session      ok  ok      ok               ok  ok      ok
admin  session      ok  ok      ok               ok  ok      ok
member session      ok  ok      ok               ok  p       p

member gr           ok  -       -                s   s       s
member gw           s   s       s                ok  -       -
member gr+gw        ok  -       -                ok  -       -
member gra          ok  ok      ok               s   s       s
member gwa          s   s       s                ok  -       -
member gr+gwa       ok  -       -                ok  -       -
member gra+gw       ok  ok      ok               ok  p       p
member gra+gwa      ok  ok      ok               ok  p       p
member lr+lw        s   s       s                s   s       s

admin  gr           ok  -       -                s   s       s
admin  gw           s   s       s                ok  -       -
admin  gr+gw        ok  -       -                ok  -       -
admin  gra          ok  ok      ok               s   s       s
admin  gwa          s   s       s                ok  ok      ok
admin  gr+gwa       ok  -       -                ok  ok      ok
admin  gra+gw       ok  ok      ok               ok  p       p
admin  gra+gwa      ok  ok      ok               ok  ok      ok
admin  lr+lw        s   s       s                s   s       s

owner  gr+gw        ok  -       -                ok  -       -
owner  gra+gw       ok  ok      ok               ok  p       p
owner  gr+gwa       ok  -       -                ok  ok      ok
owner  gra+gwa      ok  ok      ok               ok  ok      ok
`

type Row = {
  name: string
  credential: Credential
  reads: Record<Whose, Outcome>
  writes: Record<Whose, Outcome>
}

const outcomes = (cells: readonly string[]): Record<Whose, Outcome> => {
  const [own, foreign, nobodys] = cells.map((cell) => letters[cell])
  if (!own || !foreign || !nobodys) throw new Error(`The table has unknown cells: ${cells}`)
  return { own, foreign, "nobody's": nobodys }
}

const rows = table
  .split('\n')
  .filter((line) => line !== '')
  .slice(1)
  .map((line): Row => {
    const [user = '', scopes = '', ...cells] = line.split(/ +/)
    const named = scopes.split('+').map((name) => scopesByAbbreviation[name] ?? 'goals:read')
    return {
      name: scopes === 'session' ? `${user}, session` : `${user}, token with ${named.join(' and ')}`,
      credential: [user as Asker, scopes === 'session' ? 'session' : named],
      reads: outcomes(cells.slice(0, 3)),
      writes: outcomes(cells.slice(3)),
    }
  })

/** Goals that are only read, by owner. */
const goals = new Map<Asker | 'nobody', string>()
const apis = new Map<string, Client>()

const service = stopAfterFile(await startTestService())
const world = await createWorld(service)
const labelId = await createLabel(world.owner, 'Forest')
for (const user of ['owner', 'admin', 'member'] as const) {
  goals.set(user, (await createGoal(world[user], { labelIds: [labelId] })).id)
}
goals.set('nobody', (await createGoal(world.owner, { ownerUserId: null, labelIds: [labelId] })).id)
for (const { name, credential } of rows) {
  const [user, scopes] = credential
  const person = world[user]
  const headers = { origin: service.origin, cookie: person.cookie }
  apis.set(
    name,
    scopes === 'session'
      ? createClient({ baseUrl: service.origin, headers })
      : programWith(service, await createToken(person, scopes)),
  )
}

function apiOf({ name }: Row): Client {
  const api = apis.get(name)
  if (!api) throw new Error(`Nobody has the name ${name}.`)
  return api
}

/** The owners of listed goals. */
function ownerFor({ credential: [user] }: Row, whose: Whose): Asker | 'nobody' {
  if (whose === 'own') return user
  if (whose === "nobody's") return 'nobody'
  return user === 'member' ? 'admin' : 'member'
}

const isVisible = ({ reads }: Row, whose: Whose) => reads[whose] === 'ok'
const cases = rows.map((row): [string, Row] => [row.name, row])

describe.each(cases)('%s', (_, row) => {
  it.each(everybodys)('reading a goal that is %s', async (whose) => {
    const params = { goalId: goals.get(ownerFor(row, whose)) ?? '' }
    const api = apiOf(row)
    expect((await responseTo(api.getGoal({ params }))).outcome).toBe(row.reads[whose])
    expect((await responseTo(api.listGoalUpdates({ params }))).outcome).toBe(row.reads[whose])
  })

  it.each(everybodys)('changing, reporting on and deleting a goal that is %s', async (whose) => {
    const owner = ownerFor(row, whose)
    const { id: goalId } = await createGoal(
      owner === 'nobody' ? world.owner : world[owner],
      owner === 'nobody' ? { ownerUserId: null } : {},
    )
    const params = { goalId }
    const api = apiOf(row)
    const responses = [
      await responseTo(api.updateGoal({ params, body: { title: 'Trees' } })),
      await responseTo(api.createGoalUpdate({ params, body: reportOf('Ten trees') })),
      await responseTo(api.deleteGoal({ params })),
    ]
    const expected = row.writes[whose]
    expect(responses.map(({ outcome }) => outcome)).toEqual([expected, expected, expected])

    const after = await responseTo(world.owner.api.getGoal({ params }))
    if (expected === 'ok') return expect(after.outcome).toBe('404 goal_not_found')
    expect(after.body?.goal).toMatchObject({ title: 'Plant a hundred trees', revision: 1 })
    await world.owner.api.deleteGoal({ params })
  })

  it('lists what it may read, whatever the filters', async () => {
    const api = apiOf(row)
    const idsOf = async (query: Parameters<Client['listGoals']>[0]) => {
      const response = await responseTo(api.listGoals(query))
      return response.outcome === 'ok' ? response.body.goals.map(({ id }) => id).toSorted() : response.outcome
    }
    const cannotRead = everybodys.every((whose) => row.reads[whose] === '403 insufficient_scope')
    const visible = (owners: readonly (Asker | 'nobody')[]) =>
      cannotRead
        ? '403 insufficient_scope'
        : owners
            .filter((owner) => owner === row.credential[0] || isVisible(row, 'foreign'))
            .map((owner) => goals.get(owner) ?? '')
            .toSorted()
    const everybody = ['owner', 'admin', 'member', 'nobody'] as const

    for (const filter of [{}, { labelId }, { status: 'active' }, { status: 'active', labelId }]) {
      expect(await idsOf({ query: filter }), JSON.stringify(filter)).toEqual(visible(everybody))
      for (const owner of ['owner', 'admin', 'member'] as const) {
        const query = { ...filter, ownerUserId: world[owner].userId }
        expect(await idsOf({ query }), `${owner} ${JSON.stringify(filter)}`).toEqual(visible([owner]))
      }
    }
    expect(await idsOf({ query: { status: 'paused' } })).toEqual(visible([]))
  })
})

describe('a list with own goals only', () => {
  it("200s the goals of the token's user on any number of pages, and none with a filter for another owner", async () => {
    const mine = [goals.get('member')]
    for (let count = 0; count < 2; count++) mine.push((await createGoal(world.member)).id)
    const api = programWith(world.service, await createToken(world.member, ['goals:read']))
    const listed: string[] = []
    let cursor: string | undefined
    do {
      const page = await api.listGoals({ query: { limit: 1, cursor } })
      listed.push(...page.goals.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(listed.toSorted()).toEqual(mine.toSorted())
    const { userId } = world.admin
    expect(await api.listGoals({ query: { ownerUserId: userId } })).toEqual({ goals: [], nextCursor: null })
    expect(await api.listGoals({ query: { ownerUserId: 'email:nobody' } })).toEqual({
      goals: [],
      nextCursor: null,
    })
    for (const goalId of mine.slice(1))
      await world.member.api.deleteGoal({ params: { goalId: goalId ?? '' } })
  })
})
