import { expect, it } from 'vitest'
import { createGoal } from '../../../support/people/goals.ts'
import { newcomer, sessionOf } from '../../../support/people/sessions.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))

it('leaves out events that are older than 90 days, also of an organization where nothing has happened since', async () => {
  const ada = await newcomer(service, 'Ada', clock.read())
  await createGoal(ada)
  const typesFor = async (person: typeof ada) =>
    (await person.api.listEvents()).events.map(({ type }) => type)
  expect(await typesFor(ada)).toEqual(['goal.published'])
  clock.advance({ days: 90 })
  const { userId, email } = ada
  const later = await sessionOf(service, { userId, email }, clock.read())
  expect(await typesFor(later)).toEqual(['goal.published'])
  clock.advance({ milliseconds: 1 })
  expect(await typesFor(later)).toEqual([])
})

it('a brief leaves them out too, since a time and after a cursor', async () => {
  const bea = await newcomer(service, 'Bea', clock.read())
  const { cursor } = await bea.api.getBrief()
  const since = clock.timestamp
  await createGoal(bea)
  const briefsFor = async (person: typeof bea) => {
    const briefs = await Promise.all(
      [since, cursor].map((start) => person.api.getBrief({ query: { since: start } })),
    )
    return briefs.map(({ events, moreEvents }) => ({ types: events.map(({ type }) => type), moreEvents }))
  }
  const all = { types: ['goal.published'], moreEvents: false }
  const none = { types: [], moreEvents: false }
  expect(await briefsFor(bea)).toEqual([all, all])
  clock.advance({ days: 90 })
  const { userId, email } = bea
  const later = await sessionOf(service, { userId, email }, clock.read())
  expect(await briefsFor(later)).toEqual([all, all])
  clock.advance({ milliseconds: 1 })
  expect(await briefsFor(later)).toEqual([none, none])
})
