import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { signInWithForm } from '../support/front-page.ts'
import { publishGoal } from '../support/seed.ts'
import { showTo } from '../support/show-to.ts'
import { apiIn, organizationOf, personWithTwo, switcher, switchTo } from '../support/tabs.ts'
import { show } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})

test('an address keeps its organization when copied, reloaded, opened in a new tab, or navigated to', async () => {
  const { person, first, second } = await personWithTwo(world, 'Bo')
  const goal = await publishGoal(apiIn(world, person, first), 'Of the first alone.')
  const page = await world.open(person)
  await page.goto('/goals')
  await page.getByRole('link', { name: 'Of the first alone' }).waitFor()
  await expect.poll(() => organizationOf(page)).toBe(first)
  await expect.poll(() => page.title()).toBe('Goals · Bo · Cairn')

  await switchTo(page, 'Bo’s second')
  await page.getByRole('link', { name: 'Goals', exact: true }).first().click()
  await page.getByText('No goals yet').waitFor()
  await expect.poll(() => organizationOf(page)).toBe(second)
  await page.reload()
  await page.getByText('No goals yet').waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Hello, Bo' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Of the first alone' }).waitFor()
  await switcher(page, 'Bo').waitFor()
  await expect.poll(() => organizationOf(page)).toBe(first)

  // The address that a middle click opens.
  const href = await page.getByRole('link', { name: 'Of the first alone' }).getAttribute('href')
  const newTab = await page.context().newPage()
  await newTab.goto(href ?? '')
  await newTab.getByRole('heading', { name: 'Of the first alone' }).waitFor()
  const copied = newTab.url()
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

test('an address without an organization opens the tab’s last one, and in a new tab the active one', async () => {
  const { person, first, second } = await personWithTwo(world, 'Cy')
  await showTo(page, person, '/settings/appearance')
  await show(page, '/home')
  await switchTo(page, 'Cy’s second')
  const other = await page.context().newPage()
  await other.goto(`/home?organization=${first}`)
  await switcher(other, 'Cy').waitFor()
  await other.goto('/settings/members#members')
  await other.getByRole('heading', { name: 'Members' }).waitFor()
  await expect
    .poll(() => other.url())
    .toBe(`${world.service.origin}/settings/members?organization=${first}#members`)
  const third = await page.context().newPage()
  await third.goto('/goals?status=paused')
  await switcher(third, 'Cy’s second').waitFor()
  await expect
    .poll(() => third.url())
    .toBe(`${world.service.origin}/goals?status=paused&organization=${second}`)
})

test('going back to another organization within one document loads it in a new document', async () => {
  const { person, first, second } = await personWithTwo(world, 'Flo')
  await publishGoal(apiIn(world, person, second), 'Of the second alone.')
  await showTo(page, person, '/settings/appearance')
  await show(page, '/home')
  await switcher(page, 'Flo').waitFor()
  // A history entry of the other organization that belongs to the same document.
  await page.evaluate((id) => {
    document.documentElement.dataset.first = 'true'
    const home = location.href
    history.replaceState(null, '', `/goals?organization=${id}`)
    history.pushState(null, '', home)
  }, second)
  await page.goBack()
  await page.getByRole('link', { name: 'Of the second alone' }).waitFor()
  await switcher(page, 'Flo’s second').waitFor()
  await expect.poll(() => organizationOf(page)).toBe(second)
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.first)).toBeUndefined()
  await page.goForward()
  await switcher(page, 'Flo').waitFor()
  await expect.poll(() => organizationOf(page)).toBe(first)
})

test('the address of a goal without an organization opens the goal’s organization', async () => {
  const { person } = await personWithTwo(world, 'Dee')
  for (const name of ['Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh']) {
    await person.api.createOrganization({ body: { name } })
  }
  const { organizations } = await person.api.getAuthSession()
  const seventh = organizations.find(({ name }) => name === 'Seventh')?.id ?? ''
  const goal = await publishGoal(apiIn(world, person, seventh), 'Far away.')
  await person.api.switchOrganization({ body: { organizationId: organizations[0]?.id ?? '' } })
  await showTo(page, person, '/settings/appearance')
  await page.goto(`/goals/${goal.id}`)
  await page.getByRole('heading', { name: 'Far away' }).waitFor()
  await switcher(page, 'Seventh').waitFor()
  await expect.poll(() => organizationOf(page)).toBe(seventh)

  await apiIn(world, person, seventh).deleteGoal({ params: { goalId: goal.id } })
  const other = await page.context().newPage()
  await other.goto(`/goals/${goal.id}`)
  await other.getByRole('heading', { name: 'Goal not found' }).waitFor()
  await switcher(other, 'Dee').waitFor()
})

test.each(['foreign', 'nonsense'])(
  'the address of a %s organization shows the person’s own organizations and sends nothing to it',
  async (kind) => {
    const owner = await world.person(`Owner ${kind}`)
    const guest = await world.person(`Guest ${kind}`)
    const { activeOrganizationId } = await owner.api.getAuthSession()
    const own = (await guest.api.getAuthSession()).activeOrganizationId
    const goal = await publishGoal(owner.api, 'Not for guests.')
    const organization = kind === 'foreign' ? activeOrganizationId : kind
    const page = await world.open(guest)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.headers()['organization-id'] ?? 'none'))
    await page.goto(`/goals/${goal.id}?organization=${organization}`)
    await page.getByRole('heading', { name: 'You are not a member of this organization' }).waitFor()
    expect(new Set(sent)).toEqual(new Set(['none']))
    await expect.poll(() => organizationOf(page)).toBe(organization)
    await page.getByRole('link', { name: `Guest ${kind}` }).click()
    await page.getByRole('heading', { name: 'Hello, Guest' }).waitFor()
    await expect.poll(() => organizationOf(page)).toBe(own)
    if (kind === 'nonsense') return

    await page.goBack()
    await page.getByRole('button', { name: 'Use another account' }).click()
    await signInWithForm(page, owner.email)
    await page.getByRole('heading', { name: 'Not for guests' }).waitFor()
    await expect.poll(() => organizationOf(page)).toBe(organization)
  },
)
