/** Overlays of the pages of labels and settings, and of the frame around all pages. */
import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { pseudo } from '../../../../packages/web/src/language/pseudo.ts'
import { createWorld } from '../../support/world.ts'
import { fillOrganization, wide } from './fill-organization.ts'
import { button, buttonOf, expectSoundStop, field, type Ids, type Stop, says, startWalk } from './stop.ts'

const world = createWorld()
let page: Page
let ids: Ids

beforeAll(async () => {
  const filled = await fillOrganization(world)
  ids = filled.ids
  page = await startWalk(world, filled.owner)
})

/** Presses a button and waits for what it opens. */
const opens =
  (name: string, role: 'dialog' | 'alertdialog' | 'menu' = 'dialog') =>
  async (one: Page) => {
    await buttonOf(one, name).click()
    await one.getByRole(role).waitFor()
  }

const inFrame: Stop[] = [
  {
    name: 'the menu of organizations',
    path: '/settings/appearance',
    open: opens('Organization: ', 'menu'),
  },
  {
    name: 'a new organization',
    path: '/settings/appearance',
    open: async (one) => {
      await opens('Organization: ', 'menu')(one)
      await one.getByRole('menuitem', { name: pseudo('New organization') }).click()
      await one.getByRole('dialog').waitFor()
    },
  },
  { name: 'the menu of the account', path: '/settings/appearance', open: opens('Account: ', 'menu') },
  {
    name: 'the list of shortcuts',
    path: '/goals',
    open: async (one) => {
      await one.getByRole('link', { name: 'Συνέχεια' }).first().waitFor()
      await one.keyboard.press('Shift+?')
      await one.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'the palette',
    path: '/goals',
    open: async (one) => {
      await button(one, 'Search').click()
      await one.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'what the palette finds',
    path: '/home',
    open: async (one) => {
      await one.keyboard.press('Control+k')
      await one.getByRole('combobox').fill('Ω')
      await one
        .getByRole('option', { name: wide(200) })
        .first()
        .waitFor()
    },
  },
  {
    name: 'nothing in the palette',
    path: '/home',
    open: async (one) => {
      await one.keyboard.press('Control+k')
      await one.getByRole('combobox').fill('Ξ')
      await says(one, 'Nothing matches.').waitFor()
    },
  },
]

const ofLabels: Stop[] = [
  { name: 'a new label', path: '/labels', open: opens('New label') },
  {
    name: 'a label in use',
    path: '/labels',
    open: async (one) => {
      await buttonOf(one, 'Delete 00').click()
      await one.getByRole('list', { name: pseudo('Goals with this label') }).waitFor()
    },
  },
]

const ofPeople: Stop[] = [
  {
    name: 'deleting the account',
    path: '/settings/account',
    open: opens('Delete account', 'alertdialog'),
  },
  {
    name: 'the time zones',
    path: '/settings/account',
    otherTexts: 'the browser names time zones in the language of the app',
    open: async (one) => {
      await one.getByRole('combobox').fill('new')
      await one.getByRole('option', { name: 'New York' }).waitFor()
    },
  },
  {
    name: 'signing out other browsers',
    path: '/settings/security',
    open: opens('Sign out all other browsers', 'alertdialog'),
  },
  {
    name: 'deleting the organization',
    path: '/settings/organization',
    open: opens('Delete organization', 'alertdialog'),
  },
  {
    name: 'an invitation without an address',
    path: '/settings/members',
    open: async (one) => {
      await button(one, 'Invite').click()
      await one.locator('[aria-invalid=true]').waitFor()
    },
  },
  {
    name: 'a sent invitation',
    path: '/settings/members',
    open: async (one) => {
      await field(one, 'Email address').fill(`${'e'.repeat(60)}@${'f'.repeat(60)}.example.com`)
      await button(one, 'Invite').click()
      await field(one, 'Invitation link').waitFor()
    },
  },
  {
    name: 'another role',
    path: '/settings/members',
    open: async (one) => {
      await one
        .getByRole('combobox', { name: new RegExp(`Ψ${wide(99)}`) })
        .first()
        .selectOption('member')
      await one.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'revoking an invitation',
    path: '/settings/members',
    open: opens('Revoke', 'alertdialog'),
  },
]

const english = 'The service describes scopes, in English.'

const ofPrograms: Stop[] = [
  {
    name: 'a template without a name',
    path: '/settings/templates',
    open: async (one) => {
      await opens('New template')(one)
      await button(one, 'Create template').click()
      await says(one, 'Enter a name.').waitFor()
    },
  },
  {
    name: 'discarding a template',
    path: '/settings/templates',
    open: async (one) => {
      await opens('Edit ')(one)
      await field(one, 'Name of the template').fill('Ω')
      await button(one, 'Cancel').click()
      await one.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'a token without scopes',
    path: '/settings/api-tokens',
    open: async (one) => {
      await opens('New token')(one)
      await one.getByRole('checkbox', { name: /^\[Réád ówñ góáls/ }).uncheck()
      await button(one, 'Create token').click()
      await says(one, 'Choose at least one scope.').waitFor()
    },
    otherTexts: english,
  },
  {
    name: 'the secret of a new token',
    path: '/settings/api-tokens',
    open: async (one) => {
      await opens('New token')(one)
      await field(one, 'Name').fill(wide(100))
      await button(one, 'Create token').click()
      await field(one, 'Secret').waitFor()
    },
  },
  {
    name: 'an agent’s token and its settings',
    path: '/settings/agents',
    open: async (one) => {
      await opens('New token for an agent')(one)
      await field(one, 'Name').fill(wide(100))
      await button(one, 'Create token').click()
      await field(one, 'Secret').waitFor()
      await one
        .getByRole('tab', { name: pseudo('Another one') })
        .first()
        .click()
    },
  },
  {
    name: 'the door of agents that work on goals',
    path: '/settings/agents',
    open: async (one) => {
      await one.getByRole('radio', { name: pseudo('Works on goals') }).press('Space')
      await one.getByText('cairn-work').first().waitFor()
    },
  },
  { name: 'rotating a token', path: '/settings/api-tokens', open: opens('Rotate ') },
  { name: 'revoking a token', path: '/settings/api-tokens', open: opens('Revoke ', 'alertdialog') },
  {
    name: 'a webhook without a receiver',
    path: '/settings/webhooks',
    open: async (one) => {
      await opens('New webhook')(one)
      await one
        .getByText(/^\[Áll/)
        .first()
        .click()
      await one.getByRole('checkbox', { name: pseudo('Goal deleted') }).uncheck()
      await button(one, 'Create webhook').click()
      await says(one, 'Enter the URL of the receiver.').waitFor()
    },
  },
  {
    name: 'the secret of a new webhook',
    path: '/settings/webhooks',
    open: async (one) => {
      await opens('New webhook')(one)
      await one
        .getByText(/^\[Áll/)
        .first()
        .click()
      await field(one, 'URL').fill(`https://example.com/${'w'.repeat(500)}`)
      await button(one, 'Create webhook').click()
      await field(one, 'Secret').waitFor()
    },
  },
  {
    name: 'deliveries of a webhook',
    path: '/settings/webhooks/<webhook>',
    prepare: (one) =>
      one.route('**/v1/webhooks/*/deliveries*', (route) =>
        route.fulfill({ json: { deliveries: deliveriesOf(ids), nextCursor: 'next' } }),
      ),
    open: async (one) => {
      for (const attempts of ['12 attempts', '1 attempt'])
        await one.getByText(pseudo(attempts)).first().click()
      await says(one, 'Only the last 10 attempts are kept.').waitFor()
    },
  },
  {
    name: 'deleting a webhook',
    path: '/settings/webhooks/<webhook>',
    open: opens('Delete', 'alertdialog'),
  },
  {
    name: 'disconnecting a program',
    path: '/settings/agents',
    prepare: (one) =>
      one.route('**/v1/oauth/grants*', (route) =>
        route.fulfill({ json: { grants: [grant], nextCursor: null } }),
      ),
    open: opens('Disconnect ', 'alertdialog'),
  },
]

const at = '2026-11-20T10:00:00.000Z'

const grant = {
  id: '7b0f3c8e-0000-4000-8000-000000000002',
  organizationId: '7b0f3c8e-0000-4000-8000-000000000001',
  program: {
    name: wide(100),
    host: `${'w'.repeat(60)}.${'w'.repeat(60)}.example.com`,
    isVerified: false,
    isLoopback: false,
  },
  scopes: ['goals:read'],
  createdAt: at,
  lastUsedAt: null,
  expiresAt: '2127-02-20T10:00:00.000Z',
}

/** One that waits after more attempts than are kept, and one that has failed. */
function deliveriesOf({ goal = '', webhook = '' }: Ids): object[] {
  const attempt = { at, durationMilliseconds: 9_999, statusCode: 500, error: 'status 500' }
  const delivery = { eventId: goal, goal: { id: goal, title: wide(200) }, createdAt: at }
  return [
    {
      ...delivery,
      id: goal,
      type: 'report.acknowledged',
      state: 'pending',
      attempts: Array(10).fill({ ...attempt, statusCode: null, error: wide(60) }),
      attemptCount: 12,
      nextAttemptAt: '2126-11-20T10:00:00.000Z',
    },
    {
      ...delivery,
      id: webhook,
      type: 'goal.reported',
      state: 'failed',
      attempts: [attempt],
      attemptCount: 1,
      nextAttemptAt: null,
    },
  ]
}

test.each([...inFrame, ...ofLabels, ...ofPeople, ...ofPrograms])('$name', (stop) =>
  expectSoundStop(page, stop, ids),
)
