import { expect, it } from 'vitest'
import { meterCalls } from '../../infra/cost/meter.ts'
import { signIn } from '../support/people/sign-in.ts'
import { recordCalls } from '../support/service/call-recorder.ts'
import { createTestTable } from '../support/service/engine.ts'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { brokenBriefBudgets, measureBriefUnits } from './support/brief-units.ts'

const table = stopAfterFile(await createTestTable())
const recorder = recordCalls(table, { quietMilliseconds: 10 })
const meter = meterCalls(recorder)
const service = stopAfterFile(await startTestService({ table, attach: meter.attach }))
const { api: session, userId } = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })

it('200s a brief of 1,000 goals with 10 changed within 3 round trips and 32 KiB, at the same cost with more goals', async () => {
  // Records are written past the recorder, which holds each call.
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
