import { expect, test } from 'vitest'
import { expectFocus } from '../support/focus.ts'
import { look, startFollowing, withMovableTime } from '../support/live.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import { createWorld, phone, teammates } from '../support/world.ts'

const world = createWorld()

test('the inbox is worked through by keyboard, with undo, and the bell counts along', async () => {
  const [ann, ben] = await teammates(world, 'Ann', 'Ben')
  const goal = await publishGoal(ann.api, 'Plant trees.', { title: 'Plant trees' })
  await reportOn(ben.api, goal.id, { summary: 'Ten trees stand.' })
  await publishGoal(ben.api, 'Water.', { title: 'Water them', ownerUserId: ann.userId })
  const page = await world.open(ann)
  await page.goto('/home')
  await page.getByRole('link', { name: 'Inbox, 2 unread' }).click()
  const rows = page.getByRole('list', { name: 'Items' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(2)
  const row = (name: string) => page.getByRole('button', { name })

  await page.keyboard.press('j')
  await expectFocus(page, /handed this goal over to you/)
  await page.keyboard.press('j')
  await expectFocus(page, /Ben reported/)
  await page.keyboard.press('Enter')
  await page.getByText('Details.').waitFor()
  await page.keyboard.press('r')
  await page.getByRole('textbox').last().fill('Well done.')
  await page.keyboard.press('Control+Enter')
  await expectFocus(page, /Ben reported/)
  const { comments } = await ann.api.listGoalComments({ params: { goalId: goal.id } })
  expect(comments).toMatchObject([{ text: 'Well done.', reportRevision: 2 }])
  await page.keyboard.press('a')
  await expect.poll(() => rows.count()).toBe(1)
  await expectFocus(page, /handed this goal over to you/)
  const { updates } = await ann.api.listGoalUpdates({ params: { goalId: goal.id } })
  expect(updates.at(-1)?.acknowledgements).toMatchObject([{ userId: ann.userId }])

  await page.keyboard.press('e')
  await page.getByText('You are all caught up').waitFor()
  await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
  expect((await ann.api.listInbox()).unread).toBe(0)
  await page.keyboard.press('Control+z')
  await row('handed this goal over to you').waitFor()
  await page.getByRole('link', { name: 'Inbox, 1 unread' }).waitFor()

  await page.getByRole('radio', { name: 'All' }).check({ force: true })
  await expect.poll(() => rows.count()).toBe(2)
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Mark it as done, or as unread').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Mark all as done' }).click()
  await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
  expect((await ann.api.listInbox({ query: { state: 'unread' } })).items).toEqual([])
})

test('new items appear by themselves', async () => {
  const [ann, ben] = await teammates(world, 'Cleo', 'Dan')
  const page = await withMovableTime(await world.open(ann))
  await page.goto('/inbox')
  await page.getByText('You are all caught up').waitFor()
  await startFollowing(page)
  await publishGoal(ben.api, 'Water.', { title: 'Water them', ownerUserId: ann.userId })
  await look(page)
  await page.getByRole('button', { name: 'Dan handed this goal over to you' }).waitFor()
  await page.getByRole('link', { name: 'Inbox, 1 unread' }).waitFor()
})

test('a question is answered in place, and a swipe marks it as done on a phone', async () => {
  const [ann, ben] = await teammates(world, 'Eva', 'Fay')
  const goal = await publishGoal(ben.api)
  await ben.api.askQuestion({
    params: { goalId: goal.id },
    body: { text: 'May I?', options: ['Yes', 'No'], askedUserIds: [ann.userId] },
  })
  const page = await world.open(ann, { viewport: phone, hasTouch: true })
  await page.goto('/inbox')
  await page.getByRole('button', { name: /Fay asks you/ }).click()
  await page.getByText('Yes', { exact: true }).click()
  await page.getByRole('button', { name: /Yes/ }).click()
  await page.getByText('Eva').first().waitFor()
  const { questions } = await ann.api.listGoalQuestions({ params: { goalId: goal.id } })
  expect(questions[0]).toMatchObject({ state: 'answered', answer: { option: 'Yes' } })

  const row = page.getByRole('list', { name: 'Items' }).getByRole('listitem').first()
  const box = await row.boundingBox()
  const y = (box?.y ?? 0) + 20
  const touch = (type: string, x: number) =>
    row.dispatchEvent(type, { pointerType: 'touch', pointerId: 1, clientX: x, clientY: y, bubbles: true })
  await touch('pointerdown', 200)
  await touch('pointermove', 120)
  await touch('pointermove', 60)
  await touch('pointerup', 60)
  await page.getByText('You are all caught up').waitFor()
})
