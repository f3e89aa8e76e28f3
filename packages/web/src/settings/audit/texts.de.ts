import { germanRoleNames } from '@cairn/contract/display/role-names.de'
import type { texts } from './texts.ts'

const have = (you: boolean) => (you ? 'hast' : 'hat')
const be = (you: boolean) => (you ? 'bist' : 'ist')

const roles: Record<string, string> = germanRoleNames
const role = (name: string) => roles[name] ?? name

/** ` von Bob`, or nothing for the own one. */
function whose({ isOwn, isReader }: { isOwn: boolean; isReader: boolean }): string {
  if (isOwn) return ''
  return isReader ? ' von dir' : ' von {person}'
}

const fieldWords: Record<string, string> = {
  displayName: 'Name',
  timeZone: 'Zeitzone',
  picture: 'Bild',
  url: 'Adresse',
  types: 'Ereignisse',
  description: 'Beschreibung',
  format: 'Format',
  state: 'Zustand',
}

const list = new Intl.ListFormat('de')
const wordsOf = (fields: readonly string[]) => list.format(fields.map((field) => fieldWords[field] ?? field))

export const german = {
  filters: {
    title: 'Audit-Protokoll filtern',
    person: 'Person',
    anyone: 'Alle',
    me: 'Ich',
    what: 'Was',
    everything: 'Alles',
    from: 'Von',
    until: 'Bis',
    clear: 'Filter löschen',
  },
  title: 'Audit-Protokoll',
  introOfMembers: (organization) =>
    `Wer in ${organization} Zugriff und Einstellungen geändert hat, und wann.`,
  onlyAdmins: 'Nur Inhaber und Admins können das Audit-Protokoll sehen.',
  intro: (organization) =>
    `Wer in ${organization} Zugriff und Einstellungen geändert hat, und wann. Einträge werden ein Jahr aufbewahrt.`,
  loading: 'Audit-Protokoll wird geladen',
  noMatch: 'Keine passenden Einträge',
  noMatchText: 'Nichts, was diese Filter beschreiben, ist im letzten Jahr geschehen.',
  none: 'Noch nichts',
  noneText:
    'Anmeldungen und Änderungen an Token, Rollen, Mitgliedern, Einladungen, Webhooks und Einstellungen erscheinen ab jetzt hier.',
  onlyPerson: 'Nur zeigen, was diese Person getan hat',
  you: 'Du',
  objectYou: 'dich',
  aDeletedAccount: 'Ein gelöschtes Konto',
  deletedAccount: 'ein gelöschtes Konto',
  withoutName: 'ohne Namen',
  nothing: 'nichts',
  kinds: {
    session: 'An- und Abmelden',
    account: 'Konten',
    api_token: 'API-Token',
    grant: 'Verbundene Programme',
    member: 'Rollen und Mitglieder',
    invitation: 'Einladungen',
    webhook: 'Webhooks',
    goal: 'Ziele',
    question: 'Fragen',
    goal_template: 'Zielvorlagen',
    organization: 'Organisation',
  },
  actions: {
    'session.signed_in': ({ you }) => (you ? 'hast dich angemeldet' : 'hat sich angemeldet'),
    'session.signed_out': ({ you }) => (you ? 'hast dich abgemeldet' : 'hat sich abgemeldet'),
    'session.ended': ({ you }) => `${have(you)} eine eigene Sitzung beendet`,
    'session.others_ended': ({ you }) => `${have(you)} alle anderen Browser abgemeldet`,
    'account.password_changed': ({ you }) => `${have(you)} das eigene Passwort geändert`,
    'account.password_reset': ({ you }) =>
      `${have(you)} das eigene Passwort mit einem Link aus einer E-Mail zurückgesetzt`,
    'account.email_changed': ({ you }) => `${have(you)} die eigene E-Mail-Adresse geändert`,
    'account.profile_changed': ({ you, fields }) =>
      `${have(you)} am eigenen Konto geändert: ${wordsOf(fields)}`,
    'account.deleted': ({ you }) => `${have(you)} das eigene Konto gelöscht`,
    'api_token.created': ({ you }) => `${have(you)} das API-Token {target} angelegt`,
    'api_token.rotated': (facts) => `${have(facts.you)} das API-Token {target}${whose(facts)} erneuert`,
    'api_token.revoked': (facts) => `${have(facts.you)} das API-Token {target}${whose(facts)} widerrufen`,
    'grant.created': ({ you }) => `${have(you)} das Programm {target} verbunden`,
    'grant.revoked': ({ you }) => `${have(you)} das Programm {target} getrennt`,
    'grant.refreshed_again': ({ you }) =>
      `${have(you)} mit dem Programm {target} den Zugang zweimal in 30 Sekunden erneuert`,
    'member.role_changed': ({ you, isOwn, isReader, from, to }) => {
      const change = `von ${role(from('role'))} auf ${role(to('role'))} geändert`
      if (isOwn) return `${have(you)} die eigene Rolle ${change}`
      return `${have(you)} ${isReader ? 'deine Rolle' : 'die Rolle von {person}'} ${change}`
    },
    'member.removed': ({ you }) => `${have(you)} {person} aus der Organisation entfernt`,
    'member.left': ({ you }) => `${be(you)} aus der Organisation ausgetreten`,
    'invitation.created': ({ you, to }) => `${have(you)} {target} als ${role(to('role'))} eingeladen`,
    'invitation.resent': ({ you }) => `${have(you)} {target} erneut eingeladen`,
    'invitation.revoked': ({ you }) => `${have(you)} die Einladung von {target} zurückgezogen`,
    'invitation.accepted': ({ you, to }) =>
      `${be(you)} als ${role(to('role'))} beigetreten, eingeladen als {target}`,
    'webhook.created': ({ you }) => `${have(you)} einen Webhook an {target} angelegt`,
    'webhook.updated': ({ you, fields, to }) => {
      if (fields.length !== 1 || fields[0] !== 'state') {
        return `${have(you)} am Webhook an {target} geändert: ${wordsOf(fields)}`
      }
      return `${have(you)} den Webhook an {target} ${to('state') === 'paused' ? 'angehalten' : 'fortgesetzt'}`
    },
    'webhook.secret_rotated': ({ you }) => `${have(you)} das Geheimnis des Webhooks an {target} ersetzt`,
    'webhook.deleted': ({ you }) => `${have(you)} den Webhook an {target} gelöscht`,
    'goal.taken_back': ({ you }) => `${have(you)} die Arbeit von jemand anderem an {target} beendet`,
    'goal_template.created': ({ you }) => `${have(you)} die Zielvorlage {target} angelegt`,
    'goal_template.updated': ({ you }) => `${have(you)} die Zielvorlage {target} geändert`,
    'goal_template.deleted': ({ you }) => `${have(you)} die Zielvorlage {target} gelöscht`,
    'question.answered': ({ you }) => `${have(you)} die Frage {target} beantwortet`,
    'organization.created': ({ you }) => `${have(you)} die Organisation angelegt`,
    'organization.updated': ({ you, fields, to }) => {
      if (!fields.includes('defaultVerification')) {
        return `${have(you)} die Organisation von {oldName} in {newName} umbenannt`
      }
      const second = to('defaultVerification') === 'none' ? 'keine zweite Person' : 'eine zweite Person'
      const changed = `festgelegt, dass neue Ziele ${second} brauchen`
      return fields.includes('name')
        ? `${have(you)} die Organisation in {newName} umbenannt und ${changed}`
        : `${have(you)} ${changed}`
    },
    'organization.owner_changed': ({ you }) => `${have(you)} {person} zum Inhaber der Organisation gemacht`,
  },
  details: {
    agent: 'Agent',
    goals: (count) => (count === 1 ? 'nur 1 Ziel' : `nur ${count} Ziele`),
    until: (date) => `bis ${date}`,
    stopped: 'Das frühere Geheimnis endete sofort.',
    overlap: (hours) =>
      `Das frühere Geheimnis funktioniert noch ${hours === 1 ? '1 Stunde' : `${hours} Stunden`}.`,
  },
  credentials: {
    password: (browser) => `${browser}, mit dem Passwort`,
    link: (browser) => `${browser}, mit einem Link aus einer E-Mail`,
    provider: 'Die Anmeldung der Organisation',
    program: 'der Zugang des Programms',
    byProvider: (browser) => `${browser}, über die Anmeldung der Organisation`,
  },
} satisfies typeof texts
