/** People sign in and out at a real OpenID provider, in a real browser. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oidcEnvironment, startOpenIdProvider } from '../../authentication/support/openid-provider.ts'
import { findings } from '../support/axe.ts'
import { createWorld, statusOf } from '../support/world.ts'

const provider = await startOpenIdProvider()
afterAll(provider.stop)
const world = createWorld({
  environment: { ...oidcEnvironment(provider.issuer), AUTH_ACCOUNT_URL: 'https://id.example.com/account' },
})

beforeAll(async () => {
  provider.profiles.set('ann', { name: 'Ann Lee', email: 'ann@example.com', email_verified: true })
  provider.profiles.set('eve', { name: 'Eve', email: 'eve@example.com', email_verified: false })
  await provider.serve(world.service.origin)
})

const at = (page: Page) => page.url().replace(world.service.origin, '')

async function signIn(page: Page, subject = 'ann'): Promise<void> {
  await page.getByRole('link', { name: 'Continue to sign in' }).press('Enter')
  await page.getByRole('heading', { name: 'Company account' }).waitFor()
  await page.getByLabel('Account').fill(subject)
  await page.getByRole('button', { name: 'Sign in' }).press('Enter')
}

describe('a person', () => {
  test('signs in by keyboard, comes to the page that they wanted, and goes back', async () => {
    const page = await world.open()
    await page.goto('/labels')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await findings(page)).toEqual([])
    await signIn(page)
    await page.getByRole('heading', { name: 'Labels' }).waitFor()
    expect(at(page)).toMatch(/^\/labels/)
    await page.goto('/settings/account')
    await page.getByText('ann@example.com').first().waitFor()
    expect(await page.getByText('come from your organization’s own account').count()).toBe(1)
    const link = page.getByRole('link', { name: 'Open your account at id.example.com' })
    expect(await link.getAttribute('href')).toBe('https://id.example.com/account')

    await page.goto('/settings/security')
    await link.waitFor()
    await page.goBack()

    // Back to before the provider's page: the app is still signed in.
    await page.goBack()
    await page.getByRole('heading', { name: 'Labels' }).waitFor()
    expect(await statusOf(page, '/v1/auth/session')).toBe(200)
  })

  test('signs out here and at the provider, and the next sign-in asks again', async () => {
    const page = await world.open()
    await page.goto('/sign-in')
    await signIn(page)
    await page.getByRole('heading', { name: /^Hello, Ann/ }).waitFor()
    await page.getByRole('button', { name: 'Account: Ann Lee' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
    await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
    expect(new URL(page.url()).origin).toBe(provider.issuer)
    await page.getByRole('button', { name: 'Sign out' }).press('Enter')
    await page.waitForURL(`${world.service.origin}/sign-in`)
    expect(await statusOf(page, '/v1/auth/session')).toBe(401)
    await page.getByRole('link', { name: 'Continue to sign in' }).press('Enter')
    await page.getByRole('heading', { name: 'Company account' }).waitFor()
  })

  test('who signs out at the provider loses the session here, and signs in again without losing the page', async () => {
    const page = await world.open()
    await page.goto('/goals/new')
    await signIn(page)
    await page.getByRole('heading', { name: 'New goal' }).waitFor()
    await page.getByLabel('Description', { exact: true }).fill('Answer within a day.')
    const elsewhere = await page.context().newPage()
    await elsewhere.goto(`${provider.issuer}/session/end`)
    await elsewhere.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(() => statusOf(page, '/v1/auth/session')).toBe(401)

    await page.getByRole('button', { name: /Publish/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    expect(await findings(page)).toEqual([])
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      dialog.getByRole('link', { name: 'Open sign-in in a new tab' }).click(),
    ])
    await tab.getByLabel('Account').fill('ann')
    await tab.getByRole('button', { name: 'Sign in' }).click()
    await tab.getByRole('heading', { name: /^Hello, Ann/ }).waitFor()
    await dialog.getByRole('button', { name: 'I have signed in' }).press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('Answer within a day.')
  })

  test('signs in in two tabs at once', async () => {
    const first = await world.open()
    const second = await first.context().newPage()
    await first.goto('/goals')
    await second.goto(`${world.service.origin}/labels`)
    for (const page of [first, second]) {
      await page.getByRole('link', { name: 'Continue to sign in' }).click()
      await page.getByRole('heading', { name: 'Company account' }).waitFor()
    }
    for (const page of [first, second]) {
      await page.getByLabel('Account').fill('ann')
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await first.getByRole('heading', { name: 'Goals', exact: true }).waitFor()
    await second.getByRole('heading', { name: 'Labels' }).waitFor()
  })

  test('sees where they are signed in, and ends other sessions', async () => {
    const [page, other] = [await world.open(), await world.open()]
    for (const one of [page, other]) {
      await one.goto('/settings/security')
      await signIn(one)
      await one.getByRole('heading', { name: 'Security' }).waitFor()
    }
    expect(await page.getByRole('heading', { name: 'Password' }).count()).toBe(0)
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign out all other browsers' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out others' }).click()
    await expect.poll(() => statusOf(other, '/v1/auth/session')).toBe(401)
    expect(await statusOf(page, '/v1/auth/session')).toBe(200)
  })
})

describe('the sign-in page', () => {
  test('says what to do if the address is not verified', async () => {
    const page = await world.open()
    await page.goto('/goals')
    await signIn(page, 'eve')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('does not have a verified email address')
    expect(await findings(page)).toEqual([])
    expect(await statusOf(page, '/v1/auth/session')).toBe(401)
  })

  test('says so if the person goes back at the provider, and returns to the wanted page later', async () => {
    const page = await world.open()
    await page.goto('/labels')
    await page.getByRole('link', { name: 'Continue to sign in' }).click()
    await page.getByRole('button', { name: 'Go back' }).click()
    await page.getByText('You were not signed in.').waitFor()
    await signIn(page)
    await page.getByRole('heading', { name: 'Labels' }).waitFor()
  })

  test('explains every problem, and one that it does not know', async () => {
    const page = await world.open()
    for (const [problem, text] of [
      ['expired', 'That sign-in is no longer valid.'],
      ['refused', 'You were not signed in.'],
      ['email_not_verified', 'does not have a verified email address'],
      ['no_email', 'has no name or email address that Cairn can use'],
      ['unavailable', 'is not responding'],
      ['too_many', 'Too many sign-ins have failed.'],
      ['failed', 'Something went wrong'],
      ['x', 'Something went wrong'],
    ]) {
      await page.goto(`/sign-in?problem=${problem}`)
      await page.getByText(text ?? '').waitFor()
    }
  })

  test('fits every width, without a finding in both themes', async () => {
    const page = await world.open()
    await page.goto('/sign-in?problem=no_email&returnTo=/labels')
    await page.getByRole('alert').waitFor()
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      const overflow = await page.evaluate(async () => {
        await new Promise(requestAnimationFrame)
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect(overflow, String(width)).toBeLessThanOrEqual(0)
    }
    expect(await findings(page)).toEqual([])
  })
})

test("the provider's page ends the session in a frame", async () => {
  const page = await world.open()
  await page.goto('/goals')
  await signIn(page)
  await page.getByRole('heading', { name: 'Goals', exact: true }).waitFor()
  const sid = provider.sessionIdOf('ann')
  const address = `${world.service.origin}/v1/auth/frontchannel-logout?${new URLSearchParams({ iss: provider.issuer, sid })}`
  // The provider's page, which is not watched: the browser reports that it must not show the frame.
  const other = await page.context().browser()?.newContext()
  const frame = await other?.newPage()
  if (!other || !frame) throw new Error('There is no browser.')
  await frame.goto(`${provider.issuer}/frame?${new URLSearchParams({ address })}`)
  await frame.getByText('The frame has loaded.').waitFor()
  await expect.poll(() => statusOf(page, '/v1/auth/session')).toBe(401)
  await other.close()
})
