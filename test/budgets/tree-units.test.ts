import { closeDatabase, createDatabase } from '@cairn/domain/storage/database/client'
import { afterAll, expect, it } from 'vitest'
import { meterCalls } from '../../infra/cost/meter.ts'
import { signIn } from '../support/people/sign-in.ts'
import { recordCalls } from '../support/service/call-recorder.ts'
import { createTestTable } from '../support/service/engine.ts'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { measureTreeUnits } from './support/tree-units.ts'

/** Goals that belong together cost what others do, and up to two write units a level behind the answer. */

const table = stopAfterFile(await createTestTable())
const recorder = recordCalls(table, { quietMilliseconds: 10 })
const meter = meterCalls(recorder)
const service = stopAfterFile(await startTestService({ table, attach: meter.attach }))
const { api: session } = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const database = createDatabase({ tableName: table.tableName, attach: meter.attach })
afterAll(() => closeDatabase(database))
const units = await measureTreeUnits({ session, meter, recorder, database, width: 40 })
const of = (request: string) => units.find((row) => row.request === request)

it('a parent is read with its stored roll-up in two round trips, and so is the goal at the fifth level', () => {
  const alone = of('get a goal that belongs to no others')
  for (const request of ['get a parent of 40', 'get the goal at the fifth level']) {
    expect(of(request)?.trips).toBeLessThanOrEqual(2)
    expect(of(request)?.reads).toBeLessThanOrEqual((alone?.reads ?? 0) + 1)
  }
})

it('a tree takes two round trips more than its depth at most', () => {
  expect(of('tree of depth 1, 100 goals')?.trips).toBeLessThanOrEqual(3)
  expect(of('tree of depth 4, 100 goals')?.trips).toBeLessThanOrEqual(6)
})

it('a report costs the same below a parent, and two write units a level behind the answer', () => {
  const { writes, reads } = of('report on a goal that belongs to no others') ?? {}
  for (const request of ['report on one of 40', 'report at the fifth level']) {
    expect(of(request)).toMatchObject({ writes, reads })
  }
  expect(of('behind it, 40 siblings, one level')?.writes).toBe(2)
  expect(of('behind it, four levels')?.writes).toBe(8)
})
