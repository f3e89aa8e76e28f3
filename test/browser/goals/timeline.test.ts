import { expect, test } from 'vitest'
import { findings } from '../support/axe.ts'
import { publishGoal } from '../support/seed.ts'
import { createWorld, phone } from '../support/world.ts'

const world = createWorld()
const due = (targetDate: string) => ({ timeframe: { kind: 'deadline' as const, targetDate } })

test('the timeline shows target dates in their order, in groups with one scale, by keyboard', async () => {
  const ann = await world.person('Ann')
  await publishGoal(ann.api, 'Later.', due('2031-05-01'))
  await publishGoal(ann.api, 'Late.', due('2020-01-01'))
  await publishGoal(ann.api, 'Soon.', { ...due('2030-01-15'), ownerUserId: null })
  await publishGoal(ann.api, 'Always.')
  const page = await world.open(ann)
  await page.goto('/goals')
  await page.getByRole('link', { name: 'Timeline' }).press('Enter')
  const rows = page.getByRole('list', { name: 'Goals', exact: true }).getByRole('listitem')
  const texts = async () => (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
  await expect.poll(async () => (await texts()).length).toBe(3)
  const [late = '', soon = '', later = ''] = await texts()
  expect(late).toMatch(/Late.*, was due Jan 1, 2020/)
  expect(soon).toMatch(/Soon.*, due Jan 15, 2030/)
  expect(later).toMatch(/Later.*, due May 1, 2031/)
  const others = page.getByRole('list', { name: 'Goals: Without a target date' })
  await others.getByRole('link', { name: 'Always' }).waitFor()
  await expect.poll(() => findings(page)).toEqual([])

  await page.goto('/goals?look=timeline&group=owner')
  await expect
    .poll(() => page.getByRole('list', { name: 'No owner' }).getByRole('link').allTextContents())
    .toEqual(['Soon'])
  await page.reload()
  await page
    .getByRole('list', { name: 'Ann', exact: true })
    .getByRole('link', { name: 'Late', exact: true })
    .waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Late' }).waitFor()
})

test('a timeline fits on a phone, and says so without dates', async () => {
  const bob = await world.person('Bob')
  await publishGoal(bob.api, 'Always.')
  const page = await world.open(bob, { viewport: phone })
  await page.goto('/goals?look=timeline')
  await page.getByText('None of these goals has a target date.').waitFor()
  await publishGoal(bob.api, `${'A very long title '.repeat(8)}.`, due('2027-01-01'))
  await page.reload()
  await page.getByRole('listitem').filter({ hasText: 'A very long title' }).waitFor()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
