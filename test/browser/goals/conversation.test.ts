/** The conversation about a goal: on one page, one after the other. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { look, startFollowing, withMovableTime } from '../support/live.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import { show, visit } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let ann: Session
let ben: Session
let page: Page
let goalId: string

beforeAll(async () => {
  ann = await world.person('Ann Lee')
  ben = await world.person('Ben Day')
  await join(ann, ben, 'member')
  const goal = await publishGoal(ann.api, 'Answer within a day.', { title: 'Answer within a day' })
  goalId = goal.id
  await reportOn(ann.api, goalId, { summary: 'Half of the letters' })
  page = await withMovableTime(await world.keep(ben))
})

const path = (search = '') => `/goals/${goalId}${search}`
const region = () => page.getByRole('region', { name: 'Conversation' })
const field = () => region().getByLabel('Your comment', { exact: true })
const commentsOf = async () => (await ann.api.listGoalComments({ params: { goalId } })).comments
const entry = (text: string) => region().getByRole('article').filter({ hasText: text })

test('@ lists members, and the keyboard chooses one', async () => {
  await visit(page, path(), 'Answer within a day')
  await field().click()
  await page.keyboard.type('Well done @le')
  const people = page.getByRole('listbox', { name: 'People to mention' })
  await people.getByRole('option', { name: 'Ann Lee' }).waitFor()
  await page.keyboard.press('Escape')
  await people.waitFor({ state: 'detached' })
  expect(await field().inputValue()).toBe('Well done @le')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Well done @')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  expect(await field().inputValue()).toBe('Well done @Ann Lee ')
  await page.keyboard.type('**all** of you')
})

test('what was typed survives a reload, and is sent with the mention', async () => {
  await page.reload()
  await expect.poll(() => field().inputValue()).toBe('Well done @Ann Lee **all** of you')
  await region().getByRole('button', { name: 'Post comment' }).click()
  await page.getByText('Comment posted. Ann Lee is told.').waitFor()
  expect(await entry('Well done').locator('strong').textContent()).toBe('all')
  expect(await field().inputValue()).toBe('')
  expect(await commentsOf()).toMatchObject([{ mentionedUserIds: [ann.userId], reportRevision: null }])
  await page.reload()
  await entry('Well done').waitFor()
  expect(await field().inputValue()).toBe('')
})

test('an empty comment is not sent', async () => {
  await region().getByRole('button', { name: 'Post comment' }).click()
  await region().getByText('Write the comment.').waitFor()
  expect(await commentsOf()).toHaveLength(1)
})

test('new comments of others appear by themselves, and what is typed stays', async () => {
  await startFollowing(page)
  await field().fill('I am still typing')
  await ann.api.createGoalComment({
    params: { goalId },
    body: { text: '<img src=x onerror=alert(1)> [link](javascript:alert(1)) Thanks' },
  })
  await look(page)
  await entry('Thanks').waitFor()
  expect(await field().inputValue()).toBe('I am still typing')
  expect(await region().locator('img').count()).toBe(0)
  expect(await region().locator('a[href^="javascript"]').count()).toBe(0)
  await region().getByRole('button', { name: 'Cancel' }).click()
  expect(await field().inputValue()).toBe('')
})

test('an own comment can be edited, and no other', async () => {
  expect(await entry('Thanks').getByRole('button', { name: 'Edit comment' }).count()).toBe(0)
  expect(await entry('Thanks').getByRole('button', { name: 'Delete comment' }).count()).toBe(0)
  await entry('Well done').getByRole('button', { name: 'Edit comment' }).click()
  const edited = region().getByLabel('Your comment', { exact: true }).first()
  await edited.fill('Very well done @Ann Lee')
  await page.keyboard.press('Control+Enter')
  await entry('Very well done').getByText('edited').waitFor()
  expect((await commentsOf())[0]).toMatchObject({
    text: 'Very well done @Ann Lee',
    mentionedUserIds: [ann.userId],
  })
})

test('a report has its comments below it', async () => {
  const report = page.locator('#report-2')
  await report.getByRole('button', { name: 'Comment', exact: true }).click()
  await report.getByLabel('Your comment on revision 2').fill('Which half?')
  await report.getByRole('button', { name: 'Post comment' }).click()
  await report.getByRole('button', { name: '1 comment' }).waitFor()
  expect((await commentsOf()).at(-1)).toMatchObject({ reportRevision: 2, text: 'Which half?' })
  await entry('Which half?').getByRole('button', { name: 'On revision 2' }).click()
  await page.locator('#report-2:focus').waitFor()
})

test('a link leads to one comment', async () => {
  const [first] = await commentsOf()
  await show(page, '/settings/appearance')
  await page.goto(path(`?comment=${first?.id}`))
  await page.locator(`#comment-${first?.id}:focus`).waitFor()
  await page.goto(path('?comment=00000000-0000-4000-8000-000000000000'))
  await page.getByText('That comment is no longer here.').waitFor()
})

test('a deleted comment leaves a note', async () => {
  await entry('Very well done').getByRole('button', { name: 'Delete comment' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click()
  await region().getByText('A comment of Ben Day was deleted.').waitFor()
  expect(await region().getByText('Very well done').count()).toBe(0)
  expect((await commentsOf())[0]).toMatchObject({ text: null })
})

test('a person watches, and no longer', async () => {
  const button = page.getByRole('button', { name: 'Watching' })
  await button.click()
  await page.getByRole('button', { name: 'Watch', exact: true }).click()
  await page.getByText('You watch this goal.').waitFor()
  expect((await ben.api.getGoal({ params: { goalId } })).goal.watching).toBe(true)
})

test('a long conversation begins with the newest comments', async () => {
  for (let number = 1; number <= 33; number++) {
    await ann.api.createGoalComment({ params: { goalId }, body: { text: `Number ${number}.` } })
  }
  await visit(page, path(), 'Answer within a day')
  await entry('Number 33.').waitFor()
  expect(await entry('Number 1.').count()).toBe(0)
  await region().getByRole('button', { name: 'Earlier comments' }).click()
  await entry('Number 1.').waitFor()
})
