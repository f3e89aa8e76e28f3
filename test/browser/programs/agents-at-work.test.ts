/** The view of a person while agents work: on one page, one after the other. */
import type { Client } from '@cairn/contract/http/client'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import { join } from '../../support/people/invite.ts'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { look, startFollowing, withMovableTime } from '../support/live.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import { showTo } from '../support/show-to.ts'
import { walkTo } from '../support/visit.ts'
import { addressOf, createWorld, phone } from '../support/world.ts'

const world = createWorld()
let ann: Session
let ben: Session
let agent: Client
let agentId: string
let page: Page
/** The goal that the agent works on. */
let goalId: string

beforeAll(async () => {
  ann = await world.person('Ann')
  ben = await world.person('Ben')
  await join(ann, ben, 'member')
  const token = await createToken(ann, ['goals:read:all', 'goals:write:all'], {
    name: 'Helpdesk bot',
    kind: 'agent',
  })
  agentId = token.id
  agent = programWith(world.service, token)
  const goal = await publishGoal(ann.api, 'Answer within a day.', {
    title: 'Answer within a day',
    budget: { tokens: 1_000 },
  })
  goalId = goal.id
  page = await withMovableTime(await world.keep(ann))
})

const goalPath = () => `/goals/${goalId}`
const claim = (runId: string, leaseSeconds?: number) =>
  agent.claimGoal({
    params: { goalId },
    body: {
      runId,
      ...(leaseSeconds && { leaseSeconds }),
      note: 'Reading the tickets',
      externalUrl: 'https://ci.example.com/runs/7',
    },
  })
const ask = async (text: string, options?: string[], about = goalId) =>
  (await agent.askQuestion({ params: { goalId: about }, body: { text, ...(options && { options }) } }))
    .question
const work = () => page.getByRole('region', { name: 'Work on this goal' })
const card = (text: string) => page.locator('[id^=question-]').filter({ hasText: text })

/** Opens the link that emails have. The question takes the focus, so nobody can wait for the heading. */
async function openLink(questionId: string): Promise<void> {
  await walkTo(page, '/settings/appearance')
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `${goalPath()}?question=${questionId}`)
}

test('a goal shows who has begun to work on it, without a reload, and its owner takes it back', async () => {
  await page.goto(goalPath())
  await page.getByRole('heading', { name: 'Answer within a day', level: 1 }).waitFor()
  expect(await work().count()).toBe(0)
  await startFollowing(page)
  const { claim: claimed } = await claim('nightly-7', 120)
  await look(page)
  await work().getByText('Helpdesk bot (agent) works on this goal.').waitFor()
  await work().getByText('Reading the tickets').waitFor()
  await work().getByText('Run nightly-7').waitFor()
  await work()
    .getByText(/Ends in [12] minutes? unless it is renewed/)
    .waitFor()
  const link = work().getByRole('link', { name: 'Watch on ci.example.com' })
  expect(await link.getAttribute('href')).toBe('https://ci.example.com/runs/7')
  expect(await link.getAttribute('rel')).toContain('noopener')
  // Nothing announces a renewal: the page asks when the lease that it knows ends.
  await agent.renewGoalClaim({
    params: { goalId },
    body: { fence: claimed.fence, leaseSeconds: 900, note: 'Writing the answers' },
  })
  await page.clock.fastForward(125_000)
  await work().getByText('Writing the answers').waitFor()
  // Counts down by itself.
  await page.clock.fastForward(5 * 60_000)
  await work()
    .getByText(/Ends in [6-8] minutes/)
    .waitFor()

  await walkTo(page, '/goals')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Answer within a day' })
    .getByText('Helpdesk bot')
    .waitFor()
  await walkTo(page, goalPath())
  await work().getByRole('button', { name: 'Take it back' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('You cannot undo this', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Take it back' }).click()
  await page.getByText('Goal taken back.').waitFor()
  await expect.poll(() => work().count()).toBe(0)
  expect((await ann.api.getGoal({ params: { goalId } })).goal.claim).toBeNull()
})

test('a report of the agent shows its hand-off above, and what it used against the budget', async () => {
  await reportOn(agent, goalId, {
    health: 'at_risk',
    summary: 'Half of the templates',
    handoff: 'Templates **7 to 10** are missing.',
    usage: { inputTokens: 900, outputTokens: 334, seconds: 7_500 },
  })
  await look(page)
  const handoff = page.getByRole('region', { name: 'Hand-off' })
  await handoff.getByText('7 to 10').waitFor()
  await handoff.getByText('Helpdesk bot (agent)').waitFor()
  const used = page.getByRole('region', { name: 'Used of the budget' })
  await used.getByText('1,234 of 1,000').waitFor()
  await used.getByText('Used up').waitFor()
  await used.getByText('2 hr 5 min').waitFor()
  await page.getByText('The budget is used up.').waitFor()
  await page.getByText('Used 1,234 tokens, 2 hr 5 min').waitFor()
})

test('a person hands off in a report, and removes a hand-off', async () => {
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'New report' })
  await dialog.getByLabel('Summary').fill('The rest is mine')
  await dialog.getByText('Hand-off (optional)').click()
  await dialog.getByText('Replaces the current hand-off.', { exact: false }).waitFor()
  await dialog.getByRole('checkbox', { name: 'Remove the current hand-off' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await page.getByText('Report sent.').waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'Hand-off' }).count()).toBe(0)
  await page.getByText('Removed the hand-off.').waitFor()
  await page.keyboard.press('r')
  await dialog.getByLabel('Summary').fill('Two are left')
  await dialog.getByText('Hand-off (optional)').click()
  await dialog.getByRole('textbox', { name: 'Hand-off' }).fill('Ask *Ben* about template 9.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await page.getByRole('region', { name: 'Hand-off' }).getByText('Ask Ben about template 9.').waitFor()
})

test('a question is answered on the goal in two actions, and stays to be read', async () => {
  const question = await ask('Send template 3 unread?', ['Yes', 'No'])
  await look(page)
  await card('Send template 3 unread?').getByRole('radio', { name: 'Yes' }).press('Space')
  await card('Send template 3 unread?').getByRole('button', { name: 'Answer “Yes”' }).click()
  await page.getByText('Answer sent.').waitFor()
  await page.getByText('1 earlier question').click()
  await card('Send template 3 unread?')
    .getByText(/Ann answered, /)
    .waitFor()
  const stored = await agent.getQuestion({ params: { goalId, questionId: question.id } })
  expect(stored.question.answer).toMatchObject({ option: 'Yes', text: null })
})

test('the link of an email opens the question and focuses it; one that is answered says so', async () => {
  const question = await ask('Which mailbox counts?')
  await look(page)
  await openLink(question.id)
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`question-${question.id}`)
  // Somebody else is faster.
  const answer = card('Which mailbox counts?').getByLabel('Your answer')
  await card('Which mailbox counts?').getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('Write the answer.').waitFor()
  await answer.fill('Only support@')
  await ann.api.answerQuestion({ params: { goalId, questionId: question.id }, body: { text: 'Both' } })
  await card('Which mailbox counts?').getByRole('button', { name: 'Send answer' }).click()
  await card('Which mailbox counts?').getByText('answered first.', { exact: false }).waitFor()
  await card('Which mailbox counts?').getByText('Both').waitFor()
  await look(page)
  await openLink(question.id)
  await card('Which mailbox counts?').getByText('Answered', { exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`question-${question.id}`)
  await openLink('7b0f3c8e-0000-4000-8000-000000000001')
  await page.getByText('That question is no longer here.', { exact: false }).waitFor()
})

test('a question is withdrawn after another question', async () => {
  await ask('Still needed?')
  await walkTo(page, goalPath())
  await look(page)
  await card('Still needed?').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw question' }).click()
  await page.getByText('Question withdrawn.').waitFor()
  await expect.poll(() => card('Still needed?').getByRole('button').count()).toBe(0)
})

test('on a phone, Home shows questions first, and answers one in two actions', async () => {
  const question = await ask('Order the new machine?', ['Order it', 'Wait'])
  await page.setViewportSize(phone)
  await walkTo(page, '/home')
  await page.getByText('1 question waits for your answer.', { exact: false }).waitFor()
  const forYou = page.getByRole('region', { name: 'Questions for you' })
  await forYou.getByRole('link', { name: 'Answer within a day' }).waitFor()
  await forYou.getByText('Wait', { exact: true }).click()
  await forYou.getByRole('button', { name: 'Answer “Wait”' }).click()
  await page.getByText('Answer sent.').waitFor()
  await expect.poll(() => forYou.count()).toBe(0)
  const stored = await agent.getQuestion({ params: { goalId, questionId: question.id } })
  expect(stored.question.answer?.option).toBe('Wait')
})

test('a member who was not asked reads a question and cannot answer it', async () => {
  await ask('Only for Ann?', ['Yes', 'No'])
  await showTo(page, ben, goalPath(), 'Answer within a day')
  await card('Only for Ann?').getByText('Only those who were asked', { exact: false }).waitFor()
  expect(await card('Only for Ann?').getByRole('radio').count()).toBe(0)
  await claim('nightly-8')
  await look(page)
  await work().getByText('Helpdesk bot (agent) works on this goal.').waitFor()
  expect(await work().getByRole('button').count()).toBe(0)
})

test('the page of agents shows what each holds, asks and uses, and ends a claim and an access', async () => {
  await showTo(page, ann, '/home', 'Hello, Ann')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agents' }).first().click()
  const bot = page
    .getByRole('list', { name: 'Agents and programs' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Helpdesk bot' }) })
  await bot.getByRole('link', { name: 'Only for Ann?' }).waitFor()
  await bot.getByText('1 report · 1,234 tokens · 2 hr 5 min').waitFor()
  const byGoal = page.getByRole('region', { name: 'By goal' })
  await byGoal.getByRole('list').getByText('1,234').waitFor()
  await page.getByRole('radio', { name: 'Time' }).press('Space')
  await byGoal.getByRole('list').getByText('2 hr 5 min').waitFor()
  await page.getByRole('radio', { name: '90 days' }).press('Space')
  expect(new URL(addressOf(page)).search).toBe('?period=quarter&show=seconds')
  await byGoal.getByText('Show as a table').click()
  await byGoal
    .getByRole('row', { name: /Answer within a day/ })
    .getByText('900')
    .waitFor()

  await bot.getByRole('button', { name: 'Take it back: Answer within a day' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click()
  await bot.getByText('Works on nothing now.').waitFor()
  await bot.getByRole('button', { name: 'Revoke Helpdesk bot' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect.poll(() => bot.getByRole('button', { name: /Revoke/ }).count()).toBe(0)
  const { tokens } = await ann.api.listApiTokens()
  expect(tokens.find(({ id }) => id === agentId)?.revokedAt ?? 'gone').not.toBeNull()
})

test('whoever has no agent sees how to connect one, and the menu does not name the page', async () => {
  const zoe = await world.person('Zoe')
  await showTo(page, zoe, '/agents', 'Agents')
  await page.getByText('No agent is connected').waitFor()
  expect(
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agents' }).count(),
  ).toBe(0)
  await page.getByRole('link', { name: 'Connect an agent' }).click()
  await page.getByRole('radio', { name: 'Works on goals' }).press('Space')
  await page.getByText(/claude mcp add .* cairn-work .*\/mcp\/work/).waitFor()
  await page.getByText('cairn setup claude').waitFor()
})

test('parts that cannot be loaded say so and offer a retry', async () => {
  await showTo(page, await world.person('Yan'), '/settings/appearance')
  await page.route('**/v1/goal-claims*', (route) =>
    route.fulfill({ status: 500, json: { error: 'internal_error', message: 'x' } }),
  )
  await walkTo(page, '/agents', 'Agents')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No agent is connected').waitFor()
})
