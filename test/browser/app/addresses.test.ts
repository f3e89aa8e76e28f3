import { expect, test } from 'vitest'
import { createWorld } from '../support/world.ts'

const world = createWorld()

test('an unknown address shows "Page not found", a link to Home, and the navigation', async () => {
  const page = await world.open(await world.person('Ann'))
  for (const [path, status] of [
    ['/nope', 404],
    ['/homes/deeper?q=1', 404],
    ['/nope.html', 404],
    ['/settings/nothing', 200],
  ] as const) {
    const response = await page.goto(world.service.origin + path)
    expect(response?.status(), path).toBe(status)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Goals' }).waitFor()
    await expect.poll(() => page.getByRole('main').count()).toBe(1)
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await page.getByRole('heading', { name: 'Hello, Ann' }).waitFor()
  }
})

test('an unknown address shows "Page not found" to who is not signed in', async () => {
  const page = await world.open()
  for (const path of ['/nope', '/goals/a/b', '/sign-in/nothing']) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await expect.poll(() => page.getByRole('navigation').count(), { message: path }).toBe(0)
    await expect.poll(() => page.getByRole('main').count(), { message: path }).toBe(1)
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
  }
})
