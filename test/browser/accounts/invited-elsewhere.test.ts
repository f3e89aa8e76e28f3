/** Invitations with a provider that signs in on its own page. */
import { createClient } from '@cairn/contract/http/client'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  claimsAt,
  createKey,
  jwtEnvironment,
  signToken,
  startKeyServer,
} from '../../access/authentication/support/issuer.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { findings } from '../support/axe.ts'
import { walkTo } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const key = await createKey('key-1')
const issuer = stopAfterFile(await startKeyServer(key))
const settings = jwtEnvironment(issuer.jwksUrl)
const world = createWorld({ environment: settings })
let page: Page
/** The person signed in at the provider, in the header that a proxy in front adds to every request. */
let authorization: string | undefined

beforeAll(async () => {
  page = await world.keep()
  await page.route('**/v1/**', (route) =>
    route.continue({ headers: { ...route.request().headers(), ...(authorization && { authorization }) } }),
  )
})

const tokenOf = (name: string) => {
  const email = `${name.toLowerCase()}@example.com`
  return signToken({ ...claimsAt(new Date()), sub: name, name, email }, key)
}

async function clientOf(name: string) {
  const { origin } = world.service
  return createClient({
    baseUrl: origin,
    headers: { origin, authorization: `Bearer ${await tokenOf(name)}` },
  })
}

async function signIn(name: string): Promise<void> {
  authorization = `Bearer ${await tokenOf(name)}`
}

async function invite(host: Awaited<ReturnType<typeof clientOf>>, email: string): Promise<string> {
  await host.getAuthSession()
  const body = { email, role: 'member' } as const
  return (await host.createOrganizationInvitation({ body })).acceptUrl
}

test('an invitation for somebody else stays valid', async () => {
  const cy = await clientOf('Cy')
  const acceptUrl = await invite(cy, 'dee@example.com')
  await signIn('Eve')
  await page.goto(acceptUrl)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await page.getByText('The invitation was sent to dee@example.com.').waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  expect((await cy.listOrganizationInvitations()).invitations).toHaveLength(1)
})

test('a new person accepts before anything else, and gets no organization of their own', async () => {
  const acceptUrl = await invite(await clientOf('Ann'), 'ben@example.com')
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  let returnTo: string | null = null
  await page.route('**/v1/auth/login?*', async (route) => {
    returnTo = new URL(route.request().url()).searchParams.get('returnTo')
    await signIn('Ben')
    await route.fulfill({ status: 302, headers: { location: acceptUrl } })
  })
  authorization = undefined
  await walkTo(page, acceptUrl)
  await page.getByText('Ann invited you to join Ann on Cairn as a member.').waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  const back = page.waitForEvent('domcontentloaded')
  await page.getByRole('button', { name: 'Accept invitation' }).press('Enter')
  await back
  expect(returnTo).toBe(acceptUrl)

  await page.getByRole('button', { name: 'Accept invitation' }).waitFor()
  expect(asked).not.toContain('GET /v1/auth/state')
  await page.getByRole('button', { name: 'Accept invitation' }).press('Enter')
  await page.getByText('Welcome to Ann.').waitFor()
  const { organizations } = await (await clientOf('Ben')).getAuthSession()
  expect(organizations).toEqual([{ id: expect.any(String), name: 'Ann', role: 'member' }])
})
