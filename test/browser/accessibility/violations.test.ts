import { beforeAll, expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { findings } from '../support/axe.ts'
import { linkTo } from '../support/front-page.ts'
import { seedOrganization } from '../support/seed.ts'
import { visit, walkTo } from '../support/visit.ts'
import { createWorld, laptop } from '../support/world.ts'

const signedInPages = (): [string, string][] => [
  ['/home', 'Hello, Ann'],
  ['/goals', 'Goals'],
  ['/goals/new', 'New goal'],
  ['/goals?status=archived', 'Goals'],
  [`/goals/${goalId}`, 'Answer within a day'],
  ['/feed', 'Feed'],
  ['/overview', 'Overview'],
  ['/feed?show=people', 'Feed'],
  ['/labels', 'Labels'],
  ['/settings/account', 'Account'],
  ['/settings/security', 'Security'],
  ['/settings/notifications', 'Notifications'],
  ['/settings/programs', 'Connected programs'],
  ['/authorize', 'No program is waiting'],
  ['/settings/organization', 'Organization'],
  ['/settings/members', 'Members'],
  ['/settings/api-tokens', 'API tokens'],
  ['/settings/webhooks', 'Webhooks'],
  [`/settings/webhooks/${webhookId}`, 'example.com'],
  ['/settings/audit', 'Audit log'],
  ['/settings/appearance', 'Appearance and language'],
  ['/settings/audit?kind=grant&from=2026-01-01', 'Audit log'],
  ['/settings/nothing', 'Page not found'],
]

const signedOutPages: [string, string][] = [
  ['/sign-in', 'Sign in'],
  ['/sign-in?verified=1', 'Sign in'],
  ['/sign-in?mode=register', 'Create your account'],
  ['/forgot-password', 'Forgot your password?'],
  ['/reset-password', 'This link does not work'],
  ['/reset-password#token=abc', 'Choose a new password'],
  ['/account-deleted', 'Your account is deleted'],
  ['/verify-email', 'This link does not work'],
  ['/verify-email#token=abc', 'This link does not work'],
  ['/unsubscribe', 'This link does not work'],
  ['/unsubscribe#token=abc', 'Stop these emails?'],
  ['/authorize', 'No program is waiting'],
  ['/authorize?consent=abc', 'Sign in'],
  ['/invitations/abc', 'This invitation no longer works'],
]

const world = createWorld()
let ann: Session
let goalId: string
let webhookId: string

beforeAll(async () => {
  ann = await world.person('Ann')
  goalId = (await seedOrganization(ann.api)).goalId
  const { webhook } = await ann.api.createWebhook({ body: { url: 'https://example.com/hooks' } })
  webhookId = webhook.id
  await join(ann, await world.person('Cleo'))
})

test('has no violations on any route', async () => {
  const [signedIn, signedOut] = await Promise.all([world.open(ann), world.open()])
  await signedIn.goto('/settings/appearance')
  for (const [path, heading] of signedInPages()) {
    await walkTo(signedIn, path, heading)
    expect(await findings(signedIn), path).toEqual([])
  }
  for (const [path, heading] of signedOutPages) {
    await visit(signedOut, path, heading)
    expect(await findings(signedOut), path).toEqual([])
  }
})

test('has no violations on a verification link, in the same browser and in another one', async () => {
  const registering = await world.open()
  const { origin } = world.service
  await registering.request.post(`${origin}/v1/auth/register`, {
    headers: { origin },
    data: { email: 'cy@example.com', password: 'correct horse battery', displayName: 'Cy '.repeat(33) },
  })
  const { pathname, hash } = new URL(linkTo(world, 'cy@example.com'))
  const other = await world.open()
  for (const [page, heading] of [
    [registering, 'Verify your email address'],
    [other, 'Did you create this account?'],
  ] as const) {
    await visit(page, pathname + hash, heading)
    expect(await findings(page), heading).toEqual([])
  }
  await other.getByRole('link', { name: 'Create my own account' }).click()
  await other.getByText('It replaces the account').waitFor()
  expect(await findings(other), 'a new account').toEqual([])
})

test('has no violations in dialogs, menus, and forms with problems', async () => {
  const page = await world.open(ann)
  await visit(page, `/goals/${goalId}`, 'Answer within a day')
  await page.getByRole('button', { name: 'Report' }).click()
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByText('Sum up the report in one sentence.').waitFor()
  await page.getByRole('group', { name: 'Longest' }).getByText('Unknown').click()
  await page.getByLabel(/^Note/).fill('https://example.com/2 https://example.com/3')
  await page.getByRole('button', { name: 'Add example.com/2 as evidence' }).click()
  await page.getByLabel('Link or quote').fill('So fast!')
  await page.getByLabel('Link or quote').press('Enter')
  expect(await findings(page), 'report').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard report' }).click()
  await page.getByText('Evidence (4)').click()
  await page.getByText('Show it in the history').waitFor()
  expect(await findings(page), 'evidence').toEqual([])
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').waitFor()
  expect(await findings(page), 'delete').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('heading', { name: 'Edit goal' }).waitFor()
  await page.getByRole('button', { name: 'Choose labels' }).click()
  await page.getByLabel('Filter labels').waitFor()
  expect(await findings(page), 'edit').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByLabel('Title').fill('Mine')
  await page.getByRole('button', { name: 'Add measure' }).click()
  await page.getByRole('button', { name: 'Remove measure 2' }).click()
  await ann.api.updateGoal({ params: { goalId }, body: { title: 'Theirs' } })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('alert').getByText('Take theirs').waitFor()
  expect(await findings(page), 'edit conflict').toEqual([])
  await ann.api.updateGoal({ params: { goalId }, body: { title: 'Answer within a day' } })
  await page.getByRole('button', { name: /Organization:/ }).click()
  await page.getByRole('menu').waitFor()
  expect(await findings(page), 'menu').toEqual([])
  await page.keyboard.press('Escape')
  await visit(page, '/goals?status=active,paused', 'Goals')
  await page.setViewportSize(laptop)
  await page.getByRole('button', { name: /^Status/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Paused', checked: true }).waitFor()
  expect(await findings(page), 'several statuses').toEqual([])
  await page.keyboard.press('Escape')
  await visit(page, '/labels', 'Labels')
  await page.getByRole('button', { name: 'New label' }).click()
  await page.getByRole('dialog', { name: 'New label' }).waitFor()
  expect(await findings(page), 'label').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete Quality' }).click()
  await page.getByRole('list', { name: 'Goals with this label' }).waitFor()
  expect(await findings(page), 'label in use').toEqual([])
  await visit(page, '/settings/api-tokens', 'API tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByLabel(/^Read own goals/).uncheck()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('Choose at least one scope.').waitFor()
  expect(await findings(page), 'token').toEqual([])
  await visit(page, '/settings/webhooks', 'Webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByText('All 5').click()
  await page.getByRole('checkbox', { name: 'Goal deleted' }).uncheck()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByText('Enter the URL of the receiver.').waitFor()
  expect(await findings(page), 'webhook').toEqual([])
  await page.getByLabel('URL').fill('https://example.com/other')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByLabel('Secret').waitFor()
  expect(await findings(page), 'secret').toEqual([])
  await visit(page, `/settings/webhooks/${webhookId}`, 'example.com')
  const delivery = {
    id: webhookId,
    eventId: webhookId,
    type: 'goal.reported',
    goal: { id: goalId, title: 'Answer within a day' },
    createdAt: '2026-11-20T10:00:00.000Z',
    attemptCount: 1,
    attempts: [
      { at: '2026-11-20T10:00:00.000Z', durationMilliseconds: 1, statusCode: 500, error: 'status 500' },
    ],
  }
  const nextAttemptAt = '2126-11-20T10:00:00.000Z'
  await page.route('**/v1/webhooks/*/deliveries*', (route) =>
    route.fulfill({
      json: {
        deliveries: [
          { ...delivery, state: 'failed', nextAttemptAt: null },
          { ...delivery, id: goalId, state: 'pending', nextAttemptAt },
        ],
        nextCursor: 'next',
      },
    }),
  )
  await page.getByRole('button', { name: 'Refresh the deliveries' }).click()
  await page.getByText('1 attempt').first().click()
  expect(await findings(page), 'deliveries').toEqual([])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').waitFor()
  expect(await findings(page), 'deleting a webhook').toEqual([])
  await visit(page, '/settings/members', 'Members')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('Enter an email address.').waitFor()
  await page.getByLabel('Role of Cleo').selectOption('admin')
  await page.getByRole('alertdialog').waitFor()
  expect(await findings(page), 'role').toEqual([])
  await visit(page, '/goals/new', 'New goal')
  await page.getByLabel('Title').fill('Typed before')
  await page.reload()
  await page.getByText('Your draft was restored.').waitFor()
  await page.getByRole('button', { name: 'Add criterion' }).click()
  await page.getByRole('button', { name: 'Publish goal' }).click()
  await page.getByText('Describe the goal.').waitFor()
  expect(await findings(page), 'new goal').toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').waitFor()
  expect(await findings(page), 'discard').toEqual([])
})

test('does not animate if the person prefers reduced motion', async () => {
  const page = await world.open(ann, { reducedMotion: 'reduce' })
  await visit(page, `/goals/${goalId}`, 'Answer within a day')
  await page.getByRole('button', { name: 'Report' }).click()
  const duration = await page
    .getByRole('dialog')
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).animationDuration))
  expect(duration).toBeLessThan(0.001)
})
