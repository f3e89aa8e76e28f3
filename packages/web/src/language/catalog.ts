import { language } from './language.ts'

/** The texts of one folder: strings, functions that make them from values, and groups of both. */
export type Texts = { readonly [name: string]: unknown }

type Translation = (name: string, english: Texts) => Texts | undefined

const translations: Translation[] = []

/** `main.tsx` adds translations before it shows anything, and `lazyPage` before it loads a page. */
export function addTranslation(translation: Translation): void {
  translations.push(translation)
}

/**
 * Returns the texts of a folder in the language of the app.
 *
 * English is beside the code that shows it, so each page loads its own; other languages are files of their own
 * (`german-front.ts`, `german-app.ts`), which only their readers load. What every page needs is evaluated before a translation is there,
 * so its modules (`common` in vite.config.ts) may keep groups of texts, but read a text only while they render.
 *
 * @param name  The path of the folder in `src`, such as `goals/list`. `texts.de.ts` in the same folder is its translation.
 */
export function catalog<T extends Texts>(name: string, english: T): T {
  let found: Texts | undefined
  return group(english, () => {
    for (const translation of translations) found ??= translation(name, english)
    return found ?? english
  })
}

export function isGroup(value: unknown): value is Texts {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** A group whose texts are looked up at each access. `satisfies typeof texts` in each translation makes it the same shape. */
function group<T extends Texts>(english: T, current: () => Texts): T {
  return new Proxy(english, {
    get: (_, property) => {
      const name = String(property)
      const own = english[name]
      return isGroup(own) ? group(own, () => current()[name] as Texts) : current()[name]
    },
  })
}

const rules = new Intl.PluralRules(language)

/** Returns the form of a word for a count: `plural(3, { one: 'goal', other: 'goals' })` is `goals`. */
export function plural(count: number, forms: { one: string; other: string }): string {
  return rules.select(count) === 'one' ? forms.one : forms.other
}
