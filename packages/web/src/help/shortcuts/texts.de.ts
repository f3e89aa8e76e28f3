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
  nextRow: 'Nächste Zeile einer Liste',
  previousRow: 'Vorherige Zeile einer Liste',
  openRow: 'Öffnen',
  selectRow: 'Auswählen',
  reportOnRow: 'In einer Zeile darüber berichten',
  markRow: 'Als erledigt oder als ungelesen markieren',
  acknowledgeRow: 'Zur Kenntnis nehmen',
  replyToRow: 'Darauf antworten',
  followedBy: 'dann',
  control: 'Strg',
  enter: 'Enter',
  areOff: 'Einzelne Tasten sind unter Einstellungen, Darstellung ausgeschaltet.',
} satisfies typeof texts
