import { ServiceError } from '@cairn/contract/errors/errors'
import { foldedName, keyOf } from '../storage/database/keys.ts'
import { goalLabelNameEntity } from '../storage/table/entities/goal-labels/goal-label-name.ts'
import type { TransactionItem } from '../storage/table/entity.ts'

function nameKeyOf(name: string): string {
  return keyOf(foldedName(name))
}

/** Whether two names are equal without regard to case, so that a rename does not change the reserved name. */
export function isSameName(left: string, right: string): boolean {
  return foldedName(left) === foldedName(right)
}

/** Reserves a name in the organization. Its condition fails if another label has the name. */
export function takeName(label: { organizationId: string; labelId: string; name: string }): TransactionItem {
  const { organizationId, labelId, name } = label
  return { Put: goalLabelNameEntity.create({ organizationId, nameKey: nameKeyOf(name), labelId }) }
}

/** The key of what reserves a label's name. */
export function keyOfName({ organizationId, name }: { organizationId: string; name: string }) {
  return { organizationId, nameKey: nameKeyOf(name) }
}

/** Frees the name of a label. Its condition fails if the label no longer has the name. */
export function freeName(label: { organizationId: string; labelId: string; name: string }): TransactionItem {
  const { organizationId, labelId, name } = label
  return {
    Delete: goalLabelNameEntity
      .remove(keyOfName({ organizationId, name }))
      .where((marker, { eq }) => eq(marker.labelId, labelId)),
  }
}

export function labelExists(name: string): ServiceError {
  return new ServiceError('goal_label_exists', `A label named "${name}" already exists.`)
}
