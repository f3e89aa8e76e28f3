import { programWords as wordsOf } from '@cairn/contract/display/program-words'
import { texts } from './texts.ts'

/** How a program or an agent is called, in the language of the app. */
export function programWords(actor: Parameters<typeof wordsOf>[0], name: string | undefined) {
  return wordsOf(actor, name, texts.program)
}
