import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../../browser/support/chromium.ts'
import { figure, markdownTable } from '../markdown-table.ts'
import type { Part } from '../part.ts'
import { settings } from '../settings.ts'
import { percentileOfSorted, sortedOf } from '../statistics/percentiles.ts'
import { withServiceInProcess } from '../support/in-process.ts'
import { withServiceProcess } from '../support/service-process.ts'
import { createOrganization } from '../workload/organization.ts'

type Scrolled = {
  goals: number
  /** Between two frames. */
  medianMilliseconds: number
  p95Milliseconds: number
  longestMilliseconds: number
}

/** A frame that comes later is seen as a stutter. */
const longFrameMilliseconds = 50
/** How much longer the frames of the longest list may be than those of the shortest. */
const maximumRatio = 1.5

export const scrolling: Part<Scrolled[]> = {
  title: 'Scrolling the goal list',
  method:
    'Chromium draws without a graphics processor at 1920 × 1080. The wheel turns by 120 pixels a frame through the whole list and back, as often as needed for ' +
    'the same number of frames; the page takes the time of each frame. Every list is on the page as a whole, in the order of target dates.',
  measure: async () => {
    const chromium = await launchChromium()
    try {
      const rows: Scrolled[] = []
      for (const goals of settings.scrolling.goals) rows.push(await scrollListOf(chromium, goals))
      return rows
    } finally {
      await chromium.close()
    }
  },
  tables: (rows) =>
    markdownTable(
      ['Goals', 'Median frame, ms', '95 % within, ms', 'Longest, ms'],
      rows.map(({ goals, medianMilliseconds, p95Milliseconds, longestMilliseconds }) => [
        figure(goals),
        figure(medianMilliseconds, 1),
        figure(p95Milliseconds, 1),
        figure(longestMilliseconds, 1),
      ]),
    ),
  failures: (rows) => {
    const [first] = rows
    const last = rows.at(-1)
    if (!first || !last) return []
    const ratio = last.p95Milliseconds / first.p95Milliseconds
    return [
      ...(ratio > maximumRatio
        ? [`Frames of ${last.goals} goals take ${figure(ratio, 2)} times as long as those of ${first.goals}.`]
        : []),
      ...(last.p95Milliseconds > longFrameMilliseconds
        ? [`One frame of twenty takes more than ${longFrameMilliseconds} ms with ${last.goals} goals.`]
        : []),
    ]
  },
}

function scrollListOf(chromium: Browser, goals: number): Promise<Scrolled> {
  return withServiceProcess(
    {
      prepare: (place) =>
        withServiceInProcess(place, async (service) => (await createOrganization(service, goals)).cookie),
    },
    async ({ origin }, cookie) => {
      const context = await chromium.newContext({
        baseURL: origin,
        viewport: { width: 1_920, height: 1_080 },
        serviceWorkers: 'block',
      })
      try {
        const [name = '', value = ''] = cookie.split('=')
        await context.addCookies([{ name, value, url: origin }])
        const page = await context.newPage()
        await page.goto('/goals?sort=due')
        await page.getByText(`${goals} goals`).waitFor()
        await page.waitForLoadState('networkidle')
        const frames = sortedOf(await scrollFor(page, settings.scrolling.frames))
        const [medianMilliseconds, p95Milliseconds, longestMilliseconds] = [0.5, 0.95, 1].map((share) =>
          percentileOfSorted(frames, share),
        ) as [number, number, number]
        return { goals, medianMilliseconds, p95Milliseconds, longestMilliseconds }
      } finally {
        await context.close()
      }
    },
  )
}

/** Scrolls down and up again, and returns the milliseconds between frames. */
function scrollFor(page: Page, frames: number): Promise<number[]> {
  // A text, because functions for the page would need the types of a browser.
  return page.evaluate<number[]>(`new Promise((resolve) => {
    const times = []
    let direction = 1
    let last
    const next = (now) => {
      if (last !== undefined) times.push(now - last)
      last = now
      if (times.length >= ${frames}) return resolve(times)
      const before = scrollY
      scrollBy(0, direction * 120)
      if (scrollY === before) direction = -direction
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })`)
}
