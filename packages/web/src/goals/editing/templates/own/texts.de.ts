import type { texts } from './texts.ts'

export const german = {
  title: (organization) => `Vorlagen von ${organization}`,
  manage: 'Vorlagen verwalten',
  manageTitle: (organization) => `Vorlagen von ${organization}`,
  intro: 'Alle Mitglieder können damit Ziele beginnen. Ziele, die damit begonnen haben, bleiben, wie sie sind.',
  none: 'Noch keine Vorlagen. Öffne ein Ziel und sichere es als Vorlage.',
  name: 'Name',
  rename: 'Umbenennen',
  renamed: 'Vorlage umbenannt.',
  delete: (name) => `${name} löschen`,
  deleted: 'Vorlage gelöscht.',
  save: 'Als Vorlage sichern',
  saving: 'Wird gesichert',
  saved: (name) => `„${name}“ ist jetzt eine Vorlage. Sie steht im Formular für neue Ziele.`,
} satisfies typeof texts
