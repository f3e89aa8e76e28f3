import { plural } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  columns: {
    goal: 'Ziel',
    owner: 'Verantwortlich',
    stones: 'Cairn',
    below: 'Ziele darunter',
    progress: 'Fortschritt',
    due: 'Fällig',
  },
  fold: (title) => `${title} zuklappen`,
  unfold: (title) => `${title} aufklappen`,
  foldAll: 'Alle zuklappen',
  unfoldAll: 'Alle aufklappen',
  leftOut: 'Durch die Filter ausgelassen: ',
  below: (count, list) =>
    `${formatNumber(count)} ${plural(count, { one: 'Ziel', other: 'Ziele' })} darunter${list === '' ? '' : `: ${list}`}`,
  worst: (health) => `Schlechtester Zustand darunter: ${health}`,
  rollup: 'Fortschritt der Ziele darunter: ',
  own: 'Eigener Fortschritt: ',
  actions: (title) => `Aktionen für ${title}`,
  moveUnder: 'Verschieben unter …',
  moveToTop: 'Ganz nach oben verschieben',
  addSubGoal: 'Unterziel hinzufügen',
  dropAtTop: 'Hier ablegen für ein oberstes Ziel',
} satisfies typeof texts
