import { expect, test } from 'vitest'
import { createWorld, phone } from '../support/world.ts'

const world = createWorld()

test('a form that failed offline no longer says so when the connection is back, and its message covers no form', async () => {
  const page = await world.open(await world.person('Ann'), { viewport: phone })
  await page.goto('/labels')
  await page.getByRole('button', { name: 'New label' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Quality')
  await page.context().setOffline(true)
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').waitFor()
  await page.context().setOffline(false)
  await dialog.getByRole('alert').waitFor({ state: 'detached' })
  await dialog.getByLabel('Name').press('Enter')
  const message = page.locator('[data-sonner-toast]')
  await message.waitFor()
  const font = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).fontFamily)
  await expect.poll(() => font('[data-sonner-toast]')).toBe(await font('body'))
  await expect.poll(async () => (await message.boundingBox())?.y ?? 999).toBeLessThan(60)
})
