import type { EventType } from '@cairn/contract/schemas/feed/events'
import { recordEvents } from '../background/changes/record-events.ts'
import { newEvent } from '../events/new-event.ts'
import type { Caller } from '../requests/access.ts'
import type { Context } from '../requests/context.ts'
import type { GoalLabelRecord } from '../storage/table/entities/goal-labels/goal-label.ts'
import type { TransactionItem } from '../storage/table/entity.ts'

/** The write that records what happens to a label. */
export function recordLabelEvent(
  { database, now }: Pick<Context, 'database' | 'now'>,
  by: Pick<Caller, 'actor' | 'userId'>,
  type: Extract<EventType, `label.${string}`>,
  { organizationId, labelId, name }: Pick<GoalLabelRecord, 'organizationId' | 'labelId' | 'name'>,
): TransactionItem {
  const events = [newEvent(type, { by, now }, { labelId, name })]
  return recordEvents(database, { organizationId, events })
}
