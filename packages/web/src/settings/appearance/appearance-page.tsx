import { languages } from '@cairn/contract/http/language'
import { Link } from '@tanstack/react-router'
import { Check, Monitor, Moon, Sun } from 'lucide-react'
import { switchSingleKeys, useSingleKeys } from '../../help/shortcuts/single-keys.ts'
import { fill } from '../../language/fill.tsx'
import { bestLanguage, chooseLanguage, chosenLanguage, languageNames } from '../../language/language.ts'
import { type Theme, useTheme } from '../../presentation/theme.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Page } from '../../ui/page.tsx'
import { texts } from './texts.ts'

/** Buttons, not radio buttons: each press loads the page again, which the arrow keys must not do. */
function LanguageChoice() {
  const ofBrowser = languageNames[bestLanguage(navigator.languages)]
  const options = [
    { language: undefined, name: texts.system, hint: texts.languageOfBrowser(ofBrowser), lang: undefined },
    ...languages.map((language) => ({
      language,
      name: languageNames[language],
      hint: texts.languages[language] === languageNames[language] ? undefined : texts.languages[language],
      lang: language,
    })),
  ]
  return (
    <section aria-labelledby="language">
      <h2 id="language" className="mb-3 font-medium">
        {texts.language}
      </h2>
      <div className="grid max-w-2xl gap-3 sm:grid-cols-3">
        {options.map(({ language, name, hint, lang }) => (
          <button
            key={name}
            type="button"
            aria-pressed={language === chosenLanguage}
            onClick={() => chooseLanguage(language)}
            className="flex items-center gap-3 rounded-xl border border-line-strong bg-surface p-4 text-left transition-colors hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-medium" lang={lang}>
                {name}
              </span>
              {hint && <span className="block text-sm text-ink-soft">{hint}</span>}
            </span>
            {language === chosenLanguage && (
              <Check className="size-5 shrink-0 text-accent" aria-hidden="true" />
            )}
          </button>
        ))}
      </div>
      <p className="mt-3 text-sm text-ink-soft">
        {fill(texts.languageOfEmails, {
          notifications: <Link to="/settings/notifications">{texts.notifications}</Link>,
        })}
      </p>
    </section>
  )
}

const themes: { theme: Theme; icon: typeof Sun }[] = [
  { theme: 'system', icon: Monitor },
  { theme: 'light', icon: Sun },
  { theme: 'dark', icon: Moon },
]

export function AppearancePage() {
  const [theme, setTheme] = useTheme()
  const areSingleKeysOn = useSingleKeys()
  return (
    <Page title={texts.title} intro={texts.intro}>
      <fieldset>
        <legend className="mb-3 font-medium">{texts.theme}</legend>
        <div className="grid max-w-2xl gap-3 sm:grid-cols-3">
          {themes.map(({ theme: option, icon: Icon }) => (
            <label
              key={option}
              className="flex cursor-pointer items-center gap-3 rounded-xl border border-line-strong bg-surface p-4 transition-colors hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="theme"
                className="sr-only"
                checked={theme === option}
                onChange={() => setTheme(option)}
              />
              <Icon className="size-5 shrink-0 text-accent" aria-hidden="true" />
              <span>
                <span className="block font-medium">{texts.themes[option].name}</span>
                <span className="block text-sm text-ink-soft">{texts.themes[option].hint}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <LanguageChoice />
      <Checkbox
        label={texts.singleKeys}
        hint={texts.singleKeysHint}
        checked={areSingleKeysOn}
        onChange={switchSingleKeys}
      />
    </Page>
  )
}
