import { plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  title: 'Vorlagen',
  intro: (organization) =>
    `Alle Mitglieder von ${organization} können damit Ziele beginnen. Ziele, die damit begonnen haben, bleiben, wie sie sind.`,
  loading: 'Vorlagen werden geladen',
  create: 'Neue Vorlage',
  full: (maximum) =>
    `Es kann höchstens ${formatNumber(maximum)} geben. Lösche eine, um eine andere hinzuzufügen.`,
  none: 'Noch keine Vorlagen',
  noneText: 'Eine Vorlage enthält, was Ziele einer Art gemeinsam haben: Beschreibung, Kriterien, Messwerte.',
  noneForMembers: 'Vorlagen legen nur Inhaber und Admins der Organisation an.',
  onlyAdmins: 'Vorlagen ändern nur Inhaber und Admins der Organisation.',
  criteria: (count) => plural(count, { one: '1 Kriterium', other: `${formatNumber(count)} Kriterien` }),
  measures: (count) => plural(count, { one: '1 Messwert', other: `${formatNumber(count)} Messwerte` }),
  labels: (count) => plural(count, { one: '1 Label', other: `${formatNumber(count)} Labels` }),
  editOne: (name) => `${name} bearbeiten`,
  deleteOne: (name) => `${name} löschen`,
  deleted: 'Vorlage gelöscht.',
  restored: 'Vorlage wiederhergestellt.',
  edit: 'Vorlage bearbeiten',
  save: 'Vorlage speichern',
  add: 'Vorlage anlegen',
  saving: 'Wird gespeichert',
  saved: 'Vorlage gespeichert.',
  created: 'Vorlage angelegt.',
  name: 'Name der Vorlage',
  nameHint: 'Unter diesem Namen wählen Mitglieder sie aus.',
  form: { name: { name: 'Name', missing: 'Gib einen Namen ein.' } },
} satisfies typeof texts
