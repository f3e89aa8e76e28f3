import { textFieldNames } from '@cairn/contract/goals/fields'
import type { Event } from '@cairn/contract/schemas/feed/events'

/** Returns the ids of the goals whose long texts these events tell of. */
export function textsToIndex(events: readonly Event[]): string[] {
  return events.flatMap((event) => (event.goal && changesTexts(event) ? [event.goal.id] : []))
}

const textFields: readonly string[] = textFieldNames

function changesTexts(event: Event): boolean {
  switch (event.type) {
    case 'goal.published':
    case 'goal.reported':
    case 'comment.created':
    case 'comment.edited':
    case 'comment.deleted':
      return true
    case 'goal.edited':
      return event.data.fields.some((field) => textFields.includes(field))
    default:
      return false
  }
}
