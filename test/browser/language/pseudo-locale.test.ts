import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pseudo } from '../../../packages/web/src/language/pseudo.ts'
import { invite, join } from '../../support/people/invite.ts'
import { type Browser as Session, signIn } from '../../support/people/sign-in.ts'
import { linkTo } from '../support/front-page.ts'
import { reportOn } from '../support/seed.ts'
import { hasLoaded, isComplete, walkTo } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'
import { fillInGreek } from './greek.ts'
import { untranslated } from './untranslated.ts'

const world = createWorld()
let ann: Session
let goalId: string
let goal: string
let webhook: string

beforeAll(async () => {
  ann = await signIn(world.service, { email: 'ann@example.com', displayName: 'Άννα' })
  const filled = await fillInGreek(ann)
  goalId = filled.goalId
  goal = `/goals/${goalId}`
  webhook = `/settings/webhooks/${filled.webhookId}`
  const ben = await signIn(world.service, { email: 'ben@example.com', displayName: 'Βαγγέλης' })
  await join(ann, ben)
  await ben.api.acknowledgeGoalUpdate({ params: { goalId, revision: '5' } })
})

/** What stays plain, by the page or dialog that shows it. */
let found: Record<string, string[]> = {}

async function look(page: Page, where: string): Promise<void> {
  const texts = await untranslated(page)
  if (texts.length > 0) found[where] = texts
}

async function open(session?: Session): Promise<Page> {
  found = {}
  const page = await world.open(session, { locale: 'el-GR' })
  await page.addInitScript(() => localStorage.setItem('cairn.language', 'en-XA'))
  return page
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await isComplete(page)
}

/** The service’s own texts reach the page as they are: scopes are described by the API, in English. */
test('every text of every page behind the sign-in is in a catalog', async () => {
  const page = await open(ann)
  await visit(page, '/home')
  await look(page, '/home')
  // No two of the same page in a row.
  const goals = ['/goals', '/goals/new', '/goals?look=cards', goal, '/goals?look=timeline', '/labels']
  const forms = ['/goals/new?template=number', '/goals?group=due', '/authorize', '/invitations/broken']
  const settings =
    'account,security,programs,organization,members,api-tokens,webhooks,audit,notifications,appearance,nothing'
  for (const path of [
    ...goals,
    ...forms,
    '/feed',
    '/overview',
    '/nothing',
    webhook,
    ...settings.split(',').map((name) => `/settings/${name}`),
  ]) {
    await walkTo(page, path)
    await look(page, path)
  }
  // Somebody new sees the first steps, and invitations of others.
  const newcomer = await world.open(
    await signIn(world.service, { email: 'cleo@example.com', displayName: 'Κλειώ' }),
  )
  await newcomer.addInitScript(() => localStorage.setItem('cairn.language', 'en-XA'))
  for (const path of [
    '/home',
    '/goals',
    '/overview',
    `/invitations/${(await invite(ann, 'eli@example.com')).token}`,
  ]) {
    await visit(newcomer, path)
    await look(newcomer, `${path} of somebody new`)
  }
  expect(found).toEqual({})
})

test('and of every dialog, menu, and form', async () => {
  const page = await open(ann)
  const press = async (button: string) => {
    await page
      .getByRole('button', { name: pseudo(button), exact: true })
      .first()
      .click()
  }
  const steps: [path: string, button: string, role: 'dialog' | 'alertdialog' | 'menu'][] = [
    ['/labels', 'New label', 'dialog'],
    ['/settings/account', 'Delete account', 'alertdialog'],
    ['/settings/organization', 'New organization', 'dialog'],
    ['/settings/organization', 'Delete organization', 'alertdialog'],
    ['/settings/security', 'Sign out all other browsers', 'alertdialog'],
    ['/settings/webhooks', 'New webhook', 'dialog'],
    [goal, 'Delete', 'alertdialog'],
    [goal, 'Share', 'menu'],
  ]
  for (const [path, button, role] of steps) {
    await visit(page, path)
    await press(button)
    await page.getByRole(role).waitFor()
    await hasLoaded(page)
    await look(page, `${path}: ${button}`)
  }

  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+?')
  await page.getByRole('dialog').waitFor()
  await look(page, 'the list of shortcuts')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  await look(page, 'the palette')

  await visit(page, '/goals?group=due')
  await press('Save view')
  await page.getByRole('dialog').waitFor()
  await look(page, 'saving a view')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('checkbox').first().press('Space')
  await page.getByRole('button', { name: pseudo('Select all') }).waitFor()
  await look(page, 'selected goals')
  await press('Report')
  await page.getByRole('dialog').waitFor()
  await look(page, 'a report on selected goals')

  // Forms with the problems of their fields, and a conflict with somebody else.
  await visit(page, '/goals/new')
  await press('Add criterion')
  await press('Add measure')
  await press('Choose labels')
  await page.getByRole('checkbox').first().click()
  await page.keyboard.press('Escape')
  await press('Publish goal')
  await page.locator('[aria-invalid=true]').first().waitFor()
  await look(page, 'a new goal with problems')

  await visit(page, goal)
  await press('Quick update')
  await page.getByRole('form').waitFor()
  await look(page, 'a report in one line')
  await press('Add details, values, or evidence')
  const report = page.getByRole('dialog')
  await report.getByRole('radio').first().waitFor()
  await report.getByLabel(pseudo('Link or quote')).fill('Ναι')
  await page.keyboard.press('Enter')
  await report.getByRole('textbox', { name: pseudo('Details') }).fill('https://example.com/1')
  const verdict = report.getByRole('group', { name: 'Διάμεσος' })
  await verdict.getByText(pseudo('Met'), { exact: true }).click()
  await press('Send report')
  await report.locator('[aria-invalid=true]').first().waitFor()
  await look(page, 'a report with problems')
  await report.getByLabel(pseudo('Summary')).fill('Ναι')
  await reportOn(ann.api, goalId, { summary: 'Όχι', details: 'Όχι', expectedRevision: 5 })
  await press('Send report')
  await report.getByRole('alert').waitFor()
  await look(page, 'a report in conflict')

  await visit(page, goal)
  await press('Edit')
  await page.getByRole('textbox', { name: pseudo('Title'), exact: true }).fill('Ένα')
  const params = { goalId }
  const { version } = (await ann.api.getGoal({ params })).goal
  await ann.api.updateGoal({ params, body: { title: 'Δύο', expectedVersion: version } })
  await press('Save changes')
  await page.getByRole('alert').waitFor()
  await look(page, 'an edit in conflict')
  expect(found).toEqual({})
})

test('and of the messages that come by themselves', async () => {
  const page = await open(ann)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const toast = page.locator('[data-sonner-toast]').first()
  const press = (button: string) =>
    page
      .getByRole('button', { name: pseudo(button), exact: true })
      .first()
      .click()
  const share = async (item: string, where: string) => {
    await visit(page, goal)
    await press('Share')
    await page.getByRole('menuitem', { name: pseudo(item) }).click()
    await toast.waitFor()
    await look(page, where)
  }
  await share('Copy link', 'a link is copied')
  await share('Copy as Markdown', 'a goal is copied')
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('blocked'))
  })
  await press('Share')
  await page.getByRole('menuitem', { name: pseudo('Copy link') }).click()
  await toast.getByText(pseudo('The browser did not allow copying.')).waitFor()
  await look(page, 'copying fails')

  await visit(page, goal)
  const rename = async (title: string) => {
    await page.keyboard.press('t')
    await page.getByRole('textbox', { name: pseudo('Title'), exact: true }).fill(title)
    await page.keyboard.press('Enter')
    await toast.waitFor()
  }
  await rename('Τρία')
  await look(page, 'a change that can be undone')
  await toast.getByRole('button', { name: pseudo('Undo') }).click()
  await toast.getByRole('button', { name: pseudo('Undo') }).waitFor({ state: 'detached' })
  await toast.waitFor()
  await look(page, 'a change that is undone')

  await visit(page, goal)
  await page.route('**/v1/goals/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await rename('Τέσσερα')
  await look(page, 'a change that fails')
  await page.unroute('**/v1/goals/*')

  await visit(page, goal)
  await page.context().setOffline(true)
  await page
    .getByText(pseudo('You are offline. This page may be out of date. What you type stays here.'))
    .waitFor()
  await look(page, 'without a connection')
  await page.context().setOffline(false)

  await visit(page, '/labels')
  await page.context().clearCookies()
  await press('New label')
  await page.getByRole('dialog').getByRole('textbox').first().fill('Έτος')
  await page.keyboard.press('Enter')
  await page.getByText(pseudo('Your session has ended')).waitFor()
  await look(page, 'the end of a session')
  expect(found).toEqual({})
})

test('and of the pages before the sign-in', async () => {
  const page = await open()
  const { origin } = world.service
  const email = 'vera@example.com'
  await page.request.post('/v1/auth/register', {
    headers: { origin },
    data: { displayName: 'Βέρα', email, password: 'correct horse battery' },
  })
  const { token } = await invite(ann, 'dan@example.com')
  for (const path of [
    `/invitations/${token}`,
    '/sign-in?verified=1',
    '/sign-in?reset=1',
    '/forgot-password',
    '/reset-password',
    '/reset-password#token=1',
    '/unsubscribe',
    '/unsubscribe#token=1',
    '/verify-email',
    linkTo(world, email).replace(origin, ''),
    '/account-deleted',
    '/invitations/broken',
    '/sign-in?mode=register',
  ]) {
    await visit(page, path)
    await look(page, path)
  }
  await page.getByRole('button', { name: pseudo('Create account') }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  await look(page, 'an account with problems')
  expect(found).toEqual({})
})
