/** The language of the app: the choice in this browser, or else the first of the browser's languages that the app speaks. */

import { firstLanguageOf, type Language, languages } from '@cairn/contract/http/language'

/** Each in itself, so that those who speak it find it. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

/** Every text between brackets and with accents: what stays plain is in no catalog. For tests. */
export const pseudoLanguage = 'en-XA'

const storageKey = 'cairn.language'

/** @param preferred  The languages of the reader, preferred first, as in `navigator.languages`. */
export function bestLanguage(preferred: readonly string[]): Language {
  return firstLanguageOf(preferred) ?? 'en'
}

function stored(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined // Storage may be blocked.
  }
}

const choice = stored()

export const isPseudo = choice === pseudoLanguage

/** The language that somebody has chosen in this browser. Otherwise, the app follows the browser. */
export const chosenLanguage: Language | undefined = languages.find((language) => language === choice)

/** The language of this document. */
export const language: Language = isPseudo ? 'en' : (chosenLanguage ?? bestLanguage(navigator.languages))

/** Loads the page again in the language, because texts are read when modules load. Drafts survive that. */
export function chooseLanguage(chosen: Language | undefined): void {
  try {
    if (chosen) localStorage.setItem(storageKey, chosen)
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage may be blocked. The browser's language stays then.
  }
  location.reload()
}

/** The region of a language tag, for English as it is written there: `20 Nov 2026` in France, and a day of 24 hours. */
function englishIn(tag: string | undefined): string {
  try {
    const { region } = new Intl.Locale(tag ?? 'en').maximize()
    return region === undefined ? 'en' : `en-${region}`
  } catch {
    return 'en'
  }
}

/**
 * The locales of dates and numbers: the reader's own where they speak the language of the app (`de-AT`), so that a sentence is
 * not half in another language.
 */
export function localesOf(
  spoken: Language,
  preferred: readonly string[],
  isChosen: boolean,
): readonly string[] {
  const own = preferred.filter(
    (tag) => bestLanguage([tag]) === spoken && tag.toLowerCase().startsWith(spoken),
  )
  if (own.length > 0) return own
  return [spoken === 'en' && !isChosen ? englishIn(preferred[0]) : spoken]
}
