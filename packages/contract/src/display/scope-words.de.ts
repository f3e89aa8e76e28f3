import type { ApiTokenScope } from '../schemas/api-tokens.ts'

export const germanScopeWords: Record<ApiTokenScope, { label: string; description: string }> = {
  'goals:read': {
    label: 'Eigene Ziele lesen',
    description: 'Liest die Ziele, für die du verantwortlich bist, und ihren Verlauf.',
  },
  'goals:write': {
    label: 'Eigene Ziele schreiben',
    description:
      'Legt Ziele an. Ändert und löscht die Ziele, für die du verantwortlich bist, und berichtet über sie.',
  },
  'goals:read:all': {
    label: 'Alle Ziele lesen',
    description: 'Liest jedes Ziel der Organisation und seinen Verlauf.',
  },
  'goals:write:all': {
    label: 'Alle Ziele schreiben',
    description: 'Ändert und löscht alle Ziele, die deine Rolle erlaubt, und berichtet über sie.',
  },
  'labels:read': { label: 'Labels lesen', description: 'Liest die Labels der Organisation.' },
  'labels:write': {
    label: 'Labels schreiben',
    description: 'Legt die Labels der Organisation an, ändert und löscht sie.',
  },
  'members:read': {
    label: 'Mitglieder lesen',
    description: 'Liest Namen, IDs und Rollen der Mitglieder. E-Mail-Adressen bekommen nur Administratoren.',
  },
  inbox: {
    label: 'Posteingang nutzen',
    description:
      'Liest deinen Posteingang, mit Titeln und kurzen Texten seiner Ziele, und markiert Einträge als gelesen.',
  },
  'comments:write': {
    label: 'Kommentare schreiben',
    description:
      'Kommentiert die Ziele, die das Token sieht. Ändert und löscht die Kommentare, die es geschrieben hat.',
  },
}
