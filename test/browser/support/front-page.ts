import type { Page } from 'playwright-core'
import { emailsIn } from '../../support/people/logged-emails.ts'
import type { World } from './world.ts'

export const password = 'correct horse battery'

/** The last verification link that was mailed to the address. */
export function linkTo({ service }: World, email: string): string {
  const mail = emailsIn(service.lines, email).findLast(({ mail }) => mail === 'email_verification')
  if (!mail) throw new Error(`No verification mail to ${email}.`)
  return mail.link
}

export async function signInWithForm(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** What the page of a link tells of the account: name, address, and when it was created. */
export function factsOf(page: Page): Promise<string[]> {
  return page.getByRole('definition').allTextContents()
}
