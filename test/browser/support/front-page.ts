import type { Page } from 'playwright-core'
import { emailsIn } from '../../support/people/logged-emails.ts'
import type { World } from './world.ts'

export const password = 'correct horse battery'

/** The link in the last verification email to the address. */
export function linkTo({ service }: World, email: string): string {
  const message = emailsIn(service.lines, email).findLast(({ kind }) => kind === 'email_verification')
  if (!message) throw new Error(`No verification email to ${email}.`)
  return message.link
}

export async function registerWithForm(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
}

export async function signInWithForm(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The facts about the account on the page of a verification link: name, email address, and creation time. */
export function factsOf(page: Page): Promise<string[]> {
  return page.getByRole('definition').allTextContents()
}
