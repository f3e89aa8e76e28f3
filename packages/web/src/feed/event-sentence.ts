import { type Names, eventSentence as sentenceIn } from '@cairn/contract/display/event-sentence'
import type { Event, NamedEvent } from '@cairn/contract/schemas/feed/events'
import { texts } from './texts.ts'

export { sentenceText } from '@cairn/contract/display/event-sentence'

/** Says what happened in one sentence, in the language of the app. */
export function eventSentence(event: Event | NamedEvent, names: Names) {
  return sentenceIn(event, names, texts)
}
