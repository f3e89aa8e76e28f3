import type {
  attentionNames,
  evaluationNames,
  healthNames,
  statusNames,
  verificationNames,
} from './value-names.ts'

export const germanHealthNames: typeof healthNames = {
  on_track: 'Auf Kurs',
  at_risk: 'Gefährdet',
  off_track: 'Nicht auf Kurs',
}

export const germanStatusNames: typeof statusNames = {
  active: 'Aktiv',
  paused: 'Pausiert',
  completed: 'Abgeschlossen',
  archived: 'Archiviert',
}

export const germanAttentionNames: typeof attentionNames = {
  question_open: 'Offene Frage',
  overdue: 'Überfällig',
  report_late: 'Bericht überfällig',
  off_track: germanHealthNames.off_track,
  claim_expired: 'Arbeit abgebrochen',
  budget_used: 'Budget aufgebraucht',
  review_requested: 'Zu prüfen',
  at_risk: germanHealthNames.at_risk,
  due_soon: 'Bald fällig',
  criteria_not_met: 'Kriterien nicht erfüllt',
}

export const germanEvaluationNames: typeof evaluationNames = {
  met: 'Erfüllt',
  not_met: 'Nicht erfüllt',
  unknown: 'Unbekannt',
}

export const germanVerificationNames: typeof verificationNames = {
  none: 'Niemand muss bestätigen',
  other_person: 'Braucht eine zweite Person',
}
