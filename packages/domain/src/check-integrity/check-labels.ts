import { foldedName, keyOf } from '../database/keys.ts'
import type { RecordKey, StoredRecord } from '../table/entities.ts'
import type { Check, Report } from './finding.ts'

/** What is known of a label, from whichever of its records came first. */
type Label = {
  label?: RecordKey & Pick<StoredRecord<'goalLabel'>, 'name' | 'useCount'>
  /** Goals that name it, and the first of them. */
  uses: number
  user?: RecordKey
  markers: (RecordKey & { nameKey: string })[]
}

/** Use counts, and names with their markers, both ways. */
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
          if (user) report('broken', user, `a goal carries label ${reference}, which does not exist`)
          for (const marker of markers) {
            report('broken', marker, `a name is taken by label ${reference}, which does not exist`)
          }
          continue
        }
        if (label.useCount !== uses) {
          report('broken', label, `label ${reference} counts ${label.useCount} goals, ${uses} carry it`)
        }
        if (markers.length !== 1 || markers[0]?.nameKey !== keyOf(foldedName(label.name))) {
          report(
            'broken',
            label,
            `label ${reference}, "${label.name}", has ${markers.length} name markers or another's`,
          )
        }
      }
    },
  }
}
