import { type Client, createClient } from '@cairn/contract/http/client'
import { organizationIdHeader } from '@cairn/contract/http/headers/organization-header'
import type { Locator, Page } from 'playwright-core'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import type { World } from './world.ts'

/** Signs in a person with two organizations. The first one has the person's name and is active. */
export async function personWithTwo(world: World, name: string) {
  const person = await world.person(name)
  const { activeOrganizationId: first } = await person.api.getAuthSession()
  const { activeOrganizationId: second } = await person.api.createOrganization({
    body: { name: `${name}’s second` },
  })
  await person.api.switchOrganization({ body: { organizationId: first } })
  return { person, first, second }
}

/** A person's client for one organization, whichever is active. */
export function apiIn({ service: { origin } }: World, { cookie }: Session, organizationId: string): Client {
  return createClient({
    baseUrl: origin,
    headers: { origin, cookie, [organizationIdHeader]: organizationId },
  })
}

export function switcher(page: Page, name: string): Locator {
  return page.getByRole('button', { name: `Organization: ${name}` })
}

export async function switchTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Organization:/ }).click()
  await page.getByRole('menuitemradio', { name }).click()
  await page.getByText(`You are now in ${name}.`).waitFor()
  await switcher(page, name).waitFor()
}

/** The organization in the address of a page. */
export const organizationOf = (page: Page) => new URL(page.url()).searchParams.get('organization')

/** Makes the page reload its session, as when someone returns to the tab. */
export const returnToTab = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
