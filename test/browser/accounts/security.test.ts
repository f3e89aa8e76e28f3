/** Forgotten, reset and changed passwords, and where somebody is signed in; by keyboard where it matters. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { beginSession, password } from '../../support/people/accounts.ts'
import { emailsIn } from '../../support/people/logged-emails.ts'
import { findings } from '../support/axe.ts'
import { signInWithForm } from '../support/front-page.ts'
import { showTo } from '../support/show-to.ts'
import { walkTo } from '../support/visit.ts'
import { overflowing } from '../support/widths.ts'
import { createWorld, phone, statusOf } from '../support/world.ts'

const world = createWorld()
const newPassword = 'another horse battery'
let page: Page

beforeAll(async () => {
  page = await world.keep()
})

const resetLink = (email: string) =>
  emailsIn(world.service.lines, email).findLast(({ kind }) => kind === 'password_reset')?.link ?? ''

describe('a forgotten password', () => {
  test('is replaced by keyboard, with the link from the email, which opening does not use up', async () => {
    const ann = await world.person('Ann')
    await showTo(page, undefined, '/sign-in', 'Sign in')
    await page.setViewportSize(phone)
    await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await page.getByRole('button', { name: 'Send link' }).press('Enter')
    await page.getByText('Enter your email address.', { exact: true }).waitFor()
    await page.getByLabel('Email address').fill(ann.email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await expect.poll(() => findings(page)).toEqual([])
    const mailbox = await page.getByRole('link', { name: 'Open the email' }).getAttribute('href')
    expect(mailbox).toBe('/dev/mail/latest')

    const link = resetLink(ann.email)
    await walkTo(page, link, 'Choose a new password')
    await expect.poll(() => page.url()).toBe(`${world.service.origin}/reset-password`)
    await walkTo(page, '/sign-in', 'Sign in')
    await walkTo(page, link, 'Choose a new password')
    await page.getByLabel('New password', { exact: true }).fill('password1234')
    await page.keyboard.press('Enter')
    await page.getByText('Choose a password that is harder to guess.').waitFor()
    await expect.poll(() => findings(page)).toEqual([])
    await page.getByLabel('New password', { exact: true }).fill(newPassword)
    await page.keyboard.press('Enter')
    await page.getByText('Your password is changed').waitFor()
    await signInWithForm(page, ann.email, newPassword)
    await page.getByRole('heading', { name: 'Hello, Ann' }).waitFor()

    await walkTo(page, link, 'Choose a new password')
    await page.getByLabel('New password', { exact: true }).fill('yet another battery')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await page.getByRole('link', { name: 'Send a new link' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  })

  test('of an unknown address looks the same', async () => {
    await showTo(page, undefined, '/forgot-password', 'Forgot your password?')
    await page.getByLabel('Email address').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.getByText('If there is an account with this address').waitFor()
  })
})

describe('in the settings', () => {
  test('says when the current password is wrong, then changes it and stays signed in', async () => {
    const bea = await world.person('Bea')
    await showTo(page, bea, '/settings/security', 'Security')
    const current = page.getByLabel('Current password', { exact: true })
    const next = page.getByLabel('New password', { exact: true })
    await current.fill('not my password')
    await next.fill(newPassword)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The current password is not right.').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => findings(page)).toEqual([])
    await current.fill(password)
    await next.press('Enter')
    await page.getByText('Password changed.').waitFor()
    await expect.poll(() => current.inputValue()).toBe('')
    expect(await statusOf(page, '/v1/auth/session')).toBe(200)
  })

  test('fits every width, in both themes', async () => {
    await showTo(page, await world.person('Eve'), '/settings/security', 'Security')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect.poll(() => overflowing(page), { message: colorScheme }).toEqual([])
    }
  })

  test('lists sessions, ends one by keyboard, and all others', async () => {
    const fay = await world.person('Fay')
    for (let session = 0; session < 2; session++) await beginSession(world.service, fay.email)
    await showTo(page, fay, '/settings/security', 'Security')
    await page.setViewportSize(phone)
    const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(3)
    await expect.poll(() => rows.filter({ hasText: 'This browser' }).count()).toBe(1)

    const signOut = rows.getByRole('button', { name: /^Sign out/ }).first()
    await signOut.press('Enter')
    const dialog = page.getByRole('alertdialog')
    await dialog.waitFor()
    await expect.poll(() => findings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => rows.count()).toBe(3)
    await signOut.press('Enter')
    await dialog.getByRole('button', { name: 'Sign out' }).press('Enter')
    await expect.poll(() => rows.count()).toBe(2)

    await page.getByRole('button', { name: 'Sign out all other browsers' }).press('Enter')
    await dialog.getByRole('button', { name: 'Sign out others' }).press('Enter')
    await expect.poll(() => rows.count()).toBe(1)
    expect(await statusOf(page, '/v1/auth/session')).toBe(200)
  })
})
