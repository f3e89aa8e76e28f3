import { expect, it } from 'vitest'
import { startMeteringProxy } from '../../infra/cost/metering-proxy.ts'
import { signIn } from '../support/people/sign-in.ts'
import { createWireTable, engineEndpoint } from '../support/service/engine.ts'
import { countingQuiet, startEngineProxy } from '../support/service/engine-proxy.ts'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { brokenBriefBudgets, measureBriefUnits } from './support/brief-units.ts'

const meter = stopAfterFile(await startMeteringProxy(await engineEndpoint()))
const recorder = stopAfterFile(await startEngineProxy(meter.endpoint, { quietMilliseconds: countingQuiet }))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table, endpoint: recorder.endpoint }))
const { api: session, userId } = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })

it('200s a brief of 1,000 goals with 10 changed within 3 round trips and 32 KiB, at the same cost with more goals', async () => {
  // Not through the proxies, which take much longer.
  const address = { origin: service.origin, database: table.database }
  const organizations = [
    { goals: 100, own: 30 },
    { goals: 1_000, own: 30 },
    { goals: 1_000, own: 1_000 },
    { goals: 1_500, own: 1_500 },
  ]
  const measured = await measureBriefUnits(
    { session, userId, service: address, meter, recorder },
    organizations,
  )
  expect(brokenBriefBudgets(measured)).toEqual([])
  const [fewer, more] = measured
  expect(more?.reads).toBe(fewer?.reads)
})
