import type { texts } from './texts.ts'

export const german = {
  list: (names) => names.join(' und '),
  edited: (people) =>
    `{names} ${people === 1 ? 'hat' : 'haben'} dieses Ziel {ago} bearbeitet. Deine Änderungen wurden nicht gespeichert, aber nichts ist verloren.`,
  choose:
    'Das Folgende habt ihr beide geändert. Wähle, was bleiben soll. Du kannst es im Formular noch ändern.',
  sides: { mine: 'Meine Fassung behalten', theirs: 'Die andere Fassung übernehmen' },
} satisfies typeof texts
