/** `/docs`: the API reference, without a sign-in, from the service's own OpenAPI document. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { allOperations, operationGroups } from '@cairn/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { findings } from '../support/axe.ts'
import { expectFocus, pressEnter } from '../support/focus.ts'
import { show } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

/** Opens everything that can be opened, also what opens within. */
async function openAll(page: Page): Promise<void> {
  for (;;) {
    const closed = page.locator('details:not([open]) > summary')
    if ((await closed.count()) === 0) return
    await closed.first().click()
  }
}

test('has no violations at any width, and loads nothing from elsewhere', async () => {
  const page = await world.open()
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== world.service.origin) elsewhere.push(request.url())
  })
  for (const [path, heading] of [
    ['/docs', 'API reference'],
    ['/docs/createGoalUpdate', 'Create goal update'],
    ['/docs/listEvents', 'List events'],
    ['/docs/getHealth', 'Get health'],
    ['/docs/guides/tour', 'A tour of the API'],
    ['/docs/guides/mcp', 'Connecting an agent'],
    ['/docs/guides/recipes', 'Recipes'],
    ['/docs/guides/coding-agents', 'A coding agent that works on goals'],
    ['/docs/guides/webhooks', 'Receiving webhooks'],
    ['/docs/guides/export', 'The files of an export'],
    ['/docs/nothing', 'Page not found'],
    ['/docs/guides/nothing', 'Page not found'],
  ] as const) {
    await show(page, path, heading)
    await openAll(page)
    await expect.poll(() => findings(page), { message: path }).toEqual([])
    for (const width of [360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
      expect([path, width, scrollWidth]).toEqual([path, width, clientWidth])
    }
  }
  expect(elsewhere).toEqual([])
})

test('finds an operation and opens its fields with the keyboard', async () => {
  const page = await world.open()
  await show(page, '/docs', 'API reference')
  const links = page.getByRole('main').getByRole('listitem').locator('a[href^="/docs/"]:not([href*=guides])')
  await expect.poll(() => links.count()).toBe(allOperations.length)
  await page.getByLabel('Find an operation').fill('report GOAL post')
  await page.getByText('operations found').waitFor({ state: 'attached' })
  await expect.poll(() => links.count()).toBeLessThan(4)
  await page.getByRole('link', { name: /^Create goal update/ }).focus()
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Create goal update')
  const verdicts = page.getByText('Fields of verdicts').first()
  await verdicts.focus()
  await page.keyboard.press('Enter')
  await page.getByText('criterionId').first().waitFor()
  await page.getByText('goal_revision_conflict').last().waitFor()
  await pressEnter(page, 'All operations', 'link')
  await page.getByRole('heading', { name: 'API reference' }).waitFor()
  await page.getByLabel('Find an operation').fill('nothing like this')
  await page.getByText('No operation has all these words.').waitFor()
})

test('shows operations of every group', async () => {
  const page = await world.open()
  for (const group of Object.values(operationGroups)) {
    const [operation] = Object.values(group)
    await show(page, `/docs/${operation?.id}`)
    await page.getByText(`${operation?.method} ${operation?.path}`, { exact: true }).first().waitFor()
    await page.getByRole('heading', { name: 'Errors' }).waitFor()
  }
})

test('the command of an operation works as it is', async () => {
  const ann = await world.person('Ann')
  const { secret } = await createToken(ann, ['goals:read:all', 'goals:write', 'labels:write'])
  const page = await world.open()
  const run = async (id: string) => {
    await show(page, `/docs/${id}`)
    const command = await page.locator('pre').first().textContent()
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command?.replace('curl ', 'curl -sS ')}`], {
      env: { ...process.env, CAIRN_TOKEN: secret },
    })
    return JSON.parse(stdout)
  }
  expect(await run('getMe')).toMatchObject({ user: { displayName: 'Ann' } })
  expect(await run('createGoalLabel')).toMatchObject({ label: { name: 'Office' } })
  expect(await run('createGoal')).toMatchObject({ goal: { title: 'Halve the paper', revision: 1 } })
  expect(await run('getGoal')).toMatchObject({ error: 'goal_not_found' })
})

test('is reached from the account menu and from the settings of API tokens', async () => {
  const bea = await world.person('Bea')
  const page = await world.open(bea)
  await show(page, '/settings/api-tokens')
  await pressEnter(page, 'API reference', 'link')
  await page.getByRole('heading', { name: 'API reference', level: 1 }).waitFor()
  await pressEnter(page, 'Open Cairn', 'link')
  await page.getByRole('heading', { name: 'Hello, Bea' }).waitFor()
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'API reference' }).click()
  await page.getByRole('heading', { name: 'API reference', level: 1 }).waitFor()
})

test('says so if the document cannot be loaded, and tries again', async () => {
  const page = await world.open()
  await page.route('**/openapi.json', (route) => route.fulfill({ status: 503 }))
  await page.goto('/docs/getGoal')
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  await page.unroute('**/openapi.json')
  await retry.click()
  await page.getByRole('heading', { name: 'Get goal', level: 1 }).waitFor()
})
