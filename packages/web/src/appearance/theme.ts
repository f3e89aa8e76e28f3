import { useState } from 'react'

export type Theme = 'system' | 'light' | 'dark'

/** Read before the first paint by public/theme.js, under the same name. */
const storageKey = 'cairn.theme'

function current(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function choose(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(current)
  return [
    theme,
    (chosen) => {
      choose(chosen)
      setTheme(chosen)
    },
  ]
}
