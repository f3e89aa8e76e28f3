import { expect, test } from 'vitest'
import { publishGoal } from '../../support/seed.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

/** Rows outside the view are not laid out, so their height is a guess until they are scrolled to. */
test('the scrollbar of a long list does not jump', async () => {
  const ann = await world.person('Ann')
  await Promise.all(Array.from({ length: 40 }, (_, index) => publishGoal(ann.api, `Goal ${index}.`)))
  const page = await world.open(ann)
  await page.goto('/goals')
  await page.getByText('40 goals').waitFor()
  await expect.poll(() => page.locator('[data-row]').count()).toBe(40)
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const guessed = await height()
  for (const place of [10, 20, 30, 39]) await page.locator('[data-row]').nth(place).scrollIntoViewIfNeeded()
  await expect.poll(async () => Math.abs((await height()) - guessed)).toBeLessThanOrEqual(2)
})
