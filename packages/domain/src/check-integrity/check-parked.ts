import { parkedShard, shardOf } from '../storage/table/entities/due/shard.ts'
import type { Check, Report } from './finding.ts'

/** Checks that nothing is parked, and that whatever else has failed is in the partition of the index that sweeps read. */
export function checkParked(report: Report): Check {
  return {
    see(record) {
      if (!('failedAttempts' in record) || record.failedAttempts === undefined) return
      const name = `${record.__edb_e__} ${record.pk} ${record.sk}`
      if (record.dueShard === parkedShard) {
        report('broken', record, `${name} was parked after ${record.failedAttempts} failed attempts`)
        return
      }
      const id = String(record.gsi3sk).replace(/^\d+#/, '')
      if (record.timer === 'on' && record.dueShard !== shardOf(id)) {
        report('broken', record, `${name} is in shard ${record.dueShard}, expected ${shardOf(id)}`)
      }
    },
    end: () => undefined,
  }
}
