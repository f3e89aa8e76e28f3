import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signInWithForm } from '../support/front-page.ts'
import { addressOf, createWorld } from '../support/world.ts'

const world = createWorld()

/** Each with where the app goes on its own origin. `ORIGIN` is the service's, whose port is not known here. */
const odd: [address: string, path: string][] = [
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
  // This very page is no place to go on; what it was asked for in turn is, or home.
  ['/sign-in', '/home'],
  ['/sign-in?returnTo=%2Flabels', '/labels'],
  ['/sign-in?returnTo=%2F.%2F%2Fevil.test', '/home'],
]

const signInAt = (address: string) =>
  `/sign-in?${new URLSearchParams({ returnTo: address.replaceAll('ORIGIN', world.service.origin) })}`

/** What the browser asked of other hosts than the service, which none of them is asked for real. */
async function watchOtherHosts(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.context().route(
    (url) => url.origin !== world.service.origin,
    async (route) => {
      asked.push(route.request().url())
      await route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' })
    },
  )
  return asked
}

describe('whatever returnTo says, the browser stays on the origin', () => {
  test('if somebody is signed in', async () => {
    const page = await world.open(await world.person('Ann'))
    const asked = await watchOtherHosts(page)
    for (const [address, path] of odd) {
      await page.goto('about:blank')
      await page.goto(signInAt(address))
      await expect.poll(() => addressOf(page), { message: address }).toBe(world.service.origin + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    expect(asked).toEqual([])
  })

  test('if somebody signs in with the form', async () => {
    const { email } = await world.person('Ben')
    for (const [address, path] of [
      ['/.//evil.test/a', '/home'],
      ['ORIGIN//evil.test/a', '/home'],
      ['/sign-in', '/home'],
      ['/%09/evil.test/a', '/%09/evil.test/a'],
      ['/goals?status=paused#x', '/goals?status=paused#x'],
    ] as const) {
      const page = await world.open()
      const asked = await watchOtherHosts(page)
      await page.goto(signInAt(address))
      await signInWithForm(page, email)
      await expect.poll(() => addressOf(page), { message: address }).toBe(world.service.origin + path)
      await expect.poll(() => page.title()).not.toMatch(/^Sign in/)
      expect(asked).toEqual([])
    }
  })

  test('if what was kept while the email was looked for has been tampered with', async () => {
    const { email } = await world.person('Cleo')
    const page = await world.open()
    const asked = await watchOtherHosts(page)
    await page.goto('/sign-in')
    await page.evaluate(() =>
      localStorage.setItem('cairn.returnTo', JSON.stringify({ path: '/.//evil.test/a', at: Date.now() })),
    )
    await page.goto('/sign-in?verified=1')
    await signInWithForm(page, email)
    await page.getByRole('heading', { name: 'Hello, Cleo' }).waitFor()
    await expect.poll(() => addressOf(page)).toBe(`${world.service.origin}/home`)
    expect(asked).toEqual([])
  })

  test('if the service itself named another host after signing in', async () => {
    const { email } = await world.person('Dan')
    const page = await world.open()
    const asked = await watchOtherHosts(page)
    await page.route('**/v1/auth/login', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { redirectTo: `${world.service.origin}//evil.test/a` } })
    })
    await page.goto('/sign-in')
    await signInWithForm(page, email)
    await page.getByRole('heading', { name: 'Hello, Dan' }).waitFor()
    await expect.poll(() => addressOf(page)).toBe(`${world.service.origin}/home`)
    expect(asked).toEqual([])
  })
})
