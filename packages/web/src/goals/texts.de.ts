import { plural } from '../language/catalog.ts'
import { formatNumber } from '../time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  healths: {
    on_track: 'Auf Kurs',
    at_risk: 'Gefährdet',
    off_track: 'Nicht auf Kurs',
    none: 'Noch kein Zustand',
  },
  statuses: { active: 'Aktiv', paused: 'Pausiert', completed: 'Abgeschlossen', archived: 'Archiviert' },
  attention: {
    overdue: 'Überfällig',
    report_late: 'Bericht überfällig',
    off_track: 'Nicht auf Kurs',
    at_risk: 'Gefährdet',
    due_soon: 'Bald fällig',
    criteria_not_met: 'Kriterien nicht erfüllt',
  },
  results: { met: 'Erfüllt', not_met: 'Nicht erfüllt', unknown: 'Unbekannt' },
  noVerdict: 'Kein Urteil',
  fields: {
    title: 'Titel',
    detailedDescription: 'Beschreibung',
    timeframe: 'Zeitraum',
    ownerUserId: 'Verantwortlich',
    labelIds: 'Labels',
    criteria: 'Erfolgskriterien',
    measures: 'Messwerte',
    cadence: 'Rhythmus',
  },
  by: (date) => `Bis ${date}`,
  continuous: 'Fortlaufend',
  noTimeframe: 'Kein Zeitraum',
  inDays: (days) => `(${days})`,
  wasDue: (days) => `(war ${days} fällig)`,
  noCadence: 'Keine regelmäßigen Berichte',
  every: (days) => plural(days, { one: 'Jeden Tag', other: `Alle ${formatNumber(days)} Tage` }),
  pausedSendsNothing: 'Pausierte Ziele senden keine Erinnerungen.',
  noOwner: 'Niemand',
  formerMember: 'Früheres Mitglied',
  you: 'Du',
  programFor: (program, person) => `${program} für ${person ?? 'dich'}`,
} satisfies typeof texts
