import { randomUUID } from 'node:crypto'
import type { Event } from '@cairn/contract/schemas/feed/events'
import { appendEvents } from '@cairn/domain/events/feed/append-events'
import { expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { expectFocus, pressEnter } from '../support/focus.ts'
import { look, startFollowing, withMovableTime } from '../support/live.ts'
import { createLabel, publishGoal, reportOn } from '../support/seed.ts'
import { addressOf, createWorld, teammates } from '../support/world.ts'

const world = createWorld()

const hour = 3_600_000

/** Adds events of labels to the feed, one an hour until now, as if they had happened then. */
async function addPast(session: Session, count: number): Promise<void> {
  // Earlier events are in the feed first.
  await session.api.listEvents()
  const { activeOrganizationId } = await session.api.getAuthSession()
  const now = Date.now()
  const events = [...Array(count).keys()].map(
    (index): Event => ({
      id: randomUUID(),
      type: 'label.created',
      createdAt: new Date(now - (count - index) * hour).toISOString(),
      actor: { kind: 'user', id: session.userId, runId: null },
      authorityUserId: session.userId,
      goal: null,
      data: { labelId: randomUUID(), name: `Label ${index}.` },
    }),
  )
  await appendEvents(world.service.table.database, activeOrganizationId, events)
}

test('says what happened in sentences with links, newest first, by day', async () => {
  const [ann, ben] = await teammates(world, 'Ann', 'Ben')
  const goal = await publishGoal(ann.api, 'Halve the paper.')
  await reportOn(ben.api, goal.id, { health: 'at_risk', summary: 'two days late' })
  const labelId = await createLabel(ann.api, 'Quality')
  await createLabel(ann.api, 'Old')
  const old = await publishGoal(ann.api, 'An old goal.')
  await ben.api.deleteGoal({ params: { goalId: old.id } })
  const page = await world.open(ann)
  await page.goto('/home')
  await page.getByRole('link', { name: 'Feed' }).first().click()
  const today = page.getByRole('region', { name: 'Today' })
  await today.getByText('Ben deleted An old goal').waitFor()
  const latest = async () =>
    (await today.getByRole('listitem').allInnerTexts()).slice(0, 6).map((text) =>
      text
        .replaceAll(/\s+/g, ' ')
        .replace(' : ', ': ')
        .replace(/ [\d:]+ ?[AP]M$/, ''),
    )
  await expect
    .poll(latest)
    .toEqual([
      'Ben deleted An old goal',
      'You published An old goal',
      'You created the label Old',
      'You created the label Quality',
      'Ben moved Halve the paper to At risk: two days late',
      'You published Halve the paper',
    ])
  // Nothing links to what was deleted.
  await expect.poll(() => today.getByRole('link', { name: 'An old goal' }).count()).toBe(0)

  await today.getByRole('link', { name: 'Quality' }).click()
  await page.getByRole('heading', { name: 'Goals', level: 1 }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('labelId')).toBe(labelId)
  await page.goBack()
  await today.getByRole('link', { name: 'Halve the paper' }).first().click()
  await page.getByRole('heading', { name: 'Halve the paper' }).waitFor()
})

test('keeps a filter in the address, and shows members only what they may see', async () => {
  const [cy, dee] = [await world.person('Cy'), await world.person('Dee')]
  await join(cy, dee)
  const goal = await publishGoal(cy.api, 'Halve the paper.')
  await reportOn(cy.api, goal.id, { summary: 'On the way' })
  const page = await world.open(cy)
  await page.goto('/feed')
  await page.getByText('On the way').waitFor()
  await page.getByText('People', { exact: true }).click()
  await page
    .getByText('Dee accepted an invitation as a member')
    .or(page.getByText('Dee joined as a member'))
    .first()
    .waitFor()
  await expect.poll(() => page.getByText('On the way').count()).toBe(0)
  await expect.poll(() => new URL(addressOf(page)).search).toBe('?show=people')
  await page.reload()
  await page.getByRole('radio', { name: 'People', checked: true }).waitFor()
  // With arrow keys, as in every group of radio buttons.
  await page.getByRole('radio', { name: 'People' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByText('On the way').waitFor()
  await expect.poll(() => new URL(addressOf(page)).search).toBe('')

  const member = await world.open(dee)
  await member.goto('/feed')
  await member.getByText('On the way').waitFor()
  await expect.poll(() => member.getByRole('radio').count()).toBe(6)
  await expect.poll(() => member.getByText('joined as').count()).toBe(0)
  await member.getByRole('radio', { name: 'Labels' }).check({ force: true })
  await member.getByText('No events about labels').waitFor()
})

test('loads more on request, and moves the focus to the first new event', async () => {
  const eve = await world.person('Eve')
  await addPast(eve, 70)
  const page = await world.open(eve)
  await page.goto('/feed')
  await page.getByText('Label 69').waitFor()
  const entries = page.locator('ol > li')
  await expect.poll(() => entries.count()).toBe(50)
  await pressEnter(page, 'Load more')
  await page.getByText('Label 0.', { exact: true }).waitFor()
  await expectFocus(page, /Label 19\./)
  await page.getByText('That is everything of the last 90 days.').waitFor()
})

test('with a filter that leaves out most, says how far back it has searched', async () => {
  const fay = await world.person('Fay')
  const goal = await publishGoal(fay.api, 'Halve the paper.')
  await reportOn(fay.api, goal.id, { summary: 'The only report' })
  await addPast(fay, 350)
  const page = await world.open(fay)
  await page.goto('/feed?show=reports')
  await page.getByText(/^Searched back to /).waitFor()
  await expect.poll(() => page.getByText('The only report').count()).toBe(0)
  await pressEnter(page, 'Load more')
  await page.getByText('The only report').waitFor()
})

test('offers a retry if it cannot be loaded', async () => {
  const page = await world.open(await world.person('Gil'))
  await page.route('**/v1/events?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'internal_error', message: 'x' } }),
  )
  await page.goto('/feed')
  await page.getByText('Something went wrong on our side.').waitFor()
  await page.unroute('**/v1/events?*')
  await pressEnter(page, 'Try again')
  await page.getByText('Nothing has happened yet').or(page.locator('ol > li').first()).first().waitFor()
})

test('shows new events, and does not move what somebody reads further down', async () => {
  const [hal, ida] = await teammates(world, 'Hal', 'Ida')
  await addPast(hal, 40)
  const page = await withMovableTime(await world.open(hal))
  await page.goto('/feed')
  await page.getByText('Label 39').waitFor()
  await startFollowing(page)
  await createLabel(ida.api, 'Urgent')
  await look(page)
  await page.getByText('Ida created the label Urgent').waitFor()
  await page.getByRole('status').getByText('1 new event since you opened this page.').waitFor()
  // One's own are not news.
  await createLabel(hal.api, 'Mine')
  await look(page)
  await page.getByText('You created the label Mine').waitFor()
  await expect.poll(() => page.getByText('2 new events').count()).toBe(0)

  const entry = page.locator('li').filter({ hasText: /Label 20\./ })
  await entry.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const topOf = () => entry.evaluate((element) => element.getBoundingClientRect().top)
  const before = await topOf()
  await createLabel(ida.api, 'Later')
  await createLabel(ida.api, 'Latest')
  await look(page)
  const pill = page.getByRole('button', { name: '2 new events' })
  await pill.waitFor()
  await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThanOrEqual(2)
  await pill.press('Enter')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await pill.waitFor({ state: 'detached' })
  await expectFocus(page, 'Feed')
  await page.getByText('Ida created the label Latest').waitFor()
})
