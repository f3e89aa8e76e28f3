/** Settings → Account: name, time zone, email address, and the end of the account. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { password } from '../../support/people/accounts.ts'
import { join } from '../../support/people/invite.ts'
import { emailsIn } from '../../support/people/logged-emails.ts'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { findings } from '../support/axe.ts'
import { focusedName } from '../support/focus.ts'
import { showTo } from '../support/show-to.ts'
import { walkTo } from '../support/visit.ts'
import { overflowing } from '../support/widths.ts'
import { createWorld, teammates } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep(undefined, { timezoneId: 'Europe/Berlin' })
})

const openAccount = (person: Session) => showTo(page, person, '/settings/account', 'Account')

describe('the profile', () => {
  test('changes the name, by keyboard', async () => {
    await openAccount(await world.person('Ann'))
    const name = page.getByLabel('Your name')
    await name.fill(' ')
    await name.press('Enter')
    await page.getByText('Enter your name.').waitFor()
    await name.fill('Ann Ives')
    await name.press('Enter')
    await page.getByText('Name changed.').waitFor()
    await expect.poll(() => name.inputValue()).toBe('Ann Ives')
    await page.getByRole('button', { name: 'Account: Ann Ives' }).waitFor()
  })

  test('changes the email address after the link to the new one is confirmed', async () => {
    await openAccount(await world.person('Bea'))
    await page.getByLabel('New email address').fill('bea.new@example.com')
    await page.getByLabel('Current password', { exact: true }).fill('not my password')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('The current password is not right.').waitFor()
    await page.getByLabel('Current password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('We sent an email to bea.new@example.com.').waitFor()

    const link = emailsIn(world.service.lines, 'bea.new@example.com').at(-1)?.link ?? ''
    await walkTo(page, link, 'Confirm your new email address')
    await expect.poll(() => findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor()
    await page.getByText('You sign in with bea.new@example.com.').waitFor()
  })

  test('changes the time zone, which the notifications show too', async () => {
    await openAccount(await world.person('Cas'))
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.fill('tokio')
    await page.getByRole('option', { name: 'Japan Standard Time – Tokyo' }).click()
    await page.getByRole('button', { name: 'Save time zone' }).click()
    await page.getByText('Time zone saved.').waitFor()
    await page.getByRole('button', { name: 'Use the time zone of this browser: Berlin' }).waitFor()
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Notifications' })
      .click()
    await expect.poll(() => zone.inputValue()).toBe('Japan Standard Time – Tokyo')
    await page.getByText('(Tokyo, UTC+9)').waitFor()
  })
})

describe('deleting the account', () => {
  const dialog = () => page.getByRole('alertdialog', { name: 'Delete your account?' })
  const secret = () => dialog().getByLabel('Your password', { exact: true })

  async function openDialog(person: Session): Promise<void> {
    await openAccount(person)
    await page.getByRole('button', { name: 'Delete account' }).press('Enter')
    await dialog().waitFor()
  }

  test('says what becomes of each organization, asks for the password, and says that it is done, by keyboard', async () => {
    const [dan, eve] = await teammates(world, 'Dan', 'Eve')
    await dan.api.updateOrganization({ body: { name: 'Acme' } })
    await openDialog(eve)
    await secret().waitFor()
    await dialog().getByText('Deleted with your account').waitFor()
    await expect.poll(() => dialog().getByRole('listitem').allTextContents()).toEqual(['Eve', 'Acme'])
    await expect.poll(() => findings(page)).toEqual([])

    await secret().press('Enter')
    await dialog().getByText('Enter your password.').waitFor()
    await secret().fill('not my password')
    await secret().press('Enter')
    await dialog().getByText('The password is not right. Nothing was deleted.').waitFor()
    await secret().fill(password)
    await secret().press('Enter')
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
    const { members } = await dan.api.listOrganizationMembers()
    expect(members.map(({ displayName }) => displayName)).toEqual(['Dan'])
    // Nothing of the person is left in the tab.
    await walkTo(page, '/home', 'Sign in')
  })

  test('cancels with Escape, and the focus returns', async () => {
    await openDialog(await world.person('Fay'))
    await secret().waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => focusedName(page)).toBe('Delete account')
  })

  test('shows the owner which organizations are in the way, and where to hand them over', async () => {
    const [gil] = await teammates(world, 'Gil', 'Hal')
    await openDialog(gil)
    await dialog().getByText('You own organizations with other people in them.').waitFor()
    await expect.poll(() => dialog().getByLabel('Your password').count()).toBe(0)
    await expect.poll(() => findings(page)).toEqual([])
    const link = dialog().getByRole('link', { name: 'Gil' })
    const { activeOrganizationId } = await gil.api.getAuthSession()
    await expect
      .poll(() => link.getAttribute('href'))
      .toBe(`/settings/members?organization=${activeOrganizationId}`)
  })

  test('shows it too if somebody joins while the dialog is open', async () => {
    const [ida, jo] = [await world.person('Ida'), await world.person('Jo')]
    await openDialog(ida)
    await secret().fill(password)
    await join(ida, jo)
    await dialog().getByRole('button', { name: 'Delete account' }).click()
    await dialog().getByText('You own organizations with other people in them.').waitFor()
  })

  test('signs the other tabs out', async () => {
    await openDialog(await world.person('Kim'))
    const other = await page.context().newPage()
    await other.goto('/labels')
    await other.getByText('No labels yet').waitFor()
    await secret().fill(password)
    await dialog().getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
    await other.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
    await other.close()
  })

  test('fits every width, in both themes', async () => {
    const lea = await world.person('Lea')
    await lea.api.createOrganization({ body: { name: 'W'.repeat(100) } })
    await openDialog(lea)
    await secret().waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect.poll(() => overflowing(page), { message: colorScheme }).toEqual([])
    }
  })

  test('says where to go if the account belongs to somebody else', async () => {
    const context = page.context()
    await context.route('**/v1/auth/config', (route) =>
      route.fulfill({ json: { method: 'redirect', providerHost: 'id.example.com' } }),
    )
    await openAccount(await world.person('Max'))
    await page.getByText('Change them there. You sign in at id.example.com.').waitFor()
    await page.getByText('Your account is that of your organization. Ask there to delete it.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Delete account' }).count()).toBe(0)
    await context.unrouteAll()
  })
})
