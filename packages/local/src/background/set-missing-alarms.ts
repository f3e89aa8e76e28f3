import type { Logger } from '@aws-lambda-powertools/logger'
import type { Database } from '@cairn/domain/database/client'
import { hasAlarms, setAlarms, writeHasAlarms } from '@cairn/domain/migration/set-alarms'

/**
 * Sets the alarms of data that an earlier version stored, in the background of the first start of this version. Nothing waits
 * for it: a start that is interrupted is continued by the next one.
 */
export function setMissingAlarms(
  database: Database,
  clock: () => Date,
  logger: Logger,
): { stop(): Promise<void> } {
  let isStopping = false

  async function run(): Promise<void> {
    if (await hasAlarms(database)) return
    let last = { goals: 0, users: 0, tokens: 0 }
    for await (const count of setAlarms(database, clock())) {
      if (isStopping) return
      last = count
    }
    await writeHasAlarms(database)
    if (last.goals > 0) logger.info('set the alarms of earlier goals', last)
  }

  const running = run().catch((error) => {
    if (!isStopping) logger.warn('setting alarms failed and is retried at the next start', { error })
  })
  return {
    stop: () => {
      isStopping = true
      return running
    },
  }
}
