/** Settings → Agents and programs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { me } from '../../support/requests/program.ts'
import { findings } from '../support/axe.ts'
import { expectFocus, pressEnter } from '../support/focus.ts'
import { overflowing } from '../support/widths.ts'
import { createWorld } from '../support/world.ts'
import { type ListeningProgram, listenAsProgram } from './support/listening-program.ts'

const world = createWorld()
let program: ListeningProgram

beforeAll(async () => {
  program = await listenAsProgram(world.service.origin)
})

afterAll(() => program?.stop())

test('see a program with what it may do, and disconnect it with the keyboard', async () => {
  const page = await world.open(await world.person('Ann'))
  const { origin } = world.service
  // The address of earlier versions.
  await page.goto('/settings/programs')
  await page.getByRole('heading', { level: 1, name: 'Agents and programs' }).waitFor()
  await page.getByText('Waiting for your agent…').waitFor()
  await page.getByRole('tab', { name: 'Another one' }).click()
  await expect.poll(() => page.getByLabel(/^Address of Cairn/).inputValue()).toBe(`${origin}/mcp`)
  await expect.poll(() => findings(page)).toEqual([])

  await page.goto(await program.start())
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Back in the program' }).waitFor()
  const { access_token } = await program.tokens()
  await page.goto(`${origin}/settings/agents`)
  const list = page.getByRole('list', { name: 'Connected programs' })
  await list.getByText('Helpdesk bot').waitFor()
  await list.getByText('Never used').waitFor()
  for (const text of ['A program on this computer', 'In Ann', 'goals:read:all']) {
    await list.getByText(text).first().waitFor()
  }
  await expect.poll(() => list.getByText('goals:write').count()).toBe(0)
  await expect.poll(() => findings(page)).toEqual([])
  expect((await me(origin, access_token)).status).toBe(200)
  await page.reload()
  await list.getByText('Last used').waitFor()

  await pressEnter(page, 'Disconnect Helpdesk bot')
  await page.getByRole('alertdialog').getByText('loses access right away').waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expectFocus(page, 'Disconnect Helpdesk bot')
  expect((await me(origin, access_token)).status).toBe(200)
  await page.keyboard.press('Enter')
  await pressEnter(page, 'Disconnect')
  await page.getByText('Waiting for your agent…').waitFor()
  expect((await me(origin, access_token)).status).toBe(401)
})

test('a program that was disconnected elsewhere meanwhile is gone', async () => {
  const bea = await world.person('Bea')
  const page = await world.open(bea)
  await page.goto(await program.start())
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Back in the program' }).waitFor()
  await program.tokens()
  await page.goto(`${world.service.origin}/settings/agents`)
  const list = await bea.api.listOAuthGrants()
  const lists = /\/oauth\/grants(\?|$)/
  // As if the page had not looked again meanwhile.
  await page.route(lists, (route) => route.fulfill({ json: list }))
  for (const { id } of list.grants) await bea.api.endOAuthGrant({ params: { grantId: id } })
  await pressEnter(page, 'Disconnect Helpdesk bot')
  await page.unroute(lists)
  await pressEnter(page, 'Disconnect')
  await page.getByText('Waiting for your agent…').waitFor()
})

test('fit every width, with long names', async () => {
  const page = await world.open(await world.person('Cy'))
  const program = {
    name: 'W'.repeat(100),
    host: `${'w'.repeat(60)}.${'w'.repeat(60)}.example`,
    isVerified: false,
    isLoopback: false,
  }
  const grant = {
    program,
    organizationId: '7b0f3c8e-0000-4000-8000-000000000001',
    scopes: ['goals:read', 'goals:write', 'goals:read:all', 'goals:write:all', 'labels:read', 'labels:write'],
    createdAt: '2026-11-20T10:00:00.000Z',
    lastUsedAt: null,
    expiresAt: '2127-02-20T10:00:00.000Z',
  }
  const grants = [
    { ...grant, id: '7b0f3c8e-0000-4000-8000-000000000002' },
    {
      ...grant,
      id: '7b0f3c8e-0000-4000-8000-000000000003',
      program: { ...program, isVerified: true },
    },
  ]
  await page.route('**/v1/oauth/grants*', (route) => route.fulfill({ json: { grants, nextCursor: null } }))
  await page.goto('/settings/agents')
  await page.getByText('An organization that you have left').first().waitFor()
  await expect.poll(() => overflowing(page)).toEqual([])
  await expect.poll(() => findings(page)).toEqual([])
  await page
    .getByRole('button', { name: /^Disconnect W/ })
    .first()
    .click()
  await page.getByRole('alertdialog').waitFor()
  await expect.poll(() => overflowing(page)).toEqual([])
})

test('says that the list could not be loaded, and loads it again', async () => {
  const page = await world.open(await world.person('Dee'))
  await page.route('**/v1/oauth/grants*', (route) => route.abort())
  await page.goto('/settings/agents')
  await page.getByRole('alert').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Waiting for your agent…').waitFor()
})

test('says by itself that an agent has connected, and that there is no connection', async () => {
  const eli = await world.person('Eli')
  const page = await world.open(eli)
  await page.goto('/home')
  await page.getByRole('link', { name: 'Connect an agent' }).click()
  await page.getByText('Waiting for your agent…').waitFor()
  const command = page.getByText(/^claude mcp add --transport http --scope user cairn http/)
  await expect.poll(() => command.innerText()).toContain(`${world.service.origin}/mcp`)
  await page.getByRole('tab', { name: 'Cursor' }).click()
  await expect
    .poll(() => page.getByRole('link', { name: 'Add to Cursor' }).getAttribute('href'))
    .toMatch(/^cursor:/)

  await page.context().setOffline(true)
  await page.getByText('You are offline. Cairn looks for your agent').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Waiting for your agent…').waitFor()

  // A token that is made here may read and report, and using it is a connection.
  await page.getByRole('button', { name: 'New token for an agent' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Night agent')
  await expect.poll(() => dialog.getByRole('radio', { name: 'An agent' }).isChecked()).toBe(true)
  await dialog.getByRole('checkbox', { name: /^Write own goals/ }).waitFor()
  const chosen = dialog.getByRole('checkbox', { checked: true })
  await expect.poll(() => chosen.evaluateAll((boxes) => boxes.length)).toBe(2)
  await page.getByRole('button', { name: 'Create token' }).click()
  const secret = await page.getByLabel('Secret').inputValue()
  await page.getByText('Waiting for your agent…').waitFor()
  expect((await me(world.service.origin, secret)).status).toBe(200)
  await page.getByText('Connected: Night agent.').waitFor()
  const { tokens } = await eli.api.listApiTokens()
  expect(tokens).toMatchObject([{ kind: 'agent', scopes: ['goals:read', 'goals:write'] }])

  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { name: 'Invite people, or connect an agent (done)' }).waitFor()
})
