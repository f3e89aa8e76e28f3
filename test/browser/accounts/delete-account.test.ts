/** Settings → Account: delete the account. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { password } from '../../support/people/accounts.ts'
import { join } from '../../support/people/invite.ts'
import { findings } from '../support/axe.ts'
import { createWorld, phone, teammates } from '../support/world.ts'

const world = createWorld()
const dialogOf = (page: Page) => page.getByRole('alertdialog', { name: 'Delete your account?' })

async function openDialog(page: Page) {
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await dialogOf(page).waitFor()
  return dialogOf(page)
}

test('says what becomes of each organization, asks for the password, and says that it is done, by keyboard', async () => {
  const [ann, bea] = await teammates(world, 'Ann', 'Bea')
  await ann.api.updateOrganization({ body: { name: 'Acme' } })
  const page = await world.open(bea, { viewport: phone })
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Delete account' }).focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  const secret = dialog.getByLabel('Your password', { exact: true })
  await secret.waitFor()
  await dialog.getByText('Deleted with your account').waitFor()
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['Bea', 'Acme'])
  expect(await findings(page)).toEqual([])

  await secret.press('Enter')
  await dialog.getByText('Enter your password.').waitFor()
  await secret.fill('not my password')
  await secret.press('Enter')
  await dialog.getByText('The password is not right. Nothing was deleted.').waitFor()
  await secret.fill(password)
  await secret.press('Enter')
  await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
  expect(await findings(page)).toEqual([])
  expect((await ann.api.listOrganizationMembers()).members.map(({ displayName }) => displayName)).toEqual([
    'Ann',
  ])
  // Nothing of the person is left in the tab.
  await page.goto('/home')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('cancels with Escape, and the focus returns', async () => {
  const page = await world.open(await world.person('Cas'))
  const dialog = await openDialog(page)
  await dialog.getByLabel('Your password', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const name = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(name).toBe('Delete account')
})

test('shows the owner which organizations are in the way, and where to hand them over', async () => {
  const [dan] = await teammates(world, 'Dan', 'Eve')
  const page = await world.open(dan)
  const dialog = await openDialog(page)
  await dialog.getByText('You own organizations with other people in them.').waitFor()
  expect(await dialog.getByLabel('Your password').count()).toBe(0)
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('link', { name: 'Dan' }).click()
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
})

test('shows it too if somebody joins while the dialog is open', async () => {
  const [fay, gil] = [await world.person('Fay'), await world.person('Gil')]
  const page = await world.open(fay)
  const dialog = await openDialog(page)
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await join(fay, gil)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByText('You own organizations with other people in them.').waitFor()
})

test('signs the other tabs out', async () => {
  const hal = await world.person('Hal')
  const page = await world.open(hal)
  await page.goto('/settings/account')
  const other = await page.context().newPage()
  await other.goto('/goals')
  await other.getByRole('heading', { name: 'Goals', level: 1 }).waitFor()
  const dialog = await openDialog(page)
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
  await other
    .getByText(/Sign in/)
    .first()
    .waitFor()
})

test('says where to go if the account belongs to somebody else', async () => {
  const page = await world.open(await world.person('Jo'))
  await page.route('**/v1/auth/config', (route) =>
    route.fulfill({ json: { method: 'redirect', providerHost: 'id.example.com' } }),
  )
  await page.goto('/settings/account')
  await page.getByText('Change them there. You sign in at id.example.com.').waitFor()
  await page.getByText('Your account is that of your organization. Ask there to delete it.').waitFor()
  expect(await page.getByRole('button', { name: 'Delete account' }).count()).toBe(0)
})

test.each([360, 768, 1280, 1920])('fits %i px, in both themes', async (width) => {
  const ivy = await world.person(`Ivy ${width}`)
  await ivy.api.createOrganization({ body: { name: 'W'.repeat(100) } })
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await world.open(ivy, { viewport: { width, height: 800 }, colorScheme })
    const dialog = await openDialog(page)
    await dialog.getByLabel('Your password', { exact: true }).waitFor()
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(await excess()).toBeLessThanOrEqual(0)
  }
})
