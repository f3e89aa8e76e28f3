/** Settings → Account: name, picture, time zone, email address, and the end of the account. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { password } from '../../support/people/accounts.ts'
import { join } from '../../support/people/invite.ts'
import { emailsIn } from '../../support/people/logged-emails.ts'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { pictureOf } from '../../support/requests/pictures.ts'
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

describe('the picture', () => {
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  const avatars = () => page.getByRole('main').locator('.avatar img')
  const widths = () =>
    avatars().evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth))
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  test('is what the browser makes of a file, for all members, until it is removed, with a way back', async () => {
    const [pat, quin] = await teammates(world, 'Pat', 'Quin')
    await openAccount(pat)
    await choose('notes.txt', Buffer.from('not a picture'))
    await page.getByText('This browser cannot read that file as a picture.').waitFor()

    await choose('photo.png', await page.screenshot())
    await page.getByRole('img', { name: 'Your picture as others will see it' }).waitFor()
    await expect.poll(() => findings(page)).toEqual([])
    await button('Save picture').click()
    await page.getByText('Picture saved.').waitFor()
    await expect.poll(widths).toEqual([256])

    const { members } = await quin.api.listOrganizationMembers()
    const { pictureId = '' } = members.find(({ userId }) => userId === pat.userId) ?? {}
    const { activeOrganizationId: organizationId } = await quin.api.getAuthSession()
    const params = { organizationId, userId: pat.userId, pictureId }
    expect((await quin.api.getMemberPicture({ params })).size).toBeLessThanOrEqual(32 * 1024)

    await button('Remove').click()
    await page.getByText('Picture removed.').waitFor()
    await expect.poll(widths).toEqual([])
    await button('Undo').click()
    await expect.poll(widths).toEqual([256])
    await walkTo(page, '/settings/members', 'Members')
    await expect.poll(widths).toEqual([256])
  })

  test('gives way to the initials if it cannot be loaded', async () => {
    const nia = await world.person('Nia Moss')
    await openAccount(nia)
    await page.route('**/pictures/*', (route) => route.abort())
    const asked = page.waitForRequest('**/pictures/*')
    await nia.api.setPicture({ body: pictureOf('Nia') })
    // The app looks for another session when its tab is seen again.
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await asked
    await expect.poll(() => avatars().count()).toBe(0)
    await expect.poll(() => page.getByRole('main').locator('.avatar').textContent()).toBe('NM')
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
