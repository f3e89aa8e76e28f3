import { auditEntry, credentialOf } from '@cairn/domain/organizations/audit/audit-entry'
import { transact } from '@cairn/domain/storage/database/transaction'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { pressEnter } from '../support/focus.ts'
import { showTo } from '../support/show-to.ts'
import { show } from '../support/visit.ts'
import { addressOf, createWorld, teammates } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})

const hour = 3_600_000

/** Adds sign-ins of a person, one every three hours until now, as if they had happened then. */
async function addPast({ api, userId }: Session, count: number): Promise<void> {
  const { database } = world.service.table
  const { activeOrganizationId: organizationId } = await api.getAuthSession()
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const cause = { organizationId, userId, credential: credentialOf('password', userAgent) }
  for (let index = 1; index <= count; index++) {
    const now = new Date(Date.now() - index * 3 * hour)
    await transact(database, { entry: auditEntry({ now }, cause, { action: 'session.signed_in' }) })
  }
}

test('says who changed what, newest first, and from which browser', async () => {
  const [ann, ben] = await teammates(world, 'Ann', 'Ben')
  await ben.api.updateOrganization({ body: { name: 'Acme' } })
  await ann.api.updateOrganizationMemberRole({ params: { userId: ben.userId }, body: { role: 'member' } })
  await showTo(page, ann, '/settings/appearance')
  await show(page, '/settings/members')
  await pressEnter(page, 'Audit log', 'link')
  const today = page.getByRole('region', { name: 'Today' })
  await today.getByText('You changed the role of Ben from admin to member').waitFor()
  const paragraphs = today.getByRole('listitem').getByRole('paragraph')
  const sentences = async () => (await paragraphs.allInnerTexts()).filter((_, index) => index % 2 === 0)
  await expect
    .poll(async () => (await sentences()).slice(0, 4))
    .toEqual([
      'You changed the role of Ben from admin to member',
      expect.stringMatching(/^Ben renamed the organization from .* to Acme$/),
      'Ben joined as an admin, invited as ben@example.com',
      'You invited ben@example.com as an admin',
    ])
  await today.getByText('node', { exact: true }).first().waitFor()
})

test('is filtered by person, kind and day in the address, with the keyboard', async () => {
  const [cy, di] = await teammates(world, 'Cy', 'Di')
  await addPast(cy, 30)
  await di.api.createApiToken({ body: { name: 'CI', scopes: ['goals:read'] } })
  const page = await world.open(cy)
  await page.goto('/settings/audit')
  const rows = page.getByRole('region').getByRole('listitem')
  await page.getByText('Di created the API token CI').waitFor()

  await page.getByLabel('Person').selectOption({ label: 'Di' })
  await expect.poll(() => rows.count()).toBe(2)
  await expect.poll(() => addressOf(page)).toContain(`?userId=${encodeURIComponent(di.userId)}`)
  await page.getByLabel('What').selectOption({ label: 'API tokens' })
  await expect.poll(() => rows.count()).toBe(1)
  await page.reload()
  await page.getByText('goals:read · until').waitFor()
  await expect.poll(() => page.getByLabel('What').inputValue()).toBe('api_token')
  await page.getByLabel('What').selectOption({ label: 'Webhooks' })
  await page.getByText('No entries match').waitFor()
  await pressEnter(page, 'Clear filters')
  await expect.poll(() => rows.count()).toBeGreaterThan(30)
  await expect.poll(() => new URL(addressOf(page)).search).toBe('')

  const local = new Date(Date.now() - 48 * hour)
  const day = [
    local.getFullYear(),
    String(local.getMonth() + 1).padStart(2, '0'),
    String(local.getDate()).padStart(2, '0'),
  ].join('-')
  await page.getByLabel('From').fill(day)
  await page.getByLabel('Until').fill(day)
  await expect.poll(() => page.locator('section').getByRole('heading', { level: 2 }).count()).toBe(1)
  await expect.poll(() => rows.count()).toBeLessThan(10)
  await expect.poll(() => rows.count()).toBeGreaterThan(5)

  // The name of somebody leads to what else that person did.
  await page.goto('/settings/audit')
  await pressEnter(page, 'Di', 'link')
  await expect.poll(() => rows.count()).toBe(2)
})

test('goes on with older entries, and the focus with them', async () => {
  const eli = await world.person('Eli')
  await addPast(eli, 120)
  await showTo(page, eli, '/settings/appearance')
  await show(page, '/settings/audit')
  const rows = page.getByRole('region').getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(50)
  await pressEnter(page, 'Load more')
  await expect.poll(() => rows.count()).toBe(100)
  await expect.poll(() => rows.nth(50).evaluate((row) => row === document.activeElement)).toBe(true)
  await pressEnter(page, 'Load more')
  await expect.poll(() => rows.count()).toBe(121)
  await page.getByText('You created the organization').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Load more' }).count()).toBe(0)
})

test('is not for members, who have no link to it', async () => {
  const [fay, gil] = [await world.person('Fay'), await world.person('Gil')]
  await join(fay, gil)
  await showTo(page, gil, '/settings/appearance')
  await show(page, '/settings/members')
  await page.getByRole('link', { name: 'Members' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
  await show(page, '/settings/audit')
  await page.getByText('Only the owner and admins can see the audit log.').waitFor()
})
