import type { Client } from '@cairn/contract/http/client'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { publishGoal } from '../support/seed.ts'
import { apiIn, organizationOf, personWithTwo, returnToTab, switcher, switchTo } from '../support/tabs.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

/** About the person: a new page sets the time zone, whenever the browser has nothing else to do. */
const ofNoOrganization = '/v1/notification-preferences'

/** Collects the organization of each request that changes something in one. */
function watchChanges(page: Page): string[] {
  const organizations: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' || !request.url().includes('/v1/')) return
    if (request.url().endsWith(ofNoOrganization)) return
    organizations.push(request.headers()['organization-id'] ?? 'none')
  })
  return organizations
}

describe('a tab keeps its organization after another tab switches, for', () => {
  let ann: Awaited<ReturnType<typeof personWithTwo>>
  beforeAll(async () => {
    ann = await personWithTwo(world, 'Ann')
  })

  /** Opens `path` in tab A and calls `type`, switches in tab B, returns to tab A, and calls `send`. */
  async function sendAfterSwitch(
    path: string,
    type: (page: Page) => Promise<void>,
    send: (page: Page) => Promise<void>,
  ) {
    const { person, first, second } = ann
    await person.api.switchOrganization({ body: { organizationId: first } })
    const a = await world.open(person)
    await a.goto(path)
    await type(a)
    const b = await a.context().newPage()
    await b.goto('/home')
    await switchTo(b, 'Ann’s second')
    await expect.poll(() => organizationOf(b)).toBe(second)
    await returnToTab(a)
    expect(await person.api.getAuthSession()).toMatchObject({ activeOrganizationId: second })
    const changes = watchChanges(a)
    await send(a)
    await switcher(a, 'Ann').waitFor()
    await expect.poll(() => organizationOf(a)).toBe(first)
    expect(new Set(changes)).toEqual(new Set([first]))
    return { a, b, ...ann }
  }

  test('publishing a goal', async () => {
    const { a, b, first, second } = await sendAfterSwitch(
      '/goals/new',
      async (page) => {
        await page.getByLabel('Description', { exact: true }).fill('Belongs to the first.')
        await page.getByLabel('Continuous').check()
      },
      async (page) => {
        await page.getByRole('button', { name: 'Publish goal' }).click()
        await page.getByRole('heading', { name: 'Belongs to the first' }).waitFor()
      },
    )
    const titles = async (api: Client) => (await api.listGoals()).goals.map(({ title }) => title)
    expect(await titles(apiIn(world, ann.person, first))).toContain('Belongs to the first')
    expect(await titles(apiIn(world, ann.person, second))).toEqual([])
    await b.getByRole('link', { name: 'Goals' }).first().click()
    await b.getByText('No goals yet').waitFor()
    await a.reload()
    await a.getByRole('heading', { name: 'Belongs to the first' }).waitFor()
  })

  test('editing a goal and reporting on it', async () => {
    const goal = await publishGoal(apiIn(world, ann.person, ann.first), 'Before the edit.')
    const { a } = await sendAfterSwitch(
      `/goals/${goal.id}`,
      async (page) => {
        await page.getByRole('button', { name: 'Edit', exact: true }).click()
        await page.getByLabel('Title').fill('After the edit')
      },
      async (page) => {
        await page.getByRole('button', { name: 'Save changes' }).click()
        await page.getByRole('heading', { name: 'After the edit' }).waitFor()
        await page.getByRole('button', { name: 'Report' }).click()
        await page.getByLabel('Summary').fill('Reported beside a switch')
        await page.getByLabel('Details', { exact: true }).fill('Details.')
        await page.getByRole('button', { name: 'Send report' }).click()
        await page.getByText('Report sent.').waitFor()
      },
    )
    await a.getByRole('region', { name: 'History' }).getByText('Reported beside a switch').waitFor()
  })

  test('creating a label', async () => {
    const { first, second } = await sendAfterSwitch(
      '/labels',
      async (page) => {
        await page.getByRole('button', { name: 'New label' }).first().click()
        await page.getByRole('dialog').getByLabel('Name').fill('First only')
      },
      async (page) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Create label' }).click()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await page.getByText('First only').first().waitFor()
      },
    )
    const names = async (api: Client) => (await api.listGoalLabels()).labels.map(({ name }) => name)
    expect(await names(apiIn(world, ann.person, first))).toEqual(['First only'])
    expect(await names(apiIn(world, ann.person, second))).toEqual([])
  })

  test('inviting', async () => {
    const { first, second } = await sendAfterSwitch(
      '/settings/members',
      (page) => page.getByLabel('Email address').fill('guest@example.com'),
      async (page) => {
        await page.getByRole('button', { name: 'Invite' }).click()
        await page.getByText('Invitation sent to').waitFor()
      },
    )
    const invited = async (api: Client) =>
      (await api.listOrganizationInvitations()).invitations.map(({ email }) => email)
    expect(await invited(apiIn(world, ann.person, first))).toEqual(['guest@example.com'])
    expect(await invited(apiIn(world, ann.person, second))).toEqual([])
  })

  test('creating an API token', async () => {
    const { first, second } = await sendAfterSwitch(
      '/settings/api-tokens',
      async (page) => {
        await page.getByRole('button', { name: 'New token' }).click()
        await page.getByLabel('Name').fill('Helpdesk')
      },
      async (page) => {
        await page.getByRole('button', { name: 'Create token' }).click()
        await page.getByLabel('New token').or(page.getByText('Helpdesk')).first().waitFor()
      },
    )
    const tokens = async (api: Client) => (await api.listApiTokens()).tokens.map(({ name }) => name)
    expect(await tokens(apiIn(world, ann.person, first))).toEqual(['Helpdesk'])
    expect(await tokens(apiIn(world, ann.person, second))).toEqual([])
  })
})

test('a pending response for one organization is never shown in another', async () => {
  const { person, first } = await personWithTwo(world, 'Eve')
  await publishGoal(apiIn(world, person, first), 'Late response.')
  const page = await world.open(person)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let held = 0
  // Before the page, which may load the goals ahead.
  await page.route('**/v1/goals?limit=50&view=summary', async (route) => {
    if (route.request().headers()['organization-id'] === first) {
      held++
      await released
    }
    await route.continue().catch(() => undefined) // The page may be gone.
  })
  await page.goto('/home')
  await switcher(page, 'Eve').waitFor()
  await page.getByRole('link', { name: 'Goals', exact: true }).first().click()
  await page.getByText('Loading goals').waitFor({ state: 'attached' })
  expect(held).toBe(1)
  await switchTo(page, 'Eve’s second')
  await page.getByRole('link', { name: 'Goals', exact: true }).first().click()
  await page.getByText('No goals yet').waitFor()
  release()
  await page.getByRole('link', { name: 'Labels', exact: true }).first().click()
  await page.getByRole('link', { name: 'Goals', exact: true }).first().click()
  await page.getByText('No goals yet').waitFor()
  await expect.poll(() => page.getByText('Late response').count()).toBe(0)
})

test('creating an organization or accepting an invitation switches only its own tab', async () => {
  const host = await world.person('Fay')
  const guest = await world.person('Gil')
  const { acceptUrl } = await host.api.createOrganizationInvitation({
    body: { email: guest.email, role: 'member' },
  })
  const a = await world.open(guest)
  await a.goto('/goals/new')
  await a.getByLabel('Description', { exact: true }).fill('Typed in the first.')
  const b = await a.context().newPage()
  await b.goto(acceptUrl)
  await b.getByRole('button', { name: 'Accept invitation' }).click()
  await b.getByText('Welcome to Fay.').waitFor()
  await switcher(b, 'Fay').waitFor()
  await b.getByRole('button', { name: /^Organization:/ }).click()
  await b.getByRole('menuitem', { name: 'New organization' }).click()
  await b.getByRole('dialog').getByLabel('Name').fill('Of Gil')
  await b.getByRole('dialog').getByRole('button', { name: 'Create organization' }).click()
  await b.getByText('Of Gil is ready. You are its owner.').waitFor()
  await switcher(b, 'Of Gil').waitFor()
  await returnToTab(a)
  await expect.poll(() => a.title()).toBe('New goal · Gil · Cairn') // The session has been reloaded.
  await switcher(a, 'Gil').waitFor()
  await expect
    .poll(() => a.getByLabel('Description', { exact: true }).inputValue())
    .toBe('Typed in the first.')
  await b.getByRole('link', { name: 'New goal' }).first().click()
  await expect.poll(() => b.getByLabel('Description', { exact: true }).inputValue()).toBe('')
})

test('when a membership ends, the page stays and offers other organizations', async () => {
  const { person, first, second } = await personWithTwo(world, 'Hal')
  const page = await world.open(person)
  await page.goto('/goals/new')
  await page.getByLabel('Description', { exact: true }).fill('Not to be lost.')
  await page.getByLabel('Continuous').check()
  await page.route('**/v1/auth/state', async (route) => {
    const response = await route.fetch()
    const { session } = await response.json()
    const organizations = session.organizations.filter(({ id }: { id: string }) => id !== first)
    const changed = { ...session, organizations, activeOrganizationId: second }
    await route.fulfill({ response, json: { session: changed } })
  })
  await page.route('**/v1/goals', (route) =>
    route.fulfill({ status: 403, json: { error: 'membership_not_found', message: 'Not a member.' } }),
  )
  await page.getByRole('button', { name: 'Publish goal' }).click()
  const dialog = page.getByRole('dialog', { name: 'You are no longer a member of Hal' })
  await dialog.getByRole('button', { name: 'Stay on this page' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.getByLabel('Description', { exact: true }).inputValue())
    .toBe('Not to be lost.')
  await switcher(page, 'Hal').waitFor()
  await page.unroute('**/v1/goals')
  await page.reload()
  await page.getByRole('heading', { name: 'You are not a member of this organization' }).waitFor()
  await page.getByRole('link', { name: 'Hal’s second' }).click()
  await switcher(page, 'Hal’s second').waitFor()
  await page.getByRole('link', { name: 'New goal' }).first().click()
  await expect.poll(() => page.getByLabel('Description', { exact: true }).inputValue()).toBe('')
})
