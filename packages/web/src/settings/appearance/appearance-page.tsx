import { Monitor, Moon, Sun } from 'lucide-react'
import { switchSingleKeys, useSingleKeys } from '../../help/shortcuts/single-keys.ts'
import { type Theme, useTheme } from '../../presentation/theme.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Page } from '../../ui/page.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { texts } from './texts.ts'

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
