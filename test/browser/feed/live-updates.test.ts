import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectFocus, focusedName } from '../support/focus.ts'
import { countRequests, look, startFollowing, withMovableTime } from '../support/live.ts'
import { createLabel, publishGoal, reportOn } from '../support/seed.ts'
import { createWorld, teammates } from '../support/world.ts'

const world = createWorld()

/** Two administrators of one organization; the page of the first one. */
async function pair(one: string, other: string) {
  const [me, they] = await teammates(world, one, other)
  const page = await withMovableTime(await world.open(me))
  return { me, they, page }
}

const titles = (page: Page) => page.getByRole('list', { name: 'Goals' }).getByRole('link').allTextContents()

describe('a list of goals', () => {
  test('shows a change after one look, and loads only what has changed', async () => {
    const { me, they, page } = await pair('Ann', 'Ben')
    const [first, second] = [
      await publishGoal(me.api, 'First one.'),
      await publishGoal(me.api, 'Second one.'),
    ]
    await page.goto('/goals?status=active')
    await page.getByText('2 goals', { exact: true }).waitFor()
    await startFollowing(page)
    const requests = countRequests(page)

    await reportOn(they.api, first.id, { health: 'at_risk', summary: 'Two days late' })
    await look(page)
    await page.getByText('Two days late').waitFor()
    await expect.poll(() => titles(page)).toEqual(['First one', 'Second one'])
    expect(requests.toSorted()).toEqual([
      '/v1/events after limit',
      '/v1/goals limit status updatedSince view',
      // The number of the bell.
      '/v1/inbox limit state',
    ])

    await publishGoal(they.api, 'Third one.')
    await look(page)
    await page.getByText('3 goals', { exact: true }).waitFor()
    await expect.poll(() => titles(page)).toEqual(['Third one', 'First one', 'Second one'])

    // It no longer matches the filter.
    await reportOn(they.api, second.id, { status: 'paused' })
    await look(page)
    await page.getByText('2 goals', { exact: true }).waitFor()
    await they.api.deleteGoal({ params: { goalId: first.id } })
    await look(page)
    await page.getByText('1 goal', { exact: true }).waitFor()
    await expect.poll(() => titles(page)).toEqual(['Third one'])
  })

  test('keeps the scroll position and the focus while rows move above', async () => {
    const { me, they, page } = await pair('Cy', 'Dee')
    const goals = await Promise.all(
      [...Array(20).keys()].map((index) => publishGoal(me.api, `Goal number ${index}.`)),
    )
    await page.goto('/goals')
    await page.getByText('20 goals', { exact: true }).waitFor()
    await startFollowing(page)
    const links = page.getByRole('list', { name: 'Goals' }).getByRole('link')
    const [eleventh = '', last = ''] = [
      (await links.nth(10).textContent()) ?? '',
      (await links.nth(19).textContent()) ?? '',
    ]
    await links.nth(10).focus()
    await page.evaluate(() => document.activeElement?.scrollIntoView({ block: 'center' }))
    const topOf = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0)
    const before = await topOf()

    const moved = goals.find(({ title }) => title === last)
    await reportOn(they.api, moved?.id ?? '', { summary: 'Comes first now' })
    await publishGoal(they.api, 'Also new.')
    await look(page)
    await page.getByText('21 goals', { exact: true }).waitFor()
    await expect.poll(async () => (await titles(page)).slice(0, 2)).toEqual(['Also new', last])
    await expectFocus(page, eleventh)
    await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThanOrEqual(2)
  })

  test('does not move the focus from the button that loads more', async () => {
    const { me, they, page } = await pair('Eve', 'Fay')
    await publishGoal(me.api, 'One.')
    // Otherwise scrolling would load more by itself.
    await page.addInitScript(() => {
      Object.assign(window, {
        IntersectionObserver: class {
          observe() {}
          disconnect() {}
        },
      })
    })
    await page.route('**/v1/goals?*', async (route) => {
      if (route.request().url().includes('updatedSince')) return route.continue()
      const response = await route.fetch()
      await route.fulfill({ json: { ...(await response.json()), nextCursor: 'next' } })
    })
    await page.goto('/goals')
    await page.getByRole('button', { name: 'Load more' }).focus()
    await startFollowing(page)
    await publishGoal(they.api, 'Two.')
    await look(page)
    await page.getByRole('link', { name: 'Two' }).waitFor()
    await expectFocus(page, 'Load more')
  })
})

describe('a goal', () => {
  test('shows the report of somebody else, and says so', async () => {
    const { me, they, page } = await pair('Gil', 'Hal')
    const goal = await publishGoal(me.api, 'Halve the paper.')
    await page.goto(`/goals/${goal.id}`)
    await page.getByText('Goal published', { exact: true }).waitFor()
    await startFollowing(page)
    await reportOn(they.api, goal.id, { health: 'at_risk', summary: 'two days late' })
    await look(page)
    await page.getByText('Hal moved Halve the paper to At risk: two days late.').waitFor()
    await page.getByRole('article').getByText('At risk', { exact: true }).first().waitFor()
    await page.getByRole('region', { name: 'History' }).getByText('two days late', { exact: true }).waitFor()
    await they.api.updateGoal({ params: { goalId: goal.id }, body: { title: 'Halve all paper' } })
    await look(page)
    await page.getByRole('heading', { name: 'Halve all paper', level: 1 }).waitFor()
    await expect.poll(() => page.title()).toMatch(/^Halve all paper/)
  })

  test('does not load or announce the reader’s own report again', async () => {
    const { me, page } = await pair('Ida', 'Jo')
    const goal = await publishGoal(me.api, 'Halve the paper.')
    await page.goto(`/goals/${goal.id}`)
    await page.getByText('Goal published', { exact: true }).waitFor()
    await startFollowing(page)
    await page.getByRole('button', { name: 'Report' }).click()
    await page.getByLabel('Summary').fill('On the way')
    await page.getByRole('button', { name: 'Send report' }).click()
    await page.getByRole('region', { name: 'History' }).getByText('On the way').waitFor()
    const requests = countRequests(page)
    await look(page)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    expect(requests).toEqual(['/v1/events after limit'])
    await expect.poll(() => page.getByText('You reported').count()).toBe(0)
  })

  test('stays as it is behind an open report, and catches up afterwards', async () => {
    const { me, they, page } = await pair('Kim', 'Lou')
    const goal = await publishGoal(me.api, 'Halve the paper.', {
      criteria: ['Printers', 'Copiers'].map((title) => ({ title, description: 'd' })),
    })
    await page.goto(`/goals/${goal.id}`)
    await page.getByText('Goal published', { exact: true }).waitFor()
    await startFollowing(page)
    await page.getByRole('button', { name: 'Report' }).click()
    const copiers = page.getByRole('group', { name: 'Copiers' })
    await copiers.getByText('Met', { exact: true }).click()
    const note = page.getByLabel(/^Note/)
    await note.fill('Half is')
    await note.press('Home')

    // Lou removes the criterion that Kim is writing about.
    await they.api.updateGoal({
      params: { goalId: goal.id },
      body: {
        criteria: goal.criteria.slice(0, 1).map(({ id, title, description }) => ({ id, title, description })),
      },
    })
    await look(page)
    await page.getByText('Lou changed the success criteria of Halve the paper.').waitFor()
    await page.keyboard.type('More than ')
    await expect.poll(() => note.inputValue()).toBe('More than Half is')

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard report' }).click()
    await page.getByRole('region', { name: 'Success criteria' }).getByText('0 of 1 met').waitFor()
    await page.getByText('Edited: success criteria').waitFor()
  })

  test('stays as it is behind an edit; saving merges both', async () => {
    const { me, they, page } = await pair('Mia', 'Ned')
    const goal = await publishGoal(me.api, 'Halve the paper.')
    await page.goto(`/goals/${goal.id}`)
    await page.getByText('Goal published', { exact: true }).waitFor()
    await startFollowing(page)
    await page.getByRole('button', { name: 'Edit' }).click()
    const title = page.getByLabel('Title')
    await title.fill('Halve paper')
    await title.press('Home')
    await they.api.updateGoal({ params: { goalId: goal.id }, body: { cadence: { everyDays: 7 } } })
    await look(page)
    await page.getByText('Ned changed the reporting of Halve the paper.').waitFor()
    await page.keyboard.type('We ')
    await expect.poll(() => title.inputValue()).toBe('We Halve paper')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Ned edited the goal meanwhile, and those changes were kept.').waitFor()
    await page.getByRole('heading', { name: 'We Halve paper' }).waitFor()
    await page.getByRole('complementary', { name: 'Facts' }).getByText('Every 7 days').waitFor()
  })

  test('that was deleted says so, and can still be read', async () => {
    const { me, they, page } = await pair('Oda', 'Pia')
    const goal = await publishGoal(me.api, 'Halve the paper.')
    await page.goto(`/goals/${goal.id}`)
    await page.getByText('Goal published', { exact: true }).waitFor()
    await startFollowing(page)
    await they.api.deleteGoal({ params: { goalId: goal.id } })
    await look(page)
    await page.getByText('This goal was deleted.').waitFor()
    await page.getByText('Pia deleted Halve the paper.').waitFor()
    await page.getByRole('heading', { name: 'Halve the paper' }).waitFor()
    await expect.poll(() => page.getByText('This goal does not exist').count()).toBe(0)
  })
})

test('home says what has changed', async () => {
  const { me, they, page } = await pair('Abe', 'Bea')
  const goal = await publishGoal(me.api, 'Halve the paper.', { ownerUserId: me.userId })
  await page.goto('/home')
  await page.getByRole('link', { name: 'Halve the paper' }).first().waitFor()
  await startFollowing(page)
  await reportOn(they.api, goal.id, { health: 'at_risk', summary: 'two days late' })
  await look(page)
  await page.getByText('two days late').first().waitFor()
})

test('labels and their names in goals follow', async () => {
  const { me, they, page } = await pair('Quin', 'Rob')
  const labelId = await createLabel(me.api, 'Quality')
  await publishGoal(me.api, 'Halve the paper.', { labelIds: [labelId] })
  await page.goto('/labels')
  await page.getByRole('link', { name: 'Quality' }).waitFor()
  await startFollowing(page)
  await createLabel(they.api, 'Speed')
  await look(page)
  await page.getByRole('link', { name: 'Speed' }).waitFor()
  await page.getByRole('link', { name: 'Goals' }).first().click()
  await page.getByRole('list', { name: 'Labels' }).getByText('Quality').waitFor()
  await they.api.updateGoalLabel({ params: { labelId }, body: { name: 'Quality first' } })
  await look(page)
  await page.getByRole('list', { name: 'Labels' }).getByText('Quality first').waitFor()
})

describe('following', () => {
  test('pauses while nobody sees the page, and catches up when somebody returns', async () => {
    const { me, they, page } = await pair('Sam', 'Tim')
    await publishGoal(me.api, 'First one.')
    await page.goto('/goals')
    await page.getByText('1 goal', { exact: true }).waitFor()
    await startFollowing(page)
    const setVisibility = (state: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }, state)
    await setVisibility('hidden')
    const requests = countRequests(page)
    await publishGoal(they.api, 'Second one.')
    await page.clock.fastForward(300_000)
    expect(requests).toEqual([])
    await setVisibility('visible')
    await page.getByText('2 goals', { exact: true }).waitFor()
    await expect.poll(() => requests.filter((path) => path.startsWith('/v1/events')).length).toBe(1)
  })

  test('waits as long as the service asks for, and then continues where it was', async () => {
    const { me, they, page } = await pair('Uma', 'Vic')
    await publishGoal(me.api, 'First one.')
    await page.goto('/goals')
    await page.getByText('1 goal', { exact: true }).waitFor()
    await startFollowing(page)
    await page.route('**/v1/events?*', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '60' },
        json: { error: 'too_many_requests', message: 'x' },
      }),
    )
    await look(page)
    await page.unroute('**/v1/events?*')
    await publishGoal(they.api, 'Second one.')
    const requests = countRequests(page)
    await page.clock.fastForward(55_000)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    expect(requests).toEqual([])
    await look(page)
    await page.getByText('2 goals', { exact: true }).waitFor()
    // Nobody is told about it.
    await expect.poll(() => page.getByText('Too many requests').count()).toBe(0)
  })

  test('starts with everything that changed while the page was loading', async () => {
    const { me, they, page } = await pair('Wim', 'Xia')
    await publishGoal(me.api, 'First one.')
    await page.goto('/goals')
    await page.getByText('1 goal', { exact: true }).waitFor()
    await publishGoal(they.api, 'Second one.')
    await startFollowing(page)
    await page.getByText('2 goals', { exact: true }).waitFor()
  })

  test('asks once for two tabs of a browser, and the other one asks when the first is closed', async () => {
    const { me, they, page } = await pair('Eli', 'Flo')
    await publishGoal(me.api, 'First one.')
    await page.goto('/goals')
    await page.getByText('1 goal', { exact: true }).waitFor()
    await startFollowing(page)
    const other = await withMovableTime(await page.context().newPage())
    await other.goto('/goals')
    await other.getByText('1 goal', { exact: true }).waitFor()
    // A new tab looks once where the feed ends.
    await look(other)
    const requests = countRequests(other)
    const looks = () => requests.filter((path) => path.startsWith('/v1/events')).length
    await other.clock.fastForward(60_000)
    await publishGoal(they.api, 'Second one.')
    await look(page)
    await Promise.all([page, other].map((one) => one.getByText('2 goals', { exact: true }).waitFor()))
    expect(looks()).toBe(0)

    await page.close()
    await publishGoal(they.api, 'Third one.')
    await expect
      .poll(async () => {
        await other.clock.fastForward(12_000)
        return looks()
      })
      .toBeGreaterThan(0)
    await other.getByText('3 goals', { exact: true }).waitFor()
  })

  test('ends with the session', async () => {
    const { page, me } = await pair('Yan', 'Zoe')
    await page.goto('/goals')
    await page.getByText('No goals yet').waitFor()
    await startFollowing(page)
    await me.api.logout()
    await page.clock.fastForward(12_000)
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
    const requests = countRequests(page)
    await page.clock.fastForward(300_000)
    expect(requests.filter((path) => path.startsWith('/v1/events'))).toEqual([])
    await expect.poll(() => focusedName(page)).not.toBe('nothing')
  })
})
