/** The points of the charts on a goal's page, read by pointer, finger, and keyboard. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { publishGoal, reportOn } from '../support/seed.ts'
import { createWorld, phone } from '../support/world.ts'

const world = createWorld()

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function goalWithReports(name: string, status: 'active' | 'completed' = 'active') {
  const person = await world.person(name)
  const goal = await publishGoal(person.api, 'Answer within a day.', {
    timeframe: { kind: 'deadline', targetDate: inDays(30) },
    measures: [{ title: 'Median', unit: 'h', start: 48, target: 24 }],
  })
  const [measure] = goal.measures
  for (const [index, health] of (['on_track', 'off_track', undefined] as const).entries()) {
    await reportOn(person.api, goal.id, {
      summary: `Words ${index + 1}`,
      expectedRevision: index + 1,
      ...(health ? { health } : { status }),
      measurements: [{ measureId: measure?.id ?? '', value: 46 - 2 * index }],
    })
  }
  return { person, goal }
}

const health = (page: Page) => page.getByRole('slider', { name: 'Reports in the chart: Health' })
const cards = (page: Page) => page.getByRole('region', { name: 'Over time' }).locator('.shadow-floating')

describe('the points of a chart', () => {
  test('are read with the arrow keys, and Enter shows the report in the history', async () => {
    const { person, goal } = await goalWithReports('Ann')
    const page = await world.open(person)
    await page.goto(`/goals/${goal.id}`)
    const chart = health(page)
    await page.getByRole('region', { name: 'Success criteria' }).waitFor({ state: 'detached' })
    await chart.focus()
    await page.keyboard.press('End')
    const spoken = () => chart.getAttribute('aria-valuetext')
    await expect.poll(() => spoken()).toMatch(/Off track\. Words 3$/)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => spoken()).toMatch(/Off track\. Words 2$/)
    await page.keyboard.press('Home')
    await expect.poll(() => spoken()).toMatch(/Goal published$/)
    await page.keyboard.press('ArrowRight')
    await cards(page).getByText('Words 1').waitFor()
    await page.keyboard.press('Escape')
    await cards(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('report-2')
    await page
      .getByRole('img', { name: /reports?/ })
      .locator('rect')
      .last()
      .click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^report-[^2]/)
  })

  test('are read with the mouse', async () => {
    const { person, goal } = await goalWithReports('Bo')
    const page = await world.open(person)
    await page.goto(`/goals/${goal.id}`)
    await health(page).hover({ position: { x: 300, y: 10 } })
    await cards(page)
      .getByText(/^Words/)
      .waitFor()
    await page.getByRole('heading', { level: 1 }).hover()
    await cards(page).waitFor({ state: 'detached' })
    const median = page.getByRole('slider', { name: 'Reports in the chart: Median' })
    await median.hover({ position: { x: 300, y: 10 } })
    await page
      .getByRole('region', { name: 'Measures' })
      .getByText(/· 4\d\sh$/)
      .waitFor()
  })

  test('are read with a finger', async () => {
    const { person, goal } = await goalWithReports('Cy')
    const page = await world.open(person, { viewport: phone, hasTouch: true })
    await page.goto(`/goals/${goal.id}`)
    await health(page).tap({ position: { x: 250, y: 10 } })
    await cards(page)
      .getByText(/^Words/)
      .waitFor()
  })
})

test('a completed goal is above on track', async () => {
  const { person, goal } = await goalWithReports('Dee', 'completed')
  const page = await world.open(person)
  await page.goto(`/goals/${goal.id}`)
  const chart = health(page)
  await chart.focus()
  await page.keyboard.press('End')
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/Completed\. Words 3$/)
  const heightOf = async (name: string) =>
    (
      await page
        .locator('svg text', { hasText: new RegExp(`^${name}$`) })
        .first()
        .boundingBox()
    )?.y ?? 0
  await expect.poll(() => heightOf('Completed')).toBeLessThan(await heightOf('On track'))
})
