import type { Client } from '@cairn/contract/client'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { createLabel, publishGoal, reportOn } from '../support/seed.ts'
import { addressOf, createWorld, phone } from '../support/world.ts'

const world = createWorld()
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

test('shows the person’s goals, most urgent first, the health of all goals, and what changed', async () => {
  const dee = await world.person('Dee')
  for (const [title, targetDate, health] of [
    ['Calm', '2099-01-01', 'on_track'],
    ['Near', day(5), 'on_track'],
    ['Risky', '2099-01-01', 'at_risk'],
    ['Past', day(-5), 'on_track'],
    ['Lost', '2099-01-01', 'off_track'],
  ] as const) {
    const goal = await publishGoal(dee.api, 'd', { title, timeframe: { kind: 'deadline', targetDate } })
    await reportOn(dee.api, goal.id, { health })
  }
  await publishGoal(dee.api, 'd', { title: 'Of nobody', ownerUserId: null })
  const done = await publishGoal(dee.api, 'd', { title: 'Done' })
  await reportOn(dee.api, done.id, { status: 'completed', summary: 'It is done.' })
  const page = await world.open(dee, { viewport: phone })
  await page.goto('/home')
  await page.getByText('4 of 5 active goals need your attention.').waitFor()
  const titles = page.getByRole('list', { name: 'Your active goals' }).getByRole('link')
  expect(await titles.allTextContents()).toEqual(['Past', 'Lost', 'Risky', 'Near', 'Calm'])
  const latest = page.getByRole('region', { name: 'Latest changes' }).getByRole('listitem')
  await expect.poll(() => latest.count()).toBe(6)
  expect((await latest.first().innerText()).replaceAll(/\s+/g, ' ')).toMatch(
    /^Done It is done\. Reported just now .*Completed$/,
  )
  expect(await latest.nth(1).innerText()).toMatch(/^Of nobody\s+Published/)

  const health = page.getByRole('region', { name: 'Health at a glance' })
  expect(await health.getByRole('listitem').allTextContents()).toEqual([
    'On track3',
    'At risk1',
    'Off track1',
    'No health yet1',
  ])
  await health.getByRole('link', { name: 'No health yet' }).click()
  await page.getByRole('heading', { name: 'Goals', level: 1 }).waitFor()
  await expect.poll(() => new URL(addressOf(page)).search).toBe('?status=active&health=none')
  await page.getByRole('link', { name: 'Of nobody' }).waitFor()
})

test('finds the person’s goals although the list of all active goals is too long', async () => {
  const eli = await world.person('Eli')
  await publishGoal(eli.api, 'Not among those that are counted.')
  const page = await world.open(eli)
  let pages = 0
  const endless = ({ pathname, searchParams }: URL) =>
    pathname === '/v1/goals' && searchParams.get('status') === 'active' && !searchParams.has('ownerUserId')
  await page.route(endless, (route) => {
    pages += 1
    return route.fulfill({ json: { goals: [], nextCursor: 'next' } })
  })
  await page.goto('/home')
  await page.getByRole('link', { name: 'Not among those that are counted' }).waitFor()
  await page.getByText('Only the 0 most recently changed active goals are counted.').waitFor()
  expect(pages).toBe(20)
})

test('each part offers a retry if its goals cannot be loaded', async () => {
  const fia = await world.person('Fia')
  await publishGoal(fia.api, 'Loaded later.')
  const page = await world.open(fia)
  const fail = (status: string) =>
    page.route(
      ({ pathname, searchParams }) => pathname === '/v1/goals' && searchParams.get('status') === status,
      (route) => route.fulfill({ status: 500, json: { error: 'internal_error', message: 'x' } }),
    )
  await fail('active')
  await page.goto('/home')
  const retries = page.getByRole('button', { name: 'Try again' })
  await expect.poll(() => retries.count()).toBe(3)
  await page.unrouteAll()
  await fail('paused,completed,archived')
  await retries.first().click()
  await page.getByRole('list', { name: 'Your active goals' }).getByText('Loaded later').waitFor()
  await page.getByText('1 active goal', { exact: true }).waitFor()
  await expect.poll(() => retries.count()).toBe(1)
  await page.unrouteAll()
  await retries.click()
  await page
    .getByRole('region', { name: 'Latest changes' })
    .getByRole('link', { name: 'Loaded later' })
    .waitFor()
})

/** The addresses and sizes, as sent, of all JSON that a page loads. */
function countJson(page: Page) {
  const calls: { url: string; bytes: number }[] = []
  const count = async (request: Request) => {
    const response = await request.response()
    if (response?.headers()['content-type'] !== 'application/json') return
    const call = { url: request.url(), bytes: 0 }
    calls.push(call)
    call.bytes = (await request.sizes()).responseBodySize
  }
  // The page may close before the last response is looked at.
  page.on('requestfinished', (request) => void count(request).catch(() => undefined))
  return calls
}

/** The size of a response in gzip, which browsers get over http from another machine. */
async function gzipBytes(url: string, { cookie }: Session): Promise<number> {
  const response = await fetch(url, { headers: { cookie, 'accept-encoding': 'gzip' } })
  await response.arrayBuffer()
  return Number(response.headers.get('content-length'))
}

const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)

/** Publishes goals as people write them: titles of 8 words, half with two labels, most with a report. */
async function publishMany(api: Client, count: number, owners: (string | null)[]): Promise<void> {
  const labelIds = await Promise.all([...Array(15).keys()].map((index) => createLabel(api, `Theme ${index}`)))
  const words =
    'answer every request within one day reduce churn team ship billing migration hire engineers publish report quarter customer weekly onboarding docs latency budget security audit release mobile checkout improve partner revenue training'.split(
      ' ',
    )
  let state = 1
  // A linear congruential generator (Numerical Recipes), for text that is varied and the same in every run.
  const next = (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
  const text = (length: number) => [...Array(length)].map(() => words[next(words.length)]).join(' ')
  for (let done = 0; done < count; done += 25) {
    await Promise.all(
      [...Array(25).keys()].map(async (index) => {
        const goal = await publishGoal(api, 'Described.', {
          title: text(8),
          ownerUserId: owners[(done + index) % owners.length],
          timeframe: { kind: 'deadline', targetDate: day(next(300) - 5) },
          labelIds: index % 2 ? [labelIds[next(7)], labelIds[7 + next(8)]] : [],
          criteria: [...Array(next(4))].map(() => ({ title: text(3), description: 'True.' })),
        })
        const health = (['on_track', 'at_risk', 'off_track'] as const)[next(3)] ?? 'on_track'
        if (index % 5) await reportOn(api, goal.id, { health, summary: text(12) })
      }),
    )
  }
}

const maximumBytes = 60_000

test('loads at most 60 KB of JSON in at most 4 calls with 300 active goals', async () => {
  const ann = await world.person('Ann')
  const ben = await world.person('Ben')
  await join(ann, ben)
  await publishMany(ann.api, 300, [ann.userId, ben.userId, ben.userId, null])
  const page = await world.open(ann)
  const calls = countJson(page)
  await page.goto('/home')
  await page.getByText('75 active goals need your attention.', { exact: false }).waitFor()
  await page.getByRole('region', { name: 'Health at a glance' }).getByText('300 active goals').waitFor()
  await expect
    .poll(() => page.getByRole('region', { name: 'Latest changes' }).getByRole('listitem').count())
    .toBe(6)
  await page.waitForLoadState('networkidle')
  expect(calls.map(({ url }) => new URL(url).pathname)).toEqual([
    '/v1/auth/session',
    '/v1/goals',
    '/v1/goals',
    '/v1/goals',
  ])
  const brotli = sum(calls.map(({ bytes }) => bytes))
  const gzip = sum(await Promise.all(calls.map(({ url }) => gzipBytes(url, ann))))
  expect(brotli).toBeLessThanOrEqual(maximumBytes)
  expect(gzip).toBeLessThanOrEqual(maximumBytes)
  // Neither is unread.
  expect(Math.min(brotli, gzip)).toBeGreaterThan(maximumBytes / 3)
  await page.getByRole('link', { name: 'Show all 75' }).click()
  await expect.poll(() => new URL(addressOf(page)).search).toBe('?status=active&ownerUserId=me')
})
