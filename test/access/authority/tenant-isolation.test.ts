import { allOperations, type Operation, organizationIdHeader } from '@cairn/contract'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { bearer, createToken } from '../../support/people/api-tokens.ts'
import { type Browser, signIn, signInAgain } from '../../support/people/sign-in.ts'
import { createSend, type HttpResponse } from '../../support/requests/exchange.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { readTable, type TableContent } from '../../support/table/read-table.ts'
import { sampleOf, sampleTitle, testSeed, testsAll } from '../../support/test-all.ts'
import { type Attempt, attemptsAt } from './support/attempts.ts'
import { createSide, type Side, textsOf } from './support/tenant.ts'

/**
 * Two organizations have the same things under different names.
 * Whatever one of them sends about the other, no response contains a text of the other, or an id that it did not send itself. Nothing of the other changes.
 */

const kimsTokens: Partial<Record<'north' | 'south', string>> = {}
let count = 0

const service = stopAfterFile(await startTestService())
const send = createSend(service)
/** A member of both, with a token in each. */
const kim = await signIn(service, { email: 'kim@example.com', displayName: 'Kim' })
const north = await createSide(service, 'north', kim)
kimsTokens.north = (await createToken(kim)).secret
const south = await createSide(service, 'south', kim)
kimsTokens.south = (await createToken(kim)).secret
const sides = { north, south }

type Stored = Record<string, unknown>

/** Every record of a side, without the last use of its tokens and without other memberships of its people. */
async function recordsOf({ organizationId, owner, member }: Side): Promise<Stored[]> {
  // Waits until the changes so far are in the feed.
  await owner.api.listEvents()
  const content: TableContent = await readTable(service.table.database)
  return Object.values(content)
    .flat<Stored[][]>()
    .filter((record) => {
      const { organizationId: id, organizationKey: key, userId, __edb_e__: kind } = record
      if (kind === 'session') return false
      return (
        id === organizationId ||
        key === shortId(organizationId) ||
        ([owner.userId, member.userId].includes(String(userId)) && kind !== 'user')
      )
    })
    .map((record): Stored => ({ ...record, lastUsedAt: undefined }))
    .toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
}

const keyOf = ({ pk, sk }: Stored) => `${pk} ${sk}`

/** The owner makes all attempts. In a sample, each other sender makes every third, and those after it the others. */
const pace = testsAll ? 1 : 3

type Asker = {
  name: string
  headers: Record<string, string | undefined>
  /** Kim's active organization. */
  active?: Side
}

/** The senders of a side's requests: also Kim, who is in both, if the operation is not about all organizations. */
async function askersOf(side: Side, other: Side, operation: Operation): Promise<Asker[]> {
  const token = (secret = '') => ({ origin: undefined, ...bearer(secret) })
  const naming = ({ organizationId }: Side) => ({ [organizationIdHeader]: organizationId })
  const owner = { cookie: await cookieOf(side.owner) }
  const askers: Asker[] = [
    { name: 'nobody', headers: {} },
    { name: 'the owner', headers: owner },
    { name: 'the owner naming the other', headers: { ...owner, ...naming(other) } },
    { name: 'a member', headers: { cookie: await cookieOf(side.member) } },
  ]
  if (operation.credential !== 'session_or_token') return askers
  return [
    ...askers,
    { name: 'a token', headers: token(side.apiTokens[0]?.secret) },
    {
      name: 'a token naming the other',
      headers: { ...token(side.apiTokens[0]?.secret), ...naming(other) },
    },
    { name: 'a token for own goals', headers: token(side.apiTokens[1]?.secret) },
    { name: 'a token of a member of both', headers: token(kimsTokens[side.name as 'north' | 'south']) },
    { name: 'a member of both', headers: { cookie: kim.cookie }, active: side },
    {
      name: 'a member of both naming this one, active in the other',
      headers: { cookie: kim.cookie, ...naming(side) },
      active: other,
    },
  ]

  async function cookieOf({ cookie, email }: Browser): Promise<string> {
    return operation.id === 'logout' || operation.id === 'login'
      ? (await signInAgain(service, { email, displayName: '' })).cookie
      : cookie
  }
}

/** Returns values of the other side in the response that were not in the request. */
function leaksIn({ text, headers }: HttpResponse, { path, body }: Attempt, theirs: Side): string[] {
  const received = `${text} ${JSON.stringify([...headers])}`.toLowerCase()
  const asked = decodeURIComponent(`${path} ${JSON.stringify(body ?? '')}`).toLowerCase()
  return [...theirs.texts, ...theirs.ids]
    .map((canary) => canary.toLowerCase())
    .filter((canary) => received.includes(canary) && !asked.includes(canary))
}

async function inParallel<T>(elements: readonly T[], use: (element: T) => Promise<void>): Promise<void> {
  const waiting = elements.values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const element of waiting) await use(element)
    }),
  )
}

/** The records of a side once what follows from its own requests is done. */
async function quietRecordsOf(side: Side): Promise<unknown[]> {
  let records = await recordsOf(side)
  await eventually(async () => {
    const earlier = records
    records = await recordsOf(side)
    expect(records).toEqual(earlier)
  }, 250)
  return records
}

const operations = allOperations.map((operation): [string, Operation] => [operation.id, operation])

const pairs = [
  ['north', 'south', sampleTitle, operations],
  // Both have the same things, so the way back shows the same.
  ['south', 'north', sampleTitle, sampleOf(operations)],
] as const

describe.each(pairs)('%s sending ids of %s (%s)', (my, their, _, tried) => {
  let before: unknown[]

  beforeAll(async () => {
    before = await quietRecordsOf(sides[their])
  })

  it.each(tried)('%s reveals and changes nothing of it', async (_, operation) => {
    const [mine, theirs] = [sides[my], sides[their]]
    const askers = await askersOf(mine, theirs, operation)
    for (const [position, { name, headers, active }] of askers.entries()) {
      if (active) await kim.api.switchOrganization({ body: { organizationId: active.organizationId } })
      const attempts = attemptsAt(operation, mine, theirs, () => ++count)
      const sent = attempts.filter((_, index) =>
        name === 'nobody' ? index < 3 : name === 'the owner' || (index + position + testSeed) % pace === 0,
      )
      await inParallel(sent, async (attempt) => {
        const response = await send(operation.method, attempt.path, { body: attempt.body, headers })
        expect(leaksIn(response, attempt, theirs), `${name}: ${attempt.path}`).toEqual([])
        expect(response.status, `${name}: ${attempt.path}`).toBeLessThan(500)
        // A cursor of the other works in no list here, not even in one of the side's own.
        if (attempt.path.includes('cursor=')) expect([400, 401, 403, 404]).toContain(response.status)
      })
    }
    for (const { api } of [mine.owner, mine.member]) {
      await api.switchOrganization({ body: { organizationId: mine.organizationId } })
    }
  })

  it('may use the names and addresses of the other: they are unique per organization', async () => {
    const { api } = sides[my].owner
    const { label } = await api.createGoalLabel({ body: { name: `${their}canary-label1` } })
    await api.deleteGoalLabel({ params: { labelId: label.id } })
    for (const email of [
      sides[their].owner.email,
      ...sides[their].invitations.map((invited) => invited.email),
    ]) {
      const { invitation } = await api.createOrganizationInvitation({ body: { email, role: 'member' } })
      await api.revokeOrganizationInvitation({ params: { invitationId: invitation.id } })
    }
  })

  it('leaves every record of it unchanged', async () => {
    expect(before.length).toBeGreaterThan(40)
    // Anybody may ask for a link to somebody's mailbox.
    const after = await recordsOf(sides[their])
    expect(after.filter((record) => record.__edb_e__ !== 'accountLink')).toEqual(before)
  })
})

describe('the canary texts', () => {
  it('are returned to their own side, all texts and all ids', async () => {
    for (const side of Object.values(sides)) {
      const { cookie } = side.owner
      const paths = [
        '/v1/auth/session',
        '/v1/organizations/current/members',
        '/v1/organizations/current/invitations',
        '/v1/api-tokens',
        '/v1/goals',
        '/v1/goal-labels',
        '/v1/goal-views',
        '/v1/questions',
        '/v1/inbox',
        '/v1/webhooks',
        `/v1/webhooks/${side.webhook.id}/deliveries`,
        ...side.goalIds.flatMap((id) => [
          `/v1/goals/${id}/updates`,
          `/v1/goals/${id}/edits`,
          `/v1/goals/${id}/comments`,
        ]),
      ]
      const texts = await Promise.all(
        paths.map(async (path) => (await send('GET', path, { headers: { cookie } })).text),
      )
      const told = texts.join('\n')
      const changed = ['organization', 'color1', 'comment1', 'webhook']
      // Its member has deleted the picture: that needs no id.
      const ids = side.ids.filter((id) => id !== side.pictureId)
      const expected = [...textsOf(side.name), ...ids].filter(
        (canary) => !changed.some((what) => canary.endsWith(`canary-${what}`)),
      )
      expect(expected.filter((canary) => !told.includes(canary))).toEqual([])
    }
  })

  it('are found in a response that contains them', () => {
    const { north } = sides
    const response = { status: 200, headers: new Headers(), text: `{"id":"${north.ids[3]}"}`, body: {} }
    expect(leaksIn(response, { path: '/v1/goals', body: undefined }, north)).toEqual([north.ids[3]])
    expect(leaksIn(response, { path: `/v1/goals/${north.ids[3]}`, body: undefined }, north)).toEqual([])
  })

  it('have cursors of every list', () => {
    const lists = allOperations.filter(({ query }) => query && 'cursor' in query().shape).map(({ id }) => id)
    for (const { cursors } of Object.values(sides)) {
      expect([...new Set(cursors.map(({ id }) => id))].toSorted()).toEqual(lists.toSorted())
      expect(cursors.filter(({ id }) => id === 'listGoals')).toHaveLength(6)
    }
  })
})
