import { expect, it } from 'vitest'
import { logIn, mailedToken, password, register, verify } from '../../../support/people/accounts.ts'
import { emailsIn } from '../../../support/people/logged-emails.ts'
import { signIn } from '../../../support/people/sign-in.ts'
import { createSend } from '../../../support/requests/exchange.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

/** Emails are in the language of whoever gets them, whoever causes them. */

const service = stopAfterFile(await startTestService())
const send = createSend(service)
const speaking =
  (language: string): typeof send =>
  (method, path, exchange = {}) =>
    send(method, path, { ...exchange, headers: { 'accept-language': language, ...exchange.headers } })
const german = speaking('de-AT,de;q=0.9,en;q=0.5')
const english = speaking('en')
const subjectTo = (email: string) => emailsIn(service.lines, email).at(-1)?.subject

const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const lotte = { email: 'lotte@example.com', displayName: 'Lotte' }
await register(german, lotte)
const forgot = (from: typeof send, email: string) =>
  from('POST', '/v1/auth/password/forgot', { body: { email } })
const invite = (email: string) =>
  createSend(service, { cookie: ada.cookie })('POST', '/v1/organizations/current/invitations', {
    body: { email, role: 'member' },
  })

it('a registration is answered in the language of the browser', () => {
  expect(subjectTo(lotte.email)).toBe('Bestätige deine E-Mail-Adresse für Cairn')
})

it('what an English browser causes for a German account is in German', async () => {
  await english('POST', '/v1/auth/verify-email/resend', { body: { email: lotte.email } })
  expect(subjectTo(lotte.email)).toBe('Bestätige deine E-Mail-Adresse für Cairn')
  await verify(english, mailedToken(service, lotte.email))
  await register(english, { ...lotte, displayName: 'Eve' })
  expect(subjectTo(lotte.email)).toBe('Du hast schon ein Cairn-Konto')
  await english('POST', '/v1/auth/verify-email/resend', { body: { email: lotte.email } })
  expect(subjectTo(lotte.email)).toBe('Deine E-Mail-Adresse ist schon bestätigt')
  await forgot(english, lotte.email)
  expect(subjectTo(lotte.email)).toBe('Wähle ein neues Passwort für Cairn')
})

it('an account without a language, and an address without an account, get that of the browser', async () => {
  await forgot(german, ada.email)
  expect(subjectTo(ada.email)).toBe('Wähle ein neues Passwort für Cairn')
  await forgot(english, ada.email)
  expect(subjectTo(ada.email)).toBe('Choose a new password for Cairn')
  await forgot(german, 'nobody@example.com')
  expect(subjectTo('nobody@example.com')).toBe('Zu dieser E-Mail-Adresse gibt es kein Cairn-Konto')
})

it('an invitation is in the language of the invited account, otherwise in that of the inviter', async () => {
  await invite(lotte.email)
  expect(subjectTo(lotte.email)).toBe('Einladung auf Cairn: Ada')
  await invite('new@example.com')
  expect(subjectTo('new@example.com')).toBe('Join Ada on Cairn')
  await ada.api.updateNotificationPreferences({ body: { language: 'de' } })
  await invite('other@example.com')
  expect(subjectTo('other@example.com')).toBe('Einladung auf Cairn: Ada')
  await ada.api.updateNotificationPreferences({ body: { language: 'en' } })
})

it('a user has the language of the first request, and keeps it', async () => {
  const { headers } = await logIn(english, lotte.email)
  const cookie = headers.getSetCookie()[0]?.split(';')[0]
  const asLotte = (from: typeof send, method: string, path: string, body?: object) =>
    from(method, path, { headers: { cookie }, body })
  const languageNow = async () =>
    (await asLotte(english, 'GET', '/v1/notification-preferences')).body as {
      preferences: { language: string }
    }
  await asLotte(german, 'GET', '/v1/auth/session')
  await asLotte(english, 'GET', '/v1/auth/session')
  expect((await languageNow()).preferences.language).toBe('de')
  await asLotte(english, 'PATCH', '/v1/auth/profile', { language: 'en' })
  await asLotte(german, 'GET', '/v1/auth/session')
  expect((await languageNow()).preferences.language).toBe('en')
  await asLotte(german, 'POST', '/v1/auth/password/change', {
    currentPassword: password,
    newPassword: `${password} again and again`,
  })
  expect(subjectTo(lotte.email)).toBe('Your Cairn password was changed')
})

it('a user without a language gets that of the next request for the session that names one', async () => {
  const bo = await signIn(service, { email: 'bo@example.com', displayName: 'Bo' })
  expect((await bo.api.getNotificationPreferences()).preferences.language).toBe('en')
  await german('GET', '/v1/auth/session', { headers: { cookie: bo.cookie } })
  expect((await bo.api.getNotificationPreferences()).preferences.language).toBe('de')
})
