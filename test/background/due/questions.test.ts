import { EmailRefusedError, EmailThrottledError } from '@cairn/domain/accounts/email/email-delivery'
import { readQuestionMails } from '@cairn/domain/accounts/notifications/pending'
import { shortHash } from '@cairn/domain/storage/table/short-id'
import { describe, expect, it } from 'vitest'
import { createToken, programWith, removeMember } from '../../support/people/api-tokens.ts'
import { join } from '../../support/people/invite.ts'
import { sampleTitle } from '../../support/test-all.ts'
import { startWithInbox } from './support/inbox.ts'
import { createSweeper, type Death, deathsOf, momentOf, sweepAndDie } from './support/sweeper.ts'
import { findingsIn } from './support/team.ts'

const start = '2099-03-03T10:00:00.000Z'
const minutes = (count: number) => count * 60_000

/** Bob asks Ada about her goal. */
async function startAsked() {
  const world = await startWithInbox(start)
  const { people, clock, service } = world
  const { ada, bob } = people
  await join(ada, bob, 'admin')
  // Digests are tests of their own.
  for (const { api } of [ada, bob]) await api.updateNotificationPreferences({ body: { weeklyDigest: false } })
  const goal = await world.publish(ada, { title: 'Plant trees' })
  const params = { goalId: goal.id }
  const database = service.table.database
  const sweeper = createSweeper(database)
  const at = (later: number) => new Date(clock.read().getTime() + minutes(later))
  return {
    ...world,
    database,
    params,
    sweeper,
    at,
    ask: async (text: string, fields: object = {}, by = bob) =>
      (await by.api.askQuestion({ params, body: { text, ...fields } })).question,
    sweepIn: (later: number) => sweeper.sweep(at(later)),
    waiting: () => readQuestionMails(database, shortHash(ada.userId)),
  }
}

describe('an email with a question', () => {
  it('goes to those asked within a minute, with the way to the answer, and once', async () => {
    const { ask, sweepIn, sweeper, people, params } = await startAsked()
    const question = await ask('May I order the **printers**?', {
      options: ['Yes', 'No'],
      askedUserIds: [people.ada.userId, people.bob.userId],
    })
    for (const later of [0, 1, 2]) await sweepIn(later)
    expect(sweeper.errors).toEqual([])
    const [email] = sweeper.sent
    // Bob asked himself, too.
    expect(sweeper.sent.map(({ to }) => to)).toEqual([people.ada.email])
    const search = new URLSearchParams({ question: question.id, organization: goalOf(email?.link) })
    expect(email?.link).toBe(`https://cairn.test/goals/${params.goalId}?${search}`)
    expect(email).toMatchObject({ kind: 'questions', subject: 'Question: May I order the **printers**?' })
    expect(email?.unsubscribeUrl).toContain('/v1/notification-preferences/unsubscribe?token=')
    expect(email?.text).toContain(`May I order the **printers**?
  Bob asks about Plant trees
  Choose: Yes · No
  Answer by Tuesday, March 10.
  https://cairn.test/goals/`)
  })

  it('says who asks if that is a program, and comes in the language of the reader', async () => {
    const { service, people, params, sweepIn, sweeper } = await startAsked()
    await people.ada.api.updateNotificationPreferences({ body: { language: 'de' } })
    const program = programWith(service, await createToken(people.ada, undefined, { name: 'Planner' }))
    await program.askQuestion({ params, body: { text: 'Darf ich?', options: ['Ja', 'Nein'] } })
    await sweepIn(1)
    expect(sweeper.sent[0]).toMatchObject({ subject: 'Frage: Darf ich?' })
    expect(sweeper.sent[0]?.text).toContain('Planner fragt zu Plant trees\n  Zur Wahl: Ja · Nein\n')
  })

  it('has all questions of a minute', async () => {
    const { ask, sweepIn, sweeper, people, service, clock } = await startAsked()
    await join(people.ada, people.cem)
    await ask('First?', { askedUserIds: [people.ada.userId, people.cem.userId] })
    clock.advance({ milliseconds: 20_000 })
    await ask('Second?', {}, people.ada)
    await ask('Second?')
    await sweepIn(0)
    const to = ({ email }: { email: string }) => sweeper.sent.filter((one) => one.to === email)
    expect(to(people.ada).map(({ subject }) => subject)).toEqual(['2 questions for you'])
    expect(to(people.cem).map(({ subject }) => subject)).toEqual(['Question: First?'])
    expect(to(people.ada)[0]?.text.match(/^(First|Second)\?$/gm)).toEqual(['First?', 'Second?'])
    expect(to(people.ada)[0]?.link).toBe('https://cairn.test/home')
    // Another instance sweeps some seconds later.
    await ask('Third?')
    await createSweeper(service.table.database).sweep(new Date(clock.read().getTime() + 10_000))
    expect(to(people.ada)).toHaveLength(1)
    await sweepIn(1)
    expect(to(people.ada)).toHaveLength(2)
  })

  it('lists the first 10, and counts the rest', async () => {
    const { ask, sweepIn, sweeper } = await startAsked()
    for (let number = 1; number <= 12; number++) await ask(`Question ${number}?`)
    await sweepIn(1)
    expect(sweeper.sent).toHaveLength(1)
    expect(sweeper.sent[0]?.text.match(/^Question \d+\?$/gm)).toHaveLength(10)
    expect(sweeper.sent[0]?.text).toContain('2 more questions wait.')
  })

  it.each([
    ['a page', '<script>alert(1)</script><img src=x onerror=alert(1)>', '&lt;script&gt;'],
    ['a header', 'Hello\r\nBcc: eve@evil.test\r\n\r\n<b>Body</b>', 'Hello Bcc: eve@ evil. test &lt;b&gt;'],
    ['a link', 'See https://evil.test/login "now"', 'https: / / evil. test/ login &quot;now&quot;'],
  ])('shows text as text: %s', async (_, text, shown) => {
    const { ask, sweepIn, sweeper, params, people } = await startAsked()
    await people.ada.api.updateGoal({ params, body: { title: '<i>Goal</i>' } })
    await ask(text, { options: ['<u>Yes</u>', 'http://evil.test'] })
    await sweepIn(1)
    const [email] = sweeper.sent
    expect(email?.subject).not.toMatch(/[\r\n]/)
    expect(email?.html).toContain(shown)
    expect(email?.html).not.toMatch(/<script|<img src=x|<i>|<u>|<b>/)
    expect(email?.html).not.toContain('evil.test')
    expect(email?.text).not.toContain('evil.test')
  })

  it('shortens a long question', async () => {
    const { ask, sweepIn, sweeper } = await startAsked()
    await ask('🌳'.repeat(4_000))
    await sweepIn(1)
    expect(sweeper.sent[0]?.subject).toBe(`Question: ${'🌳'.repeat(59)}…`)
    expect(sweeper.sent[0]?.text).toContain(`${'🌳'.repeat(299)}…\n`)
    expect(sweeper.sent[0]?.text).not.toContain('🌳'.repeat(301))
  })
})

describe('no email', () => {
  type World = Awaited<ReturnType<typeof startAsked>>
  type Question = Awaited<ReturnType<World['ask']>>
  const paramsOf = ({ goalId, id }: Question) => ({ params: { goalId, questionId: id } })

  it.each<[string, (world: World, question: Question) => Promise<unknown>]>([
    [
      'is answered',
      ({ people }, question) =>
        people.bob.api.answerQuestion({ ...paramsOf(question), body: { text: 'Yes' } }),
    ],
    ['is withdrawn', ({ people }, question) => people.bob.api.withdrawQuestion(paramsOf(question))],
    ['has expired', async ({ clock }) => clock.advance({ hours: 24 * 7 })],
    ['is gone with its goal', ({ people, params }) => people.ada.api.deleteGoal({ params })],
    [
      'is not wanted',
      ({ people }) => people.ada.api.updateNotificationPreferences({ body: { questions: false } }),
    ],
  ])('goes out if the question %s by then', async (_, close) => {
    const world = await startAsked()
    await close(world, await world.ask('May I?'))
    for (const later of [1, 2, 7]) await world.sweepIn(later)
    expect(world.sweeper.sent).toEqual([])
    expect(world.sweeper.errors).toEqual([])
    expect(await world.waiting()).toEqual([])
    expect(await findingsIn(world.database)).toEqual([])
  })

  it('goes to somebody who has left', async () => {
    const { ask, people, service, sweepIn, sweeper, database } = await startAsked()
    const organizationId = await join(people.ada, people.cem)
    await ask('May I?', { askedUserIds: [people.cem.userId, people.ada.userId] })
    await removeMember(service, people.cem.userId, organizationId)
    await sweepIn(1)
    expect(sweeper.sent.map(({ to }) => to)).toEqual([people.ada.email])
    expect(await readQuestionMails(database, shortHash(people.cem.userId))).toEqual([])
  })

  it('is sent without a mail service', async () => {
    const { ask, service, at, waiting, clock } = await startAsked()
    await ask('May I?')
    clock.advance({ milliseconds: at(1).getTime() - clock.read().getTime() })
    await service.sweep()
    expect(await waiting()).toEqual([])
  })
})

describe('the limit', () => {
  it('is 12 emails a day of the person; the rest is in one on the next morning', async () => {
    const { ask, clock, sweeper, people, waiting, database } = await startAsked()
    await people.ada.api.updateNotificationPreferences({ body: { timeZone: 'Europe/Berlin' } })
    const subjects = () => sweeper.sent.map(({ subject }) => subject)
    for (let number = 1; number <= 15; number++) {
      await ask(`${number}?`)
      clock.advance({ milliseconds: minutes(1) })
      await sweeper.sweep(clock.read())
    }
    expect(subjects()).toEqual(Array.from({ length: 12 }, (_, index) => `Question: ${index + 1}?`))
    expect(await waiting()).toHaveLength(3)
    expect(await findingsIn(database)).toEqual([])
    clock.advance({ milliseconds: Date.parse('2099-03-04T06:59:00.000Z') - clock.read().getTime() })
    await sweeper.sweep(clock.read())
    expect(sweeper.sent).toHaveLength(12)
    clock.advance({ milliseconds: minutes(1) })
    await sweeper.sweep(clock.read())
    expect(subjects().slice(12)).toEqual(['3 questions for you'])
    expect(sweeper.errors).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it('does not count with the reminders of the day', async () => {
    const { ask, people, publish, sweepUntil, clock, take } = await startAsked()
    await publish(people.ada, { title: 'Late', cadence: { everyDays: 1 } })
    await sweepUntil('2099-03-04T10:01:00.000Z')
    expect(take('reminders')).toEqual(['Report is late: Late'])
    await ask('May I?')
    clock.advance({ milliseconds: minutes(1) })
    await sweepUntil('2099-03-04T11:00:00.000Z')
    expect(take('questions')).toEqual(['Question: May I?'])
  })
})

describe('a crash or a fault', () => {
  it(`before or after any call of the database sends no question twice, and loses none unless it died at the moment of sending (${sampleTitle})`, async () => {
    const calls = await crash(undefined)
    for (const death of deathsOf(calls)) await crash(death)
  })

  /** Returns how many calls the sweeps made until then. */
  async function crash(death: Death | undefined): Promise<number> {
    const { database, ask, at, waiting } = await startAsked()
    await ask('First?')
    await ask('Second?')
    const dead = await sweepAndDie(database, [at(1), at(1)], death)
    const isMarked = (await waiting()).some(({ mailedAt }) => mailedAt !== undefined)
    const next = createSweeper(database)
    for (const later of [2, 3, 7, 8]) await next.sweep(at(later))
    const sent = [...dead.sent, ...next.sent]
    expect(next.errors).toEqual([])
    const about = sent.flatMap(({ text }) => text.match(/^(First|Second)\?$/gm) ?? [])
    const died = dead.sent.length === 0 && isMarked
    expect(about.toSorted(), momentOf(death)).toEqual(died ? [] : ['First?', 'Second?'])
    expect(await waiting()).toEqual([])
    expect(await findingsIn(database)).toEqual([])
    return dead.calls
  }

  it.each([
    ['is down', () => new Error('connection refused')],
    ['takes no more', () => new EmailThrottledError('slow down')],
  ])('of the mail service, which %s, is retried until the email is sent', async (_, failure) => {
    const { database, ask, at } = await startAsked()
    let isDown = true
    const sweeper = createSweeper(database, async () => {
      if (isDown) throw failure()
    })
    await ask('First?')
    await ask('Second?')
    for (const later of [1, 2]) await sweeper.sweep(at(later))
    isDown = false
    for (const later of [4, 5, 6]) await sweeper.sweep(at(later))
    expect(sweeper.sent.map(({ subject }) => subject)).toEqual(['2 questions for you'])
    expect(await findingsIn(database)).toEqual([])
  })

  it('that is a refusal ends the email', async () => {
    const { database, ask, at, waiting } = await startAsked()
    let tries = 0
    const sweeper = createSweeper(database, async () => {
      tries++
      throw new EmailRefusedError('no such mailbox')
    })
    await ask('May I?')
    for (const later of [1, 2, 7]) await sweeper.sweep(at(later))
    expect(tries).toBe(1)
    expect(await waiting()).toEqual([])
  })

  it('of four instances at once sends one email', async () => {
    const { database, ask, at, waiting } = await startAsked()
    for (let number = 0; number < 5; number++) await ask(`${number}?`)
    const sweepers = Array.from({ length: 4 }, () => createSweeper(database))
    for (const later of [1, 2]) await Promise.all(sweepers.map((sweeper) => sweeper.sweep(at(later))))
    expect(sweepers.flatMap(({ sent }) => sent.map(({ subject }) => subject))).toEqual([
      '5 questions for you',
    ])
    expect(sweepers.flatMap(({ errors }) => errors)).toEqual([])
    expect(await waiting()).toEqual([])
  })
})

/** The organization in a link. */
const goalOf = (link = '') => new URL(link).searchParams.get('organization') ?? ''
