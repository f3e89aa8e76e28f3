import { expect, it } from 'vitest'
import { createGoal } from '../../support/people/goals.ts'
import { newcomer, sessionOf } from '../../support/people/sessions.ts'
import { createClock } from '../../support/service/clock.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

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
