import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { publishGoal } from '../support/seed.ts'
import { createWorld, laptop, phone } from '../support/world.ts'

const world = createWorld()

test('dates, times, and numbers follow the reader’s locale and time zone', async () => {
  const ann = await world.person('Ann')
  const { goal } = await ann.api.createGoal({
    body: {
      detailedDescription: 'Answer within a day.',
      timeframe: { kind: 'deadline', targetDate: '2127-06-30' },
    },
  })
  const page = await world.open(ann, { locale: 'en-GB', timezoneId: 'Pacific/Kiritimati' })
  await page.route(`**/v1/goals/${goal.id}`, (route) =>
    route.fulfill({ json: { goal: { ...goal, createdAt: '2026-11-20T10:30:00.000Z' } } }),
  )
  await page.goto(`/goals/${goal.id}`)
  const facts = page.getByRole('complementary', { name: 'Facts' })
  await facts.getByText('By 30 Jun 2127').waitFor()
  const published = facts.getByText('21 Nov 2026')
  await expect.poll(() => published.getAttribute('title')).toBe('21 Nov 2026, 00:30')
  await expect.poll(() => published.getAttribute('datetime')).toBe('2026-11-20T10:30:00.000Z')
})

describe('without a connection', () => {
  const banner = (page: Page) => page.getByText('You are offline. This page may be out of date')
  const notLoaded = (page: Page) => page.getByRole('heading', { name: 'This page has not loaded yet' })

  test.each([
    ['a laptop', laptop],
    ['a phone', phone],
  ])('on %s the banner stays visible and covers nothing', async (_, viewport) => {
    const bo = await world.person(`Bo ${viewport.width}`)
    for (const index of Array(24).keys()) {
      await publishGoal(bo.api, `Goal number ${index}.`)
    }
    const page = await world.open(bo, { viewport })
    await page.goto('/goals')
    await page.getByRole('link', { name: 'Goal number 0' }).waitFor()
    await page.context().setOffline(true)
    await banner(page).waitFor()

    const edges = () =>
      page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
        const shown = box('[data-offline]')
        return {
          top: shown?.top,
          bottom: shown?.bottom ?? 0,
          logo: box('header a[aria-label="Cairn, home"]')?.top ?? 0,
          heading: box('h1')?.top ?? 0,
          account: box('header > button')?.bottom ?? 0,
          isOnTop: document.elementFromPoint(innerWidth / 2, 8)?.closest('[data-offline]') !== null,
        }
      })
    const before = await edges()
    expect(before).toMatchObject({ top: 0, isOnTop: true })
    expect(Math.min(before.logo, before.heading)).toBeGreaterThanOrEqual(before.bottom)

    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
    const after = await edges()
    expect(after).toMatchObject({ top: 0, isOnTop: true })
    if (viewport === laptop) {
      // The frame next to the page stays below the banner.
      expect(after.logo).toBeGreaterThanOrEqual(after.bottom)
      expect(after.account).toBeLessThanOrEqual(viewport.height)
    }
    await page.context().setOffline(false)
    await banner(page).waitFor({ state: 'detached' })
  })

  test('a page that was never opened offers a retry and opens when the connection is back', async () => {
    const page = await world.open(await world.person('Cy'))
    await page.goto('/home')
    await page.getByText('You have no active goals').waitFor()
    await page.context().setOffline(true)
    await banner(page).waitFor()
    await page.getByRole('link', { name: 'Labels' }).first().click()
    await notLoaded(page).waitFor()
    await expect.poll(() => page.locator('.animate-pulse').count()).toBe(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await page.getByText('You are offline, and you have not opened this page before.').waitFor()
    await page.evaluate(() => void Object.assign(window, { isMarked: true }))
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor()
    await expect.poll(() => page.title()).toBe('Account · Cairn')
    await expect.poll(() => page.evaluate(() => 'isMarked' in window)).toBe(true) // The document was not reloaded.
  })

  test('a loaded page without its data says so and loads it when the connection is back', async () => {
    const dee = await world.person('Dee')
    const [first, second] = await Promise.all(
      ['First one.', 'Second one.'].map(async (detailedDescription) => {
        const { goal } = await dee.api.createGoal({
          body: { detailedDescription, timeframe: { kind: 'continuous' } },
        })
        return goal
      }),
    )
    const page = await world.open(dee)
    await page.goto('/goals')
    await page.getByRole('link', { name: first?.title ?? '' }).click()
    await page.getByRole('region', { name: 'History' }).getByText('Goal published', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'All goals' }).click()
    await page.getByRole('link', { name: second?.title ?? '' }).waitFor()
    await page.context().setOffline(true)
    await banner(page).waitFor()
    await page.getByRole('link', { name: second?.title ?? '' }).click()
    await page.getByText('You are offline. Try again when you are back online.').first().waitFor()
    await expect.poll(() => page.locator('.animate-pulse').count()).toBe(0)
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: second?.title ?? '' }).waitFor()
    await page.getByRole('region', { name: 'History' }).getByText('Goal published', { exact: true }).waitFor()
  })

  test('a network without access to the service counts as offline', async () => {
    const page = await world.open(await world.person('Eve'))
    await page.goto('/home')
    await page.getByText('You have no active goals').waitFor()
    await page.route('**/*', (route) => route.abort('connectionreset'))
    await page.getByRole('link', { name: 'Labels' }).first().click()
    await notLoaded(page).waitFor()
    await page.unroute('**/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Labels', exact: true }).waitFor()
  })

  test('a form that was never opened opens on the first press after the connection is back', async () => {
    const fay = await world.person('Fay')
    const goal = await publishGoal(fay.api)
    const page = await world.open(fay)
    await page.goto(`/goals/${goal.id}`)
    await page.getByRole('region', { name: 'History' }).getByText('Goal published', { exact: true }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Report' }).click()
    await page.getByText('You are offline. Try again when you are back online.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Report' }).click()
    await page.getByRole('dialog', { name: 'Report' }).waitFor()
    await page.keyboard.press('Escape')

    // A browser does not fetch a failed module again before the page is reloaded.
    await page.route('**/assets/edit-goal-form*', (route) => route.abort('connectionreset'))
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByText('The service could not be reached.').waitFor()
    await page.unroute('**/assets/edit-goal-form*')
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Edit' }).click()])
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('heading', { name: 'Edit goal' }).waitFor()
  })
})
