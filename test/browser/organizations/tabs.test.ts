import { type Client, createClient, organizationIdHeader } from '@cairn/contract'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Browser as Session, signInAgain } from '../../support/people/sign-in.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

/** Organizations are named after what they are in a test: the one of the tab, and another one of the same person. */
async function personWithTwo(name: string) {
  const person = await world.person(name)
  const { activeOrganizationId: first } = await person.api.getAuthSession()
  const { activeOrganizationId: second } = await person.api.createOrganization({
    body: { name: `${name}’s second` },
  })
  await person.api.switchOrganization({ body: { organizationId: first } })
  return { person, first, second }
}

/** A person's client for one organization, whichever is active. */
const apiIn = ({ cookie }: Session, organizationId: string): Client =>
  createClient({
    baseUrl: world.service.origin,
    headers: { origin: world.service.origin, cookie, [organizationIdHeader]: organizationId },
  })

async function publish(api: Client, detailedDescription: string) {
  const { goal } = await api.createGoal({
    body: { detailedDescription, timeframe: { kind: 'continuous' } },
  })
  return goal
}

const switcher = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name: typeof name === 'string' ? `Organization: ${name}` : name })

async function switchTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Organization:/ }).click()
  await page.getByRole('menuitemradio', { name }).click()
  await page.getByText(`You are now in ${name}.`).waitFor()
  await switcher(page, name).waitFor()
}

/** Which organization each change was sent to. */
function watchChanges(page: Page): string[] {
  const organizations: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' || !request.url().includes('/v1/')) return
    organizations.push(request.headers()['organization-id'] ?? 'none')
  })
  return organizations
}

const organizationOf = (page: Page) => new URL(page.url()).searchParams.get('organization')

/** What makes the browser look again: somebody comes back to the tab. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))

describe('a tab keeps its organization when another tab switches', () => {
  let ann: Awaited<ReturnType<typeof personWithTwo>>
  beforeAll(async () => {
    ann = await personWithTwo('Ann')
  })

  /** Opens `path` in tab A, does `type` there, switches in tab B, comes back to A and does `send`. */
  async function around(
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
    expect(organizationOf(b)).toBe(second)
    await comeBack(a)
    expect(await person.api.getAuthSession()).toMatchObject({ activeOrganizationId: second })
    const changes = watchChanges(a)
    await send(a)
    await switcher(a, 'Ann').waitFor()
    expect(organizationOf(a)).toBe(first)
    expect(new Set(changes)).toEqual(new Set([first]))
    return { a, b, ...ann }
  }

  test('publishing a goal', async () => {
    const { a, b, first, second } = await around(
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
    expect(await titles(apiIn(ann.person, first))).toContain('Belongs to the first')
    expect(await titles(apiIn(ann.person, second))).toEqual([])
    await b.getByRole('link', { name: 'Goals' }).first().click()
    await b.getByText('No goals yet').waitFor()
    await a.reload()
    await a.getByRole('heading', { name: 'Belongs to the first' }).waitFor()
  })

  test('editing a goal and reporting on it', async () => {
    const goal = await publish(apiIn(ann.person, ann.first), 'Before the edit.')
    const { a } = await around(
      `/goals/${goal.id}`,
      async (page) => {
        await page.getByRole('button', { name: 'Edit' }).click()
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

  test('making a label', async () => {
    const { first, second } = await around(
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
    expect(await names(apiIn(ann.person, first))).toEqual(['First only'])
    expect(await names(apiIn(ann.person, second))).toEqual([])
  })

  test('inviting', async () => {
    const { first, second } = await around(
      '/settings/team',
      (page) => page.getByLabel('Email address').fill('guest@example.com'),
      async (page) => {
        await page.getByRole('button', { name: 'Invite' }).click()
        await page.getByText('Invitation sent to').waitFor()
      },
    )
    const invited = async (api: Client) =>
      (await api.listOrganizationInvitations()).invitations.map(({ email }) => email)
    expect(await invited(apiIn(ann.person, first))).toEqual(['guest@example.com'])
    expect(await invited(apiIn(ann.person, second))).toEqual([])
  })

  test('making an API token', async () => {
    const { first, second } = await around(
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
    expect(await tokens(apiIn(ann.person, first))).toEqual(['Helpdesk'])
    expect(await tokens(apiIn(ann.person, second))).toEqual([])
  })
})

describe('an address', () => {
  test('of a page is about one organization: copied, reloaded, opened beside, back and forward', async () => {
    const { person, first, second } = await personWithTwo('Bo')
    const goal = await publish(apiIn(person, first), 'Of the first alone.')
    const page = await world.open(person)
    await page.goto('/goals')
    await page.getByRole('link', { name: 'Of the first alone' }).waitFor()
    expect(organizationOf(page)).toBe(first)
    await expect.poll(() => page.title()).toBe('Goals · Bo · Cairn')

    await switchTo(page, 'Bo’s second')
    await page.getByRole('link', { name: 'Goals', exact: true }).first().click()
    await page.getByText('No goals yet').waitFor()
    expect(organizationOf(page)).toBe(second)
    await page.reload()
    await page.getByText('No goals yet').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Hello, Bo' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Of the first alone' }).waitFor()
    await switcher(page, 'Bo').waitFor()
    expect(organizationOf(page)).toBe(first)

    // What a middle click opens: the link as it stands.
    const href = await page.getByRole('link', { name: 'Of the first alone' }).getAttribute('href')
    const beside = await page.context().newPage()
    await beside.goto(href ?? '')
    await beside.getByRole('heading', { name: 'Of the first alone' }).waitFor()
    const copied = beside.url()
    expect(copied).toBe(`${world.service.origin}/goals/${goal.id}?organization=${first}`)

    await page.goForward()
    await page.getByRole('heading', { name: 'Hello, Bo' }).waitFor()
    await switcher(page, 'Bo’s second').waitFor()
    const bookmark = await page.context().newPage()
    await bookmark.goto(copied)
    await bookmark.getByRole('heading', { name: 'Of the first alone' }).waitFor()
    await switcher(bookmark, 'Bo').waitFor()
    expect(await person.api.getAuthSession()).toMatchObject({ activeOrganizationId: second })
  })

  test('that names no organization opens where the tab was last, and in a new tab where the person was last', async () => {
    const { person, first, second } = await personWithTwo('Cy')
    const page = await world.open(person)
    await page.goto('/home')
    await switchTo(page, 'Cy’s second')
    const other = await page.context().newPage()
    await other.goto(`/home?organization=${first}`)
    await switcher(other, 'Cy').waitFor()
    await other.goto('/settings/team#members')
    await other.getByRole('heading', { name: 'Team' }).waitFor()
    await expect
      .poll(() => other.url())
      .toBe(`${world.service.origin}/settings/team?organization=${first}#members`)
    const third = await page.context().newPage()
    await third.goto('/goals?status=paused')
    await switcher(third, 'Cy’s second').waitFor()
    await expect
      .poll(() => third.url())
      .toBe(`${world.service.origin}/goals?status=paused&organization=${second}`)
  })

  test('of a goal that names no organization opens where the goal is', async () => {
    const { person } = await personWithTwo('Dee')
    for (const name of ['Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh']) {
      await person.api.createOrganization({ body: { name } })
    }
    const { organizations } = await person.api.getAuthSession()
    const seventh = organizations.find(({ name }) => name === 'Seventh')?.id ?? ''
    const goal = await publish(apiIn(person, seventh), 'Far away.')
    await person.api.switchOrganization({ body: { organizationId: organizations[0]?.id ?? '' } })
    const page = await world.open(person)
    await page.goto(`/goals/${goal.id}`)
    await page.getByRole('heading', { name: 'Far away' }).waitFor()
    await switcher(page, 'Seventh').waitFor()
    expect(organizationOf(page)).toBe(seventh)

    await apiIn(person, seventh).deleteGoal({ params: { goalId: goal.id } })
    const other = await page.context().newPage()
    await other.goto(`/goals/${goal.id}`)
    await other.getByRole('heading', { name: 'Goal not found' }).waitFor()
    await switcher(other, 'Dee').waitFor()
  })

  test.each(['foreign', 'nonsense'])(
    'of a %s organization says so, sends nothing there and offers one’s own',
    async (kind) => {
      const owner = await world.person(`Owner ${kind}`)
      const guest = await world.person(`Guest ${kind}`)
      const { activeOrganizationId } = await owner.api.getAuthSession()
      const own = (await guest.api.getAuthSession()).activeOrganizationId
      const goal = await publish(owner.api, 'Not for guests.')
      const organization = kind === 'foreign' ? activeOrganizationId : kind
      const page = await world.open(guest)
      const sent: string[] = []
      page.on('request', (request) => sent.push(request.headers()['organization-id'] ?? 'none'))
      await page.goto(`/goals/${goal.id}?organization=${organization}`)
      await page.getByRole('heading', { name: 'You are not a member of this organization' }).waitFor()
      expect(new Set(sent)).toEqual(new Set(['none']))
      expect(organizationOf(page)).toBe(organization)
      await page.getByRole('link', { name: `Guest ${kind}` }).click()
      await page.getByRole('heading', { name: 'Hello, Guest' }).waitFor()
      expect(organizationOf(page)).toBe(own)
      if (kind === 'nonsense') return

      await page.goBack()
      await page.getByRole('button', { name: 'Use another account' }).click()
      await page.getByLabel('Email address').fill(owner.email)
      await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Not for guests' }).waitFor()
      expect(organizationOf(page)).toBe(organization)
    },
  )
})

test('what is under way for one organization is never shown in another', async () => {
  const { person, first } = await personWithTwo('Eve')
  await publish(apiIn(person, first), 'Late answer.')
  const page = await world.open(person)
  await page.goto('/home')
  await switcher(page, 'Eve').waitFor()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/v1/goals?limit=50', async (route) => {
    if (route.request().headers()['organization-id'] === first) await released
    await route.continue().catch(() => undefined) // The page that asked is gone.
  })
  await page.getByRole('link', { name: 'Goals', exact: true }).first().click()
  await page.getByText('Loading goals').waitFor({ state: 'attached' })
  await switchTo(page, 'Eve’s second')
  await page.getByRole('link', { name: 'Goals', exact: true }).first().click()
  await page.getByText('No goals yet').waitFor()
  release()
  await page.getByRole('link', { name: 'Labels', exact: true }).first().click()
  await page.getByRole('link', { name: 'Goals', exact: true }).first().click()
  await page.getByText('No goals yet').waitFor()
  expect(await page.getByText('Late answer').count()).toBe(0)
})

test('a new organization, or an accepted invitation, moves its own tab only', async () => {
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
  await comeBack(a)
  await expect.poll(() => a.title()).toBe('New goal · Gil · Cairn') // The memberships are read again.
  await switcher(a, 'Gil').waitFor()
  expect(await a.getByLabel('Description', { exact: true }).inputValue()).toBe('Typed in the first.')
  await b.getByRole('link', { name: 'New goal' }).first().click()
  expect(await b.getByLabel('Description', { exact: true }).inputValue()).toBe('')
})

test('when the membership ends, the page stays with what was typed and offers other organizations', async () => {
  const { person, first, second } = await personWithTwo('Hal')
  const page = await world.open(person)
  await page.goto('/goals/new')
  await page.getByLabel('Description', { exact: true }).fill('Not to be lost.')
  await page.getByLabel('Continuous').check()
  await page.route('**/v1/auth/session', async (route) => {
    const response = await route.fetch()
    const session = await response.json()
    const organizations = session.organizations.filter(({ id }: { id: string }) => id !== first)
    await route.fulfill({ response, json: { ...session, organizations, activeOrganizationId: second } })
  })
  await page.route('**/v1/goals', (route) =>
    route.fulfill({ status: 403, json: { error: 'membership_not_found', message: 'Not a member.' } }),
  )
  await page.getByRole('button', { name: 'Publish goal' }).click()
  const dialog = page.getByRole('dialog', { name: 'You are no longer a member of Hal' })
  await dialog.getByRole('button', { name: 'Stay on this page' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('Not to be lost.')
  await switcher(page, 'Hal').waitFor()
  await page.unroute('**/v1/goals')
  await page.reload()
  await page.getByRole('heading', { name: 'You are not a member of this organization' }).waitFor()
  await page.getByRole('link', { name: 'Hal’s second' }).click()
  await switcher(page, 'Hal’s second').waitFor()
  await page.getByRole('link', { name: 'New goal' }).first().click()
  expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('')
})

describe('the session, which all tabs share', () => {
  const password = 'correct horse battery'
  const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })

  async function signInAs(page: Page, email: string): Promise<void> {
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  test('ends in all tabs at once, and is back in all after signing in in one', async () => {
    const ida = await world.person('Ida')
    const a = await world.open(ida)
    await a.goto('/goals/new')
    await a.getByLabel('Description', { exact: true }).fill('Typed before the end.')
    await a.getByLabel('Continuous').check()
    const b = await a.context().newPage()
    await b.goto('/home')
    await b.getByRole('button', { name: 'Account: Ida' }).click()
    await b.getByRole('menuitem', { name: 'Sign out' }).click()
    await ended(a).waitFor()
    await b.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signInAs(b, ida.email)
    await b.getByRole('heading', { name: 'Hello, Ida' }).waitFor()
    await ended(a).waitFor({ state: 'detached' })
    await a.getByRole('button', { name: 'Publish goal' }).click()
    await a.getByRole('heading', { name: 'Typed before the end' }).waitFor()
  })

  test('is back in all tabs after signing in in the dialog of one, and what failed meanwhile is loaded', async () => {
    const nia = await world.person('Nia')
    const a = await world.open(nia)
    const b = await a.context().newPage()
    for (const page of [a, b]) {
      await page.goto('/home')
      await page.getByText('You have no active goals').waitFor()
    }
    await nia.api.logout()
    for (const page of [a, b]) {
      await page.getByRole('link', { name: 'Goals', exact: true }).first().click()
      await ended(page).waitFor()
    }
    await ended(a).getByLabel('Password', { exact: true }).fill(password)
    await ended(a).getByRole('button', { name: 'Sign in' }).click()
    for (const page of [a, b]) {
      await ended(page).waitFor({ state: 'detached' })
      await page.getByText('No goals yet').waitFor()
    }
  })

  test('leaves no word of its end behind after signing in again', async () => {
    const jo = await world.person('Jo')
    const page = await world.open(jo)
    await page.goto('/goals/new')
    await page.getByLabel('Description', { exact: true }).fill('Sent twice.')
    await page.getByLabel('Continuous').check()
    await jo.api.logout()
    await page.getByRole('button', { name: 'Publish goal' }).click()
    await ended(page).waitFor()
    await page.getByText('Your session has ended. Sign in again').waitFor({ state: 'attached' })
    await ended(page).getByLabel('Password', { exact: true }).fill(password)
    await ended(page).getByRole('button', { name: 'Sign in' }).click()
    await ended(page).waitFor({ state: 'detached' })
    await page.getByText('Your session has ended').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Publish goal' }).click()
    await page.getByRole('heading', { name: 'Sent twice' }).waitFor()
  })

  test('stays after signing in again when answers to older requests arrive late', async () => {
    const kim = await world.person('Kim')
    const page = await world.open(kim)
    await page.goto('/labels')
    await page.getByRole('heading', { name: 'Labels' }).waitFor()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const held: string[] = []
    let isHolding = true
    await kim.api.logout()
    await page.route(/\/v1\/(?:goals|auth\/session)/, async (route) => {
      if (!isHolding) return route.continue()
      held.push(new URL(route.request().url()).pathname)
      await released
      return route.fulfill({ status: 401, json: { error: 'unauthorized', message: 'Sign in first.' } })
    })
    await page.getByRole('link', { name: 'Goals', exact: true }).first().click()
    await comeBack(page)
    await expect.poll(() => held).toEqual(expect.arrayContaining(['/v1/goals', '/v1/auth/session']))
    isHolding = false
    await ended(page).getByLabel('Password', { exact: true }).fill(password)
    await ended(page).getByRole('button', { name: 'Sign in' }).click()
    await ended(page).waitFor({ state: 'detached' })
    release()
    await page.getByText('No goals yet').waitFor()
    expect(await ended(page).count()).toBe(0)
  })

  test('leaves nothing that one person typed in the tab for the next', async () => {
    const lea = await world.person('Lea')
    const max = await world.person('Max')
    const page = await world.open(lea)
    const storage = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    await page.goto('/goals/new')
    await page.getByLabel('Description', { exact: true }).fill('Secret of Lea.')
    await expect.poll(storage).toContain('Secret of Lea.')
    await lea.api.logout()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await storage()).toContain('Secret of Lea.') // It may be Lea who comes back.
    await signInAs(page, max.email)
    await page
      .getByLabel('Description', { exact: true })
      .or(page.getByRole('link', { name: 'Max' }))
      .waitFor()
    expect(await storage()).not.toContain('Lea')

    await page.goto('/home')
    await page.getByRole('link', { name: 'New goal' }).first().click()
    await page.getByLabel('Description', { exact: true }).fill('Secret of Max.')
    await expect.poll(storage).toContain('Secret of Max.')
    const other = await signInAgain(world.service, { email: lea.email, displayName: 'Lea' })
    const [name = '', value = ''] = other.cookie.split('=')
    await page.context().addCookies([{ name, value, url: world.service.origin }])
    await comeBack(page)
    await page.getByRole('heading', { name: 'Hello, Lea' }).waitFor()
    expect(await storage()).not.toContain('Max')
  })
})
