import type { Caller } from '../access.ts'
import { recordEvents } from '../changes/record-events.ts'
import type { Context } from '../context.ts'
import { newEvent } from '../events/new-event.ts'
import type { GoalLabelRecord } from '../table/entities/goal-labels/goal-label.ts'
import type { TransactionItem } from '../table/entity/transaction-item.ts'

/** The write that records what happens to a label. */
export function recordLabelEvent(
  { database, now }: Pick<Context, 'database' | 'now'>,
  by: Pick<Caller, 'actor' | 'userId'>,
  type: 'label.created' | 'label.updated' | 'label.deleted',
  { organizationId, labelId, name }: Pick<GoalLabelRecord, 'organizationId' | 'labelId' | 'name'>,
): TransactionItem {
  const events = [newEvent(type, { by, now }, { labelId, name })]
  return recordEvents(database, { organizationId, events })
}
