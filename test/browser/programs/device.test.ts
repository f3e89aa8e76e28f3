/** A program on a device without a browser: the page for its code. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { askForCode, poll, registerDevice } from '../../support/requests/device.ts'
import { findings } from '../support/axe.ts'
import { expectFocus, pressEnter } from '../support/focus.ts'
import { signInWithForm } from '../support/front-page.ts'
import { show } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let origin: string
let clientId: string
let page: Page

beforeAll(async () => {
  origin = world.service.origin
  clientId = await registerDevice(origin, { client_name: 'Build box' })
  page = await world.keep(await world.person('Gus'))
})

const titled = (shown: Page) => shown.getByRole('heading', { name: 'Connect a device' }).waitFor()
const field = (shown: Page) => shown.getByLabel('Code', { exact: true })

/** Waits until the page asks, and takes presses. */
const asked = (shown: Page) =>
  shown.locator('button:not([aria-disabled])').filter({ hasText: 'Allow' }).waitFor()

test('sign in first, enter the code in lower case, allow reading, and the device gets in', async () => {
  const { email } = await world.person('Ann')
  const code = await askForCode(origin, clientId, { scope: 'goals:read goals:write' })
  const person = await world.open()
  await person.goto(code.verification_uri)
  await person.getByText('A program asks for access').waitFor()
  await signInWithForm(person, email)
  await titled(person)
  await field(person).fill(code.user_code.toLowerCase().replace('-', ''))
  await person.keyboard.press('Enter')
  await person.getByText('A program that calls itself Build box wants to use Cairn for you.').waitFor()
  await person.getByText(code.user_code).waitFor()
  await person.getByText('A program on another device, not verified').waitFor()
  await person.getByText('127.0.0.1').waitFor()
  expect(
    await Promise.all(
      ['Read own goals', 'Write own goals'].map((name) => person.getByRole('checkbox', { name }).isChecked()),
    ),
  ).toEqual([true, false])
  await asked(person)
  await pressEnter(person, 'Allow')
  await person.getByRole('heading', { name: 'Connected', exact: true }).waitFor()
  await person.getByText('Go back to your device').waitFor()
  const { status, body } = await poll(origin, clientId, code.device_code)
  expect([status, body.scope]).toEqual([200, 'goals:read'])
  await show(person, '/settings/agents')
  await person.getByText('A program on another device, not verified').waitFor()
})

test('a code in the address is only filled in, and denying tells the device', async () => {
  const code = await askForCode(origin, clientId)
  await show(
    page,
    new URL(code.verification_uri_complete).pathname + new URL(code.verification_uri_complete).search,
  )
  await titled(page)
  expect(await field(page).inputValue()).toBe(code.user_code)
  await page.getByText('Nobody from Cairn or from your team ever gives you one').waitFor()
  await pressEnter(page, 'Continue')
  await asked(page)
  await expect.poll(() => findings(page)).toEqual([])
  await pressEnter(page, 'Deny')
  await page.getByRole('heading', { name: 'Not connected' }).waitFor()
  expect((await poll(origin, clientId, code.device_code)).body.error).toBe('access_denied')
})

test('a wrong code is said at the field; one that was used meanwhile leads back to it', async () => {
  await show(page, '/labels', 'Labels')
  await show(page, '/device')
  await titled(page)
  await pressEnter(page, 'Continue')
  await page.getByText('Enter the code, such as WDJB-MJHT.').waitFor()
  await expectFocus(page, /^Code/)
  await field(page).fill('BCDF-GHJK')
  await page.keyboard.press('Enter')
  await page.getByText('No program waits with this code.').waitFor()
  await expectFocus(page, /^Code/)
  const code = await askForCode(origin, clientId)
  await field(page).fill(code.user_code)
  await page.keyboard.press('Enter')
  await asked(page)
  const other = await world.person('Hal')
  await other.api.decideOAuthDevice({ body: { userCode: code.user_code, allow: false } })
  await pressEnter(page, 'Allow')
  await page.getByText('This code was used meanwhile, or has expired.').waitFor()
  await titled(page)
})

test('a session that ends meanwhile leads to signing in, and back with the code', async () => {
  const ivy = await world.person('Ivy')
  const person = await world.open(ivy)
  const code = await askForCode(origin, clientId)
  await person.goto(code.verification_uri_complete)
  await titled(person)
  await ivy.api.logout()
  await pressEnter(person, 'Continue')
  await signInWithForm(person, ivy.email)
  await titled(person)
  expect(await field(person).inputValue()).toBe(code.user_code)
})
