import './zod-without-eval.ts'
import './styles.css'
import { loadTranslations } from './language/load-translations.ts'

// Modules read their texts when they load, so the language comes first. Without a translation, English is complete.
try {
  await loadTranslations()
} catch (error) {
  console.error(error)
}
await import('./start.tsx')
