import type { RecordKey } from '../../storage/table/entity.ts'
import { longId, shortId } from '../../storage/table/short-id.ts'
import type { Check, Report } from '../finding.ts'

/** Checks that goals that continue each other both say so, and that organizations know that they have such goals. */
export function checkContinuations(report: Report): Check {
  /** The links as each goal says them: `<goal> continues <goal>`. */
  const said = { from: new Map<string, RecordKey>(), by: new Map<string, RecordKey>() }
  const knowing = new Set<string>()
  const linking = new Map<string, RecordKey>()
  return {
    see(record) {
      if (record.__edb_e__ === 'goalLabelDirectory' && record.hasContinuations) {
        knowing.add(shortId(record.organizationId))
      }
      if (record.__edb_e__ !== 'goalLinks') return
      const { pk, sk, organizationKey, goalKey, fromKey, byKeys } = record
      const key = { pk, sk }
      const nameOf = (goal: string, source: string) => `${longId(goal)} continues ${longId(source)}`
      if (!linking.has(organizationKey)) linking.set(organizationKey, key)
      if (fromKey !== undefined) said.from.set(nameOf(goalKey, fromKey), key)
      for (const by of byKeys) said.by.set(nameOf(by, goalKey), key)
    },
    end() {
      for (const [name, key] of said.from) {
        if (!said.by.has(name)) report('broken', key, `goal ${name}, which does not say so`)
      }
      for (const [name, key] of said.by) {
        if (!said.from.has(name)) report('broken', key, `goal ${name}, by the latter only`)
      }
      for (const [organizationKey, key] of linking) {
        if (knowing.has(organizationKey)) continue
        report(
          'broken',
          key,
          `organization ${longId(organizationKey)} does not know that goals continue others`,
        )
      }
    },
  }
}
