import { describe, expect, it } from 'vitest'
import { signIn } from '../../support/people/sign-in.ts'
import { createSend } from '../../support/requests/exchange.ts'
import { createLabel, publish, report } from '../../support/requests/goals.ts'
import { walk } from '../../support/requests/walk.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

type Element = { id: string }

/** One more than the largest page. */
const elements = 101

const service = stopAfterFile(await startTestService())
const browser = createSend(service, await signIn(service, { email: 'ada@example.com', displayName: 'Ada' }))
const publishAll = async () => {
  const goals = []
  for (let index = 0; index < elements; index++) goals.push(await publish(browser))
  return goals
}
const createAllLabels = async () => {
  for (let index = 0; index < elements; index++) await createLabel(browser, `label ${index}`)
}
const [[goal]] = await Promise.all([publishAll(), createAllLabels()])
for (let revision = 1; revision < elements; revision++) {
  const fields = { expectedRevision: revision, idempotencyKey: `report ${revision}` }
  expect((await report(browser, goal?.id ?? '', fields)).status).toBe(201)
}
for (let edit = 0; edit < elements; edit++) {
  const body = { title: `Edit ${edit}` }
  expect((await browser('PATCH', `/v1/goals/${goal?.id}`, { body })).status).toBe(200)
}
/** Paths of lists that hold `elements` each, by the name of their array. */
const paths = {
  goals: '/v1/goals',
  labels: '/v1/goal-labels',
  updates: `/v1/goals/${goal?.id}/updates`,
  edits: `/v1/goals/${goal?.id}/edits`,
}

describe.each(['goals', 'labels', 'updates', 'edits'] as const)('the list of %s', (name) => {
  it('has 100 elements on a page without a limit, and no cursor on the last page', async () => {
    const pages = await walk<Element>(browser, paths[name], name)
    expect(pages.map(({ length }) => length)).toEqual([100, 1])
  })

  it.each([1, 7, 50, 100])('has full pages of %i, with each element once, in one order', async (limit) => {
    const whole = (await walk<Element>(browser, paths[name], name)).flat()
    const pages = await walk<Element>(browser, paths[name], name, { limit: String(limit) })
    const sizes = pages.map(({ length }) => length)
    const full = Math.floor(elements / limit)
    expect(sizes).toEqual([...Array(full).fill(limit), ...(elements % limit ? [elements % limit] : [])])
    expect(pages.flat()).toEqual(whole)
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(elements)
  })

  it('can be read with another limit on every page', async () => {
    const first = await browser('GET', `${paths[name]}?limit=1`)
    const { nextCursor } = first.body as { nextCursor: string }
    const rest = await browser('GET', `${paths[name]}?limit=100&cursor=${nextCursor}`)
    expect((rest.body as Record<string, Element[]>)[name]).toHaveLength(100)
    expect(rest.body).toMatchObject({ nextCursor: null })
  })

  it('returns the same page for the same cursor', async () => {
    const first = await browser('GET', `${paths[name]}?limit=40`)
    const { nextCursor } = first.body as { nextCursor: string }
    const read = async () =>
      (
        (await browser('GET', `${paths[name]}?limit=40&cursor=${nextCursor}`)).body as Record<
          string,
          Element[]
        >
      )[name]
    expect(await read()).toEqual(await read())
  })

  it('has cursors without readable content', async () => {
    const { body } = await browser('GET', `${paths[name]}?limit=1`)
    const { nextCursor } = body as { nextCursor: string }
    expect(nextCursor).toMatch(/^[\w-]+$/)
    const bytes = Buffer.from(nextCursor, 'base64url').toString('latin1')
    expect(bytes).not.toMatch(/gsi\d|goal|organization|[0-9a-f]{8}-/i)
  })
})

describe('updates', () => {
  it('are in the order of their revisions', async () => {
    const pages = await walk<{ revision: number }>(browser, paths.updates, 'updates', { limit: '30' })
    expect(pages.flat().map(({ revision }) => revision)).toEqual(
      Array.from({ length: elements }, (_, index) => index + 1),
    )
  })
})
