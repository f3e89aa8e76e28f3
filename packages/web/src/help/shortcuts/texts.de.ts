import type { texts } from './texts.ts'

export const german = {
  title: 'Tastenkürzel',
  intro: 'Auf dieser Seite. Einzelne Tasten wirken, solange nichts eingegeben wird.',
  everywhere: 'Überall',
  onThisPage: 'Auf dieser Seite',
  palette: 'Suchen und ausführen',
  list: 'Tastenkürzel anzeigen',
  submit: 'Formular absenden',
  undo: 'Die letzte Änderung eines Ziels rückgängig machen',
  nextRow: 'Nächstes Ziel einer Liste',
  previousRow: 'Vorheriges Ziel einer Liste',
  openRow: 'Öffnen',
  selectRow: 'Auswählen',
  reportOnRow: 'In einer Zeile darüber berichten',
  followedBy: 'dann',
  control: 'Strg',
  enter: 'Enter',
  areOff: 'Einzelne Tasten sind unter Einstellungen, Darstellung ausgeschaltet.',
} satisfies typeof texts
