import { recordEvents } from '../../../background/changes/record-events.ts'
import { type Cause, newEvent } from '../../../events/new-event.ts'
import type { Database } from '../../../storage/database/client.ts'
import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import type { GoalQuestionRecord } from '../../../storage/table/entities/goals/work/goal-question.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'

/** Of the text in an event, in characters. */
const maximumTextLength = 200

/** Returns the write of the event of a question. */
export function questionEvent(
  database: Database,
  type: 'question.asked' | 'question.answered' | 'question.withdrawn',
  cause: Cause,
  { organizationId, goalId, title }: Pick<GoalRow, 'organizationId' | 'goalId' | 'title'>,
  { questionId, content }: Pick<GoalQuestionRecord, 'questionId' | 'content'>,
): TransactionItem {
  const data = { questionId, text: shorten(content.text, maximumTextLength) }
  const event = newEvent(type, cause, data, { goal: { id: goalId, title } })
  return recordEvents(database, { organizationId, events: [event] })
}

/** Returns a text of at most so many characters, cut with `…` where a visible character ends. */
export function shorten(text: string, maximumLength: number): string {
  const characters = [...text]
  if (characters.length <= maximumLength) return text
  let kept = ''
  let length = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    length += [...segment].length
    if (length >= maximumLength) break
    kept += segment
  }
  // A single visible character may consist of more.
  return `${kept.trimEnd() || characters.slice(0, maximumLength - 1).join('')}…`
}
