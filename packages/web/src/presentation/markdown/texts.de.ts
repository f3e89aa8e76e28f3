import type { texts } from './texts.ts'

export const german = {
  view: (label) => `${label}: Ansicht`,
  write: 'Schreiben',
  preview: 'Vorschau',
  hint: 'Du kannst Markdown verwenden.',
  empty: 'Noch nichts zu sehen.',
  tooComplex: 'Als einfacher Text angezeigt: zum Formatieren zu lang oder zu komplex.',
  image: 'Bild',
  done: 'erledigt',
  notDone: 'nicht erledigt',
} satisfies typeof texts
