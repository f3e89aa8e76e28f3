import { describe, expect, it } from 'vitest'
import { signIn, signInAgain } from '../../support/people/sign-in.ts'
import { createSend, type HttpResponse, refusal } from '../../support/requests/exchange.ts'
import { createLabel, publish, report } from '../../support/requests/goals.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const eve = await signIn(service, { email: 'eve@example.com', displayName: 'Eve' })
const browser = createSend(service, ada)
const labelIds: string[] = []
for (const name of ['a', 'b', 'c']) labelIds.push((await createLabel(browser, name)).id)
const ids: string[] = []
for (let index = 0; index < 4; index++) {
  const { id } = await publish(browser, { labelIds: labelIds.slice(0, 2) })
  await report(browser, id, { health: 'on_track' })
  for (const title of ['one', 'two']) await browser('PATCH', `/v1/goals/${id}`, { body: { title } })
  ids.push(id)
}
/** A goal with a history of several pages. */
const [goalId = ''] = ids
for (const name of ['a', 'b', 'c']) {
  await createLabel(createSend(service, eve), name)
  for (const { api } of [ada, eve]) await api.createGoalView({ body: { name, query: '' } })
  await publish(createSend(service, eve))
}

type Query = Record<string, string>

const list = (path: string, query: Query, send = browser): Promise<HttpResponse> =>
  send('GET', `${path}?${new URLSearchParams({ limit: '1', ...query })}`)

async function cursorOf(path: string, query: Query = {}): Promise<string> {
  const { body } = await list(path, query)
  const { nextCursor } = body as { nextCursor: string | null }
  if (nextCursor === null) throw new Error(`${path} has one page only.`)
  return nextCursor
}

/** The lists with more than one page here. */
const paths: Record<string, () => string> = {
  goals: () => '/v1/goals',
  labels: () => '/v1/goal-labels',
  views: () => '/v1/goal-views',
  updates: () => `/v1/goals/${goalId}/updates`,
  edits: () => `/v1/goals/${goalId}/edits`,
}

describe.each(Object.entries(paths))('a cursor of %s', (_, pathOf) => {
  it('200s for another session of the same person', async () => {
    const again = createSend(service, await signInAgain(service, { email: ada.email, displayName: 'Ada' }))
    expect(await list(pathOf(), { cursor: await cursorOf(pathOf()) }, again)).toMatchObject({ status: 200 })
  })

  it('400s in another organization', async () => {
    const cursor = await cursorOf(pathOf())
    const stranger = createSend(service, eve)
    expect(await list(pathOf(), { cursor }, stranger)).toMatchObject(refusal('invalid_cursor'))
  })
})

describe('a cursor of filtered goals', () => {
  const filters: [string, () => Query][] = [
    ['no filter', () => ({})],
    ['status=active', () => ({ status: 'active' })],
    ['status=paused', () => ({ status: 'paused' })],
    ['health=on_track', () => ({ health: 'on_track' })],
    ['the owner', () => ({ ownerUserId: ada.userId })],
    ['a label', () => ({ labelId: labelIds[0] ?? '' })],
    ['another label', () => ({ labelId: labelIds[1] ?? '' })],
    ['status and owner', () => ({ status: 'active', ownerUserId: ada.userId })],
    ['status and label', () => ({ status: 'active', labelId: labelIds[0] ?? '' })],
    [
      'everything',
      () => ({
        status: 'active',
        health: 'on_track',
        ownerUserId: ada.userId,
        labelId: labelIds[0] ?? '',
      }),
    ],
  ]

  it.each(filters.filter(([name]) => name !== 'status=paused'))(
    'with %s 400s with any other filter',
    async (name, filterOf) => {
      const cursor = await cursorOf('/v1/goals', filterOf())
      for (const [other, otherFilterOf] of filters) {
        const response = await list('/v1/goals', { ...otherFilterOf(), cursor })
        expect(response, other).toMatchObject(other === name ? { status: 200 } : refusal('invalid_cursor'))
      }
    },
  )

  it('200s with the same label in another letter case', async () => {
    const cursor = await cursorOf('/v1/goals', { labelId: labelIds[0] ?? '' })
    const query = { labelId: (labelIds[0] ?? '').toUpperCase(), cursor }
    expect(await list('/v1/goals', query)).toMatchObject({ status: 200 })
  })
})

describe("a cursor of a person's other organization", () => {
  it('400s after the active organization changed, 200s after it changed back', async () => {
    const { activeOrganizationId } = await ada.api.getOrganizationContext()
    const cursors = await Promise.all(
      Object.values(paths)
        .slice(0, 2)
        .map((path) => cursorOf(path())),
    )
    await ada.api.createOrganization({ body: { name: 'Another one' } })
    expect(await list('/v1/goals', { cursor: cursors[0] ?? '' })).toMatchObject(refusal('invalid_cursor'))
    expect(await list('/v1/goal-labels', { cursor: cursors[1] ?? '' })).toMatchObject(
      refusal('invalid_cursor'),
    )
    await ada.api.switchOrganization({ body: { organizationId: activeOrganizationId } })
    expect(await list('/v1/goals', { cursor: cursors[0] ?? '' })).toMatchObject({ status: 200 })
    expect(await list('/v1/goal-labels', { cursor: cursors[1] ?? '' })).toMatchObject({ status: 200 })
  })
})

describe('a cursor whose element was deleted', () => {
  it('continues after it', async () => {
    const send = createSend(
      service,
      await signIn(service, { email: 'joan@example.com', displayName: 'Joan' }),
    )
    const ids: string[] = []
    for (let index = 0; index < 4; index++) ids.unshift((await publish(send)).id)
    const { body } = await send('GET', '/v1/goals?limit=2')
    const { nextCursor } = body as { nextCursor: string }
    await send('DELETE', `/v1/goals/${ids[1]}`)
    const rest = await send('GET', `/v1/goals?limit=2&cursor=${nextCursor}`)
    expect((rest.body as { goals: { id: string }[] }).goals.map(({ id }) => id)).toEqual(ids.slice(2))
    expect(rest.body).toMatchObject({ nextCursor: null })
  })
})
