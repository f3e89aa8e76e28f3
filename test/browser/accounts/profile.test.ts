/** Settings → Account: name, time zone, and email address. */
import { expect, test } from 'vitest'
import { emailsIn } from '../../support/people/logged-emails.ts'
import { findings } from '../support/axe.ts'
import { createWorld, phone } from '../support/world.ts'

const world = createWorld()

test('changes the name, by keyboard', async () => {
  const page = await world.open(await world.person('Ann'), { viewport: phone })
  await page.goto('/settings/account')
  const name = page.getByLabel('Your name')
  await name.fill(' ')
  await name.press('Enter')
  await page.getByText('Enter your name.').waitFor()
  await name.fill('Ann Ives')
  await name.press('Enter')
  await page.getByText('Name changed.').waitFor()
  await expect.poll(() => name.inputValue()).toBe('Ann Ives')
  await page.getByRole('button', { name: 'Account: Ann Ives' }).waitFor()
  expect(await findings(page)).toEqual([])
})

test('changes the email address after the link to the new one is confirmed', async () => {
  const page = await world.open(await world.person('Bea'))
  await page.goto('/settings/account')
  await page.getByLabel('New email address').fill('bea.new@example.com')
  await page.getByLabel('Current password', { exact: true }).fill('not my password')
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('The current password is not right.').waitFor()
  await page.getByLabel('Current password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('We sent an email to bea.new@example.com.').waitFor()
  expect(await findings(page)).toEqual([])

  const link = emailsIn(world.service.lines, 'bea.new@example.com').at(-1)?.link ?? ''
  await page.goto(link)
  await page.getByRole('heading', { name: 'Confirm your new email address' }).waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await page.getByRole('heading', { name: 'Account', exact: true }).waitFor()
  await page.getByText('You sign in with bea.new@example.com.').waitFor()
})

test('changes the time zone, which the notifications show too', async () => {
  const page = await world.open(await world.person('Cas'), { timezoneId: 'Europe/Berlin' })
  await page.goto('/settings/account')
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo')
  await page.getByRole('button', { name: 'Save time zone' }).click()
  await page.getByText('Time zone saved.').waitFor()
  await page.getByRole('button', { name: 'Use the time zone of this browser: Berlin' }).waitFor()
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Notifications' })
    .click()
  await expect.poll(() => page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Asia/Tokyo')
})

test('earlier addresses of settings lead to their pages', async () => {
  const page = await world.open(await world.person('Dan'))
  for (const [earlier, path, heading] of [
    ['/account', '/settings/account', 'Account'],
    ['/settings', '/settings/account', 'Account'],
    ['/settings/profile', '/settings/account', 'Account'],
    ['/settings/team', '/settings/members', 'Members'],
  ] as const) {
    await page.goto(earlier)
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
  }
})
