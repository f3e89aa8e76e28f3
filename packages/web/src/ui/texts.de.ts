import type { texts } from './texts.ts'

export const german = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  tryAgain: 'Erneut versuchen',
  reference: (id) => `Referenz: ${id}`,
  remove: (name) => `${name} entfernen`,
  copyOf: (label) => `Kopieren: ${label}`,
  copy: 'Kopieren',
  copied: 'Kopiert.',
  selected: 'Ausgewählt. Drücke zum Kopieren Strg+C oder ⌘C.',
  optional: 'optional',
  notANumber: 'Gib die Zahl vollständig ein oder leere das Feld.',
  password: 'Passwort',
  show: (label) => `${label} anzeigen`,
  progress: 'Fortschritt: ',
  loading: 'Wird geladen',
  table: 'Als Tabelle zeigen',
  going: (label) => `${label} …`,
} satisfies typeof texts
