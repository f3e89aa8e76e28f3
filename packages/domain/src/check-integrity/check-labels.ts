import { foldedName, keyOf } from '../database/keys.ts'
import type { RecordKey } from '../database/read-record.ts'
import type { StoredRecord } from '../table/entities.ts'
import type { Check, Report } from './finding.ts'

/** What the records seen so far say about a label. */
type Label = {
  label?: RecordKey & Pick<StoredRecord<'goalLabel'>, 'name' | 'useCount'>
  /** The number of goals with the label, and the first of them. */
  uses: number
  user?: RecordKey
  markers: (RecordKey & { nameKey: string })[]
}

/** Checks use counts, and that every label reserves exactly its name. */
export function checkLabels(report: Report): Check {
  const labels = new Map<string, Label>()

  function labelBy({ organizationId, labelId }: { organizationId: string; labelId: string }): Label {
    const reference = `${organizationId}/${labelId}`
    const known = labels.get(reference)
    if (known) return known
    const label: Label = { uses: 0, markers: [] }
    labels.set(reference, label)
    return label
  }

  return {
    see(record) {
      const { pk, sk } = record
      if (record.__edb_e__ === 'goalLabel') {
        labelBy(record).label = { pk, sk, name: record.name, useCount: record.useCount }
      } else if (record.__edb_e__ === 'goalLabelName') {
        labelBy(record).markers.push({ pk, sk, nameKey: record.nameKey })
      } else if (record.__edb_e__ === 'goal') {
        for (const labelId of record.labelIds) {
          const label = labelBy({ organizationId: record.organizationId, labelId })
          label.uses++
          label.user ??= { pk, sk }
        }
      }
    },
    end() {
      for (const [reference, { label, uses, user, markers }] of labels) {
        if (!label) {
          if (user) report('broken', user, `a goal has label ${reference}, which does not exist`)
          for (const marker of markers) {
            report('broken', marker, `a name is reserved by label ${reference}, which does not exist`)
          }
          continue
        }
        if (label.useCount !== uses) {
          report('broken', label, `label ${reference} has use count ${label.useCount}, expected ${uses}`)
        }
        if (markers.length !== 1 || markers[0]?.nameKey !== keyOf(foldedName(label.name))) {
          report(
            'broken',
            label,
            `label ${reference} does not reserve exactly its name, "${label.name}", but ${markers.length} names`,
          )
        }
      }
    },
  }
}
