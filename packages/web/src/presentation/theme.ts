import { useState } from 'react'

export type Theme = 'system' | 'light' | 'dark'

/** public/start.js reads the same key before the first paint. */
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
    // Storage may be blocked. The choice is then lost with the page.
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
