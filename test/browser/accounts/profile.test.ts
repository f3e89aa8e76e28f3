/** Settings → Profile: name and email address. */
import { expect, test } from 'vitest'
import { emailsIn } from '../../support/people/logged-emails.ts'
import { findings } from '../support/axe.ts'
import { createWorld, phone } from '../support/world.ts'

const world = createWorld()

test('changes the name, by keyboard', async () => {
  const page = await world.open(await world.person('Ann'), { viewport: phone })
  await page.goto('/settings/profile')
  const name = page.getByLabel('Your name')
  await name.fill(' ')
  await name.press('Enter')
  await page.getByText('Enter your name.').waitFor()
  await name.fill('Ann Ives')
  await name.press('Enter')
  await page.getByText('Name changed.').waitFor()
  await expect.poll(() => page.getByRole('definition').first().textContent()).toBe('Ann Ives')
  expect(await findings(page)).toEqual([])
})

test('changes the email address after the link to the new one is confirmed', async () => {
  const page = await world.open(await world.person('Bea'))
  await page.goto('/settings/profile')
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
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
  await page.getByRole('definition').filter({ hasText: 'bea.new@example.com' }).waitFor()
})
