import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import { reportOf } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { startWithInbox } from './support/inbox.ts'
import { createSweeper } from './support/sweeper.ts'

// 1 March 2099 is a Sunday.
const start = '2099-03-01T10:00:00.000Z'

describe('the weekly digest', () => {
  it('comes on Monday between 8 and 9 in the user’s time zone, every week once, across a change of clocks', async () => {
    const { people, publish, sweepAt, sweepUntil, take } = await startWithInbox(start)
    await people.ada.api.updateNotificationPreferences({ body: { timeZone: 'Europe/Berlin' } })
    await publish(people.ada, { title: 'Overdue', timeframe: { kind: 'deadline', targetDate: '2099-02-01' } })
    await sweepAt('2099-03-02T06:59:59.999Z')
    expect(take('weekly_digest')).toEqual([])
    await sweepAt('2099-03-02T08:00:00.000Z')
    expect(take('weekly_digest')).toEqual(['Your week on Cairn: 1 goal needs you'])
    await sweepUntil('2099-03-23T07:00:00.000Z')
    expect(take('weekly_digest')).toHaveLength(2)
    await sweepUntil('2099-03-23T08:00:00.000Z')
    expect(take('weekly_digest')).toHaveLength(1)
    // Summer time since Sunday.
    await sweepUntil('2099-03-30T06:00:00.000Z')
    expect(take('weekly_digest')).toEqual([])
    await sweepUntil('2099-03-30T07:00:00.000Z')
    expect(take('weekly_digest')).toHaveLength(1)
  })

  it('is in the language of the reader', async () => {
    const { service, people, publish, report, advanceTo } = await startWithInbox(start)
    await join(people.ada, people.bob)
    await people.ada.api.updateNotificationPreferences({ body: { language: 'de' } })
    await publish(people.ada, { title: 'Halve', timeframe: { kind: 'deadline', targetDate: '2099-02-01' } })
    const { id } = await publish(people.bob, { title: 'Plant trees' })
    await report(people.bob, id, { health: 'at_risk', summary: 'two days late' })
    await service.sweep()
    advanceTo('2099-03-02T09:00:00.000Z')
    const sweeper = createSweeper(service.table.database)
    await sweeper.sweep(new Date('2099-03-02T09:00:00.000Z'))
    const digest = sweeper.sent.find(({ to }) => to === people.ada.email)
    expect(digest?.subject).toBe('Deine Woche auf Cairn: 1 Ziel braucht dich')
    expect(digest?.text).toContain('Überfällig seit Sonntag, 1. Februar.')
    expect(digest?.text).toContain('Bob hat zu Plant trees berichtet, jetzt Gefährdet: two days late')
  })

  it('is one for all organizations, with what needs the user and what others did', async () => {
    const { service, people, publish, report, advanceTo } = await startWithInbox(start)
    const organizationId = await join(people.ada, people.bob)
    await publish(people.ada, {
      title: 'Halve the <b>paper</b> evil.test',
      timeframe: { kind: 'deadline', targetDate: '2099-03-10' },
    })
    const { id } = await publish(people.bob, { title: 'Plant trees' })
    await report(people.bob, id, { health: 'at_risk', summary: 'two days late' })
    const agent = await createToken(people.bob, undefined, { kind: 'agent', name: 'Helpdesk bot' })
    await programWith(service, agent).createGoalUpdate({
      params: { goalId: id },
      body: reportOf('three days late', { expectedRevision: 2, runId: '4711' }),
    })
    await publish(people.ada, { title: 'Fine' })
    await people.ada.api.createOrganization({ body: { name: 'Second' } })
    await publish(people.ada, {
      title: 'Elsewhere',
      timeframe: { kind: 'deadline', targetDate: '2099-02-01' },
    })
    await service.sweep()
    advanceTo('2099-03-02T09:00:00.000Z')
    const sweeper = createSweeper(service.table.database)
    await sweeper.sweep(new Date('2099-03-02T09:00:00.000Z'))
    const [digest, ...others] = sweeper.sent.filter(({ to }) => to === people.ada.email)
    expect(others).toEqual([])
    expect(digest).toMatchObject({ kind: 'weekly_digest', subject: 'Your week on Cairn: 2 goals need you' })
    const { text = '', html = '' } = digest ?? {}
    expect(text).toContain('Halve the <b>paper</ b> evil. test')
    expect(html).toContain('Halve the &lt;b&gt;paper&lt;/ b&gt; evil. test')
    expect(text).toContain('The deadline is Tuesday, March 10.')
    expect(text).toContain('- Bob moved Plant trees to At risk: two days late')
    expect(text).toContain(
      '- Helpdesk bot (agent, run 4711) for Bob reported on Plant trees: three days late',
    )
    expect(text).toContain('Overdue since Sunday, February 1.')
    // The user's own changes are no news, nor is a goal that needs nobody.
    expect(text).not.toContain('- You ')
    expect(text).not.toContain('Fine')
    expect(text).toContain(`organization=${organizationId}`)
    expect(digest?.unsubscribeUrl).toMatch(
      /^https:\/\/cairn\.test\/v1\/notification-preferences\/unsubscribe\?token=/,
    )
  })

  it('is not sent if there is nothing to say, or the user does not want it', async () => {
    const { people, publish, sweepUntil, take } = await startWithInbox(start)
    await publish(people.ada, { title: 'Fine' })
    await publish(people.bob, { title: 'Overdue', timeframe: { kind: 'deadline', targetDate: '2099-02-01' } })
    await people.bob.api.updateNotificationPreferences({ body: { weeklyDigest: false } })
    await sweepUntil('2099-03-17T00:00:00.000Z')
    expect(take('weekly_digest')).toEqual([])
    expect(take('weekly_digest', people.bob)).toEqual([])
  })

  it('is not sent a second time on the same Monday by a change of the time zone', async () => {
    const { people, publish, sweepUntil, take } = await startWithInbox(start)
    await publish(people.ada, { title: 'Overdue', timeframe: { kind: 'deadline', targetDate: '2099-02-01' } })
    await sweepUntil('2099-03-02T09:00:00.000Z')
    expect(take('weekly_digest')).toHaveLength(1)
    await people.ada.api.updateNotificationPreferences({ body: { timeZone: 'America/Los_Angeles' } })
    await sweepUntil('2099-03-09T15:00:00.000Z')
    expect(take('weekly_digest')).toEqual([])
    await sweepUntil('2099-03-09T16:00:00.000Z')
    expect(take('weekly_digest')).toHaveLength(1)
  })

  it('hides the events of members and invitations from members', async () => {
    const { service, people, publish, advanceTo } = await startWithInbox(start)
    await join(people.ada, people.bob)
    await join(people.ada, people.cem, 'admin')
    await publish(people.ada, { title: 'Plant trees' })
    await service.sweep()
    advanceTo('2099-03-02T09:00:00.000Z')
    const sweeper = createSweeper(service.table.database)
    await sweeper.sweep(new Date('2099-03-02T09:00:00.000Z'))
    const textTo = (email: string) => sweeper.sent.find(({ to }) => to === email)?.text ?? ''
    expect(textTo(people.bob.email)).toContain('- Ada published Plant trees')
    expect(textTo(people.bob.email)).not.toMatch(/joined|invit/)
    expect(textTo(people.cem.email)).toMatch(/joined|invit/)
    // A week later there is no more to tell.
    const { length } = sweeper.sent
    await sweeper.sweep(new Date('2099-03-09T09:00:00.000Z'))
    expect(sweeper.sent).toHaveLength(length)
  })
})
