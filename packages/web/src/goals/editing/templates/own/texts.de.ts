import type { texts } from './texts.ts'

export const german = {
  title: (organization) => `Vorlagen von ${organization}`,
  manage: 'Vorlagen verwalten',
  manageTitle: (organization) => `Vorlagen von ${organization}`,
  intro:
    'Alle Mitglieder können damit Ziele beginnen. Ziele, die damit begonnen haben, bleiben, wie sie sind.',
  none: 'Noch keine Vorlagen. Öffne ein Ziel und sichere es als Vorlage.',
  name: 'Name',
  rename: 'Umbenennen',
  renamed: 'Vorlage umbenannt.',
  delete: (name) => `${name} löschen`,
  deleted: 'Vorlage gelöscht.',
} satisfies typeof texts
