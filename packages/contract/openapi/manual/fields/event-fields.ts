import { ann, ben, cursor, ids, times } from '../examples.ts'
import type { FieldTexts } from '../field-texts.ts'

/** Of events and the brief. */
export const eventFieldTexts: FieldTexts = {
  'Event.id': [undefined, ids.event],
  'NamedEvent.id': [undefined, ids.event],
  'Event.type': ['What happened, which says what `data` has.'],
  'NamedEvent.type': ['What happened, which says what `data` has.'],
  'Event.createdAt': ['When it was recorded.', times.reported],
  'NamedEvent.createdAt': ['When it was recorded.', times.reported],
  'Event.goal': [undefined],
  'goal.id': ['The goal.', ids.goal],
  'goal.title': ['Its title then.', 'Halve the paper'],
  data: ['What is particular to this type of event.'],
  'data.name': ['The name of the label.', 'Office'],
  'data.fields': [
    'The names of the fields that the edit changed. The history of the goal has their values.',
    ['title'],
  ],
  'data.userId': ['Whose membership it is.', ben],
  'data.previous': [undefined],
  'previous.health': ['The health before the report; `null` if there was none.', 'on_track'],
  'data.ownerUserId': ['Who owns the goal; `null` if nobody.', ann],
  'ListEventsResponse.events': ['The events, in the order of `order`.'],
  'ListEventsResponse.nextCursor': [undefined, null],
  after: [undefined, cursor],
  since: [undefined, cursor],
  'Brief.asOf': ['When the brief was made.', times.now],
  'Brief.organization': ['The organization that the brief is about.'],
  'Brief.goals': [undefined],
  moreGoals: [undefined, false],
  moreEvents: [undefined, false],
  'BriefGoal.labels': [undefined],
  'labels.id': ['The label.', ids.label],
  'labels.name': ['The name of the label.', 'Office'],
}
