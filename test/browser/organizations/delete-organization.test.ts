import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { findings } from '../support/axe.ts'
import { focusedName } from '../support/focus.ts'
import { showTo } from '../support/show-to.ts'
import { show } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})
let people = 0

/** Ann owns an organization of the given name, of which Ben is an admin. */
async function startTeam(name: string) {
  const number = ++people
  const [ann, ben] = [await world.person(`Ann ${number}`), await world.person(`Ben ${number}`)]
  await ann.api.createOrganization({ body: { name } })
  await join(ann, ben, 'admin')
  return { ann, ben }
}

async function ask(page: Page, name: string) {
  await page.getByRole('button', { name: 'Delete organization' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: `Delete ${name}?` })
  await dialog.waitFor()
  return dialog
}

test('the owner deletes an organization with the keyboard, after typing its exact name', async () => {
  const { ann, ben } = await startTeam('Acme Forestry')
  await showTo(page, ann, '/settings/appearance')
  await show(page, '/settings/organization', 'Organization')
  const dialog = await ask(page, 'Acme Forestry')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focusedName(page)).toBe('Delete organization')

  await ask(page, 'Acme Forestry')
  await dialog.getByText('Nobody can bring it back, not even you.').waitFor()
  await dialog.getByRole('button', { name: 'Download everything' }).waitFor()
  const name = dialog.getByLabel('To confirm, type Acme Forestry')
  await name.press('Enter')
  await dialog.getByText('Enter the name of the organization.').waitFor()
  await name.fill('acme forestry')
  await name.press('Enter')
  await dialog.getByText('Enter the name exactly as it is written above.').waitFor()
  expect((await ben.api.listOrganizationMembers()).members).toHaveLength(2)

  await name.fill('Acme Forestry')
  await name.press('Enter')
  await page.getByText('Acme Forestry is deleted.').waitFor()
  for (const { api } of [ann, ben]) {
    const { organizations } = await api.getOrganizationContext()
    expect(organizations.map((organization) => organization.name)).not.toContain('Acme Forestry')
  }
})

test('only the owner is offered it', async () => {
  const { ben } = await startTeam('Shared')
  await showTo(page, ben, '/settings/appearance')
  await show(page, '/settings/organization', 'Organization')
  await page.getByRole('button', { name: 'Download everything' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Delete organization' }).count()).toBe(0)
})

test('has no violations and fits every width in both themes', async () => {
  const name = 'The Northern Reforestation and Watershed Protection Association of the Upper Valley'
  const { ann } = await startTeam(name)
  await showTo(page, ann, '/settings/appearance')
  await show(page, '/settings/organization', 'Organization')
  await ask(page, name)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, `${width} px, ${colorScheme}`).toBeLessThanOrEqual(0)
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${colorScheme}-${width}.png` })
    }
  }
  await expect.poll(() => findings(page)).toEqual([])
})
