import type { Client } from '@cairn/contract/http/client'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proxied, proxyEnvironment } from '../../support/service/proxied.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { directoryOf } from '../../support/table/label-directory.ts'
import { commandArbitraries } from './goal-model/commands.ts'
import { createModel, type Model } from './goal-model/explain.ts'
import { chainProblems, expectationOf, observe } from './goal-model/observe.ts'
import { runs } from './support/seed.ts'

const service = stopAfterFile(await startTestService({ environment: proxyEnvironment }))
let runCount = 0

const settings = runs<[unknown]>(30)

describe('goals, labels and reports', () => {
  it(`match the model, for sequential and concurrent requests (seed ${settings.seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.commands<Model, Client, false>(commandArbitraries, { maxCommands: 40, size: 'max' }),
        async (commands) => {
          // Every run has a new user, whose organization is empty.
          const email = `ada-${++runCount}@example.com`
          const { api, userId } = proxied(service, { id: `proxy:${email}`, displayName: 'Ada', email })
          const { activeOrganizationId } = await api.getAuthSession()
          const model = createModel(userId)
          await fc.asyncModelRun(() => ({ model, real: api }), commands)
          expect(await observe(api)).toEqual(expectationOf(model.state))
          expect(await chainProblems(api)).toEqual([])
          const { goalLabel } = await expectSoundTable(service.table.database)
          const labelIds = goalLabel
            .filter(({ organizationId }) => organizationId === activeOrganizationId)
            .map(({ labelId }) => labelId)
          // The sound table proves that their content is equal.
          const directory = await directoryOf(service.table.database, activeOrganizationId)
          expect(directory?.map(({ id }) => id).sort()).toEqual(labelIds.sort())
        },
      ),
      settings,
    )
  })
})
