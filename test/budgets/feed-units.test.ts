import { createDatabase } from '@cairn/domain/storage/database/client'
import { expect, it } from 'vitest'
import { meterCalls } from '../../infra/cost/meter.ts'
import { createTestTable } from '../support/service/engine.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { measureFeedUnits } from './support/feed-units.ts'

const table = stopAfterFile(await createTestTable())
const meter = meterCalls(table)

it('costs 2 write units an event, and next to nothing to follow', async () => {
  const database = createDatabase({ ...table, attach: meter.attach })
  const units = await measureFeedUnits(database, meter)
  expect(units).toEqual([
    { work: 'append an event', reads: 0, writes: 2 },
    // 6 KB, and the mark of the feed's end.
    { work: 'append 16 events at once', reads: 0, writes: 7 },
    { work: 'list 50 events, one a page', reads: 6, writes: 0 },
    { work: 'list 50 events, 16 a page', reads: 65, writes: 0 },
    { work: 'follow, nothing new', reads: 1, writes: 0 },
  ])
})
