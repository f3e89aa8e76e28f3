import { plural } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  above: 'Übergeordnete Ziele',
  notReady: 'Noch nicht bereit: {reasons}.',
  reasons: {
    blocked: (titles) =>
      titles.length === 0
        ? 'es wartet auf ein anderes Ziel'
        : `es wartet auf ${titles.map((title) => `„${title}“`).join(' und ')}`,
    subgoals: 'es hat offene Unterziele',
    claimed: 'jemand arbeitet daran',
  },
  subGoals: 'Unterziele',
  add: 'Unterziel hinzufügen',
  newTitle: 'Titel des Unterziels',
  enterTitle: 'Gib einen Titel ein.',
  adding: 'Wird hinzugefügt',
  save: 'Hinzufügen',
  done: 'Fertig',
  moreFields: 'Weitere Felder',
  added: (title) => `„${title}“ hinzugefügt.`,
  more: (count) => `${formatNumber(count)} weitere zeigen`,
  inTree: 'Im Baum zeigen',
  waitsFor: 'Wartet auf',
  holdsUp: 'Hält auf',
  holdsUpNothing: 'Kein Ziel wartet auf dieses.',
  addBlocker: 'Ziel hinzufügen, auf das dieses wartet',
  addWaiting: 'Ziel hinzufügen, das auf dieses wartet',
  addShort: 'Hinzufügen',
  notLoaded: 'Das konnte nicht geladen werden. Schließe es und versuche es noch einmal.',
  stopWaiting: (title) => `Nicht mehr auf ${title} warten`,
  noLongerHoldUp: (title) => `${title} wartet nicht mehr`,
  waits: (waiting, blocker) => `„${waiting}“ wartet jetzt auf „${blocker}“.`,
  waitsNoLonger: (waiting, blocker) => `„${waiting}“ wartet nicht mehr auf „${blocker}“.`,
  undone: 'Änderung rückgängig gemacht.',
  notSaved: (goal, reason) => `„${goal}“ wurde nicht geändert. ${reason}`,
  rollup: {
    title: (count) =>
      `Zusammenfassung: ${formatNumber(count)} ${plural(count, { one: 'Ziel', other: 'Ziele' })} darunter`,
    hint: 'Sie folgt aus den Zielen darunter. Status, Zustand und Messwerte dieses Ziels ändern sich dadurch nie.',
    progress: 'Fortschritt der Unterziele',
    noProgress: 'Noch kein Unterziel hat einen Fortschritt.',
    own: 'Fortschritt der eigenen Messwerte',
    health: 'Aktive Ziele nach Zustand',
    status: 'Alle Ziele nach Status',
    noActive: 'Kein Ziel darunter ist aktiv.',
  },
} satisfies typeof texts
