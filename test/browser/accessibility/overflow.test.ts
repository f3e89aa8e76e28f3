import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { type Browser as Session, signIn } from '../../support/people/sign-in.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import { hasLoaded } from '../support/visit.ts'
import { createWorld, phone } from '../support/world.ts'

const world = createWorld()

/** Wide text without a place to break. */
const wide = (length: number) => 'W'.repeat(length)

const markdown = [
  `| ${[...Array(12).keys()].map((column) => `Column ${column} ${wide(20)}`).join(' | ')} |`,
  `| ${Array(12).fill('---').join(' | ')} |`,
  `| ${[...Array(12).keys()].map((column) => `cell ${column}`).join(' | ')} |`,
  '',
  wide(300),
  '',
  `# ${wide(120)}`,
  '',
  `\`${wide(200)}\``,
  '',
  '```',
  `${wide(200)} ${'word '.repeat(60)}`,
  '```',
  '',
  `![${wide(120)}](https://example.com/${wide(200)}.png)`,
  '',
  `https://example.com/${wide(200)}`,
  '',
  `> > > > - - - 1. ${wide(120)}`,
  '',
  `- [ ] ${wide(120)}`,
].join('\n')

/** The elements that are wider than the view. */
function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Whether the box scrolls or truncates its content. */
    const keepsInside = (box: Element) => {
      const { overflowX, textOverflow, webkitLineClamp, position, width } = getComputedStyle(box)
      const isForScreenReaders = position === 'absolute' && width === '1px'
      const hasDots = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
      return /auto|scroll/.test(overflowX) || (overflowX === 'hidden' && (hasDots || isForScreenReaders))
    }
    const found: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth)
      found.push(`the page by ${root.scrollWidth - root.clientWidth} px`)
    for (const element of document.body.querySelectorAll('*')) {
      const layer = element.closest('[role=dialog], [role=alertdialog], [role=menu]')?.parentElement
      for (let box: Element | null = element; box; box = box === layer ? null : box.parentElement) {
        const isLayer = box === layer || box.parentElement === layer
        if (box !== element && !isLayer && keepsInside(box)) break
        if (box === document.body || box === layer) {
          const { left, right } = element.getBoundingClientRect()
          if (right > root.clientWidth + 1 || left < -1) found.push(element.outerHTML.slice(0, 160))
        }
      }
    }
    return found
  })
}

async function expectNoOverflow(page: Page, where: string): Promise<void> {
  await hasLoaded(page)
  expect(await overflows(page), where).toEqual([])
}

describe('no content is wider than a phone:', () => {
  let ann: Session
  let goalId: string
  let webhookId: string

  beforeAll(async () => {
    ann = await signIn(world.service, { email: `${'a'.repeat(60)}@example.com`, displayName: wide(100) })
    const { api } = ann
    await api.updateOrganization({ body: { name: wide(100) } })
    const labelIds = await Promise.all(
      [...Array(20).keys()].map(async (index) => {
        const name = `${String(index).padStart(2, '0')}${wide(62)}`
        return (await api.createGoalLabel({ body: { name, description: wide(500) } })).label.id
      }),
    )
    const goal = await publishGoal(api, markdown, {
      title: wide(200),
      timeframe: { kind: 'deadline', targetDate: '2020-01-01' },
      labelIds,
      criteria: Array(3).fill({ title: wide(200), description: markdown }),
      measures: [{ title: wide(200), unit: wide(20), start: 0, target: 999_999_999_999 }],
    })
    goalId = goal.id
    const evidence = [
      {
        title: wide(200),
        url: `https://${wide(60)}.example.com/${wide(500)}`,
        text: wide(500),
        sha256: 'a'.repeat(64),
      },
    ]
    const [criterion] = goal.criteria
    const [measure] = goal.measures
    await reportOn(api, goalId, {
      status: 'paused',
      health: 'at_risk',
      summary: wide(500),
      details: `${wide(100)}\n\n| ${wide(100)} |\n| --- |\n| 1 |`,
      evaluation: { result: 'not_met', asOf: '2026-11-20T10:00:00Z' },
      verdicts: [{ criterionId: criterion?.id ?? '', result: 'not_met', note: wide(500), evidence }],
      measurements: [{ measureId: measure?.id ?? '', value: -999_999_999_999 }],
      evidence,
      runId: wide(200),
      clientInfo: { name: wide(100), version: wide(50) },
    })
    await api.updateGoal({
      params: { goalId },
      body: {
        detailedDescription: `${markdown}${wide(300)}`,
        labelIds: labelIds.slice(0, -1),
        measures: [{ id: measure?.id, title: wide(199), unit: wide(20), start: 1, target: 2 }],
        criteria: goal.criteria.map(({ id, title }) => ({ id, title, description: wide(300) })),
      },
    })
    await reportOn(api, goalId, {
      expectedRevision: 2,
      status: 'paused',
      verdicts: [{ criterionId: criterion?.id ?? '', result: 'not_met', note: wide(500), evidence }],
    })
    const email = `${'b'.repeat(60)}@${'c'.repeat(60)}.example.com`
    await api.createOrganizationInvitation({ body: { email, role: 'member' } })
    const url = `https://${'w'.repeat(60)}.example.com/${wide(500)}`
    webhookId = (await api.createWebhook({ body: { url, description: wide(200) } })).webhook.id
    await api.createApiToken({ body: { name: wide(100), scopes: ['goals:read', 'goals:write:all'] } })
    const guest = await signIn(world.service, {
      email: `${'d'.repeat(60)}@example.com`,
      displayName: wide(99),
    })
    await join(ann, guest, 'admin')
  })

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
  const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click()

  const places: [string, string, ((page: Page) => Promise<void>)?][] = [
    ['home', '/home'],
    ['the goal list', '/goals?status=paused'],
    ['the goal list with filters', '/goals', (page) => press(page, /^Filters/)],
    [
      'choosing several statuses',
      '/goals?status=active,paused,completed,archived&health=on_track,at_risk,off_track',
      (page) => press(page, /^Status/),
    ],
    ['no matching goals', `/goals?q=${wide(200)}`],
    ['a new goal', '/goals/new', (page) => submit(page, 'Publish goal')],
    ['labels', '/labels'],
    ['a new label', '/labels', (page) => press(page, 'New label')],
    [
      'a label in use',
      '/labels',
      async (page) => {
        await press(page, /^Delete 00/)
        await page.getByText('is on one goal').waitFor()
      },
    ],
    ['the account', '/settings/account'],
    ['the organization', '/settings/organization'],
    ['the members', '/settings/members'],
    [
      'a sent invitation',
      '/settings/members',
      async (page) => {
        await page.getByLabel('Email address').fill(`${'e'.repeat(60)}@${'f'.repeat(60)}.example.com`)
        await submit(page, 'Invite')
        await page.getByLabel('Invitation link').waitFor()
      },
    ],
    [
      'confirming a role change',
      '/settings/members',
      (page) =>
        page
          .getByLabel(/^Role of W/)
          .selectOption('member')
          .then(),
    ],
    [
      'confirming to revoke an invitation',
      '/settings/members',
      (page) => press(page, /^Revoke the invitation/),
    ],
    ['API tokens', '/settings/api-tokens'],
    [
      'a new token',
      '/settings/api-tokens',
      async (page) => {
        await press(page, 'New token')
        await page.getByLabel('Name').fill(wide(100))
        await submit(page, 'Create token')
        await page.getByLabel('Secret').waitFor()
      },
    ],
    ['rotating a token', '/settings/api-tokens', (page) => press(page, /^Rotate W/)],
    ['confirming to revoke a token', '/settings/api-tokens', (page) => press(page, /^Revoke W/)],
    ['the feed', '/feed'],
    ['the overview', '/overview'],
    ['a feed without matches', '/feed?show=labels'],
    ['notifications', '/settings/notifications'],
    ['webhooks', '/settings/webhooks'],
    ['the audit log', '/settings/audit'],
    ['no entries of the audit log', '/settings/audit?kind=grant&from=2026-01-01'],
    [
      'a new webhook',
      '/settings/webhooks',
      async (page) => {
        await press(page, 'New webhook')
        await page.getByText('All 7').click()
        await page.getByLabel('URL').fill(`https://example.com/${wide(500)}`)
        await submit(page, 'Create webhook')
        await page.getByLabel('Secret').waitFor()
      },
    ],
    ['the organization menu', '/settings/appearance', (page) => press(page, /^Organization:/)],
    ['the account menu', '/settings/appearance', (page) => press(page, /^Account:/)],
    ['an unknown page', '/settings/nothing'],
  ]

  test('every page and dialog', async () => {
    const page = await world.open(ann, { viewport: phone })
    for (const [where, path, act] of places) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await act?.(page)
      await expectNoOverflow(page, where)
    }
  })

  test('a webhook with its deliveries', async () => {
    const page = await world.open(ann, { viewport: phone })
    const at = '2026-11-20T10:00:00.000Z'
    const attempts = Array(10).fill({ at, durationMilliseconds: 9_999, statusCode: null, error: wide(60) })
    const delivery = {
      id: goalId,
      eventId: goalId,
      type: 'report.acknowledged',
      goal: { id: goalId, title: wide(200) },
    }
    await page.route('**/v1/webhooks/*/deliveries*', (route) =>
      route.fulfill({
        json: {
          deliveries: [
            { ...delivery, state: 'pending', attempts, attemptCount: 12, nextAttemptAt: at, createdAt: at },
          ],
          nextCursor: null,
        },
      }),
    )
    await page.goto(`/settings/webhooks/${webhookId}`)
    await page.getByText('12 attempts').click()
    await page.getByText('Only the last 10 attempts are kept.').waitFor()
    await expectNoOverflow(page, 'the webhook')
    await submit(page, 'Delete')
    await page.getByRole('alertdialog').waitFor()
    await expectNoOverflow(page, 'deleting the webhook')
  })

  test('a goal, its forms, and its confirmations', async () => {
    const page = await world.open(ann, { viewport: phone })
    await page.goto(`/goals/${goalId}`)
    await page.getByText('Goal published', { exact: true }).waitFor()
    for (const details of await page.locator('details:not([open])').all())
      await details.locator('summary').click()
    await expectNoOverflow(page, 'the goal')
    // Wide tables scroll on their own, also with the keyboard.
    const table = page.locator('.prose table').first()
    expect(await table.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
    await table.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)

    await submit(page, 'Delete')
    await page.getByRole('alertdialog').waitFor()
    await expectNoOverflow(page, 'deleting')
    await page.keyboard.press('Escape')
    await submit(page, 'Edit')
    await page.getByRole('heading', { name: 'Edit goal' }).waitFor()
    await page.getByRole('tab', { name: 'Preview' }).click()
    await page.getByRole('tabpanel', { name: 'Preview' }).locator('.prose table').waitFor()
    await expectNoOverflow(page, 'editing')
    await press(page, 'Choose labels')
    await expectNoOverflow(page, 'choosing labels')
    await page.keyboard.press('Escape')
    await submit(page, 'Cancel')
    await submit(page, 'Report')
    await page.getByLabel('Details', { exact: true }).fill(markdown)
    await page.getByRole('tab', { name: 'Preview' }).click()
    await page.getByRole('dialog').locator('.prose table').waitFor()
    await expectNoOverflow(page, 'reporting')
  })

  test('an invitation, and the pages before the sign-in', async () => {
    const page = await world.open(ann, { viewport: phone })
    const zoe = await world.person('Zoe')
    const { acceptUrl } = await zoe.api.createOrganizationInvitation({
      body: { email: ann.email, role: 'member' },
    })
    await page.goto(acceptUrl)
    await page.getByText('You are signed in as').waitFor()
    await expectNoOverflow(page, 'an invitation')
    const outside = await world.open(undefined, { viewport: phone })
    for (const path of [
      '/sign-in',
      '/sign-in?mode=register',
      '/verify-email#token=abc',
      '/unsubscribe#token=abc',
      '/invitations/abc',
    ]) {
      await outside.goto(path)
      await outside.getByRole('heading', { level: 1 }).waitFor()
      await expectNoOverflow(outside, path)
    }
  })
})
