/** In the pseudo-locale, the texts of messages that come by themselves. The walk through all pages does not meet them. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pseudo } from '../../../packages/web/src/language/pseudo.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { button, field, says, startWalk } from '../accessibility/walk/stop.ts'
import { untranslated } from '../accessibility/walk/untranslated.ts'
import { publishGoal } from '../support/seed.ts'
import { walkTo } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let page: Page
let goal: string

beforeAll(async () => {
  const ann = await signIn(world.service, { email: 'ann@example.com', displayName: 'Άννα' })
  goal = `/goals/${(await publishGoal(ann.api, 'Συνέχεια.', { title: 'Ένα' })).id}`
  page = await startWalk(world, ann)
})

const toast = () => page.locator('[data-sonner-toast]').first()

async function share(item: string): Promise<void> {
  await walkTo(page, goal)
  await button(page, 'Share').click()
  await page.getByRole('menuitem', { name: pseudo(item) }).click()
}

async function rename(title: string): Promise<void> {
  await page.keyboard.press('t')
  await field(page, 'Title').fill(title)
  await page.keyboard.press('Enter')
}

async function expectTranslated(text: string): Promise<void> {
  await says(page, text).waitFor()
  expect(await untranslated(page)).toEqual([])
  await walkTo(page, '/labels')
}

test.each([
  ['Copy link', 'Link copied.'],
  ['Copy as Markdown', 'Copied as Markdown.'],
])('%s', async (item, message) => {
  await share(item)
  await expectTranslated(message)
})

test('copying that the browser does not allow', async () => {
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('blocked'))
  })
  await share('Copy link')
  await expectTranslated('The browser did not allow copying.')
})

test('a change that can be undone, and that is undone', async () => {
  await walkTo(page, goal)
  await rename('Τρία')
  const undo = toast().getByRole('button', { name: pseudo('Undo') })
  await undo.waitFor()
  expect(await untranslated(page)).toEqual([])
  await undo.click()
  await undo.waitFor({ state: 'detached' })
  await toast().waitFor()
  expect(await untranslated(page)).toEqual([])
  await walkTo(page, '/labels')
})

test('a change that fails', async () => {
  await walkTo(page, goal)
  await page.route('**/v1/goals/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await rename('Τέσσερα')
  await toast().waitFor()
  expect(await untranslated(page)).toEqual([])
  await page.unroute('**/v1/goals/*')
  await walkTo(page, '/labels')
})

test('a lost connection', async () => {
  await walkTo(page, goal)
  await page.context().setOffline(true)
  await expectTranslated('You are offline. This page may be out of date. What you type stays here.').finally(
    () => page.context().setOffline(false),
  )
})

test('the end of a session', async () => {
  await walkTo(page, '/home')
  await walkTo(page, '/labels')
  await page.context().clearCookies()
  await button(page, 'New label').click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('Έτος')
  await page.keyboard.press('Enter')
  await page.getByText(pseudo('Your session has ended')).waitFor()
  expect(await untranslated(page)).toEqual([])
})
