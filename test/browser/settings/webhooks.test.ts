import { eventTypes } from '@cairn/contract/schemas/feed/events'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { startReceiver, withStatus } from '../../support/requests/receiver.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectFocus, pressEnter } from '../support/focus.ts'
import { showTo } from '../support/show-to.ts'
import { show } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld({ environment: { WEBHOOK_TARGETS: 'loopback' } })
let page: Page

beforeAll(async () => {
  page = await world.keep()
})
const receiver = stopAfterFile(await startReceiver())

/** Somebody with a webhook, on its page. */
async function withWebhook(name: string, fields: object = {}) {
  const person = await world.person(name)
  const { webhook } = await person.api.createWebhook({
    body: { url: receiver.url, description: 'Warehouse', ...fields },
  })
  const page = await world.open(person)
  await page.goto(`/settings/webhooks/${webhook.id}`)
  await page.getByRole('heading', { name: 'Warehouse', level: 1 }).waitFor()
  const params = { webhookId: webhook.id }
  const read = async () => (await person.api.getWebhook({ params })).webhook
  return { person, webhook, page, params, read }
}

test('are created with the keyboard, and the secret is shown once', async () => {
  const ann = await world.person('Ann')
  await showTo(page, ann, '/settings/appearance')
  await show(page, '/settings/webhooks')
  await page.getByText('No webhooks yet').waitFor()
  await pressEnter(page, 'New webhook')
  await page.getByRole('dialog', { name: 'New webhook' }).waitFor()
  await pressEnter(page, 'Create webhook')
  await page.getByText('Enter the URL of the receiver.').waitFor()
  await expectFocus(page, 'URL')
  await page.keyboard.type('http://10.0.0.1/hooks')
  await page.keyboard.press('Enter')
  await page.getByText('This address cannot receive events.').waitFor()
  await page.getByLabel('URL').fill(receiver.url)
  await page.getByLabel('Description').fill('Warehouse')
  // Only goals and reports, without deletions.
  await page.getByRole('checkbox', { name: 'Labels' }).uncheck()
  await page.getByRole('checkbox', { name: 'Work, questions and comments' }).uncheck()
  await page.getByRole('checkbox', { name: 'Members and invitations' }).uncheck()
  await page.getByText('6 types of events chosen.').waitFor()
  await page.getByText('All 6').press('Enter')
  await page.getByRole('checkbox', { name: 'Goal deleted' }).uncheck()
  await page.getByText('5 of 6').waitFor()
  await pressEnter(page, 'Create webhook')
  await page.getByText('Warehouse is ready.').waitFor()
  await expectFocus(page, 'Secret')
  await expect.poll(() => page.getByLabel('Secret').inputValue()).toMatch(/^whsec_/)
  const { webhooks } = await ann.api.listWebhooks()
  expect(webhooks).toMatchObject([
    {
      url: receiver.url,
      description: 'Warehouse',
      format: 'standard',
      types: ['goal.published', 'goal.reported', 'goal.edited', 'report.acknowledged', 'report.requested'],
    },
  ])
  await page.getByRole('link', { name: 'Open the webhook to send a test' }).click()
  await page.getByRole('heading', { name: 'Warehouse', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'All webhooks' }).click()
  await page.getByRole('link', { name: 'Warehouse' }).waitFor()
  await expect.poll(() => page.getByLabel('Secret').count()).toBe(0)
})

test('can go to Slack, with all events', async () => {
  const bo = await world.person('Bo')
  await showTo(page, bo, '/settings/appearance')
  await show(page, '/settings/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByText('Slack message').click()
  await page.getByText('It starts with https://hooks.slack.com/').waitFor()
  await page.getByLabel('URL').fill('https://hooks.slack.com/services/T0/B0/x')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByText('Slack does not check its secret').waitFor()
  const [webhook] = (await bo.api.listWebhooks()).webhooks
  expect(webhook).toMatchObject({ format: 'slack', description: null })
  expect(webhook?.types).toHaveLength(eventTypes.length)
  await page.getByRole('list', { name: 'Webhooks' }).getByText('All events · Slack message').waitFor()
})

test('are tested, and the log shows each attempt and retries by hand', async () => {
  const { page, params, person } = await withWebhook('Cy')
  await page.getByText('Nothing has been delivered in the last 30 days.').waitFor()
  receiver.answer = withStatus(500)
  await pressEnter(page, 'Send test')
  await page.getByText(/^The test failed\. Status 500 in \d+ ms\.$/).waitFor()
  await expectFocus(page, 'Send test')
  const log = page.getByRole('list', { name: 'Deliveries' })
  await log.getByText('Failed').waitFor()
  await log.getByText('1 attempt').press('Enter')
  await log
    .getByText(/^Status 500/)
    .last()
    .waitFor()

  receiver.answer = withStatus(302, { location: 'https://example.com/' })
  await log.getByRole('button', { name: /^Retry now/ }).press('Enter')
  await page.getByText(/^Not delivered\. Status 302/).waitFor()
  await log.getByText('2 attempts').waitFor()
  receiver.answer = withStatus(204)
  await log.getByRole('button', { name: /^Retry now/ }).press('Enter')
  await log.getByText('Delivered', { exact: true }).waitFor()
  await log.getByRole('button', { name: /^Deliver again/ }).waitFor()
  await expectFocus(page, /^Deliver again/)
  await expect.poll(() => log.getByRole('listitem').first().locator('details ol > li').count()).toBe(3)

  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText(/^Test delivered\. Status 204 in \d+ ms\.$/).waitFor()
  for (let count = 2; count < 30; count += 1) await person.api.testWebhook({ params })
  await page.getByRole('button', { name: 'Refresh the deliveries' }).click()
  const entries = log.locator(':scope > li')
  await expect.poll(() => entries.count()).toBe(25)
  await pressEnter(page, 'Load more')
  await expect.poll(() => entries.count()).toBe(30)
  await expect.poll(() => entries.nth(25).evaluate((row) => row === document.activeElement)).toBe(true)
})

test('are paused and resumed, and say what that means', async () => {
  const { page, read } = await withWebhook('Dee')
  await pressEnter(page, 'Pause')
  await page.getByText('Paused by an admin.').waitFor()
  // The button is busy until then.
  await page.getByText('Webhook paused.').waitFor()
  await expectFocus(page, 'Resume')
  expect(await read()).toMatchObject({ state: 'paused' })
  await page.keyboard.press('Enter')
  await page.getByText('Paused by an admin.').waitFor({ state: 'detached' })
  expect(await read()).toMatchObject({ state: 'active' })
})

const [failed, slow] = ['The first failure was 2 days ago', 'It became too slow 2 days ago']
test.each([
  ['failing', null, 'errors', 'The last deliveries failed.', failed, 'Pause'],
  ['failing', null, 'slow', 'The receiver takes more than 5 seconds to respond.', slow, 'Pause'],
  ['paused', 'failing', 'errors', 'Paused, because no delivery succeeded for 3 days.', failed, 'Resume'],
  ['paused', 'failing', 'slow', 'Paused, because the receiver took more than 5 seconds', slow, 'Resume'],
  ['paused', 'gone', null, 'Paused, because the receiver said that it is gone', failed, 'Resume'],
])(
  'that are %s (%s, %s) say what to do',
  async (state, pausedReason, failingReason, sentence, since, action) => {
    const { page, webhook } = await withWebhook(`Eve ${state} ${pausedReason} ${failingReason}`)
    const failingSince = new Date(Date.now() - 2 * 86_400_000).toISOString()
    await page.route(`**/v1/webhooks/${webhook.id}`, (route) =>
      route.fulfill({ json: { webhook: { ...webhook, state, pausedReason, failingReason, failingSince } } }),
    )
    await page.reload()
    await page.getByText(sentence).waitFor()
    await page.getByText(since).waitFor()
    await page.getByText(/send a test/).waitFor()
    await page.getByRole('button', { name: action }).waitFor()
    const isSlow = state === 'failing' && failingReason === 'slow'
    await page.getByText(isSlow ? 'Too slow' : /^(Failing|Paused)$/, { exact: true }).waitFor()
  },
)

test('are edited', async () => {
  const { page, read } = await withWebhook('Fay', { types: ['goal.reported'] })
  await pressEnter(page, 'Edit')
  await page.getByRole('dialog', { name: 'Edit webhook' }).waitFor()
  await page.getByText('Report on a goal chosen.').waitFor()
  await page.getByLabel('Description').fill('  ')
  await page.getByRole('checkbox', { name: 'Goals and reports' }).check()
  await page.getByRole('checkbox', { name: 'Goals and reports' }).uncheck()
  await pressEnter(page, 'Save webhook')
  await page.getByText('Choose at least one type of event.').waitFor()
  await page.getByRole('checkbox', { name: 'Labels' }).check()
  await pressEnter(page, 'Save webhook')
  await page.getByText('Webhook saved.').waitFor()
  await expectFocus(page, 'Edit')
  const { host } = new URL(receiver.url)
  await page.getByRole('heading', { name: host, level: 1 }).waitFor()
  expect(await read()).toMatchObject({
    description: null,
    types: ['label.created', 'label.updated', 'label.deleted'],
  })
})

test('get a new secret, and say how long the old one is valid', async () => {
  const { page, read } = await withWebhook('Gil')
  await pressEnter(page, 'New secret')
  await page.getByText('For 24 hours, each delivery is signed with both secrets').waitFor()
  await pressEnter(page, 'Make new secret')
  await page.getByText('The webhook has a new secret.').waitFor()
  await expectFocus(page, 'Secret')
  await page.getByText(/^Also signs until /).waitFor()
  expect((await read()).previousSecretExpiresAt).not.toBeNull()
  await pressEnter(page, 'New secret')
  await page.getByText('only two secrets are valid at a time').waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(page, 'New secret')
})

test('are deleted after a confirmation that says what is lost', async () => {
  const { page, person, params } = await withWebhook('Hal')
  await pressEnter(page, 'Delete')
  await page.getByRole('alertdialog').getByText('Its delivery log and its secret are deleted.').waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(page, 'Delete')
  await page.keyboard.press('Enter')
  // Somebody else was faster.
  await person.api.deleteWebhook({ params })
  await pressEnter(page, 'Delete webhook')
  await page.getByText('Webhook deleted.').waitFor()
  await page.getByText('No webhooks yet').waitFor()
  await expectFocus(page, 'Webhooks')
  await page.goBack()
  await page.goto(`/settings/webhooks/${params.webhookId}`)
  await page.getByText('Webhook not found').waitFor()
})

test('show failures of actions where they happened', async () => {
  const { page } = await withWebhook('Ida')
  await page.route('**/v1/webhooks/*/test', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '120' },
      json: { error: 'too_many_requests', message: 'x' },
    }),
  )
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('Too many attempts. Try again in 2 minutes.').waitFor()
  await page.route('**/v1/webhooks/*/deliveries*', (route) =>
    route.fulfill({ status: 500, json: { error: 'internal_error', message: 'x' } }),
  )
  await page.reload()
  await page.getByText('Something went wrong on our side.').waitFor()
  await page.unrouteAll()
  await pressEnter(page, 'Try again')
  await page.getByText('Nothing has been delivered in the last 30 days.').waitFor()
})

test('are for administrators; members see a sentence', async () => {
  const [jo, kim] = [await world.person('Jo'), await world.person('Kim')]
  await join(jo, kim)
  const { webhook } = await jo.api.createWebhook({ body: { url: receiver.url } })
  await showTo(page, kim, '/settings/appearance')
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await show(page, '/settings/webhooks')
  await page.getByText('Only the owner and admins can see and change webhooks.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'New webhook' }).count()).toBe(0)
  await show(page, `/settings/webhooks/${webhook.id}`)
  await page.getByText('Only the owner and admins can see and change webhooks.').waitFor()
  expect(requests.filter((path) => path.startsWith('/v1/webhooks'))).toEqual([])
})
