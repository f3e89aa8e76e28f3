import type { texts } from './texts.ts'

export const german = {
  find: 'Ziel suchen',
  goals: 'Ziele',
  searching: 'Suche läuft …',
  failed: 'Die Suche funktioniert gerade nicht.',
  noneFound: 'Keine Ziele gefunden.',
} satisfies typeof texts
