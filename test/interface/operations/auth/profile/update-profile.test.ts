import { expect, it } from 'vitest'
import { beginSession } from '../../../../support/people/accounts.ts'
import { anonymous, withCookie } from '../../../../support/people/clients.ts'
import { emailsIn } from '../../../../support/people/logged-emails.ts'
import { signIn } from '../../../../support/people/sign-in.ts'
import { createSend, refusal } from '../../../../support/requests/exchange.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const other = await beginSession(service, 'ada@example.com')

it('200s with the new name, which every session, member list and later sign-in shows', async () => {
  const { user, timeZone } = await ada.api.updateProfile({ body: { displayName: '  Ada Lovelace ' } })
  expect(user).toEqual({ id: ada.userId, displayName: 'Ada Lovelace', email: ada.email })
  expect(timeZone).toBeNull()
  const later = await beginSession(service, 'ada@example.com')
  for (const cookie of [ada.cookie, other, later]) {
    expect((await withCookie(service, cookie).getAuthSession()).user).toEqual(user)
  }
  const { members } = await ada.api.listOrganizationMembers()
  expect(members.map(({ displayName }) => displayName)).toEqual(['Ada Lovelace'])
})

it('200s with the time zone, which is that of the notification preferences', async () => {
  const { timeZone, user } = await ada.api.updateProfile({ body: { timeZone: 'Europe/Berlin' } })
  expect(timeZone).toBe('Europe/Berlin')
  expect(user.displayName).toBe('Ada Lovelace')
  expect((await ada.api.getNotificationPreferences()).preferences.timeZone).toBe('Europe/Berlin')
  await ada.api.updateNotificationPreferences({ body: { timeZone: 'Asia/Tokyo' } })
  expect((await ada.api.updateProfile({ body: { displayName: 'Ada' } })).timeZone).toBe('Asia/Tokyo')
})

it('200s with the language, which is that of the notification preferences and of emails', async () => {
  const { language } = await ada.api.updateProfile({ body: { language: 'de' } })
  expect(language).toBe('de')
  expect((await ada.api.getNotificationPreferences()).preferences.language).toBe('de')
  await anonymous(service).forgotPassword({ body: { email: ada.email } })
  expect(emailsIn(service.lines, ada.email).at(-1)?.subject).toBe('Wähle ein neues Passwort für Cairn')
  await ada.api.updateNotificationPreferences({ body: { language: 'en' } })
  expect((await ada.api.updateProfile({ body: { displayName: 'Ada' } })).language).toBe('en')
  await anonymous(service).forgotPassword({ body: { email: ada.email } })
  expect(emailsIn(service.lines, ada.email).at(-1)?.subject).toBe('Choose a new password for Cairn')
})

it.each([
  [{ language: 'fr' }, 'language'],
  [{ language: null }, 'language'],
  [{}, ''],
  [{ displayName: ' ' }, 'displayName'],
  [{ displayName: 'x'.repeat(101) }, 'displayName'],
  [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  [{ timeZone: null }, 'timeZone'],
])('400s %j', async (body, path) => {
  const send = createSend(service, { cookie: ada.cookie })
  expect(await send('PATCH', '/v1/auth/profile', { body })).toMatchObject(refusal('invalid_request', path))
})
