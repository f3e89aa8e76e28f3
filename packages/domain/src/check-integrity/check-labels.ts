import { entryOf } from '../goal-labels/directory-entry.ts'
import { type DirectoryEntries, entriesOf } from '../goal-labels/label-directory.ts'
import { foldedName, keyOf } from '../storage/database/keys.ts'
import { decodeRow } from '../storage/table/entities/goals/goal-row.ts'
import type { StoredRecord } from '../storage/table/entities.ts'
import type { RecordKey } from '../storage/table/entity.ts'
import type { Check, Report } from './finding.ts'

/** A label's state, from the records seen so far. */
type Label = {
  label?: RecordKey & Pick<StoredRecord<'goalLabel'>, 'name' | 'useCount'> & { entry: string }
  /** The number of goals with the label, and the first of them. */
  uses: number
  user?: RecordKey
  markers: (RecordKey & { nameKey: string })[]
}

/** Checks use counts, that every label reserves exactly its name, and that label directories contain no other labels. */
export function checkLabels(
  report: Report,
): Check & { use(goal: RecordKey & { organizationId: string; labelIds: readonly string[] }): void } {
  const labels = new Map<string, Label>()
  const directories: (RecordKey & { organizationId: string; entries: DirectoryEntries })[] = []

  function labelBy({ organizationId, labelId }: { organizationId: string; labelId: string }): Label {
    const reference = `${organizationId}/${labelId}`
    const known = labels.get(reference)
    if (known) return known
    const label: Label = { uses: 0, markers: [] }
    labels.set(reference, label)
    return label
  }

  return {
    use({ pk, sk, organizationId, labelIds }) {
      for (const labelId of labelIds) {
        const label = labelBy({ organizationId, labelId })
        label.uses++
        label.user ??= { pk, sk }
      }
    },
    see(record) {
      const { pk, sk } = record
      if (record.__edb_e__ === 'goalLabel') {
        labelBy(record).label = {
          pk,
          sk,
          name: record.name,
          useCount: record.useCount,
          entry: entryOf(record),
        }
      } else if (record.__edb_e__ === 'goalLabelName') {
        labelBy(record).markers.push({ pk, sk, nameKey: record.nameKey })
      } else if (record.__edb_e__ === 'goalLabelDirectory') {
        directories.push({ pk, sk, organizationId: record.organizationId, entries: entriesOf(record) })
      } else if (record.__edb_e__ === 'goalRow') {
        this.use({ pk, sk, ...decodeRow(record) })
      }
    },
    end() {
      for (const { organizationId, entries, ...key } of directories) {
        for (const [labelId, entry] of Object.entries(entries)) {
          const reference = `${organizationId}/${labelId}`
          const { label } = labels.get(reference) ?? {}
          if (label?.entry === entry) continue
          const mistake = label ? 'has other content' : 'does not exist'
          report('broken', key, `a label directory contains label ${reference}, which ${mistake}`)
        }
      }
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
