import { verifyHistory } from '@cairn/contract/goals/history-chain'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { oneLine } from '../output/escape.ts'
import type { ExportLine } from './format.ts'

/**
 * Reads an export to its end and checks the chain of hashes of every goal that has its history.
 * @throws `CommandError` if the file is damaged, or a history was changed and `isUnverified` is not set.
 */
export async function checkExport(lines: AsyncIterable<ExportLine>, isUnverified = false): Promise<void> {
  for await (const line of lines) {
    if (isUnverified || line.type !== 'goal' || !line.updates) continue
    const [problem] = await verifyHistory(line.goal, [...line.updates, ...(line.edits ?? [])])
    if (!problem) continue
    throw new CommandError(
      `The history of "${oneLine(line.goal.title)}" is not whole: ${problem.message} Nothing was imported. To import it all the same: --unverified`,
      exitCodes.notWhole,
    )
  }
}
