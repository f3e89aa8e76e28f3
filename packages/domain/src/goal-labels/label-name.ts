import { ServiceError } from '@cairn/contract/errors'
import type { Database } from '../database/client.ts'
import { foldedName, keyOf } from '../database/keys.ts'
import { goalLabelNameEntity } from '../table/entities/goal-labels/goal-label-name.ts'
import type { TransactionItem } from '../table/entity/transaction-item.ts'
import { createRecord, removeRecord } from '../table/entity/writes.ts'

function nameKeyOf(name: string): string {
  return keyOf(foldedName(name))
}

/** Whether two names are equal without regard to case, so that a rename does not change the reserved name. */
export function isSameName(left: string, right: string): boolean {
  return foldedName(left) === foldedName(right)
}

/** Reserves a name in the organization. Its condition fails if another label has the name. */
export function takeName(
  database: Database,
  label: { organizationId: string; labelId: string; name: string },
): TransactionItem {
  const { organizationId, labelId, name } = label
  return createRecord(database, goalLabelNameEntity, { organizationId, nameKey: nameKeyOf(name), labelId })
}

/** The key of what reserves a label's name. */
export function keyOfName({ organizationId, name }: { organizationId: string; name: string }) {
  return { organizationId, nameKey: nameKeyOf(name) }
}

/** Frees the name of a label. Its condition fails if the label no longer has the name. */
export function freeName(
  database: Database,
  label: { organizationId: string; labelId: string; name: string },
): TransactionItem {
  const { organizationId, labelId, name } = label
  return removeRecord(database, goalLabelNameEntity, keyOfName({ organizationId, name }), (marker, { eq }) =>
    eq(marker.labelId, labelId),
  )
}

export function labelExists(name: string): ServiceError {
  return new ServiceError('goal_label_exists', `A label named "${name}" already exists.`)
}
