import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { withoutLooks } from '../support/live.ts'
import { seedOrganization } from '../support/seed.ts'
import { visit } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

/** Opening a page leaves nothing in the console, not even about a failed request. Addresses that do not exist are left out. */

const world = createWorld()
const withWorker = { serviceWorkers: 'allow' } as const

/** Every message in the console of a page, of any kind. */
function messagesOf(page: Page): string[] {
  const messages: string[] = []
  page.on('console', (message) =>
    messages.push(`${new URL(page.url()).pathname}: ${message.text()} ${message.location().url}`),
  )
  return messages
}

test('has no message on any page for somebody who is not signed in', async () => {
  const page = await world.open(undefined, withWorker)
  const messages = messagesOf(page)
  for (const [path, heading] of [
    ['/', 'Sign in'],
    ['/sign-in', 'Sign in'],
    ['/sign-in?mode=register', 'Create your account'],
    ['/home', 'Sign in'],
    ['/goals', 'Sign in'],
    ['/goals/00000000-0000-4000-8000-000000000000', 'Sign in'],
    ['/settings/account', 'Sign in'],
    ['/forgot-password', 'Forgot your password?'],
    ['/reset-password', 'This link does not work'],
    ['/reset-password#token=abc', 'Choose a new password'],
    ['/account-deleted', 'Your account is deleted'],
    ['/verify-email', 'This link does not work'],
    ['/unsubscribe#token=abc', 'Stop these emails?'],
    ['/authorize?consent=abc', 'Sign in'],
    ['/docs', 'API reference'],
  ] as const)
    await visit(page, path, heading)
  expect(messages).toEqual([])
})

test('has no message on any page for a member', async () => {
  const ann = await world.person('Ann')
  const { goalId } = await seedOrganization(ann.api)
  const page = await world.open(ann, withWorker)
  const messages = messagesOf(page)
  for (const [path, heading] of [
    ['/', 'Hello, Ann'],
    ['/sign-in', 'Hello, Ann'],
    ['/goals', 'Goals'],
    ['/goals/new', 'New goal'],
    [`/goals/${goalId}`, 'Answer within a day'],
    ['/feed', 'Feed'],
    ['/overview', 'Overview'],
    ['/labels', 'Labels'],
    ['/settings/security', 'Security'],
    ['/settings/audit', 'Audit log'],
    ['/docs', 'API reference'],
  ] as const)
    await visit(page, path, heading)
  // Browsers log every 404, which is how the service says that there is no draft of a report.
  expect(messages.filter((message) => !message.endsWith(`/v1/goals/${goalId}/draft`))).toEqual([])
})

test('has no message after signing out', async () => {
  const page = await world.open(await world.person('Ben'), withWorker)
  await withoutLooks(page)
  const messages = messagesOf(page)
  await visit(page, '/home', 'Hello, Ben')
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: /Ben/ }).last().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(messages).toEqual([])
})
