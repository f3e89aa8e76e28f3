import type { texts } from './texts.ts'

export const german = {
  skip: 'Zum Inhalt springen',
  title: 'API-Referenz',
  open: 'Cairn öffnen',
  onlyEnglish: 'Die API-Referenz gibt es nur auf Englisch.',
} satisfies typeof texts
