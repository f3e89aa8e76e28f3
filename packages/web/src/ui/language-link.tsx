import { languages } from '@cairn/contract/http/language'
import { chooseLanguage, language, languageNames } from '../language/language.ts'

/** Their address had a token, which is gone from it. Loading the page again would lose it. */
const pagesOfLinks = /^\/(?:verify-email|reset-password|unsubscribe)\b/

/** Offers the other languages to somebody who has not signed in. Those who have find them in the settings. */
export function LanguageLink() {
  if (pagesOfLinks.test(location.pathname)) return null
  return (
    <p className="mt-6 flex justify-center gap-2 text-sm">
      {languages
        .filter((other) => other !== language)
        .map((other) => (
          <button
            key={other}
            type="button"
            lang={other}
            onClick={() => chooseLanguage(other)}
            className="min-h-10 rounded-lg px-3 text-ink-faint underline-offset-4 hover:text-ink hover:underline"
          >
            {languageNames[other]}
          </button>
        ))}
    </p>
  )
}
