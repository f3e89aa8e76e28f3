import { beforeAll, expect, test } from 'vitest'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let newcomer: Session
let busy: Session

beforeAll(async () => {
  newcomer = await world.person('Ann')
  busy = await world.person('Ben')
  for (let count = 0; count < 12; count += 1) {
    const goal = await publishGoal(busy.api, `Goal ${count}`, { cadence: { everyDays: 7 } })
    if (count % 3 === 0) await reportOn(busy.api, goal.id, { health: 'off_track' })
  }
})

const addUp = `globalThis.shifts = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts += value
  }).observe({ type: 'layout-shift', buffered: true })`

test.each([
  ['home of somebody new', '/home', 390, () => newcomer],
  ['home', '/home', 390, () => busy],
  ['home on a laptop', '/home', 1280, () => busy],
  ['the goal list', '/goals', 390, () => busy],
] as const)('%s does not move while it loads', async (_, path, width, person) => {
  const page = await world.open(person(), { viewport: { width, height: 844 } })
  await page.addInitScript(addUp)
  await page.route('**/v1/**', async (route) => {
    // Later than the scripts, and not all at once.
    await new Promise((resolve) => setTimeout(resolve, 150))
    await route.continue()
  })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.evaluate<number>('shifts')).toBeLessThan(0.05)
  await page.close()
})
