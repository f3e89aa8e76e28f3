import { addTranslation, type Texts } from './catalog.ts'
import { isPseudo, language } from './language.ts'

/** Pages that work without signing in, and need only the first part of a translation. */
const frontPages =
  /^\/(?:sign-in|verify-email|forgot-password|reset-password|account-deleted|unsubscribe|invitations|authorize|device|docs)\b/

/** Without its translation, the app is complete in English. */
const stayEnglish = () => undefined

let app: Promise<unknown> | undefined

/** Loads the translation of the pages behind the sign-in. English needs none. */
export function loadAppTranslation(): Promise<unknown> | undefined {
  if (language === 'de') app ??= import('./german-app.ts').catch(stayEnglish)
  return app
}

/** Loads what the first page of this document needs in its language. */
export async function loadTranslations(): Promise<void> {
  document.documentElement.lang = language
  if (isPseudo) {
    const { pseudoValue } = await import('./pseudo.ts')
    addTranslation((_, english) => pseudoValue(english) as Texts)
  }
  if (language !== 'de') return
  const isFront = frontPages.test(location.pathname)
  await Promise.all([
    import('./german-front.ts').catch(stayEnglish),
    isFront ? undefined : loadAppTranslation(),
  ])
}
