import { language } from './language.ts'

/** The texts of one folder: strings, functions that make them from values, and groups of both. */
export type Texts = { readonly [name: string]: unknown }

type Translation = (name: string, english: Texts) => Texts | undefined

const translations: Translation[] = []

/** `main.tsx` adds translations before it loads any module with texts. */
export function addTranslation(translation: Translation): void {
  translations.push(translation)
}

/**
 * Returns the texts of a folder in the language of the app.
 *
 * English is beside the code that shows it, so each page loads its own; other languages are files of their own
 * (`german-front.ts`, `german-app.ts`), which only their readers load.
 *
 * @param name  The path of the folder in `src`, such as `goals/list`. `texts.de.ts` in the same folder is its translation.
 */
export function catalog<T extends Texts>(name: string, english: T): T {
  for (const translation of translations) {
    const found = translation(name, english)
    // `satisfies typeof texts` in each translation makes it the same shape.
    if (found) return found as T
  }
  return english
}

const rules = new Intl.PluralRules(language)

/** Returns the form of a word for a count: `plural(3, { one: 'goal', other: 'goals' })` is `goals`. */
export function plural(count: number, forms: { one: string; other: string }): string {
  return rules.select(count) === 'one' ? forms.one : forms.other
}
