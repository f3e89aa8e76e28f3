import type { Client } from '@cairn/contract/http/client'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { look, startFollowing, withMovableTime } from '../support/live.ts'
import { createLabel, publishGoal, reportOn } from '../support/seed.ts'
import { addressOf, createWorld, phone } from '../support/world.ts'

const world = createWorld()
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

test('shows what needs the person and why, the other goals, and the health of all goals', async () => {
  const dee = await world.person('Dee')
  for (const [title, targetDate, health] of [
    ['Calm', '2099-01-01', 'on_track'],
    ['Near', day(5), 'on_track'],
    ['Risky', '2099-01-01', 'at_risk'],
    ['Past', day(-5), 'on_track'],
    ['Lost', day(3), 'off_track'],
  ] as const) {
    const goal = await publishGoal(dee.api, 'd', { title, timeframe: { kind: 'deadline', targetDate } })
    await reportOn(dee.api, goal.id, { health })
  }
  await publishGoal(dee.api, 'd', { title: 'Of nobody', ownerUserId: null })
  const page = await world.open(dee, { viewport: phone })
  await page.goto('/home')
  await page.getByText('4 of your 5 goals need you.').waitFor()
  const needs = page.getByRole('list', { name: 'Goals that need you' })
  await expect
    .poll(() => needs.getByRole('link').allTextContents())
    .toEqual(['Past', 'Lost', 'Risky', 'Near'])
  const why = needs.getByRole('list', { name: 'Why' })
  await expect.poll(() => why.nth(0).getByRole('listitem').allTextContents()).toEqual(['Was due 5 days ago'])
  await expect
    .poll(() => why.nth(1).getByRole('listitem').allTextContents())
    .toEqual(['Off track', 'Due in 3 days'])
  const others = page.getByRole('list', { name: 'Your other active goals' })
  await expect.poll(() => others.getByRole('link').allTextContents()).toEqual(['Calm'])

  const health = page.getByRole('region', { name: 'Health at a glance' })
  await health.getByText('6 active goals').waitFor()
  await expect
    .poll(() => health.getByRole('listitem').allTextContents())
    .toEqual(['On track3', 'At risk1', 'Off track1', 'No health yet1'])
  await health.getByRole('link', { name: 'No health yet' }).click()
  await page.getByRole('heading', { name: 'Goals', level: 1 }).waitFor()
  await expect.poll(() => new URL(addressOf(page)).search).toBe('?status=active&health=none')
  await page.getByRole('link', { name: 'Of nobody' }).waitFor()
})

test('shows the most pressing goals first, and the others after a click, with the focus', async () => {
  const gus = await world.person('Gus')
  for (let number = 1; number <= 8; number++) {
    const timeframe = { kind: 'deadline', targetDate: day(number) }
    await publishGoal(gus.api, 'd', { title: `Goal ${number}`, timeframe })
  }
  const page = await world.open(gus)
  await page.goto('/home')
  await page.getByText('All 8 of your goals need you.').waitFor()
  const links = page.getByRole('list', { name: 'Goals that need you' }).getByRole('link')
  await expect.poll(() => links.count()).toBe(5)
  await page.getByRole('button', { name: 'Show 3 more that need you' }).click()
  await expect.poll(() => links.count()).toBe(8)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Goal 6')
  // Goals that need the person can be reported on in place.
  await page.keyboard.press('s')
  await page.getByRole('dialog', { name: 'Goal 6' }).getByRole('radio', { name: 'At risk' }).press('Space')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('list', { name: 'Goals that need you' }).getByText('At risk.').waitFor()
})

test('says in sentences what changed, and marks what is new since the last visit', async () => {
  const hal = await world.person('Hal')
  const ida = await world.person('Ida')
  await join(hal, ida, 'admin')
  const goal = await publishGoal(hal.api, 'd', { title: 'Halve the paper' })
  const page = await world.open(hal)
  await page.goto('/home')
  const changes = page.getByRole('region', { name: 'What changed' })
  const text = async () => (await changes.getByRole('listitem').allInnerTexts()).map(plain)
  await changes.getByText('published').waitFor()
  await expect.poll(async () => (await text())[0]).toMatch(/^You published Halve the paper just now/)
  await expect.poll(() => changes.getByText('New since your last visit').count()).toBe(0)
  await changes.getByRole('link', { name: 'Halve the paper' }).click()
  await page.getByRole('heading', { name: 'Halve the paper', level: 1 }).waitFor()

  await reportOn(ida.api, goal.id, { health: 'at_risk', summary: 'two days late' })
  await publishGoal(hal.api, 'd', { title: 'Own goal' })
  // The visit was an hour ago.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('cairn.visit.'))) {
      const visit = JSON.parse(localStorage.getItem(key) ?? '')
      const lookedAt = new Date(Date.now() - 3_600_000).toISOString()
      localStorage.setItem(key, JSON.stringify({ ...visit, lookedAt }))
    }
  })
  await page.goto('/home')
  await page.getByText('1 thing has changed since your last visit.').waitFor()
  await changes.getByRole('heading', { name: 'New since your last visit, 1 hour ago' }).waitFor()
  const shown = await text()
  expect(shown[0]).toMatch(/^You published Own goal/)
  expect(shown[1]).toMatch(/^New: ?Ida moved Halve the paper to At risk ?: two days late/)
  expect(shown[2]).toMatch(/^You published Halve the paper/)
  // A reload does not make it old.
  await page.reload()
  await page.getByText('1 thing has changed since your last visit.').waitFor()
  await changes
    .getByRole('link', { name: 'Show everything in the feed' })
    .or(changes.getByRole('link', { name: 'Open the feed' }))
    .click()
  await page.getByRole('heading', { name: 'Feed', level: 1 }).waitFor()
})

test('follows the feed: a change of somebody else shows after one look', async () => {
  const kim = await world.person('Kim')
  const lou = await world.person('Lou')
  await join(kim, lou, 'admin')
  const goal = await publishGoal(kim.api, 'd', { title: 'Halve the paper' })
  const page = await withMovableTime(await world.open(kim))
  await page.goto('/home')
  await page.getByRole('list', { name: 'Your other active goals' }).getByText('Halve the paper').waitFor()
  await startFollowing(page)
  await reportOn(lou.api, goal.id, { health: 'off_track', summary: 'No printer works' })
  await look(page)
  const needs = page.getByRole('list', { name: 'Goals that need you' })
  await needs.getByText('No printer works').waitFor()
  await needs.getByText('Off track').waitFor()
  await page.getByRole('region', { name: 'What changed' }).getByText('No printer works').waitFor()
  await page.getByText('Your goal needs you.').waitFor()
  const health = page.getByRole('region', { name: 'Health at a glance' })
  await health
    .getByRole('listitem')
    .filter({ hasText: 'Off track' })
    .getByText('1', { exact: true })
    .waitFor()
})

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

test('whatever the browser has stored about visits, the page opens', async () => {
  const jon = await world.person('Jon')
  await publishGoal(jon.api, 'Shown.')
  const { activeOrganizationId } = await jon.api.getAuthSession()
  const key = `cairn.visit.${jon.userId}.${activeOrganizationId}`
  for (const value of [
    '',
    'no JSON',
    'null',
    '[]',
    '{"newest":1,"lookedAt":"x"}',
    '{"newest":null,"lookedAt":"never"}',
  ]) {
    const page = await world.open(jon)
    await page.addInitScript(([name = '', text = '']) => localStorage.setItem(name, text), [key, value])
    await page.goto('/home')
    await page.getByText('Nothing needs you right now.').first().waitFor()
  }
})

test('each part offers a retry if it cannot be loaded', async () => {
  const fia = await world.person('Fia')
  await publishGoal(fia.api, 'Loaded later.')
  const page = await world.open(fia)
  for (const path of ['/v1/brief', '/v1/goals/counts']) {
    await page.route(
      ({ pathname }) => pathname === path,
      (route) => route.fulfill({ status: 500, json: { error: 'internal_error', message: 'x' } }),
    )
  }
  await page.goto('/home')
  const retries = page.getByRole('button', { name: 'Try again' })
  await expect.poll(() => retries.count()).toBe(2)
  await page.unrouteAll()
  await page
    .getByRole('region', { name: 'What needs you' })
    .getByRole('button', { name: 'Try again' })
    .click()
  await page.getByRole('list', { name: 'Your other active goals' }).getByText('Loaded later').waitFor()
  await page.getByRole('region', { name: 'What changed' }).getByText('published').waitFor()
  await retries.click()
  await page.getByText('1 active goal', { exact: true }).waitFor()
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

const maximumBytes = 12_000

test('loads at most 12 KB of JSON in 3 calls with 300 active goals', async () => {
  const ann = await world.person('Ann')
  const ben = await world.person('Ben')
  await join(ann, ben)
  await publishMany(ann.api, 300, [ann.userId, ben.userId, ben.userId, null])
  const page = await world.open(ann)
  const allCalls = countJson(page)
  await page.goto('/home')
  await page.getByText('of your goals need you.', { exact: false }).first().waitFor()
  await page.getByRole('region', { name: 'Health at a glance' }).getByText('300 active goals').waitFor()
  await page.waitForLoadState('networkidle')
  // On a slow machine, the page has looked for news, and has loaded what was published just now again.
  const looked = allCalls.findIndex(({ url }) => url.includes('/v1/events'))
  const calls = looked === -1 ? allCalls : allCalls.slice(0, looked)
  // Background requests of the frame of every page.
  const ofFrame = ['/v1/notification-preferences', '/v1/inbox']
  const paths = calls.map(({ url }) => new URL(url).pathname).filter((path) => !ofFrame.includes(path))
  expect(paths.toSorted()).toEqual(['/v1/auth/state', '/v1/brief', '/v1/goals/counts'])
  // A size is known a moment after the response.
  await expect.poll(() => calls.every(({ bytes }) => bytes > 0)).toBe(true)
  const brotli = sum(calls.map(({ bytes }) => bytes))
  const gzip = sum(await Promise.all(calls.map(({ url }) => gzipBytes(url, ann))))
  expect(brotli).toBeLessThanOrEqual(maximumBytes)
  expect(gzip).toBeLessThanOrEqual(maximumBytes)
  // Neither is unread.
  expect(Math.min(brotli, gzip)).toBeGreaterThan(maximumBytes / 3)
  await page.getByRole('link', { name: 'Show all your goals' }).click()
  await expect.poll(() => new URL(addressOf(page)).search).toBe('?status=active&ownerUserId=me')
})
