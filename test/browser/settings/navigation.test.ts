import type { Page } from 'playwright-core'
/** The way from one page of the settings to another. */
import { beforeAll, expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { findings } from '../support/axe.ts'
import { focusedName } from '../support/focus.ts'
import { showTo } from '../support/show-to.ts'
import { show } from '../support/visit.ts'
import { createWorld, phone } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})

test('members do not see what only administrators may do', async () => {
  const [ann, ben] = [await world.person('Ann'), await world.person('Ben')]
  await join(ann, ben)
  const linksOf = async (person: typeof ann) => {
    await showTo(page, person, '/settings/appearance')
    await show(page, '/settings/members')
    const navigation = page.getByRole('navigation', { name: 'Settings' })
    await navigation.getByRole('link', { name: 'Members' }).waitFor()
    return navigation.getByRole('link').allTextContents()
  }
  expect(await linksOf(ann)).toContain('Webhooks')
  expect(await linksOf(ben)).not.toContain('Webhooks')
})

test('on a phone, the pages open from a button, by keyboard', async () => {
  const page = await world.open(await world.person('Cy'), { viewport: phone })
  await page.goto('/settings/security')
  const button = page.getByRole('button', { name: 'Settings: Security' })
  await expect.poll(() => page.getByRole('link', { name: 'Appearance' }).isVisible()).toBe(false)
  await button.press('Enter')
  const link = page.getByRole('link', { name: 'Appearance' })
  await link.waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  await page.keyboard.press('Tab')
  await expect.poll(() => focusedName(page)).toBe('Account')
  await link.press('Enter')
  await page.getByRole('button', { name: 'Settings: Appearance', expanded: false }).waitFor()
  await expect.poll(() => focusedName(page)).toBe('Appearance and language')
})
