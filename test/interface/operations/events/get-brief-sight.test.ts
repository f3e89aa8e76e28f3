import { isAdministratorsEvent } from '@cairn/contract/schemas/feed/events'
import { describe, expect, it } from 'vitest'
import { allScopes, createToken, programWith, removeMember } from '../../../support/people/api-tokens.ts'
import { createGoal } from '../../../support/people/goals.ts'
import { createWorld, type Member } from '../../../support/people/world.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { createAppend, labelEvent, memberEvent, reported } from './support/append.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))
const world = await createWorld(service)
const { owner, admin, member, colleague, stranger } = world
const append = createAppend(service, owner.organizationId, clock)

const own = await createGoal(member, { title: "the member's" })
const foreign = await createGoal(colleague, { title: "the colleague's" })
const since = (await owner.api.getBrief()).cursor
await append(
  reported(member.userId, own, 'own'),
  reported(colleague.userId, foreign, 'foreign'),
  labelEvent(owner.userId, 'Oaks'),
  memberEvent('email:gone'),
  {
    type: 'invitation.created',
    by: owner.userId,
    data: { invitationId: '00000000-0000-4000-8000-000000000009', role: 'member' },
  },
)

type Api = Pick<Member, 'api'>

const typesFor = async ({ api }: Api, cursor = since) =>
  (await api.getBrief({ query: { since: cursor } })).events.map(({ type, goal }) =>
    goal ? `${type}: ${goal.title}` : type,
  )

const all = [
  "goal.reported: the member's",
  "goal.reported: the colleague's",
  'label.created',
  'member.left',
  'invitation.created',
]
const forMembers = all.slice(0, 3)

const program = async (person: Member, scopes: typeof allScopes): Promise<Api> => ({
  api: programWith(service, await createToken(person, scopes)),
})

describe('the sight of a brief', () => {
  it('200s with events of members and invitations for owners and admins only', async () => {
    expect(isAdministratorsEvent('member.left') && isAdministratorsEvent('invitation.created')).toBe(true)
    for (const person of [owner, admin]) {
      expect(await typesFor(person)).toEqual(all)
      expect(await typesFor(await program(person, ['goals:read:all']))).toEqual(all)
    }
    expect(await typesFor(member)).toEqual(forMembers)
    expect(await typesFor(await program(member, ['goals:read:all']))).toEqual(forMembers)
    expect(await typesFor(await program(member, allScopes))).toEqual(forMembers)
  })

  it("200s with goals:read only with events of the user's own goals, whatever the role", async () => {
    expect(await typesFor(await program(member, ['goals:read']))).toEqual(all.slice(0, 1))
    expect(await typesFor(await program(member, ['goals:read', 'goals:write:all']))).toEqual(all.slice(0, 1))
    expect(await typesFor(await program(owner, ['goals:read', 'labels:read']))).toEqual([])
  })

  it('403s without a scope to read goals', async () => {
    for (const scope of allScopes) {
      const { api } = await program(member, [scope])
      const isReader = scope.startsWith('goals:read')
      expect(await outcomeOf(api.getBrief())).toBe(isReader ? 'ok' : '403 insufficient_scope')
    }
  })

  it("200s only with the caller's own goals, for administrators too", async () => {
    const titles = async ({ api }: Api) => (await api.getBrief()).goals.map(({ title }) => title)
    expect(await titles(member)).toEqual([own.title])
    expect(await titles(owner)).toEqual([])
    for (const scope of ['goals:read', 'goals:read:all'] as const) {
      expect(await titles(await program(member, [scope]))).toEqual([own.title])
      expect(await titles(await program(admin, [scope]))).toEqual([])
    }
  })

  it('with goals:read follows the owner of now, of closed and deleted goals too', async () => {
    const reader = await program(member, ['goals:read'])
    const cursor = (await owner.api.getBrief()).cursor
    const given = await createGoal(owner, { title: 'given', ownerUserId: member.userId })
    const taken = await createGoal(owner, { title: 'taken' })
    const completed = await createGoal(member, { title: 'completed' })
    const deleted = await createGoal(member, { title: 'deleted' })
    const colleagues = await createGoal(colleague, { title: 'deleted too' })
    await member.api.createGoalUpdate({
      params: { goalId: completed.id },
      body: {
        status: 'completed',
        summary: 'Done',
        details: 'Done.',
        expectedRevision: 1,
        idempotencyKey: '1',
      },
    })
    const isolated = (await owner.api.getBrief({ query: { since: cursor, limit: 100 } })).cursor
    const goals = [given, taken, completed, deleted, colleagues]
    await append(...goals.map((goal) => reported(owner.userId, goal, goal.title)))
    const seen = async () =>
      (await typesFor(reader, isolated)).filter((type) => type.startsWith('goal.reported'))
    const titled = (...titles: string[]) => titles.map((title) => `goal.reported: ${title}`)
    expect(await seen()).toEqual(titled('given', 'completed', 'deleted'))

    await owner.api.updateGoal({ params: { goalId: given.id }, body: { ownerUserId: null } })
    await owner.api.updateGoal({ params: { goalId: taken.id }, body: { ownerUserId: member.userId } })
    expect(await seen()).toEqual(titled('taken', 'completed', 'deleted'))

    for (const [person, { id, title }] of [
      [member, deleted],
      [colleague, colleagues],
    ] as const) {
      await person.api.deleteGoal({ params: { goalId: id } })
      await append({
        type: 'goal.deleted',
        by: person.userId,
        goal: { id, title },
        data: { ownerUserId: person.userId },
      })
    }
    expect(await seen()).toEqual(titled('taken', 'completed', 'deleted'))
    expect(await typesFor(reader, isolated)).toContain('goal.deleted: deleted')
    expect(await typesFor(reader, isolated)).not.toContain('goal.deleted: deleted too')
  })

  it('with goals:read misses none of its events among many of others', async () => {
    const reader = await program(member, ['goals:read'])
    let cursor = (await reader.api.getBrief()).cursor
    for (let round = 0; round < 3; round++) {
      for (let part = 0; part < 60; part += 15) {
        await append(...Array.from({ length: 15 }, () => reported(colleague.userId, foreign, 'foreign')))
      }
      await append(reported(member.userId, own, `own ${round}`))
    }
    const seen: unknown[] = []
    for (let more = true; more; ) {
      const brief = await reader.api.getBrief({ query: { since: cursor, limit: 1 } })
      seen.push(...brief.events.map(({ data }) => 'summary' in data && data.summary))
      cursor = brief.cursor
      more = brief.moreEvents
    }
    expect(seen).toEqual(['own 0', 'own 1', 'own 2'])
  })

  it('goes on from the newest events back to the time for tokens that see few, then to what is new', async () => {
    const api = programWith(service, await createToken(owner, ['goals:read:all'], { goalIds: [own.id] }))
    const numbers = Array.from({ length: 7 }, (_, number) => `old ${number}`)
    clock.advance({ milliseconds: 1 })
    const time = clock.timestamp
    await append(...numbers.map((summary) => reported(member.userId, own, summary)))
    for (const reader of [{ api }, await program(member, ['goals:read'])]) {
      const pages: unknown[][] = []
      let next = time
      let isNew = false
      for (let more = true; more; isNew = true) {
        const brief = await reader.api.getBrief({ query: { since: next, limit: 3 } })
        pages.push(brief.events.map(({ data }) => 'summary' in data && data.summary))
        ;({ cursor: next, moreEvents: more } = brief)
        // Meanwhile: it follows when the time is reached.
        if (!isNew) await append(reported(member.userId, own, 'new'))
      }
      const last = await reader.api.getBrief({ query: { since: next, limit: 3 } })
      expect(pages[0]).toEqual(numbers.slice(-3))
      expect(pages.toReversed().flat()).toEqual(numbers)
      expect(last.events.map(({ data }) => 'summary' in data && data.summary)).toEqual(['new'])
      expect(last.moreEvents).toBe(false)
      numbers.push('new')
    }
    // Others read what is new at once.
    const { cursor, moreEvents } = await member.api.getBrief({ query: { since: time, limit: 3 } })
    expect(moreEvents).toBe(true)
    expect((await member.api.getBrief({ query: { since: cursor } })).events).toEqual([])
  })
})

describe('attacks on a brief', () => {
  const briefWith = (person: Member, cursor: string, headers: Record<string, string> = {}) =>
    createSend(service, person)('GET', `/v1/brief?${new URLSearchParams({ since: cursor })}`, { headers })

  it('400s the cursor of another organization, in both directions', async () => {
    const { cursor } = await stranger.api.getBrief()
    expect(await briefWith(owner, cursor)).toMatchObject(refusal('invalid_cursor'))
    expect(await briefWith(stranger, since)).toMatchObject(refusal('invalid_cursor'))
    const { nextCursor } = await owner.api.listGoals({ query: { limit: 1 } })
    expect(await briefWith(owner, nextCursor ?? '')).toMatchObject(refusal('invalid_cursor'))
  })

  it('400s a cursor with any character changed, removed or added', async () => {
    const isValid = async (cursor: string) => (await briefWith(owner, cursor)).status === 200
    expect(await isValid(since)).toBe(true)
    for (let index = 0; index < since.length; index += 3) {
      const other = since[index] === 'A' ? 'B' : 'A'
      const rest = since.slice(index + 1)
      expect(await isValid(since.slice(0, index) + other + rest)).toBe(false)
      expect(await isValid(since.slice(0, index) + rest)).toBe(false)
    }
    for (const cursor of [`${since}A`, `A${since}`, `${since}=`, since + since]) {
      expect(await isValid(cursor)).toBe(false)
    }
  })

  it('acts in the organization that the request names, and refuses one of others', async () => {
    const own = await stranger.api.getBrief()
    expect(own).toMatchObject({ organization: { id: stranger.organizationId }, goals: [] })
    expect(own.events.every(({ goal }) => goal === null)).toBe(true)
    const named = { 'organization-id': owner.organizationId }
    expect(await briefWith(stranger, since, named)).toMatchObject(refusal('membership_not_found'))
    expect(await briefWith(stranger, 'no cursor', named)).toMatchObject(refusal('membership_not_found'))
    const malformed = await briefWith(owner, since, { 'organization-id': 'no id' })
    expect(malformed).toMatchObject(refusal('invalid_request', 'Organization-Id'))
  })

  it('shows a demoted admin no more events of members, and a removed member nothing', async () => {
    const reader = await program(admin, ['goals:read:all'])
    expect(await typesFor(admin)).toContain('member.left')
    await owner.api.updateOrganizationMemberRole({
      params: { userId: admin.userId },
      body: { role: 'member' },
    })
    for (const caller of [admin, reader]) {
      expect((await typesFor(caller)).filter((type) => /^(member|invitation)/.test(type))).toEqual([])
    }
    await removeMember(service, admin.userId, owner.organizationId)
    expect(await outcomeOf(reader.api.getBrief({ query: { since } }))).toBe('403 permission_denied')
    expect(await outcomeOf(admin.api.getBrief({ query: { since } }))).toBe('403 membership_not_found')
  })

  it('shows who was removed only as a former member, with no other name', async () => {
    const { events } = await owner.api.getBrief({ query: { since } })
    const left = events.find(({ type }) => type === 'member.left')
    expect(left?.actor.displayName).toBe('Former member')
  })
})
