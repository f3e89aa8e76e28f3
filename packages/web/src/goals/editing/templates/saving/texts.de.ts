import type { texts } from './texts.ts'

export const german = {
  save: 'Als Vorlage sichern',
  saving: 'Wird gesichert',
  saved: (name) => `„${name}“ ist jetzt eine Vorlage. Sie steht im Formular für neue Ziele.`,
} satisfies typeof texts
