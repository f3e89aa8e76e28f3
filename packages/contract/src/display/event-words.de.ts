import { germanFields } from '../goals/fields.de.ts'
import type { EventWords } from './event-words.ts'
import { germanRoleNames } from './role-names.de.ts'
import { germanHealthNames } from './value-names.de.ts'
import { namedFields } from './value-names.ts'

const have = (you: boolean) => (you ? 'hast' : 'hat')
const be = (you: boolean) => (you ? 'bist' : 'ist')

/** The words of `eventSentence` in German. */
export const germanEventWords: EventWords = {
  events: {
    'goal.published': (you) => `{actor} ${have(you)} {goal} veröffentlicht`,
    publishedWithoutOwner: (you) =>
      `{actor} ${have(you)} {goal} veröffentlicht, noch ohne verantwortliche Person`,
    publishedFor: (you) => `{actor} ${have(you)} {goal} veröffentlicht, verantwortlich: {owner}`,
    'goal.edited': (you, { fields }) =>
      `{actor} ${have(you)} ${fields.length > namedFields ? `${fields.length} Felder` : listOf(fields.map((field) => germanFields[field].object))} von {goal} geändert`,
    'goal.deleted': (you) => `{actor} ${have(you)} {goal} gelöscht`,
    'report.acknowledged': (you, { confirmedCriterionIds: { length } = [] }) =>
      length === 0
        ? `{actor} ${have(you)} einen Bericht zu {goal} zur Kenntnis genommen`
        : `{actor} ${have(you)} ${length === 1 ? 'ein Kriterium' : `${length} Kriterien`} von {goal} bestätigt`,
    'goal.claimed': (you) => `{actor} ${have(you)} die Arbeit an {goal} begonnen`,
    'goal.claim_ended': (you, { reason }) =>
      reason === 'taken_back'
        ? `{actor} ${have(you)} {goal} zurückgenommen`
        : reason === 'revoked'
          ? 'Die Arbeit an {goal} endete, weil der Zugang entzogen wurde'
          : `{actor} ${have(you)} die Arbeit an {goal} beendet`,
    'question.asked': (you) => `{actor} ${have(you)} eine Frage zu {goal} gestellt`,
    'question.answered': (you) => `{actor} ${have(you)} eine Frage zu {goal} beantwortet`,
    'question.withdrawn': (you) => `{actor} ${have(you)} eine Frage zu {goal} zurückgezogen`,
    'report.requested': (you) => `{actor} ${have(you)} {owner} um einen Bericht zu {goal} gebeten`,
    'comment.created': (you, { reportRevision }) =>
      reportRevision === null
        ? `{actor} ${have(you)} {goal} kommentiert`
        : `{actor} ${have(you)} einen Bericht zu {goal} kommentiert`,
    'comment.edited': (you) => `{actor} ${have(you)} einen Kommentar zu {goal} geändert`,
    'comment.deleted': (you) => `{actor} ${have(you)} einen Kommentar zu {goal} gelöscht`,
    'label.created': (you) => `{actor} ${have(you)} das Label {label} angelegt`,
    'label.updated': (you) => `{actor} ${have(you)} das Label {label} geändert`,
    'label.deleted': (you) => `{actor} ${have(you)} das Label {label} gelöscht`,
    'member.joined': (you, { role }) => `{actor} ${be(you)} als ${germanRoleNames[role]} beigetreten`,
    'member.left': (you) => `{actor} ${be(you)} aus der Organisation ausgetreten`,
    'member.removed': (you) => `{actor} ${have(you)} {person} entfernt`,
    became: (you, role) => `{actor} ${be(you)} jetzt ${germanRoleNames[role]}`,
    'member.role_changed': (you, { role }) =>
      `{actor} ${have(you)} {person} zum ${germanRoleNames[role]} gemacht`,
    'invitation.created': (you, { role }) =>
      `{actor} ${have(you)} jemanden als ${germanRoleNames[role]} eingeladen`,
    'invitation.accepted': (you, { role }) =>
      `{actor} ${have(you)} eine Einladung als ${germanRoleNames[role]} angenommen`,
    'invitation.revoked': (you) => `{actor} ${have(you)} eine Einladung zurückgezogen`,
  },
  reports: {
    reported: (you) => `{actor} ${have(you)} zu {goal} berichtet`,
    moved: (you) => `{actor} ${have(you)} zu {goal} berichtet, jetzt {health}`,
    paused: (you) => `{actor} ${have(you)} {goal} pausiert`,
    completed: (you) => `{actor} ${have(you)} {goal} abgeschlossen`,
    archived: (you) => `{actor} ${have(you)} {goal} archiviert`,
    resumed: (you) => `{actor} ${have(you)} {goal} fortgesetzt`,
    reopened: (you) => `{actor} ${have(you)} {goal} wieder geöffnet`,
    withHealth: {
      paused: (you) => `{actor} ${have(you)} {goal} pausiert, jetzt {health}`,
      completed: (you) => `{actor} ${have(you)} {goal} abgeschlossen, jetzt {health}`,
      archived: (you) => `{actor} ${have(you)} {goal} archiviert, jetzt {health}`,
      resumed: (you) => `{actor} ${have(you)} {goal} fortgesetzt, jetzt {health}`,
      reopened: (you) => `{actor} ${have(you)} {goal} wieder geöffnet, jetzt {health}`,
    },
  },
  people: {
    actorYou: 'Du',
    you: 'dich',
    ownerYou: 'du',
    aMember: 'ein Mitglied',
    formerMember: 'ein früheres Mitglied',
    aFormerMember: 'Ein früheres Mitglied',
    aGoal: 'ein Ziel',
  },
  programFor: '{program} für {person}',
  program: { agent: 'Agent', run: (id) => `Lauf ${id}`, unknownAgent: 'Ein Agent', unknown: 'Ein Programm' },
  healths: germanHealthNames,
}

function listOf(names: readonly string[]): string {
  const others = names.slice(0, -1)
  const last = names.at(-1) ?? ''
  return others.length === 0 ? last : `${others.join(', ')} und ${last}`
}
