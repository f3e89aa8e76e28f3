import type { Page } from 'playwright-core'
/** Settings → API tokens: new secrets, and what administrators see of others' tokens. */
import { beforeAll, expect, test } from 'vitest'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { outcomeOf } from '../../support/requests/outcomes.ts'
import { findings } from '../support/axe.ts'
import { expectFocus, pressEnter } from '../support/focus.ts'
import { showTo } from '../support/show-to.ts'
import { show } from '../support/visit.ts'
import { overflowing } from '../support/widths.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})
const use = (secret: string) => outcomeOf(programWith(world.service, { secret }).listGoals())

test('give a token a new secret with the keyboard; the old one works as long as chosen', async () => {
  const ann = await world.person('Ann')
  const { secret: old } = await createToken(ann, ['goals:read'])
  await showTo(page, ann, '/settings/appearance')
  await show(page, '/settings/api-tokens')
  await pressEnter(page, 'Rotate goals:read')
  const dialog = page.getByRole('dialog', { name: 'Rotate this token' })
  await dialog.waitFor()
  await expectFocus(page, /The old secret keeps working/)
  await expect.poll(() => findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expectFocus(page, 'Rotate goals:read')
  await page.keyboard.press('Enter')
  await pressEnter(page, 'Rotate token')
  await page.getByText('goals:read has a new secret.').waitFor()
  await expectFocus(page, 'Secret')
  const secret = await page.getByLabel('Secret').inputValue()
  await expect.poll(() => findings(page)).toEqual([])
  await page.getByRole('list', { name: 'API tokens' }).getByText('The old secret still works until').waitFor()
  expect([await use(old), await use(secret)]).toEqual(['ok', 'ok'])

  await pressEnter(page, 'Rotate goals:read')
  await page.getByLabel('The old secret keeps working').selectOption('Not at all: it stops now')
  await pressEnter(page, 'Rotate token')
  await expect.poll(() => page.getByLabel('Secret').inputValue()).not.toBe(secret)
  const last = await page.getByLabel('Secret').inputValue()
  expect([await use(old), await use(secret), await use(last)]).toEqual([
    '401 invalid_api_token',
    '401 invalid_api_token',
    'ok',
  ])
  await expect.poll(() => page.getByText('The old secret still works').count()).toBe(0)
})

test('wait for the scopes before a token is created', async () => {
  const page = await world.open(await world.person('Gus'))
  const held = Promise.withResolvers<void>()
  await page.route('**/v1/api-token-scopes', (route) => held.promise.then(() => route.continue()))
  let requests = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/api-tokens')) requests += 1
  })
  await page.goto('/settings/api-tokens')
  await pressEnter(page, 'New token')
  const name = page.getByLabel('Name')
  await name.fill('CI')
  await name.press('Enter')
  held.resolve()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('CI is ready.').waitFor()
  expect(requests).toBe(1)
})

test('show a token that was revoked meanwhile as gone', async () => {
  const bea = await world.person('Bea')
  const { id } = await createToken(bea, ['goals:read'])
  await showTo(page, bea, '/settings/appearance')
  await show(page, '/settings/api-tokens')
  await page.getByRole('button', { name: 'Rotate goals:read' }).click()
  await bea.api.revokeApiToken({ params: { tokenId: id } })
  await page.getByRole('button', { name: 'Rotate token' }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
})

test('administrators see the tokens of others and revoke one with the keyboard; members see only their own', async () => {
  const [cy, dee] = [await world.person('Cy'), await world.person('Dee')]
  await join(cy, dee)
  await createToken(cy, ['goals:write'])
  const { secret } = await createToken(dee, ['goals:read:all'])
  const admin = await world.open(cy)
  await admin.goto('/settings/api-tokens')
  const others = admin.getByRole('list', { name: 'Tokens of other people' })
  await others.getByText('of Dee').waitFor()
  await expect.poll(() => others.getByText('goals:write').count()).toBe(0)
  await expect.poll(() => findings(admin)).toEqual([])
  await pressEnter(admin, 'Revoke goals:read:all of Dee')
  const dialog = admin.getByRole('alertdialog')
  await dialog.getByText('lose access right away').waitFor()
  await expect.poll(() => findings(admin)).toEqual([])
  await admin.keyboard.press('Escape')
  expect(await use(secret)).toBe('ok')
  await pressEnter(admin, 'Revoke goals:read:all of Dee')
  await pressEnter(admin, 'Revoke token')
  await admin.getByText('Nobody else has a token.').waitFor()
  expect(await use(secret)).toBe('401 invalid_api_token')

  const member = await world.open(dee)
  await member.goto('/settings/api-tokens')
  await member.getByText('No tokens yet').waitFor()
  await expect.poll(() => member.getByRole('heading', { name: 'Tokens of other people' }).count()).toBe(0)
})

test('create a token of an agent for some goals with the keyboard, and see which', async () => {
  const hal = await world.person('Hal')
  const trees = await createGoal(hal, { title: 'Plant a hundred trees' })
  // Descriptions are searched, too.
  for (const title of ['Water them', 'Fell none'])
    await createGoal(hal, { title, detailedDescription: title })
  const page = await world.open(hal)
  await page.goto('/settings/api-tokens')
  await pressEnter(page, 'New token')
  const dialog = page.getByRole('dialog', { name: 'New API token' })
  await dialog.getByLabel('Name').fill('Helpdesk bot')
  await dialog.getByRole('radio', { name: 'A program' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => dialog.getByRole('radio', { name: 'An agent' }).isChecked()).toBe(true)
  await dialog.getByRole('radio', { name: 'All that its scopes allow' }).focus()
  await page.keyboard.press('ArrowRight')
  await dialog.getByText('0 of at most 50.').waitFor()
  await dialog.getByText('Fell none').waitFor()
  await expect.poll(() => findings(page)).toEqual([])

  await pressEnter(page, 'Create token')
  await dialog.getByText('Choose at least one goal.').waitFor()
  await expectFocus(page, 'Search')
  await page.keyboard.type('plant')
  await expect
    .poll(() => dialog.getByRole('list', { name: 'Goals to choose from' }).innerText())
    .toBe(trees.title)
  await page.keyboard.press('Tab')
  await expectFocus(page, trees.title)
  await page.keyboard.press('Space')
  await dialog.getByText('1 of at most 50.').waitFor()
  await expect.poll(() => dialog.getByText('Choose at least one goal.').count()).toBe(0)
  // Changing one's mind twice keeps what was chosen.
  await dialog.getByText('All that its scopes allow').click()
  await dialog.getByText('Only some goals').click()
  const chosen = dialog.getByRole('list', { name: 'Chosen goals' })
  await chosen.getByText(trees.title).waitFor()
  await dialog.getByRole('checkbox', { name: 'Water them' }).check()
  await pressEnter(page, 'Remove Water them')
  await expect.poll(() => chosen.getByRole('listitem').count()).toBe(1)
  await expect.poll(() => findings(page)).toEqual([])
  await pressEnter(page, 'Create token')
  await page.getByText('Helpdesk bot is ready.').waitFor()

  const { tokens } = await hal.api.listApiTokens()
  expect(tokens).toMatchObject([{ kind: 'agent', goalIds: [trees.id] }])
  const list = page.getByRole('list', { name: 'API tokens' })
  await list.getByText('(agent)').waitFor()
  await list.getByText('Only 1 goal').click()
  await list.getByRole('link', { name: trees.title }).waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  await hal.api.deleteGoal({ params: { goalId: trees.id } })
  await page.reload()
  await list.getByText('Only 1 goal').click()
  await list.getByText('A deleted goal').waitFor()
})

test('say that a chosen goal was deleted meanwhile, and keep the form', async () => {
  const ida = await world.person('Ida')
  const goal = await createGoal(ida, { title: 'Gone soon' })
  await showTo(page, ida, '/settings/appearance')
  await show(page, '/settings/api-tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByLabel('Name').fill('Helpdesk bot')
  await page.getByText('Only some goals').click()
  await page.getByRole('checkbox', { name: 'Gone soon' }).check()
  await ida.api.deleteGoal({ params: { goalId: goal.id } })
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('One of these was deleted.').waitFor()
  await pressEnter(page, 'Remove Gone soon')
  await page.getByText('All that its scopes allow').click()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('Helpdesk bot is ready.').waitFor()
})

test('the history, the feed and the home page say which agent acted, and for whom', async () => {
  const [kay, lee] = [await world.person('Kay'), await world.person('Lee')]
  await join(kay, lee)
  const goal = await createGoal(kay, { title: 'Plant a hundred trees' })
  const token = await createToken(kay, undefined, { kind: 'agent', name: 'Helpdesk bot' })
  await programWith(world.service, token).createGoalUpdate({
    params: { goalId: goal.id },
    body: reportOf('Ten trees', { runId: '4711', clientInfo: { name: 'Coder', version: '2.1' } }),
  })
  await showTo(page, lee, '/settings/appearance')
  const words = 'Helpdesk bot (agent, run 4711) for Kay'
  await show(page, `/goals/${goal.id}`)
  await page.getByText(`${words} with Coder 2.1`).first().waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  for (const path of ['/feed', '/home']) {
    await show(page, path)
    await page.getByText(`${words} reported on Plant a hundred trees`).first().waitFor()
  }
})

test('fit every width, with long names', async () => {
  const [eve, fay] = [await world.person('Eve'), await world.person('Fay')]
  await join(eve, fay)
  const goal = await createGoal(eve, { title: 'W'.repeat(200) })
  for (const person of [eve, fay]) {
    const { token } = await person.api.createApiToken({
      body: {
        name: 'W'.repeat(100),
        kind: 'agent',
        scopes: ['goals:read:all', 'goals:write:all', 'labels:write'],
        goalIds: [goal.id],
      },
    })
    await person.api.rotateApiToken({ params: { apiTokenId: token.id }, body: { overlapHours: 24 } })
  }
  await showTo(page, eve, '/settings/appearance')
  await show(page, '/settings/api-tokens')
  await page.getByRole('list', { name: 'Tokens of other people' }).waitFor()
  await expect.poll(() => overflowing(page)).toEqual([])
  await page.getByRole('button', { name: /^Rotate W/ }).click()
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => overflowing(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByText('Only 1 goal').first().click()
  await page.getByRole('link', { name: /^W+$/ }).first().waitFor()
  await expect.poll(() => overflowing(page)).toEqual([])
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByText('Only some goals').click()
  await page.getByRole('checkbox', { name: /^W+$/ }).check()
  await page.getByRole('button', { name: /^Remove W/ }).waitFor()
  await expect.poll(() => overflowing(page)).toEqual([])
})

test('the pages of an invitation fit every width, in both themes, without violations', async () => {
  const gil = await world.person('Gil')
  await gil.api.updateOrganization({ body: { name: `Orchard ${'W'.repeat(80)}` } })
  const email = `${'d'.repeat(60)}@example.com`
  const { acceptUrl } = await gil.api.createOrganizationInvitation({ body: { email, role: 'admin' } })
  await showTo(page, undefined, '/account-deleted')
  await show(page, acceptUrl)
  await page.getByText('invited you to join').waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  await expect.poll(() => overflowing(page)).toEqual([])
  await pressEnter(page, 'Create an account', 'link')
  await page.getByText(/Gil.* invited you to join/).waitFor()
  await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe(email)
  await expect.poll(() => findings(page)).toEqual([])
  await expect.poll(() => overflowing(page)).toEqual([])
  await pressEnter(page, 'Sign in', 'link')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByText(/Gil.* invited you to join/).waitFor()
  await expect.poll(() => overflowing(page)).toEqual([])
})
