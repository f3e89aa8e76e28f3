import { expect, test } from 'vitest'
import { findings } from '../support/axe.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

/** Reads the text of a document that Chromium prints: what is visible on paper, in its order. */
async function printed(page: import('playwright-core').Page): Promise<string> {
  await page.emulateMedia({ media: 'print' })
  const text = await page.evaluate(() => document.body.innerText)
  return text.replaceAll(/\s+/g, ' ')
}

test('a goal and a filtered list are copied as a link and as Markdown, by keyboard', async () => {
  const ann = await world.person('Ann')
  const goal = await publishGoal(ann.api, 'Answer within a day.')
  await reportOn(ann.api, goal.id, { summary: 'Half of the way.' })
  await publishGoal(ann.api, 'Another goal.', { ownerUserId: null })
  const page = await world.open(ann, { permissions: ['clipboard-read', 'clipboard-write'] })
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const share = async (item: string) => {
    await page.getByRole('button', { name: 'Share' }).press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
  }
  await page.goto(`/goals/${goal.id}`)
  await page.getByText('Half of the way.').first().waitFor()
  await share('Copy as Markdown')
  await page.getByText('Copied as Markdown.').waitFor()
  await expect
    .poll(() => clipboard())
    .toMatch(/^# Answer within a day\n\n- \*\*Status:\*\*[\s\S]*## Latest report\n\nHalf of the way\./)
  await share('Copy link')
  await page.getByText('Link copied.').waitFor()
  await expect.poll(() => clipboard()).toContain(`/goals/${goal.id}`)

  await page.goto('/goals?ownerUserId=me')
  await page.getByText('1 goal', { exact: true }).waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  await share('Copy as Markdown')
  await page.getByText('Copied as Markdown.').waitFor()
  const table = (await clipboard()).trim().split('\n')
  expect(table.length).toBe(3)
  expect(table[2]).toContain(`[Answer within a day](${world.service.origin}/goals/${goal.id})`)
})

test('says so if the browser does not allow copying', async () => {
  const bob = await world.person('Bob')
  await publishGoal(bob.api, 'Some goal.')
  const page = await world.open(bob)
  await page.goto('/goals')
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await page.getByRole('button', { name: 'Share' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Copy as Markdown' }).press('Enter')
  await page.getByText('The browser did not allow copying.').waitFor()
})

test('a goal and a list print what they say, without navigation and controls, in light colors', async () => {
  const cy = await world.person('Cy')
  const goal = await publishGoal(cy.api, 'Answer within a day.', {
    criteria: [{ title: 'Median', description: 'Under 24 hours.' }],
  })
  await reportOn(cy.api, goal.id, { summary: 'Half of the way.' })
  for (let index = 0; index < 60; index++) await publishGoal(cy.api, `Goal number ${index}.`)
  const page = await world.open(cy, { colorScheme: 'dark' })
  await page.goto(`/goals/${goal.id}`)
  await expect
    .poll(() => printed(page))
    .toMatch(
      /Answer within a day\b.*Owner: Cy.*Half of the way\..*Answer within a day\..*Median.*Under 24 hours\./,
    )
  const onPaper = await printed(page)
  for (const text of ['Settings', 'Share', 'Edit']) expect(onPaper).not.toContain(text)
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await expect.poll(() => background()).toBe('light')
  const pdf = await page.pdf()
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
  expect(pages).toBeGreaterThan(0)
  expect(pages).toBeLessThan(4)

  await page.emulateMedia({ media: null })
  await page.goto('/goals?sort=title')
  await expect.poll(() => printed(page)).toContain('Goal number 59')
  const list = await printed(page)
  for (const text of ['Settings', 'Group by', 'New goal']) expect(list).not.toContain(text)
})
