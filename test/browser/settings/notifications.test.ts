import { defaultInboxChoices } from '@cairn/contract/goals/inbox-kinds'
import { readPerson } from '@cairn/domain/accounts/notifications/person'
import { unsubscribeTokenOf } from '@cairn/domain/accounts/notifications/unsubscribe/unsubscribe-token'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { expectFocus, pressEnter } from '../support/focus.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import { showTo } from '../support/show-to.ts'
import { show } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})

const preferencesOf = async ({ api }: Session) => (await api.getNotificationPreferences()).preferences

const preferencesPath = '**/v1/notification-preferences'

describe('preferences', () => {
  test('are changed with the keyboard, and survive a reload', async () => {
    const ann = await world.person('Ann')
    const page = await world.open(ann)
    await page.goto('/settings/notifications')
    await page.getByText('ann@example.com').waitFor()
    const digest = page.getByRole('checkbox', { name: 'Weekly digest' })
    await digest.focus()
    await page.keyboard.press('Space')
    await page.getByLabel('Comments on goals you watch').selectOption('Neither')
    await page.getByLabel('Language of the emails').selectOption('Deutsch')
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.focus()
    await page.keyboard.type('nothing')
    await page.getByText('No time zone matches.').waitFor()
    await zone.press('Escape')
    await expect.poll(() => zone.inputValue()).toMatch(/^Coordinated Universal Time/)
    await zone.press('ArrowDown')
    await page.keyboard.type('+9')
    await page.getByRole('option', { name: 'Tokyo' }).waitFor()
    await zone.fill('japan')
    await zone.press('Enter')
    await pressEnter(page, 'Save preferences')
    await page.getByText('Preferences saved.').waitFor()
    await expectFocus(page, 'Save preferences')
    expect(await preferencesOf(ann)).toEqual({
      timeZone: 'Asia/Tokyo',
      language: 'de',
      reportReminders: true,
      deadlineReminders: true,
      weeklyDigest: false,
      questions: true,
      inbox: { ...defaultInboxChoices, commented: 'none' },
    })
    await page.reload()
    await digest.waitFor()
    await expect.poll(() => digest.isChecked()).toBe(false)
    await page.getByText('Paused goals send no reminders.').waitFor()
  })

  test('preselect the time zone of the browser, and offer it later', async () => {
    const bo = await world.person('Bo')
    const page = await world.open(bo, { timezoneId: 'America/Argentina/Buenos_Aires' })
    await page.goto('/settings/notifications')
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.waitFor()
    await expect.poll(() => zone.inputValue()).toMatch(/ – Buenos Aires/)
    await zone.fill('utc')
    await zone.press('Enter')
    await expect.poll(() => zone.inputValue()).toBe('Coordinated Universal Time – UTC')
    await page
      .getByRole('button', { name: /^Use the time zone of this browser: Buenos Aires/ })
      .press('Enter')
    await expect.poll(() => zone.inputValue()).toMatch(/ – Buenos Aires/)
  })

  test('keep what was chosen if saving fails, and say so', async () => {
    const cy = await world.person('Cy')
    await showTo(page, cy, '/settings/appearance')
    await show(page, '/settings/notifications')
    await page.getByRole('checkbox', { name: 'Deadlines' }).uncheck()
    await page.route(preferencesPath, (route) =>
      route.fulfill({ status: 503, json: { error: 'unavailable', message: 'x' } }),
    )
    await page.getByRole('button', { name: 'Save preferences' }).click()
    await page.getByText('The service is unavailable right now.').waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Deadlines' }).isChecked()).toBe(false)
    await page.unroute(preferencesPath)
    await page.getByRole('button', { name: 'Save preferences' }).click()
    await page.getByText('Preferences saved.').waitFor()
    expect(await preferencesOf(cy)).toMatchObject({ deadlineReminders: false })
  })

  test('offer a retry if they cannot be loaded', async () => {
    await showTo(page, await world.person('Dee'), '/settings/appearance')
    await page.route(preferencesPath, (route) =>
      route.fulfill({ status: 500, json: { error: 'internal_error', message: 'x' } }),
    )
    await show(page, '/settings/notifications')
    await page.getByText('Something went wrong on our side.').waitFor()
    await page.unroute(preferencesPath)
    await pressEnter(page, 'Try again')
    await page.getByRole('checkbox', { name: 'Late reports' }).waitFor()
  })
})

describe('the time zone of somebody who never chose one', () => {
  test('becomes that of the browser, on any page, and is asked for once', async () => {
    const eve = await world.person('Eve')
    const page = await world.open(eve, { timezoneId: 'Asia/Tokyo' })
    await page.clock.install()
    await page.goto('/labels')
    await page.getByText('No labels yet').waitFor()
    expect((await preferencesOf(eve)).timeZone).toBeNull()
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await page.clock.fastForward(5_000)
    await saved
    expect((await preferencesOf(eve)).timeZone).toBe('Asia/Tokyo')

    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.reload()
    await page.getByText('No labels yet').waitFor()
    const looked = page.waitForResponse('**/v1/events?*')
    await page.clock.fastForward(5_000)
    await looked
    expect(requests).not.toContain('/v1/notification-preferences')
  })

  test('stays if it was chosen', async () => {
    const fay = await world.person('Fay')
    await fay.api.updateNotificationPreferences({ body: { timeZone: 'Europe/Berlin' } })
    const page = await world.open(fay, { timezoneId: 'Asia/Tokyo' })
    await page.clock.install()
    await page.goto('/labels')
    await page.getByText('No labels yet').waitFor()
    const read = page.waitForResponse(preferencesPath)
    await page.clock.fastForward(5_000)
    await read
    expect((await preferencesOf(fay)).timeZone).toBe('Europe/Berlin')
  })
})

test('goals say that paused ones send no reminders', async () => {
  const gil = await world.person('Gil')
  const goal = await publishGoal(gil.api, 'Halve the paper.', { cadence: { everyDays: 7 } })
  const page = await world.open(gil)
  await page.goto(`/goals/${goal.id}`)
  await page.getByText('Goal published', { exact: true }).waitFor()
  const sentence = page.getByText('Paused goals send no reminders.')
  await expect.poll(() => sentence.count()).toBe(0)
  await page.getByRole('button', { name: 'Edit' }).click()
  await sentence.waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Report' }).click()
  await page.getByRole('dialog').getByText('Paused', { exact: true }).click()
  await sentence.waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard report' }).click()
  await reportOn(gil.api, goal.id, { status: 'paused' })
  await page.reload()
  await sentence.waitFor()
})

describe('the link in an email', () => {
  async function linkTo(session: Session, kind: 'reminders' | 'weekly_digest'): Promise<string> {
    // Makes the record that an email would have made.
    await session.api.updateNotificationPreferences({ body: { timeZone: 'UTC' } })
    const person = await readPerson(world.service.table.database, session.userId)
    if (!person) throw new Error('There is nothing about the person.')
    const token = unsubscribeTokenOf(person, kind)
    return `/v1/notification-preferences/unsubscribe?${new URLSearchParams({ token })}`
  }

  test('unsubscribes after a question, without signing in, and leads to the settings', async () => {
    const hal = await world.person('Hal')
    await showTo(page, undefined, '/account-deleted')
    await page.goto(await linkTo(hal, 'reminders'))
    await page.getByRole('heading', { name: 'Stop these emails?' }).waitFor()
    // The token is in neither the address nor the history.
    await expect.poll(() => page.url()).toBe(`${world.service.origin}/unsubscribe`)
    expect(await preferencesOf(hal)).toMatchObject({ reportReminders: true })
    await pressEnter(page, 'Unsubscribe')
    await page.getByRole('heading', { name: 'No more reminders' }).waitFor()
    await expectFocus(page, 'No more reminders')
    expect(await preferencesOf(hal)).toMatchObject({
      reportReminders: false,
      deadlineReminders: false,
      weeklyDigest: true,
    })
    await page.getByRole('link', { name: 'Notification settings' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect
      .poll(() => new URL(page.url()).searchParams.get('returnTo'))
      .toMatch(/^\/settings\/notifications/)
  })

  test('unsubscribes from the digest, and can be tried again after a failure', async () => {
    const ida = await world.person('Ida')
    await showTo(page, ida, '/settings/appearance')
    await page.goto(await linkTo(ida, 'weekly_digest'))
    await page.route('**/v1/notification-preferences/unsubscribe?*', (route) =>
      route.fulfill({ status: 503, json: { error: 'unavailable', message: 'x' } }),
    )
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByText('The service is unavailable right now.').waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('heading', { name: 'No more weekly digest' }).waitFor()
    await page.getByRole('link', { name: 'Notification settings' }).click()
    await page.getByRole('checkbox', { name: 'Weekly digest' }).waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Weekly digest' }).isChecked()).toBe(false)
  })

  test.each(['/unsubscribe', '/unsubscribe#token=wrong'])('says so if it does not work: %s', async (path) => {
    const page = await world.open()
    await page.goto(path)
    const heading = page.getByRole('heading', { name: 'This link does not work' })
    const button = page.getByRole('button', { name: 'Unsubscribe' })
    await heading.or(button).waitFor()
    if (await button.isVisible()) await button.click()
    await heading.waitFor()
    await page.getByRole('link', { name: 'Notification settings' }).waitFor()
  })
})
