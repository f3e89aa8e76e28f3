import { expect, test } from 'vitest'
import { expectFocus } from '../support/focus.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import { walkTo } from '../support/visit.ts'
import { createWorld, phone, teammates } from '../support/world.ts'

const world = createWorld()

test('ten reports are reviewed in at most 12 actions, and each opens in full', async () => {
  const [ann, ben] = await teammates(world, 'Ann', 'Ben')
  const goalIds: string[] = []
  for (let number = 1; number <= 10; number++) {
    const goal = await publishGoal(ben.api, `Goal ${number}.`, { title: `Goal ${number}` })
    await reportOn(ben.api, goal.id, {
      summary: `Report ${number}`,
      details: `All about **number${number}**.`,
    })
    goalIds.push(goal.id)
  }
  const page = await world.open(ann)
  await page.goto('/home')
  let actions = 0
  const press = async (key: string) => {
    actions++
    await page.keyboard.press(key)
  }
  actions++
  await page.getByText('Team', { exact: true }).click()
  await page.getByText('10 goals to review.').waitFor()
  const rows = page.getByRole('list', { name: 'Goals to review' }).getByRole('listitem')
  expect(await rows.count()).toBe(10)
  actions++
  await rows.first().getByRole('button').first().click()
  for (let left = 10; left > 0; left--) {
    await page.getByText(/^All about/).waitFor()
    if (left > 1) await expectFocus(page, /Goal \d+/)
    await press('a')
    if (left > 1) await expect.poll(() => rows.count()).toBe(left - 1)
  }
  await page.getByText('Nothing to review').waitFor()
  expect(actions).toBeLessThanOrEqual(12)
  for (const goalId of goalIds) {
    const { updates } = await ann.api.listGoalUpdates({ params: { goalId } })
    await expect.poll(() => updates.at(-1)?.acknowledgements).toMatchObject([{ userId: ann.userId }])
  }
  await page.reload()
  await page.getByText('Nothing to review').waitFor()
})

test('the queue has what is late, unowned and worse, by button on a phone, with undo', async () => {
  const [ann, ben] = await teammates(world, 'Cleo', 'Dan')
  await publishGoal(ann.api, 'Late.', {
    title: 'Late one',
    timeframe: { kind: 'deadline', targetDate: '2020-01-01' },
  })
  await publishGoal(ann.api, 'Nobody.', { title: 'Nobody’s', ownerUserId: null })
  const worse = await publishGoal(ann.api, 'Worse.', { title: 'Worse one' })
  await reportOn(ann.api, worse.id, { summary: 'Fine', health: 'on_track' })
  await reportOn(ann.api, worse.id, { summary: 'Bad', health: 'off_track', expectedRevision: 2 })
  await publishGoal(ben.api, 'Calm.', { title: 'Calm one' })
  const page = await world.open(ann, { viewport: phone, hasTouch: true })
  await page.goto('/home?scope=all')
  await page.getByText('3 goals to review.').waitFor()
  const rows = page.getByRole('list', { name: 'Goals to review' }).getByRole('listitem')
  await expect.poll(() => rows.first().innerText()).toContain('Late one')
  expect(await rows.nth(1).innerText()).toContain('Nobody owns it')
  expect(await rows.nth(2).innerText()).toContain('Health got worse')
  await page.getByRole('button', { name: 'Hide until it changes: Late one' }).click()
  await page.getByText('Hidden in this browser until the goal changes.').waitFor()
  await page.getByText('2 goals to review.').waitFor()
  await page.getByText('Nobody has reported on this goal yet.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('3 goals to review.').waitFor()

  await page.getByRole('button', { name: 'Reply: Worse one' }).click()
  await page.getByLabel('Your comment').fill('Who can help?')
  await page.getByRole('button', { name: 'Post comment' }).click()
  const params = { goalId: worse.id }
  await expect
    .poll(async () => (await ann.api.listGoalComments({ params })).comments)
    .toMatchObject([{ text: 'Who can help?', reportRevision: 3 }])
  await expectFocus(page, /Worse one/)

  await page.getByText('Watching', { exact: true }).click()
  await page.getByText('Goals that you watch').waitFor()
  expect(await page.getByText('Calm one').count()).toBe(0)
  await page.getByText('Mine', { exact: true }).click()
  await page.getByRole('heading', { name: 'What needs you' }).waitFor()
})

test('a search says where it found its words', async () => {
  const [ann] = await teammates(world, 'Eva', 'Fay')
  await publishGoal(ann.api, 'We count every otter along the river.', { title: 'Animals' })
  const page = await world.open(ann)
  await page.goto('/goals?q=otter')
  await page.getByText('Description:').waitFor()
  expect(await page.locator('mark').innerText()).toBe('otter')
  await walkTo(page, '/goals?q=otter&look=cards', 'Goals')
  await page.getByText('Description:').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Find a goal, a page, or a command').fill('riv')
  await page.getByRole('dialog').getByText('Description:').waitFor()
})
