import { expect, test } from 'vitest'
import { createWorld } from './support/world.ts'

const world = createWorld()

test('an unknown address shows "Page not found" and a link to Home', async () => {
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
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await page.getByRole('heading', { name: 'Hello, Ann' }).waitFor()
  }
})
