import type { texts } from './texts.ts'

export const german = {
  title: 'Neuer Bericht',
  intro: 'Wie steht es um das Ziel? Ein Bericht lässt sich nach dem Senden nicht mehr ändern.',
  send: 'Bericht senden',
  sendAnyway: 'Trotzdem senden',
  sending: 'Wird gesendet',
  sent: 'Bericht gesendet.',
  cancel: 'Abbrechen',
  quickName: 'Kurzer Bericht',
  more: 'Einzelheiten, Werte oder Belege ergänzen',
  health: 'Zustand',
  noChange: 'Keine Änderung',
  status: 'Status',
  summary: 'Zusammenfassung',
} satisfies typeof texts
