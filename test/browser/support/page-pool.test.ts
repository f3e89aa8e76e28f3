import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { launchChromium } from './chromium.ts'
import { createPagePool, type PagePool } from './page-pool.ts'

const viewport = { width: 800, height: 600 }
let browser: Browser
let service: TestService
let pool: PagePool

beforeAll(async () => {
  ;[browser, service] = await Promise.all([launchChromium(), startTestService()])
  pool = createPagePool(
    browser,
    { baseURL: service.origin, viewport, reducedMotion: 'reduce', serviceWorkers: 'block' },
    () => {},
  )
})
afterAll(() => Promise.all([browser?.close(), service?.stop()]))

const stateOf = (page: Page) =>
  page.evaluate(() => ({
    stored: localStorage.length + sessionStorage.length,
    name: window.name,
    entries: history.length,
    width: innerWidth,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    reduced: matchMedia('(prefers-reduced-motion: reduce)').matches,
  }))

test('a page that is lent again is as new', async () => {
  const page = await pool.open()
  await page.goto('/favicon.svg')
  const fresh = await stateOf(page)
  let heard = 0
  page.on('request', () => {
    heard += 1
  })
  await page.route('**/favicon.svg', (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' })
  const other = await page.context().newPage()
  await page.context().addCookies([{ name: 'a', value: 'b', url: service.origin }])
  await page.goto('/favicon.svg?again')
  await page.evaluate(() => {
    localStorage.setItem('a', 'b')
    sessionStorage.setItem('a', 'b')
    window.name = 'a'
    addEventListener('pagehide', () => localStorage.setItem('late', 'b'))
  })
  await pool.collect(false)
  expect(other.isClosed()).toBe(true)
  heard = 0

  const again = await pool.open()
  expect(again).toBe(page)
  expect((await again.goto('/favicon.svg'))?.status()).toBe(200)
  expect(await again.context().cookies()).toEqual([])
  // The text that the page showed between the tests is one more entry.
  expect(await stateOf(again)).toEqual({ ...fresh, entries: expect.any(Number) })
  await again.goBack()
  expect(again.url()).not.toContain('again')
  expect(heard).toBe(0)
  await pool.collect(false)
})

test.each<[string, (page: Page) => Promise<unknown>]>([
  ['runs a script at its start', (page) => page.addInitScript(() => {})],
  ['offers a function', (page) => page.exposeFunction('offered', () => {})],
  ['has a clock of its own', (page) => page.clock.install()],
  ['is offline', (page) => page.context().setOffline(true)],
  ['has a permission', (page) => page.context().grantPermissions(['clipboard-read'])],
  ['has a route in its context', (page) => page.context().route('**/none', (route) => route.abort())],
  ['is closed', (page) => page.close()],
])('a page that %s is not lent again', async (_, change) => {
  const page = await pool.open()
  await change(page)
  await pool.collect(false)
  expect(page.isClosed()).toBe(true)
})

test('nor is one of a failed test, or with options', async () => {
  const page = await pool.open()
  await pool.collect(true)
  expect(page.isClosed()).toBe(true)
  const german = await pool.open({ locale: 'de-DE' })
  await pool.collect(false)
  expect(german.isClosed()).toBe(true)
})

test('a kept page stays as it is until the pool closes', async () => {
  const page = await pool.keep()
  await page.goto('/favicon.svg')
  await pool.collect(false)
  await pool.collect(true)
  expect(new URL(page.url()).pathname).toBe('/favicon.svg')
  const lent = await pool.open()
  await pool.close()
  expect([page.isClosed(), lent.isClosed()]).toEqual([true, true])
})
