import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signInAgain } from '../../support/people/sign-in.ts'
import { password } from '../support/front-page.ts'
import { withoutBackground } from '../support/live.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

async function openReport(page: Page, goalId: string): Promise<void> {
  await page.goto(`/goals/${goalId}`)
  await page.getByRole('button', { name: 'Report' }).click()
  await page.getByRole('dialog', { name: 'Report' }).waitFor()
}

async function write(page: Page, summary: string, details = 'Details.'): Promise<void> {
  await page.getByLabel('Summary').fill(summary)
  await page.getByLabel('Details', { exact: true }).fill(details)
}

const send = (page: Page) => page.getByRole('button', { name: 'Send report' }).click()
async function sent(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // The message of an earlier report may still be there.
  await page.getByText('Report sent.').last().waitFor()
}

/** Collects the reports that the page tries to send. */
function watchReports(page: Page) {
  const tries: { idempotencyKey: string; expectedRevision: number; summary: string }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/updates')) tries.push(request.postDataJSON())
  })
  return tries
}

test('a report changes status, health, and evaluation, and appears in the history and the chart', async () => {
  const ann = await world.person('Ann')
  const goal = await publishGoal(ann.api)
  const page = await world.open(ann)
  await openReport(page, goal.id)
  await send(page)
  await page.getByText('Sum up the report in one sentence.').waitFor()
  await write(page, 'Down to two days', 'Two people **joined**.')
  await page.getByText('At risk', { exact: true }).click()
  await page.getByLabel('Evaluation').selectOption('Not met')
  await send(page)
  await sent(page)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText('Down to two days').waitFor()
  await history.locator('strong', { hasText: 'joined' }).waitFor()
  await page.getByRole('img', { name: /2 entries\. Latest: active, at risk/ }).waitFor()
  await page.getByRole('complementary', { name: 'Facts' }).getByText('Not met, as of').waitFor()

  await page.getByRole('button', { name: 'Report' }).click()
  await page.getByText('Completed', { exact: true }).click()
  await page.getByText('A completed or archived goal has no health.').waitFor()
  await write(page, 'Done')
  await send(page)
  await sent(page)
  await page.getByRole('img', { name: /3 entries\. Latest: completed, no health/ }).waitFor()
})

describe('a revision conflict', () => {
  test('keeps what was typed, shows the newer report, and sends with the new revision', async () => {
    const bo = await world.person('Bo')
    const goal = await publishGoal(bo.api)
    const one = await world.open(bo)
    const other = await world.open(await signInAgain(world.service, { email: bo.email, displayName: 'Bo' }))
    const tries = watchReports(one)
    await openReport(one, goal.id)
    await write(one, 'My own words', 'A long text that nobody wants to type again.')
    await openReport(other, goal.id)
    await write(other, 'The other was faster')
    await send(other)
    await sent(other)

    await send(one)
    const panel = one.getByRole('alert').filter({ hasText: 'while you were writing' })
    await panel.getByText('The other was faster').waitFor()
    await expect.poll(() => panel.evaluate((element) => element === document.activeElement)).toBe(true)
    await expect.poll(() => one.getByLabel('Summary').inputValue()).toBe('My own words')
    await one.getByRole('button', { name: 'Send anyway' }).click()
    await sent(one)
    await one.getByRole('region', { name: 'History' }).getByText('My own words').waitFor()
    expect(tries.map(({ expectedRevision }) => expectedRevision)).toEqual([1, 2])
    expect(new Set(tries.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    const { updates } = await bo.api.listGoalUpdates({ params: { goalId: goal.id } })
    expect(updates.map(({ summary }) => summary).slice(1)).toEqual(['The other was faster', 'My own words'])
  })

  test('can happen several times', async () => {
    const cy = await world.person('Cy')
    const goal = await publishGoal(cy.api)
    const page = await world.open(cy)
    await openReport(page, goal.id)
    await write(page, 'Patient')
    for (const revision of [1, 2]) {
      await reportOn(cy.api, goal.id, { summary: `Faster ${revision}`, expectedRevision: revision })
      await page.getByRole('button', { name: /^Send/ }).click()
      await page.getByRole('alert').getByText(`Faster ${revision}`).waitFor()
    }
    await page.getByRole('button', { name: 'Send anyway' }).click()
    await sent(page)
  })
})

describe('retrying', () => {
  test('a lost response reuses the key and creates one report', async () => {
    const dee = await world.person('Dee')
    const goal = await publishGoal(dee.api)
    const page = await world.open(dee)
    const tries = watchReports(page)
    await openReport(page, goal.id)
    await write(page, 'Only once')
    await page.route('**/updates', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch() // The service has the report, but the response is lost.
      return route.abort('connectionreset')
    })
    await send(page)
    await page.getByText('The service could not be reached.').waitFor()
    await page.unroute('**/updates')
    // The text and the key survive a reload.
    await page.reload()
    await page.getByRole('button', { name: 'Report' }).click()
    await page.getByText('Your draft was restored.').waitFor()
    await send(page)
    await sent(page)
    expect(new Set(tries.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    const { updates } = await dee.api.listGoalUpdates({ params: { goalId: goal.id } })
    expect(updates.filter(({ summary }) => summary === 'Only once')).toHaveLength(1)
  })

  test('a 503 shows a sentence, keeps what was typed, and reuses the key', async () => {
    const eve = await world.person('Eve')
    const goal = await publishGoal(eve.api)
    const page = await world.open(eve)
    const tries = watchReports(page)
    await openReport(page, goal.id)
    await write(page, 'Sent twice')
    await page.route('**/updates', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 503,
            headers: { 'retry-after': '1' },
            json: { error: 'unavailable', message: 'Later.' },
          })
        : route.continue(),
    )
    await send(page)
    await page.getByRole('alert').getByText('The service is unavailable right now.').waitFor()
    await page.unroute('**/updates')
    await send(page)
    await sent(page)
    expect(new Set(tries.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  })

  test('a report can be sent after being offline', async () => {
    const fay = await world.person('Fay')
    const goal = await publishGoal(fay.api)
    const page = await world.open(fay)
    await openReport(page, goal.id)
    await write(page, 'From the train')
    await page.context().setOffline(true)
    await page.getByText('You are offline. This page may be out of date').waitFor()
    await send(page)
    await page.getByText('You are offline. Try again when you are back online.').waitFor()
    await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('From the train')
    await page.context().setOffline(false)
    await send(page)
    await sent(page)
  })

  test('a page that has not loaded yet waits for the connection', async () => {
    const page = await world.open(await world.person('Kai'))
    await page.goto('/home')
    await page.getByText('You have no active goals').waitFor()
    await page.context().setOffline(true)
    await page.getByText('You are offline. This page may be out of date').waitFor()
    await page.getByRole('link', { name: 'Labels' }).first().click()
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Labels' }).waitFor()
  })

  test('a problem from the service is shown at its field', async () => {
    const gil = await world.person('Gil')
    const goal = await publishGoal(gil.api)
    const page = await world.open(gil)
    await openReport(page, goal.id)
    await write(page, 'Refused')
    await page.route('**/updates', (route) =>
      route.fulfill({
        status: 400,
        json: {
          error: 'invalid_request',
          message: 'The body is invalid.',
          details: [{ path: 'summary', message: 'must be kinder' }],
        },
      }),
    )
    await send(page)
    await page.getByText('Change the summary. The service did not accept what you entered.').waitFor()
    const summary = page.getByLabel('Summary')
    await expect.poll(() => summary.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true)
    // Only a change of the field itself removes its problem.
    await page.getByLabel('Details', { exact: true }).fill('Other details.')
    await expect
      .poll(() => page.getByRole('alert').allTextContents())
      .toEqual(['Change the summary. The service did not accept what you entered.'])
    await summary.fill('Accepted')
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await expect.poll(() => summary.getAttribute('aria-invalid')).toBeNull()
  })
})

describe('a session that ends while writing', () => {
  test('keeps what was typed, and sends it after signing in again', async () => {
    const hal = await world.person('Hal')
    const goal = await publishGoal(hal.api)
    const page = await world.open(hal)
    const untilQuiet = await withoutBackground(page)
    await openReport(page, goal.id)
    await write(page, 'Typed before the end')
    await untilQuiet()
    await hal.api.logout() // Ends the same session.
    await send(page)
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('Typed before the end')
    await send(page)
    await sent(page)
    await page.getByRole('region', { name: 'History' }).getByText('Typed before the end').waitFor()
  })

  test('does not show what was typed to someone else who signs in', async () => {
    const ida = await world.person('Ida')
    await world.person('Jo')
    const page = await world.open(ida)
    const untilQuiet = await withoutBackground(page)
    await page.goto('/goals/new')
    await page.getByLabel('Description', { exact: true }).fill('Secret of Ida.')
    await page.getByLabel('Continuous').check()
    await untilQuiet()
    await ida.api.logout()
    await page.getByRole('button', { name: 'Publish goal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Email address').fill('jo@example.com')
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Hello, Jo' }).waitFor()
    await page.goto('/goals/new')
    await expect.poll(() => page.getByLabel('Description', { exact: true }).inputValue()).toBe('')
  })
})
