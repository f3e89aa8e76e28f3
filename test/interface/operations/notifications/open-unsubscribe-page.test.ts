import { readPerson } from '@cairn/domain/accounts/notifications/person'
import { unsubscribeTokenOf } from '@cairn/domain/accounts/notifications/unsubscribe/unsubscribe-token'
import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'

const { service, ada } = await startWithAda()
const path = `${service.origin}/v1/notification-preferences/unsubscribe`
const person = await readPerson(service.database, ada.userId)
if (!person) throw new Error('There is nothing about Ada.')
const token = unsubscribeTokenOf(person, 'reminders')

describe('the link in the email', () => {
  it('leads to a page of the web app, and changes nothing', async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(`${path}?token=${token}`, { method, redirect: 'manual' })
      if (method === 'HEAD' && response.status === 405) continue
      expect(response.status).toBe(302)
      // In the fragment, which is sent nowhere.
      expect(response.headers.get('location')).toBe(`${service.origin}/unsubscribe#token=${token}`)
    }
    const { preferences } = await ada.api.getNotificationPreferences()
    expect(preferences).toMatchObject({ reportReminders: true, deadlineReminders: true })
  })

  it.each([
    ['', ''],
    ['?token=', ''],
    ['?token=a&token=b', ''],
    [`?token=${'x'.repeat(201)}`, ''],
    ['?token=%0d%0aSet-Cookie:%20x', '%0D%0ASet-Cookie%3A+x'],
    ['?token=//evil.test', '%2F%2Fevil.test'],
  ])('%s leads to the page too, and nowhere else', async (query, shown) => {
    const response = await fetch(path + query, { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`${service.origin}/unsubscribe#token=${shown}`)
    expect(response.headers.getSetCookie()).toEqual([])
  })
})
