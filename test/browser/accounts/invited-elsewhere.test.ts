/** Invitations with a provider that signs in on its own page. */
import { createClient } from '@cairn/contract/client'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  claimsAt,
  createKey,
  jwtEnvironment,
  signToken,
  startKeyServer,
} from '../../authentication/support/issuer.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { findings } from '../support/axe.ts'
import { createWorld } from '../support/world.ts'

const key = await createKey('key-1')
const issuer = stopAfterFile(await startKeyServer(key))
const settings = jwtEnvironment(issuer.jwksUrl)
const world = createWorld({ environment: settings })

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

/** What a proxy in front does: it adds the person's token to every request. */
async function signIn(page: Page, name: string): Promise<void> {
  await page.setExtraHTTPHeaders({ authorization: `Bearer ${await tokenOf(name)}` })
}

test('a new person accepts before anything else, and gets no organization of their own', async () => {
  const ann = await clientOf('Ann')
  await ann.getAuthSession()
  const { acceptUrl } = await ann.createOrganizationInvitation({
    body: { email: 'ben@example.com', role: 'member' },
  })
  const page = await world.open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.route('**/v1/auth/login?*', (route) => route.fulfill({ body: 'The page of the provider.' }))
  await page.goto(acceptUrl)
  await page.getByText('Ann invited you to join Ann on Cairn as a member.').waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Accept invitation' }).press('Enter')
  await page.waitForURL('**/v1/auth/login?*')
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe(acceptUrl)

  await signIn(page, 'Ben')
  asked.length = 0
  await page.goto(acceptUrl)
  await page.getByRole('button', { name: 'Accept invitation' }).waitFor()
  expect(asked).not.toContain('GET /v1/auth/state')
  await page.getByRole('button', { name: 'Accept invitation' }).press('Enter')
  await page.getByText('Welcome to Ann.').waitFor()
  const { organizations } = await (await clientOf('Ben')).getAuthSession()
  expect(organizations).toEqual([{ id: expect.any(String), name: 'Ann', role: 'member' }])

  // The used link leads a member to the organization, and says to others that it no longer works.
  await page.goto(acceptUrl)
  await page.getByRole('button', { name: /Organization: Ann/ }).waitFor()
  await signIn(page, 'Fay')
  await page.goto(acceptUrl)
  await page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor()
})

test('an invitation for somebody else stays valid', async () => {
  const cy = await clientOf('Cy')
  await cy.getAuthSession()
  const { acceptUrl } = await cy.createOrganizationInvitation({
    body: { email: 'dee@example.com', role: 'member' },
  })
  const page = await world.open()
  await signIn(page, 'Eve')
  await page.goto(acceptUrl)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await page.getByText('The invitation was sent to dee@example.com.').waitFor()
  expect(await findings(page)).toEqual([])
  expect((await cy.listOrganizationInvitations()).invitations).toHaveLength(1)
})
