import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { findings } from '../support/axe.ts'
import { focusedName } from '../support/focus.ts'
import { publishGoal, seedOrganization } from '../support/seed.ts'
import { visit } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

async function openOrganization(session: Session): Promise<Page> {
  const page = await world.open(session)
  await visit(page, '/settings/organization', 'Organization')
  return page
}

async function contentOf(download: Download) {
  return JSON.parse(await readFile(await download.path(), 'utf8'))
}

test('the owner downloads everything with the keyboard', async () => {
  const ann = await world.person('Ann')
  const { goalId } = await seedOrganization(ann.api)
  await publishGoal(ann.api, 'Call back within an hour.')
  const page = await openOrganization(ann)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download everything' }).press('Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^ann-\d{4}-\d\d-\d\d-1\.json$/)
  await page.getByText('Exported 2 goals in one file. It is in your downloads.').waitFor()
  await expect.poll(() => focusedName(page)).toBe('Download everything')

  const params = { goalId }
  const [{ goal }, { updates }, { edits }, { labels }, { members }, context] = await Promise.all([
    ann.api.getGoal({ params }),
    ann.api.listGoalUpdates({ params, query: { limit: 100 } }),
    ann.api.listGoalEdits({ params, query: { limit: 100 } }),
    ann.api.listGoalLabels(),
    ann.api.listOrganizationMembers(),
    ann.api.getOrganizationContext(),
  ])
  const { goals, exportedAt, ...head } = await contentOf(download)
  expect(head).toEqual({
    format: 'cairn-organization',
    formatVersion: 1,
    organization: { id: context.activeOrganizationId, name: context.organizations[0]?.name },
    part: 1,
    last: true,
    members,
    labels,
  })
  expect(exportedAt).toBe(new Date(exportedAt).toISOString())
  expect(goals).toHaveLength(2)
  const exported = goals.find((entry: { goal: { id: string } }) => entry.goal.id === goalId)
  expect(exported).toEqual({ goal, updates, edits })
  expect(updates.length + edits.length).toBe(goal.version)
})

test('stops by the keyboard, saves nothing then, and can begin again', async () => {
  const bo = await world.person('Bo')
  await publishGoal(bo.api)
  const page = await openOrganization(bo)
  const saved: Download[] = []
  page.on('download', (download) => saved.push(download))
  const held = Promise.withResolvers<void>()
  await page.route('**/updates?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Download everything' }).press('Enter')
  await page.getByText('Keep this page open until it is done.').waitFor()
  await page.getByRole('button', { name: 'Stop' }).press('Enter')
  held.resolve()
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
  await expect.poll(() => focusedName(page)).toBe('Download everything')
  expect(saved).toEqual([])
  await page.unroute('**/updates?*')
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await contentOf(await downloading)).goals).toHaveLength(1)
})

test('says what went wrong, and tries again', async () => {
  const cem = await world.person('Cem')
  const page = await openOrganization(cem)
  await page.route('**/v1/goal-labels?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'internal_error', message: 'Oops.' } }),
  )
  await page.getByRole('button', { name: 'Download everything' }).click()
  await page.getByRole('alert').getByText('Something went wrong on our side.').waitFor()
  await page.unroute('**/v1/goal-labels?*')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(await contentOf(await downloading)).toMatchObject({ last: true, goals: [] })
})

test('is for the owner and admins', async () => {
  const [dora, emil] = [await world.person('Dora'), await world.person('Emil')]
  await join(dora, emil)
  const page = await openOrganization(emil)
  await page.getByText('Only the owner and admins can rename').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Download everything' }).count()).toBe(0)
})

test('has no violations, and fits every width in both themes, while it runs and afterwards', async () => {
  const fay = await world.person('Fay')
  await publishGoal(fay.api)
  const page = await openOrganization(fay)
  const held = Promise.withResolvers<void>()
  await page.route('**/updates?*', async (route) => {
    await held.promise
    await route.continue()
  })
  async function look(name: string) {
    await page.setViewportSize({ width: 1280, height: 860 })
    await expect.poll(() => findings(page), { message: name }).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [320, 360, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        const overflow = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement
          return scrollWidth - clientWidth
        })
        expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0)
        if (process.env.SHOTS) {
          await page.getByRole('button', { name: /Download everything|Exporting/ }).scrollIntoViewIfNeeded()
          await page.screenshot({ path: `${process.env.SHOTS}/export-${name}-${colorScheme}-${width}.png` })
        }
      }
    }
  }
  await page.getByRole('button', { name: 'Download everything' }).press('Enter')
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await look('running')
  held.resolve()
  await page.getByText('It is in your downloads.').waitFor()
  await look('done')
})
