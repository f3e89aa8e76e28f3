import { expect, test } from 'vitest'
import { createWorld } from './support/world.ts'

const world = createWorld()

test('dates, times and numbers follow the locale and the time zone of the reader', async () => {
  const ann = await world.person('Ann')
  const { goal } = await ann.api.createGoal({
    body: {
      detailedDescription: 'Answer within a day.',
      timeframe: { kind: 'deadline', targetDate: '2127-06-30' },
    },
  })
  const page = await world.open(ann, { locale: 'de-DE', timezoneId: 'Pacific/Kiritimati' })
  await page.route(`**/v1/goals/${goal.id}`, (route) =>
    route.fulfill({ json: { goal: { ...goal, createdAt: '2026-11-20T10:30:00.000Z' } } }),
  )
  await page.goto(`/goals/${goal.id}`)
  const facts = page.getByRole('complementary', { name: 'Facts' })
  await facts.getByText('By 30.06.2127').waitFor()
  const published = facts.getByText('21.11.2026')
  expect(await published.getAttribute('title')).toBe('21.11.2026, 00:30')
  expect(await published.getAttribute('datetime')).toBe('2026-11-20T10:30:00.000Z')
})
