import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createWorld, laptop, phone } from './support/world.ts'

const world = createWorld()

test('dates, times and numbers follow the locale and the time zone of the reader', async () => {
  const ann = await world.person('Ann')
  const { goal } = await ann.api.createGoal({
    body: {
      detailedDescription: 'Answer within a day.',
      timeframe: { kind: 'deadline', targetDate: '2127-06-30' },
    },
  })
  const page = await world.open(ann, { locale: 'de-DE', timezoneId: 'Pacific/Kiritimati' })
  await page.route(`**/v1/goals/${goal.id}`, (route) =>
    route.fulfill({ json: { goal: { ...goal, createdAt: '2026-11-20T10:30:00.000Z' } } }),
  )
  await page.goto(`/goals/${goal.id}`)
  const facts = page.getByRole('complementary', { name: 'Facts' })
  await facts.getByText('By 30.06.2127').waitFor()
  const published = facts.getByText('21.11.2026')
  expect(await published.getAttribute('title')).toBe('21.11.2026, 00:30')
  expect(await published.getAttribute('datetime')).toBe('2026-11-20T10:30:00.000Z')
})

describe('without a connection', () => {
  const banner = (page: Page) => page.getByText('You are offline. This page may be out of date')
  const notLoaded = (page: Page) => page.getByRole('heading', { name: 'This page has not loaded yet' })

  test.each([
    ['a laptop', laptop],
    ['a phone', phone],
  ])('on %s the banner stays in sight and covers nothing', async (_, viewport) => {
    const bo = await world.person(`Bo ${viewport.width}`)
    for (const index of Array(12).keys()) {
      await bo.api.createGoal({
        body: { detailedDescription: `Goal number ${index}.`, timeframe: { kind: 'continuous' } },
      })
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
      // The frame beside the page stays too: below the banner, and whole.
      expect(after.logo).toBeGreaterThanOrEqual(after.bottom)
      expect(after.account).toBeLessThanOrEqual(viewport.height)
    }
    await page.context().setOffline(false)
    await banner(page).waitFor({ state: 'detached' })
  })

  test('a page that was never opened says so, may be tried again, and opens by itself', async () => {
    const page = await world.open(await world.person('Cy'))
    await page.goto('/home')
    await page.getByText('You have no active goals').waitFor()
    await page.context().setOffline(true)
    await banner(page).waitFor()
    await page.getByRole('link', { name: 'Labels' }).first().click()
    await notLoaded(page).waitFor()
    expect(await page.locator('.animate-pulse').count()).toBe(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await page.getByText('You are offline, and you have not opened this page before.').waitFor()
    await page.evaluate(() => void Object.assign(window, { isMarked: true }))
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Profile' }).waitFor()
    await expect.poll(() => page.title()).toBe('Profile · Cairn')
    expect(await page.evaluate(() => 'isMarked' in window)).toBe(true) // The same document: nothing is typed anew.
  })

  test('a page whose parts are there, but not what it shows, says so, and loads that by itself', async () => {
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

  test('a network that leads nowhere is none, though the browser believes to be online', async () => {
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

  test('a form that was never opened opens at the first press after the connection is back', async () => {
    const fay = await world.person('Fay')
    const { goal } = await fay.api.createGoal({
      body: { detailedDescription: 'Answer within a day.', timeframe: { kind: 'continuous' } },
    })
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

    // Lost on the way once, a part is not fetched again before the page is loaded anew.
    await page.route('**/assets/edit-goal-form*', (route) => route.abort('connectionreset'))
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByText('The service could not be reached.').waitFor()
    await page.unroute('**/assets/edit-goal-form*')
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Edit' }).click()])
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('heading', { name: 'Edit goal' }).waitFor()
  })
})
