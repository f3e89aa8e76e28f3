import { takeUp } from '../../background/due/failures.ts'
import { parkedShard } from '../../storage/table/entities/due/shard.ts'
import type { RepairStep } from '../step.ts'

/** Makes due again what failed so often that it was parked: whoever runs a repair has removed the cause. */
export const parkedStep: RepairStep = {
  name: 'parked',
  async seeAll(repair, record) {
    if (!('dueShard' in record) || record.dueShard !== parkedShard) return
    await repair.run('parked records taken up', () => takeUp(repair.database, record, repair.now))
  },
}
