import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signInWithForm } from '../support/front-page.ts'
import { addressOf, createWorld } from '../support/world.ts'

const world = createWorld()

/** `returnTo` values and the path that the app opens. `ORIGIN` stands for the service's origin, whose port varies. */
const attacks: [address: string, path: string][] = [
  ['/.//evil.test/a', '/home'],
  ['/x/..//evil.test/a', '/home'],
  ['/.\\/evil.test/a', '/home'],
  ['/%2e//evil.test/a', '/home'],
  ['/.\n//evil.test/a', '/home'],
  ['ORIGIN//evil.test/a', '/home'],
  ['ORIGIN\\\\evil.test/a', '/home'],
  ['ORIGIN@evil.test/a', '/home'],
  ['/\\evil.test/a', '/home'],
  ['/home#\\\\evil.test/a', '/home'],
  ['blob:ORIGIN/00000000-0000-4000-8000-000000000000', '/home'],
  ['javascript:location.assign("//evil.test/a")', '/home'],
  ['/%09/evil.test/a', '/%09/evil.test/a'],
  ['/%2f%2fevil.test/a', '/%2f%2fevil.test/a'],
  ['/%5c%5cevil.test/a', '/%5c%5cevil.test/a'],
  ['/%252f%252fevil.test/a', '/%252f%252fevil.test/a'],
  ['/\uff0f\uff0fevil.test/a', '/%EF%BC%8F%EF%BC%8Fevil.test/a'],
  // The sign-in page itself is not a destination. Its own `returnTo` is.
  ['/sign-in', '/home'],
  ['/sign-in?returnTo=%2Flabels', '/labels'],
  ['/sign-in?returnTo=%2F.%2F%2Fevil.test', '/home'],
]

const signInAt = (address: string) =>
  `/sign-in?${new URLSearchParams({ returnTo: address.replaceAll('ORIGIN', world.service.origin) })}`

/** Collects requests to other hosts than the service. None exists: names under `.test` have no address. */
function watchOtherHosts(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== world.service.origin) requests.push(request.url())
  })
  return requests
}

describe('returnTo never leads to another origin', () => {
  test('for a person who is signed in', async () => {
    const page = await world.open(await world.person('Ann'))
    const requests = watchOtherHosts(page)
    for (const [address, path] of attacks) {
      await page.goto(signInAt(address))
      await expect.poll(() => addressOf(page), { message: address }).toBe(world.service.origin + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    expect(requests).toEqual([])
  })

  test('after signing in with the form', async () => {
    const { email } = await world.person('Ben')
    for (const [address, path] of [
      ['/.//evil.test/a', '/home'],
      ['ORIGIN//evil.test/a', '/home'],
      ['/sign-in', '/home'],
      ['/%09/evil.test/a', '/%09/evil.test/a'],
      ['/goals?status=paused#x', '/goals?status=paused#x'],
    ] as const) {
      const page = await world.open()
      const requests = watchOtherHosts(page)
      await page.goto(signInAt(address))
      await signInWithForm(page, email)
      await expect.poll(() => addressOf(page), { message: address }).toBe(world.service.origin + path)
      await expect.poll(() => page.title()).not.toMatch(/^Sign in/)
      expect(requests).toEqual([])
    }
  })

  test('if the stored path was tampered with', async () => {
    const { email } = await world.person('Cleo')
    const page = await world.open()
    const requests = watchOtherHosts(page)
    await page.goto('/sign-in')
    await page.evaluate(() =>
      localStorage.setItem('cairn.returnTo', JSON.stringify({ path: '/.//evil.test/a', at: Date.now() })),
    )
    await page.goto('/sign-in?verified=1')
    await signInWithForm(page, email)
    await page.getByRole('heading', { name: 'Hello, Cleo' }).waitFor()
    await expect.poll(() => addressOf(page)).toBe(`${world.service.origin}/home`)
    expect(requests).toEqual([])
  })

  test('if the service redirects to another host after the sign-in', async () => {
    const { email } = await world.person('Dan')
    const page = await world.open()
    const requests = watchOtherHosts(page)
    await page.route('**/v1/auth/login', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { redirectTo: `${world.service.origin}//evil.test/a` } })
    })
    await page.goto('/sign-in')
    await signInWithForm(page, email)
    await page.getByRole('heading', { name: 'Hello, Dan' }).waitFor()
    await expect.poll(() => addressOf(page)).toBe(`${world.service.origin}/home`)
    expect(requests).toEqual([])
  })
})
