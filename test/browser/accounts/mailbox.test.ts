/** The emails of one machine, as its pages show them. */
import { expect, test } from 'vitest'
import { findings } from '../support/axe.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

test('shows new emails by itself while it is visible, and leaves the focus and the scroll position', async () => {
  const ann = await world.person('Ann')
  const send = () => ann.api.forgotPassword({ body: { email: ann.email } })
  await send()
  const page = await world.open()
  await page.goto('/dev/mail')
  expect(await findings(page)).toEqual([])
  // So small that the list scrolls.
  await page.setViewportSize({ width: 360, height: 240 })
  const rows = page.getByRole('listitem')
  const count = await rows.count()
  const last = rows.last().getByRole('link')
  const href = await last.getAttribute('href')
  await last.focus()
  const top = () => last.evaluate((link) => Math.round(link.getBoundingClientRect().top))
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  const before = await top()

  await send()
  await expect.poll(() => rows.count()).toBe(count + 1)
  await page
    .getByRole('status')
    .getByText(/^New: /)
    .waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(href)
  expect(await top()).toBe(before)
  expect(await findings(page)).toEqual([])

  let requests = 0
  page.on('request', () => ++requests)
  const turn = (value: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, value)
  await page.clock.install()
  await page.getByRole('link', { name: 'Load again' }).press('Enter')
  await page.waitForLoadState()
  await turn('hidden')
  const asked = requests
  await page.clock.runFor(60_000)
  expect(requests).toBe(asked)
  await turn('visible')
  await expect.poll(() => requests).toBeGreaterThan(asked)
})
