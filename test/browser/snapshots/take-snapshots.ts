/**
 * `npm run snapshots`: pictures for people. Small ones of the main pages, in four widths and both themes, show a reviewer what
 * a change does to them; the large ones are those of the README. The same code gives the same pictures, except for the colors of
 * people: the time stands still.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { createWorld } from '../support/world.ts'
import { seedBakery } from './bakery.ts'

const today = Date.parse('2027-03-15T09:30:00Z')
let now = today
const world = createWorld({ clock: () => new Date(now) })

const web = new URL('../../../packages/web/', import.meta.url)
const small = { folder: new URL('snapshots/', web), scale: 0.5, quality: 0.6 }
const large = { folder: new URL('screenshots/', web), scale: 1, quality: 0.86 }

type Picture = { name: string; width: number; height: number; theme: 'light' | 'dark'; path: string }

test('pictures', async () => {
  const { ann, goals } = await seedBakery(
    world,
    (time) => {
      now = time
    },
    today,
  )
  const goal = `/goals/${goals[0]?.id}`
  const pages = { home: '/home', goals: '/goals', goal, overview: '/overview?weeks=4', feed: '/feed' }

  async function take({ name, width, height, theme, path }: Picture, to: typeof small): Promise<void> {
    const page = await world.open(path === '/sign-in' ? undefined : ann, {
      viewport: { width, height },
      colorScheme: theme,
      timezoneId: 'UTC',
    })
    await page.clock.setFixedTime(today)
    await page.goto(path)
    if (name === 'report') {
      await page.getByRole('button', { name: 'Report', exact: true }).click()
      await page.getByRole('dialog').getByLabel('Summary').fill('Both ovens stand, and the license is here.')
    }
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready)
    const file = new URL(`${name}.webp`, to.folder)
    await mkdir(new URL('.', file), { recursive: true })
    await writeFile(file, await asWebp(await page.screenshot(), to))
    await page.close()
  }

  const tool = await world.open(undefined, { bypassCSP: true })
  await tool.goto('/health')
  const asWebp = (png: Buffer, { scale, quality }: typeof small) => compress(tool, png, scale, quality)

  for (const [name, path] of Object.entries({ 'sign-in': '/sign-in', ...pages })) {
    for (const [width, height] of [
      [360, 740],
      [768, 1_024],
      [1_280, 860],
      [1_920, 1_080],
    ] as const) {
      for (const theme of ['light', 'dark'] as const)
        await take({ name: `${name}/${width}-${theme}`, width, height, theme, path }, small)
    }
  }
  const laptop = { width: 1_280, height: 860, theme: 'light' } as const
  for (const picture of [
    { ...laptop, name: 'home', path: pages.home },
    { ...laptop, name: 'goals', path: '/goals?group=health' },
    { ...laptop, name: 'tree', path: '/goals?look=tree' },
    { ...laptop, name: 'timeline', path: '/goals?look=timeline', theme: 'dark' },
    { ...laptop, name: 'goal', path: goal, height: 1_000 },
    { ...laptop, name: 'overview', path: pages.overview },
    { ...laptop, name: 'report', path: `/goals/${goals[1]?.id}` },
    { ...laptop, name: 'phone', path: pages.goals, width: 390, height: 780 },
  ] as const)
    await take(picture, large)
})

/** Chromium is the only one here that writes WebP. */
async function compress(tool: Page, png: Buffer, scale: number, quality: number): Promise<Buffer> {
  const base64 = await tool.evaluate(
    async ([data, share, level]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width * share
      canvas.height = image.height * share
      const context = canvas.getContext('2d')
      if (context) context.imageSmoothingQuality = 'high'
      context?.drawImage(image, 0, 0, canvas.width, canvas.height)
      return canvas.toDataURL('image/webp', level).split(',')[1] ?? ''
    },
    [png.toString('base64'), scale, quality] as const,
  )
  return Buffer.from(base64, 'base64')
}
