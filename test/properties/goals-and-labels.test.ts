import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signIn } from '../support/people/sign-in.ts'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { expectSoundTable } from '../support/table/check-table.ts'
import { commandArbitraries } from './goal-model/commands.ts'
import { createModel, type Model } from './goal-model/explain.ts'
import { expectationOf, observe } from './goal-model/observe.ts'
import { runs } from './support/seed.ts'

const service = stopAfterFile(await startTestService())
const browser = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })

const settings = runs<[unknown]>(30)

describe('goals, labels and reports', () => {
  it(`match the model, for sequential and concurrent requests (seed ${settings.seed})`, {
    timeout: 180_000,
  }, async () => {
    const { api, userId } = browser
    await fc.assert(
      fc.asyncProperty(
        fc.commands<Model, typeof api, false>(commandArbitraries, { maxCommands: 40, size: 'max' }),
        async (commands) => {
          // Every run starts with a new, empty organization.
          await api.createOrganization({ body: { name: 'A run' } })
          const model = createModel(userId)
          await fc.asyncModelRun(() => ({ model, real: api }), commands)
          expect(await observe(api)).toEqual(expectationOf(model.state))
          await expectSoundTable(service.table.database)
        },
      ),
      settings,
    )
  })
})
