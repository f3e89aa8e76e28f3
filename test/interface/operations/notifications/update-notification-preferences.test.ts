import { defaultInboxChoices } from '@cairn/contract/goals/inbox-kinds'
import { digestDelay, readPerson } from '@cairn/domain/accounts/notifications/person'
import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { refusal } from '../../../support/requests/exchange.ts'
import { createClock } from '../../../support/service/clock.ts'

// A Sunday.
const clock = createClock('2099-03-01T10:00:00.000Z')
const { service, ada, send } = await startWithAda({ clock: clock.read })
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
const change = (body: object) => send('PATCH', path, { body })

/** Returns the time of the next digest, without the delay by which digests are spread; undefined if nothing is due. */
async function dueFor(userId: string): Promise<string | undefined> {
  const person = await readPerson(service.database, userId)
  if (person?.timer !== 'on') return undefined
  return new Date(person.dueAt - digestDelay(person.personKey)).toISOString()
}

describe('notification preferences', () => {
  it('change one by one, and all at once', async () => {
    expect(await change({ reportReminders: false })).toMatchObject({
      status: 200,
      body: { preferences: { ...defaults, reportReminders: false } },
    })
    const all = {
      timeZone: 'Asia/Tokyo',
      language: 'de',
      reportReminders: true,
      deadlineReminders: false,
      weeklyDigest: true,
      questions: false,
      inbox: { ...defaultInboxChoices, reported: 'daily_email', commented: 'none' },
    }
    expect((await change(all)).body).toEqual({ preferences: all })
    expect((await send('GET', path)).body).toEqual({ preferences: all })
  })

  it('change the kinds of the inbox one by one', async () => {
    await change({ inbox: { reported: 'inbox' } })
    const { body } = await change({ inbox: { mentioned: 'none' } })
    expect(body).toMatchObject({
      preferences: {
        inbox: { reported: 'inbox', commented: 'none', mentioned: 'none', review: 'daily_email' },
      },
    })
    expect(await change({ inbox: { mentioned: 'always' } })).toMatchObject(
      refusal('invalid_request', 'inbox.mentioned'),
    )
    expect(await change({ inbox: { unknown: 'none' } })).toMatchObject(
      refusal('invalid_request', 'inbox.unknown'),
    )
  })

  it('move the digest to the time zone’s Monday, and back', async () => {
    await change({ timeZone: 'Pacific/Kiritimati' })
    expect(await dueFor(ada.userId)).toBe('2099-03-01T18:00:00.000Z')
    await change({ timeZone: 'Pacific/Niue' })
    expect(await dueFor(ada.userId)).toBe('2099-03-02T19:00:00.000Z')
    await change({ timeZone: 'UTC' })
    expect(await dueFor(ada.userId)).toBe('2099-03-02T08:00:00.000Z')
  })

  it('turn the digest off and on again, from the next Monday', async () => {
    await change({ weeklyDigest: false })
    expect(await dueFor(ada.userId)).toBeUndefined()
    // To a Sunday.
    clock.advance({ days: 7 })
    await change({ weeklyDigest: true })
    expect(await dueFor(ada.userId)).toBe('2099-03-09T08:00:00.000Z')
  })

  it('keep both of two changes at once', async () => {
    await change({ reportReminders: true, deadlineReminders: true })
    const done = await Promise.all([change({ reportReminders: false }), change({ deadlineReminders: false })])
    expect(done.map(({ status }) => status)).toEqual([200, 200])
    expect((await send('GET', path)).body).toMatchObject({
      preferences: { reportReminders: false, deadlineReminders: false },
    })
  })

  it.each([
    [{}, ''],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ timeZone: '+01:00' }, 'timeZone'],
    [{ timeZone: null }, 'timeZone'],
    [{ timeZone: 'x'.repeat(101) }, 'timeZone'],
    [{ weeklyDigest: 'yes' }, 'weeklyDigest'],
    [{ language: 'den' }, 'language'],
    [{ language: null }, 'language'],
    [{ email: 'ada@example.com' }, 'email'],
  ])('400s %j', async (body, detail) => {
    const before = (await send('GET', path)).body
    expect(await change(body)).toMatchObject(refusal('invalid_request', detail))
    expect((await send('GET', path)).body).toEqual(before)
  })
})
