import { test } from 'vitest'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import { join } from '../../support/people/invite.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
test('debug', async () => {
  const ann = await world.person('Ann Lee')
  const ben = await world.person('Ben Day')
  await join(ann, ben, 'member')
  const { id } = await publishGoal(
    ann.api,
    'Answer every letter within **one day**, also in the week before the holidays.',
    { title: 'Answer within a day', criteria: [{ title: 'Median', description: 'Under 24 hours.' }] },
  )
  await reportOn(ann.api, id, { summary: 'Half of the letters are answered within a day', health: 'at_risk' })
  const params = { goalId: id }
  const agent = programWith(
    world.service,
    await createToken(ann, undefined, { name: 'Helpdesk bot', kind: 'agent' }),
  )
  const { comment } = await ben.api.createGoalComment({
    params,
    body: {
      text: 'Which half? I would start with the ones from @Ann Lee:\n\n- letters\n- calls\n\n> and so on',
      reportRevision: 2,
      mentionedUserIds: [ann.userId],
    },
  })
  await ann.api.createGoalComment({
    params,
    body: { text: 'Good question. See `report.csv`.', reportRevision: 2 },
  })
  const gone = await ben.api.createGoalComment({ params, body: { text: 'Oops' } })
  await ben.api.deleteGoalComment({ params: { goalId: id, commentId: gone.comment.id } })
  await agent.createGoalComment({
    params,
    body: {
      text: 'I have sorted 200 letters. A-very-long-word-that-does-not-break-anywhere-because-it-has-no-spaces-and-goes-on-and-on-and-on',
    },
  })
  await ben.api.updateGoalComment({
    params: { goalId: id, commentId: comment.id },
    body: { text: 'Which half? I would start with those from @Ann Lee:\n\n- letters\n- calls' },
  })
  for (const [width, theme, locale] of [
    [1280, 'light', 'en'],
    [360, 'dark', 'de'],
    [360, 'light', 'en'],
    [1280, 'dark', 'de'],
  ] as const) {
    const page = await world.open(ben, { viewport: { width, height: 900 }, colorScheme: theme, locale })
    await page.goto(`/goals/${id}`)
    const region = page.locator('section[aria-labelledby=conversation]')
    await region.locator('textarea').waitFor()
    await page
      .locator('#report-2')
      .getByRole('button', { name: /^(2 )?(comment|Komment)/i })
      .first()
      .click()
    await region.locator('textarea').first().click()
    await page.keyboard.type('Thanks @')
    await page.waitForTimeout(500)
    await page.screenshot({ path: `/tmp/h/shots/c-${width}-${theme}.png`, fullPage: true })
    await page.close()
  }
})
