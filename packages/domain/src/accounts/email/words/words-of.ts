import type { Language } from '@cairn/contract/http/language'
import { type EmailWords, english } from './english.ts'
import { german } from './german.ts'

const words: Record<Language, EmailWords> = { en: english, de: german }

/** Returns the texts of emails in the language of the recipient. English if nothing tells the language. */
export function wordsOf(language: Language | undefined): EmailWords {
  return words[language ?? 'en']
}
