import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { findings } from '../support/axe.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import { show } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let ann: Session
let goalId: string

beforeAll(async () => {
  ann = await world.person('Ann')
  goalId = (await publishGoal(ann.api)).id
  await reportOn(ann.api, goalId, { health: 'at_risk' })
  await publishGoal(ann.api, 'Ein zweites Ziel.')
})

const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.includes('german')),
  )

/** A page in a browser that prefers German. */
const openGerman = (session?: Session, locale = 'de-DE') => world.open(session, { locale })

test('a browser that prefers German gets the app in German', async () => {
  const page = await openGerman(ann, 'de-AT')
  await show(page, '/settings/members', 'Mitglieder')
  await expect.poll(() => page.getAttribute('html', 'lang')).toBe('de')
  await expect.poll(() => page.title()).toMatch(/^Mitglieder · /)
  const main = page.getByRole('navigation', { name: 'Hauptmenü' }).first()
  await expect.poll(() => main.getByRole('link').allInnerTexts()).toContain('Ziele')

  await show(page, '/feed', 'Neuigkeiten')
  await page
    .getByText(/^Du hast zu Answer within a day\.? berichtet, jetzt/)
    .first()
    .waitFor()
  await page.getByText('Heute', { exact: true }).waitFor()
})

test('the translation is loaded at the same time as the app', async () => {
  const page = await openGerman(ann)
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const { promise: isDue, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/assets/libraries-*.js', async (route) => {
    await isDue
    await route.continue()
  })
  await page.goto('/home', { waitUntil: 'commit' })
  await expect.poll(() => requested.filter((path) => path.includes('german-')).length).toBe(2)
  goOn()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(requested.filter((path) => path.includes('german-'))).toHaveLength(2)
})

test('counts and dates are German', async () => {
  const page = await openGerman(ann)
  await show(page, '/settings/account', 'Konto')
  await page.getByRole('button', { name: 'Konto löschen' }).click()
  await page.getByRole('alertdialog', { name: 'Dein Konto löschen?' }).waitFor()
  await show(page, '/settings/security', 'Sicherheit')
  const withMonth = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const date = new Intl.DateTimeFormat('de-DE', withMonth).format(new Date())
  await page.getByText(`Angemeldet ${date}`).waitFor()
})

test('forms say in German what is wrong, also in the words of the service', async () => {
  const page = await openGerman()
  await show(page, '/sign-in?mode=register', 'Konto anlegen')
  await page.getByRole('button', { name: 'Konto anlegen' }).click()
  await page.getByText('Gib deinen Namen ein.').waitFor()
  await show(page, '/sign-in', 'Anmelden')
  await page.getByLabel('E-Mail-Adresse').fill('ann@example.com')
  await page.getByLabel('Passwort', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.getByText('E-Mail-Adresse und Passwort passen zu keinem bestätigten Konto.').waitFor()

  const form = await openGerman(ann)
  await show(form, '/goals/new', 'Neues Ziel')
  await form.getByRole('button', { name: 'Ziel veröffentlichen' }).click()
  await form.getByText('Beschreibe das Ziel.').waitFor()
  await form.getByText('Wähle ein Zieldatum.').waitFor()
  await form.getByLabel('Titel').fill('x'.repeat(300))
  await form.getByRole('button', { name: 'Ziel veröffentlichen' }).click()
  await form.getByText(/^Kürze „Titel“ auf höchstens \d+ Zeichen\.$/).waitFor()
})

test('each person chooses a language in this browser, and goes back to that of the browser', async () => {
  const page = await world.open(ann)
  await show(page, '/settings/appearance', 'Appearance and language')
  await expect.poll(() => scriptsOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Deutsch' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Darstellung und Sprache' }).waitFor()
  const pressed = page.getByRole('button', { pressed: true })
  await expect.poll(() => pressed.innerText()).toContain('Deutsch')
  await expect.poll(() => findings(page)).toEqual([])
  await expect.poll(async () => (await scriptsOf(page)).length).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Wie dein Browser: English' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Appearance and language' }).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cairn.language'))).toBeNull()
})

test('the sign-in page needs only the first German file', async () => {
  const page = await openGerman()
  await show(page, '/sign-in')
  const files = await scriptsOf(page)
  expect(files.some((path) => path.includes('german-front'))).toBe(true)
  expect(files.some((path) => path.includes('german-app'))).toBe(false)
})

test('the app works in English if its translation cannot be loaded', async () => {
  const page = await openGerman()
  await page.route('**/german-*', (route) => route.abort())
  await page.goto('/sign-in')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})

test('signed-out pages offer the other language, and the API reference says that it is English', async () => {
  const page = await world.open()
  await show(page, '/sign-in', 'Sign in')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.waitForFunction(() => document.documentElement.lang === 'de')
  await show(page, '/docs')
  await page.getByText('Die API-Referenz gibt es nur auf Englisch.').waitFor()
  await expect.poll(() => page.getAttribute('main', 'lang')).toBe('en')
  await expect.poll(() => findings(page)).toEqual([])
})
