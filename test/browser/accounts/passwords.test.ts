/** Forgotten, reset and changed passwords, by keyboard where it matters. */
import { beforeAll, describe, expect, test } from 'vitest'
import { emailsIn } from '../../support/people/logged-emails.ts'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { findings } from '../support/axe.ts'
import { signInWithForm } from '../support/front-page.ts'
import { createWorld, phone } from '../support/world.ts'

const world = createWorld()
const newPassword = 'another horse battery'
let ann: Session

beforeAll(async () => {
  ann = await world.person('Ann')
})

const resetLink = (email: string) =>
  emailsIn(world.service.lines, email).findLast(({ kind }) => kind === 'password_reset')?.link ?? ''

describe('a forgotten password', () => {
  test('is replaced by keyboard, with the link from the email, which opening does not use up', async () => {
    const page = await world.open(undefined, { viewport: phone })
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Send link' }).press('Enter')
    await page.getByText('Enter your email address.', { exact: true }).waitFor()
    await page.getByLabel('Email address').fill(ann.email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    expect(await findings(page)).toEqual([])
    const mailbox = await page.getByRole('link', { name: 'Open the email' }).getAttribute('href')
    expect(mailbox).toBe('/dev/mail/latest')

    const link = resetLink(ann.email)
    const scanner = await world.open()
    await scanner.goto(link)
    await scanner.getByRole('heading', { name: 'Choose a new password' }).waitFor()

    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    await expect.poll(() => page.url()).toBe(`${world.service.origin}/reset-password`)
    await page.getByLabel('New password', { exact: true }).fill('password1234')
    await page.keyboard.press('Enter')
    await page.getByText('Choose a password that is harder to guess.').waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByLabel('New password', { exact: true }).fill(newPassword)
    await page.keyboard.press('Enter')
    await page.getByText('Your password is changed').waitFor()
    await signInWithForm(page, ann.email, newPassword)
    await page.getByRole('heading', { name: 'Hello, Ann' }).waitFor()

    await scanner.getByLabel('New password', { exact: true }).fill('yet another battery')
    await scanner.getByRole('button', { name: 'Change password' }).click()
    await scanner.getByRole('heading', { name: 'This link does not work' }).waitFor()
    expect(await findings(scanner)).toEqual([])
    await scanner.getByRole('link', { name: 'Send a new link' }).click()
    await scanner.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  })

  test('of an unknown address looks the same', async () => {
    const page = await world.open()
    await page.goto('/forgot-password')
    await page.getByLabel('Email address').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.getByText('If there is an account with this address').waitFor()
  })
})

describe('a new password in the settings', () => {
  test('says when the current one is wrong, then changes it and stays signed in', async () => {
    const bea = await world.person('Bea')
    const page = await world.open(bea)
    await page.goto('/settings/security')
    const current = page.getByLabel('Current password', { exact: true })
    const next = page.getByLabel('New password', { exact: true })
    await current.fill('not my password')
    await next.fill(newPassword)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The current password is not right.').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await findings(page)).toEqual([])
    await current.fill('correct horse battery')
    await next.press('Enter')
    await page.getByText('Password changed.').waitFor()
    expect(await current.inputValue()).toBe('')
    await page.reload()
    await page.getByRole('heading', { name: 'Security' }).waitFor()
  })

  test('fits every width, in both themes', async () => {
    const eve = await world.person('Eve')
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await world.open(eve, { colorScheme })
      await page.goto('/settings/security')
      await page.getByRole('heading', { name: 'Security' }).waitFor()
      for (const width of [320, 360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow).toBeLessThanOrEqual(0)
      }
      expect(await findings(page)).toEqual([])
    }
  })
})
