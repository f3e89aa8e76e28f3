import { plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  newToken: 'Neues Token',
  title: 'API-Token',
  intro: (organization) =>
    `Lass Programme für dich Ziele lesen und über sie berichten, nur in ${organization}. Ein Token kann nie mehr als du selbst.`,
  loading: 'Token werden geladen',
  none: {
    title: 'Noch keine Token',
    text: 'Ein Programm sendet sein Token mit jeder Anfrage, im Header Authorization.',
  },
  more: 'Was Programme können, steht in der {reference}.',
  reference: 'API-Referenz',
  loadingOthers: 'Token anderer werden geladen',
  secret: {
    ready:
      '{name} ist bereit. Kopiere das Geheimnis jetzt und bewahre es sicher auf. Es wird nicht noch einmal gezeigt.',
    rotated:
      '{name} hat ein neues Geheimnis. Kopiere es jetzt und bewahre es sicher auf. Es wird nicht noch einmal gezeigt.',
    old: 'Das alte Geheimnis funktioniert noch bis {day}.',
    label: 'Geheimnis',
  },
  rotate: {
    one: (name) => `${name} erneuern`,
    name: 'Erneuern',
    title: 'Dieses Token erneuern',
    text: (name) =>
      `Das Token „${name}“ bekommt ein neues Geheimnis und behält alles andere. Stelle deine Programme um, solange das alte Geheimnis noch funktioniert.`,
    overlaps: {
      none: 'Gar nicht: Es endet jetzt',
      hour: '1 Stunde lang',
      day: '1 Tag lang',
      days3: '3 Tage lang',
      days7: '7 Tage lang',
    },
    overlap: 'Das alte Geheimnis funktioniert weiter',
    overlapHint: 'Wenn es jemand anderes kennen könnte, lass es jetzt enden.',
    action: 'Token erneuern',
  },
  create: {
    title: 'Neues API-Token',
    text: 'Wähle nur die Berechtigungen und Ziele, die das Programm braucht.',
    program: 'Ein Programm',
    agent: 'Ein Agent',
    name: 'Name',
    nameHint: 'Zum Beispiel das Programm, das das Token verwenden wird.',
    usedBy: 'Verwendet von',
    usedByHint: 'Ein Agent entscheidet selbst, was er tut. Der Verlauf sagt, wer von beiden gehandelt hat.',
    scopes: 'Berechtigungen',
    scopesHint: 'Schreiben schließt Lesen nicht ein. Wähle beides, wenn das Programm beides braucht.',
    loading: 'Berechtigungen werden geladen',
    validFor: 'Gültig für',
    days: (count) => `${count} Tage`,
    action: 'Token anlegen',
  },
  goals: {
    all: 'Alle, die seine Berechtigungen erlauben',
    some: 'Nur einige Ziele',
    title: 'Ziele',
    hint: 'Andere Ziele gibt es für das Token nicht. Es kann weder Ziele veröffentlichen noch Labels ändern, welche Berechtigungen es auch hat.',
    chosen: 'Gewählte Ziele',
    count: (count, maximum) => `${count} von höchstens ${maximum}.`,
    offered: 'Ziele zur Auswahl',
    loading: 'Ziele werden geladen …',
    none: 'Es gibt noch keine Ziele.',
    noMatch: 'Keine passenden Ziele.',
    more: 'Es gibt noch mehr. Suche nach den anderen.',
    loadingOne: 'Wird geladen …',
    deleted: 'Ein gelöschtes Ziel',
    failed: 'Konnte nicht geladen werden',
  },
  others: {
    title: 'Token anderer',
    text: (organization) =>
      `Als Admin siehst du alle Token mit Zugriff auf ${organization} und kannst sie widerrufen. Ihre Geheimnisse sieht niemand.`,
    none: 'Niemand sonst hat ein Token.',
  },
  revoke: {
    done: 'Token widerrufen.',
    one: (name) => `${name} widerrufen`,
    oneOf: (name, owner) => `${name} von ${owner} widerrufen`,
    name: 'Widerrufen',
    question: 'Dieses Token widerrufen?',
    action: 'Token widerrufen',
    consequence:
      'Programme, die {name} verwenden, verlieren sofort den Zugriff. Das lässt sich nicht rückgängig machen.',
    consequenceOf:
      'Programme, die {name} von {owner} verwenden, verlieren sofort den Zugriff. Das lässt sich nicht rückgängig machen.',
  },
  snippets: {
    curl: 'Sagt, wem das Token gehört und was es darf. Enthält das Geheimnis.',
    client:
      'Mit dem Paket @cairn/client. Lege das Geheimnis in die Umgebungsvariable CAIRN_TOKEN, nicht in den Code.',
    agent: 'Agent (MCP)',
    command: 'Gibt dem Agenten Cairn für alle deine Projekte. Enthält das Geheimnis.',
    reads: (variable) =>
      `Gibt dem Agenten Cairn. Lege das Geheimnis in die Umgebungsvariable ${variable}; er liest es von dort.`,
    file: (file) =>
      `Für ${file}, oder in das eingefügt, was dort steht. Enthält das Geheimnis: nicht einchecken.`,
    title: 'So verwendest du es',
    list: 'Token verwenden',
  },
  form: {
    name: {
      name: 'Name',
    },
    kind: {
      name: 'Verwendet von',
    },
    goalIds: {
      name: 'Ziele',
      missing: 'Wähle mindestens ein Ziel.',
      invalid: 'Wähle andere Ziele. Eines davon wurde gelöscht.',
    },
    scopes: {
      name: 'Berechtigungen',
      missing: 'Wähle mindestens eine Berechtigung.',
      invalid: 'Wähle andere Berechtigungen.',
    },
    expiresInDays: {
      name: 'Gültig für',
      missing: 'Wähle, wie lange das Token gültig ist.',
      invalid: 'Wähle, wie lange das Token gültig ist.',
    },
    overlapHours: {
      name: 'Altes Geheimnis',
      missing: 'Wähle, wie lange das alte Geheimnis funktioniert.',
      invalid: 'Wähle, wie lange das alte Geheimnis funktioniert.',
    },
  },
  onlyGoals: (count) => `Nur ${formatNumber(count)} ${plural(count, { one: 'Ziel', other: 'Ziele' })}`,
  agent: ' (Agent)',
  of: 'von {owner}',
  used: 'Zuletzt verwendet {used} · angelegt am {created} · läuft ab am {expires}',
  neverUsed: 'Nie verwendet · angelegt am {created} · läuft ab am {expires}',
} satisfies typeof texts
