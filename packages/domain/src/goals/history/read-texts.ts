import type { Database } from '../../storage/database/client.ts'
import { readRecords } from '../../storage/database/read-record.ts'
import type { GoalEditRecord } from '../../storage/table/entities/goals/goal-edit.ts'
import { type GoalText, goalTextEntity } from '../../storage/table/entities/goals/goal-text.ts'
import { goalNotFound } from '../rules/authority.ts'

/**
 * Returns the texts that edits of one goal name, by version. Each version is read once.
 * @throws `goal_not_found` if the goal has been deleted since its edits were read.
 */
export async function readTexts(
  database: Database,
  edits: readonly GoalEditRecord[],
): Promise<ReadonlyMap<number, GoalText>> {
  const [first] = edits
  if (!first) return new Map()
  const { organizationKey, goalKey } = first
  const named = edits.flatMap(({ content: { texts } }) => (texts ? [texts.from, texts.to] : []))
  const keys = [...new Set(named)].map((version) => ({ organizationKey, goalKey, version }))
  const texts = await readRecords(database, goalTextEntity, keys)
  if (texts.length < keys.length) throw goalNotFound()
  return new Map(texts.map((text) => [text.version, text]))
}

/** Returns how many of the first edits have texts of at most `limit` characters together; at least 1 if there are any. */
export function countWithTextsOf(edits: readonly GoalEditRecord[], limit: number): number {
  let length = 0
  const firstTooMany = edits.findIndex(({ content: { texts } }) => {
    length += texts?.bytes ?? 0
    return length > limit
  })
  return firstTooMany === -1 ? edits.length : Math.max(1, firstTooMany)
}
