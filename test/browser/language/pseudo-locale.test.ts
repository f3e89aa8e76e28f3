import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pseudo } from '../../../packages/web/src/language/pseudo.ts'
import { join } from '../../support/people/invite.ts'
import { type Browser as Session, signIn } from '../../support/people/sign-in.ts'
import { createWorld } from '../support/world.ts'
import { untranslated } from './untranslated.ts'

const world = createWorld()
let ann: Session
let webhookId: string

/** The service’s own texts reach the page as they are: scopes are described by the API, in English. */
const signedInPages = [
  '/feed',
  '/overview',
  '/labels',
  '/settings/account',
  '/settings/security',
  '/settings/programs',
  '/settings/organization',
  '/settings/members',
  '/settings/api-tokens',
  '/settings/webhooks',
  '/settings/audit',
  '/settings/notifications',
  '/settings/appearance',
  '/settings/nothing',
  '/authorize',
]

/** A page, and a button that opens a dialog. */
const dialogs: [path: string, button: string][] = [
  ['/labels', 'New label'],
  ['/settings/account', 'Delete account'],
  ['/settings/organization', 'New organization'],
  ['/settings/organization', 'Delete organization'],
  ['/settings/security', 'Sign out all other browsers'],
  ['/settings/webhooks', 'New webhook'],
]

beforeAll(async () => {
  ann = await signIn(world.service, { email: 'ann@example.com', displayName: 'Άννα' })
  await ann.api.updateOrganization({ body: { name: 'Ομάδα' } })
  await ann.api.createGoalLabel({ body: { name: 'Ποιότητα', color: '#3b76b8', description: 'Όλα' } })
  const { goal } = await ann.api.createGoal({
    body: { detailedDescription: 'Απάντηση', timeframe: { kind: 'continuous' } },
  })
  await ann.api.createGoalUpdate({
    params: { goalId: goal.id },
    body: {
      status: 'active',
      health: 'at_risk',
      summary: 'Αργά',
      details: 'Όλα',
      expectedRevision: 1,
      idempotencyKey: '1',
    },
  })
  const { webhook } = await ann.api.createWebhook({ body: { url: 'https://example.com/hooks' } })
  webhookId = webhook.id
  await join(ann, await signIn(world.service, { email: 'ben@example.com', displayName: 'Βαγγέλης' }))
})

async function open(session?: Session): Promise<Page> {
  const page = await world.open(session, { locale: 'el-GR' })
  await page.addInitScript(() => localStorage.setItem('cairn.language', 'en-XA'))
  return page
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('.animate-pulse') === null)
}

test('every text of every page is in a catalog', async () => {
  const page = await open(ann)
  const found: Record<string, string[]> = {}
  for (const path of [...signedInPages, `/settings/webhooks/${webhookId}`]) {
    await visit(page, path)
    found[path] = await untranslated(page)
  }
  for (const path of Object.keys(found)) if (found[path]?.length === 0) delete found[path]
  expect(found).toEqual({})
})

test('and every text of every dialog', async () => {
  const page = await open(ann)
  for (const [path, button] of dialogs) {
    await visit(page, path)
    await page
      .getByRole('button', { name: pseudo(button), exact: true })
      .first()
      .click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()
    await page.waitForFunction(() => document.querySelector('.animate-pulse') === null)
    expect(await untranslated(page), `${path}: ${button}`).toEqual([])
  }
})
