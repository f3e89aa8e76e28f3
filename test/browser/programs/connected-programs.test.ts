/** Settings → Connected programs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { me } from '../../support/oauth/program.ts'
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
  await page.goto('/settings/programs')
  await page.getByText('No connected programs').waitFor()
  expect(await page.getByLabel(/^Address for agents/).inputValue()).toBe(`${origin}/mcp`)
  expect(await findings(page)).toEqual([])

  await page.goto(await program.start())
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Back in the program' }).waitFor()
  const { access_token } = await program.tokens()
  await page.goto(`${origin}/settings/programs`)
  const list = page.getByRole('list', { name: 'Connected programs' })
  await list.getByText('Helpdesk bot').waitFor()
  await list.getByText('Never used').waitFor()
  for (const text of ['A program on this computer', 'In Ann', 'goals:read:all']) {
    await list.getByText(text).first().waitFor()
  }
  expect(await list.getByText('goals:write').count()).toBe(0)
  expect(await findings(page)).toEqual([])
  expect((await me(origin, access_token)).status).toBe(200)
  await page.reload()
  await list.getByText('Last used').waitFor()

  await pressEnter(page, 'Disconnect Helpdesk bot')
  await page.getByRole('alertdialog').getByText('loses access right away').waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expectFocus(page, 'Disconnect Helpdesk bot')
  expect((await me(origin, access_token)).status).toBe(200)
  await page.keyboard.press('Enter')
  await pressEnter(page, 'Disconnect')
  await page.getByText('No connected programs').waitFor()
  expect((await me(origin, access_token)).status).toBe(401)
})

test('a program that was disconnected elsewhere meanwhile is gone', async () => {
  const bea = await world.person('Bea')
  const page = await world.open(bea)
  await page.goto(await program.start())
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Back in the program' }).waitFor()
  await program.tokens()
  await page.goto(`${world.service.origin}/settings/programs`)
  await page.getByText('Helpdesk bot').waitFor()
  const { grants } = await bea.api.listOAuthGrants()
  for (const { id } of grants) await bea.api.endOAuthGrant({ params: { grantId: id } })
  await pressEnter(page, 'Disconnect Helpdesk bot')
  await pressEnter(page, 'Disconnect')
  await page.getByText('No connected programs').waitFor()
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
  await page.goto('/settings/programs')
  await page.getByText('An organization that you have left').first().waitFor()
  expect(await overflowing(page)).toEqual([])
  expect(await findings(page)).toEqual([])
  await page
    .getByRole('button', { name: /^Disconnect W/ })
    .first()
    .click()
  await page.getByRole('alertdialog').waitFor()
  expect(await overflowing(page)).toEqual([])
})

test('says that the list could not be loaded, and loads it again', async () => {
  const page = await world.open(await world.person('Dee'))
  await page.route('**/v1/oauth/grants*', (route) => route.abort())
  await page.goto('/settings/programs')
  await page.getByRole('alert').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No connected programs').waitFor()
})
