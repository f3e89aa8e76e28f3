import { unsubscribePageOf } from '@cairn/domain/accounts/notifications/unsubscribe/open-unsubscribe-page'
import { describe, expect, it } from 'vitest'
import { anonymous } from '../../support/people/clients.ts'
import { join } from '../../support/people/invite.ts'
import { startWithInbox } from '../due/support/inbox.ts'
import { createSweeper } from '../due/support/sweeper.ts'
import { findingsIn } from '../due/support/team.ts'

const start = '2099-03-03T10:00:00.000Z'

/** Ada gives goals to Bob, who wants the daily email. */
async function startGiven() {
  const world = await startWithInbox(start)
  const { people, service, advanceTo, clock } = world
  const { ada, bob } = people
  await join(ada, bob, 'admin')
  for (const { api } of [ada, bob]) await api.updateNotificationPreferences({ body: { weeklyDigest: false } })
  await bob.api.updateNotificationPreferences({ body: { inbox: { handed_over: 'daily_email' } } })
  const database = service.table.database
  const sweeper = createSweeper(database)
  return {
    ...world,
    database,
    sweeper,
    give: (title: string) => world.publish(ada, { title, ownerUserId: bob.userId }),
    settle: () => ada.api.listEvents(),
    sweepAt: async (time: string) => {
      advanceTo(time)
      await ada.api.listEvents()
      await sweeper.sweep(clock.read())
      await sweeper.sweep(clock.read())
      expect(sweeper.errors).toEqual([])
    },
  }
}

describe('the daily email', () => {
  it('comes on the person’s morning, with everything new and unread since the last, and says that nobody reads replies', async () => {
    const { give, sweepAt, sweeper, people, database } = await startGiven()
    await give('Plant trees')
    await sweepAt('2099-03-03T12:00:00.000Z')
    const seen = await give('Seen')
    await give('Water them')
    await sweepAt('2099-03-03T23:00:00.000Z')
    const { items } = await people.bob.api.listInbox()
    const read = items.find(({ goal }) => goal.id === seen.id)
    await people.bob.api.updateInboxItem({ params: { itemId: read?.id ?? '' }, body: { read: true } })
    expect(sweeper.sent).toEqual([])
    await sweepAt('2099-03-04T08:00:00.000Z')
    await sweepAt('2099-03-04T08:01:00.000Z')
    expect(sweeper.sent).toMatchObject([
      {
        to: people.bob.email,
        kind: 'inbox',
        subject: '2 new items in your inbox',
        link: 'https://cairn.test/inbox',
      },
    ])
    const text = sweeper.sent[0]?.text ?? ''
    expect(text).toContain('Ada handed this goal over to you\n  Water them\n')
    expect(text).toContain('Ada handed this goal over to you\n  Plant trees\n')
    expect(text).not.toContain('Seen')
    expect(text).toContain('Nobody reads replies to this email.')
    expect(await findingsIn(database)).toEqual([])
  })

  it('is at most one a day, together with reminders', async () => {
    const { give, sweepAt, sweeper, publish, people, service } = await startGiven()
    await give('First')
    await publish(people.bob, { title: 'Late', cadence: { everyDays: 1 } })
    await sweepAt('2099-03-04T08:00:00.000Z')
    await sweepAt('2099-03-04T10:30:00.000Z')
    await give('Second')
    for (const time of ['2099-03-04T12:00:00.000Z', '2099-03-05T07:59:00.000Z']) await sweepAt(time)
    expect(sweeper.sent).toHaveLength(1)
    await sweepAt('2099-03-05T08:00:00.000Z')
    await sweepAt('2099-03-05T12:00:00.000Z')
    expect(sweeper.sent.map(({ subject }) => subject)).toEqual([
      'Ada handed this goal over to you: First',
      'Report is late: Late · Ada handed this goal over to you: Second',
    ])
    expect(sweeper.sent[1]?.text).toContain('New in your inbox')
    expect(sweeper.sent[1]?.text).not.toContain('First')
    const token = new URL(sweeper.sent[1]?.unsubscribeUrl ?? '').searchParams.get('token') ?? ''
    expect(await anonymous(service).unsubscribe({ query: { token } })).toEqual({ unsubscribed: 'daily' })
    const { preferences } = await people.bob.api.getNotificationPreferences()
    expect(preferences).toMatchObject({ reportReminders: false, inbox: { handed_over: 'inbox' } })
  })

  it('is in the language and at the morning of the person', async () => {
    const { give, sweepAt, sweeper, people } = await startGiven()
    await people.bob.api.updateNotificationPreferences({
      body: { language: 'de', timeZone: 'Asia/Tokyo' },
    })
    await give('Bäume')
    await sweepAt('2099-03-03T22:59:00.000Z')
    expect(sweeper.sent).toEqual([])
    await sweepAt('2099-03-03T23:00:00.000Z')
    expect(sweeper.sent[0]).toMatchObject({ subject: 'Ada hat dir dieses Ziel übergeben: Bäume' })
    expect(sweeper.sent[0]?.text).toContain('Antworten auf diese E-Mail liest niemand.')
  })

  it('has only kinds that the person wants, and ends with one click', async () => {
    const { give, sweepAt, sweeper, people, service } = await startGiven()
    const { api } = people.bob
    await give('First')
    await sweepAt('2099-03-04T08:00:00.000Z')
    const url = new URL(sweeper.sent[0]?.unsubscribeUrl ?? '')
    const token = url.searchParams.get('token') ?? ''
    expect(unsubscribePageOf('https://cairn.test', token)).toContain('/unsubscribe#token=')
    for (let again = 0; again < 2; again++) {
      expect(await anonymous(service).unsubscribe({ query: { token } })).toEqual({ unsubscribed: 'inbox' })
    }
    const { preferences } = await api.getNotificationPreferences()
    expect(Object.values(preferences.inbox)).not.toContain('daily_email')
    await give('Second')
    await sweepAt('2099-03-05T08:00:00.000Z')
    expect(sweeper.sent).toHaveLength(1)
    expect((await api.listInbox()).items).toHaveLength(2)
    await api.updateNotificationPreferences({ body: { inbox: { handed_over: 'none' } } })
    await give('Third')
    expect((await api.listInbox()).items).toHaveLength(2)
  })

  it('has nothing of an organization that the person has left', async () => {
    const { give, sweepAt, sweeper, people } = await startGiven()
    await give('First')
    await people.ada.api.removeOrganizationMember({
      params: { userId: people.bob.userId },
      body: { reassignGoalsTo: null },
    })
    await sweepAt('2099-03-04T08:00:00.000Z')
    expect(sweeper.sent).toEqual([])
  })
})
