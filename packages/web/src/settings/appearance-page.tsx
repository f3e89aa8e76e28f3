import { Monitor, Moon, Sun } from 'lucide-react'
import { type Theme, useTheme } from '../appearance/theme.ts'
import { switchSingleKeys, useSingleKeys } from '../shortcuts/single-keys.ts'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { Page } from '../ui/page.tsx'

const themes: { theme: Theme; name: string; hint: string; icon: typeof Sun }[] = [
  { theme: 'system', name: 'System', hint: 'Same as your device', icon: Monitor },
  { theme: 'light', name: 'Light', hint: 'Dark on light', icon: Sun },
  { theme: 'dark', name: 'Dark', hint: 'Light on dark', icon: Moon },
]

export function AppearancePage() {
  const [theme, setTheme] = useTheme()
  const areSingleKeysOn = useSingleKeys()
  return (
    <Page title="Appearance" intro="Applies to this browser only.">
      <fieldset>
        <legend className="mb-3 font-medium">Theme</legend>
        <div className="grid max-w-2xl gap-3 sm:grid-cols-3">
          {themes.map(({ theme: option, name, hint, icon: Icon }) => (
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
                <span className="block font-medium">{name}</span>
                <span className="block text-sm text-ink-soft">{hint}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <Checkbox
        label="Shortcuts with single keys"
        hint="The dialog that ? opens lists them. Ctrl or ⌘ and K always works."
        checked={areSingleKeysOn}
        onChange={switchSingleKeys}
      />
    </Page>
  )
}
