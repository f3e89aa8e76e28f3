import { isDeepStrictEqual } from 'node:util'
import { entriesOf, indexedTexts } from '../../goals/search/texts/entries.ts'
import { searchedTexts } from '../../goals/search/texts/read-texts.ts'
import { changeQueue } from '../../storage/table/entities/events/change.ts'
import type { StoredRecord } from '../../storage/table/entities.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import type { Report } from '../finding.ts'
import type { GoalPartition } from './partition.ts'
import { plain } from './plain.ts'

/**
 * Checks that goals are found by the words of their long texts, as far as these were indexed: goals from before there was an index get
 * theirs with the next change, or by a repair. Where changes of an organization wait, its index may be late.
 */
export function checkTextWords(report: Report) {
  const waiting = new Set<string>()
  const late: { organizationId: string; key: RecordKey; name: string }[] = []
  return {
    see(record: StoredRecord): void {
      if (record.__edb_e__ === 'change' && record.queue === changeQueue.queue && record.content.texts) {
        waiting.add(record.content.organizationId)
      }
    },
    check({ name, goal, texts, reports, comments, textWords }: GoalPartition): void {
      const text = texts.find(({ version }) => version === goal.row.textVersion)
      if (!text || !textWords) return
      const sources = searchedTexts(goal.row, text, reports, comments)
      const expected = indexedTexts(sources, entriesOf(sources))
      if (isDeepStrictEqual(plain(textWords.texts), plain(expected))) return
      late.push({ organizationId: goal.row.organizationId, key: textWords, name })
    },
    end(): void {
      for (const { organizationId, key, name } of late) {
        if (waiting.has(organizationId)) continue
        report('broken', key, `goal ${name} is found by other words than those of its long texts`)
      }
    },
  }
}
