import { defaultInboxChoices } from '@cairn/contract/goals/inbox-kinds'
import { expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'

const { send, signInAs } = await startWithAda()
const path = '/v1/notification-preferences'
const defaults = {
  timeZone: null,
  language: 'en',
  reportReminders: true,
  deadlineReminders: true,
  weeklyDigest: true,
  questions: true,
  inbox: defaultInboxChoices,
}

it('200s with everything on, in UTC, until the user changes something', async () => {
  expect(await send('GET', path)).toMatchObject({ status: 200, body: { preferences: defaults } })
})

it('200s with the user’s own', async () => {
  const bob = await signInAs('Bob')
  await bob.api.updateNotificationPreferences({ body: { reportReminders: false } })
  expect((await send('GET', path)).body).toEqual({ preferences: defaults })
  const { preferences } = await bob.api.getNotificationPreferences()
  expect(preferences).toEqual({ ...defaults, reportReminders: false })
})
