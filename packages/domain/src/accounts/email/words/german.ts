import { germanEventWords } from '@cairn/contract/display/event-words.de'
import { germanInboxWords } from '@cairn/contract/display/inbox-words.de'
import { germanHealthNames } from '@cairn/contract/display/value-names.de'
import type { EmailWords, Nearness } from './english.ts'

const near = (when: Nearness) =>
  when === 'today' ? 'heute' : when === 'tomorrow' ? 'morgen' : `in ${when} Tagen`
const hours = (count: number) => (count === 1 ? 'einer Stunde' : `${count} Stunden`)
const daysOf = (days: number) => (days === 1 ? 'eines Tages' : `von ${days} Tagen`)
const reportsAreLate = (count: number) =>
  count === 1 ? '1 Bericht ist überfällig' : `${count} Berichte sind überfällig`
const deadlinesAreNear = (count: number) => (count === 1 ? '1 Termin ist nah' : `${count} Termine sind nah`)
const inOrganization = (organization: string | undefined) =>
  organization === undefined ? '' : ` in ${organization}`

/** The texts of emails in German. */
export const german: EmailWords = {
  locale: 'de-DE',
  events: germanEventWords,
  signIn: 'Anmelden',
  createAccount: 'Konto anlegen',
  openCairn: 'Cairn öffnen',
  nothingChanged: 'Es wurde nichts geändert.',
  account: 'Konto',
  name: 'Name',
  verification: {
    subject: 'Bestätige deine E-Mail-Adresse für Cairn',
    preview: (lifetimeHours) => `Öffne den Link innerhalb von ${hours(lifetimeHours)}.`,
    someone: 'Jemand hat mit dieser E-Mail-Adresse ein Cairn-Konto angelegt.',
    created: 'Angelegt',
    ifYou: (lifetimeHours) =>
      `Wenn du es warst, öffne diesen Link innerhalb von ${hours(lifetimeHours)} im selben Browser.`,
    verify: 'E-Mail-Adresse bestätigen',
    ifNot:
      'Wenn du es nicht warst, bestätige das Konto nicht und beachte diese E-Mail nicht weiter. Wer das Konto angelegt hat, kennt sein Passwort, kann sich ohne deine Bestätigung aber nicht anmelden.',
  },
  alreadyRegistered: {
    subject: 'Du hast schon ein Cairn-Konto',
    text: 'Jemand, vielleicht du, hat diese Adresse noch einmal registriert. Es wurde nichts geändert.',
  },
  alreadyVerified: {
    subject: 'Deine E-Mail-Adresse ist schon bestätigt',
    preview: 'Melde dich mit deinem Passwort an.',
    text: 'Jemand, vielleicht du, hat einen Link angefordert, der diese E-Mail-Adresse bestätigt. Dein Cairn-Konto braucht keinen.',
  },
  noAccount: {
    subject: 'Zu dieser E-Mail-Adresse gibt es kein Cairn-Konto',
    text: 'Jemand, vielleicht du, hat einen Link zu einem Cairn-Konto mit dieser E-Mail-Adresse angefordert. Es gibt keins. Vielleicht hast du eine andere Adresse benutzt.',
    ifNot: 'Wenn du es nicht warst, beachte diese E-Mail nicht weiter.',
  },
  password: {
    resetSubject: 'Wähle ein neues Passwort für Cairn',
    resetPreview: (lifetimeHours) => `Öffne den Link innerhalb von ${hours(lifetimeHours)}.`,
    forgot: (lifetimeHours) =>
      `Jemand, vielleicht du, hat das Passwort des Cairn-Kontos mit dieser E-Mail-Adresse vergessen. Um ein neues zu wählen, öffne diesen Link innerhalb von ${hours(lifetimeHours)}. Er gilt einmal.`,
    choose: 'Neues Passwort wählen',
    stays: 'Wenn du es nicht warst, beachte diese E-Mail nicht weiter. Dein Passwort bleibt, wie es ist.',
    changedSubject: 'Dein Cairn-Passwort wurde geändert',
    changedPreview: 'Warst du es nicht? Wähle ein neues Passwort.',
    changedText: 'Das Passwort deines Cairn-Kontos wurde geändert.',
    changed: 'Geändert',
    signedOut: 'Andere Browser wurden abgemeldet. Programme mit API-Tokens behalten ihren Zugriff.',
    ifNot: 'Wenn du es nicht warst, wähle jetzt ein neues Passwort.',
  },
  emailChange: {
    confirmSubject: 'Bestätige deine neue E-Mail-Adresse für Cairn',
    confirmPreview: (lifetimeHours) => `Öffne den Link innerhalb von ${hours(lifetimeHours)}.`,
    someone: 'Jemand möchte diese E-Mail-Adresse für sein Cairn-Konto benutzen.',
    ifYou: (lifetimeHours) => `Wenn du es warst, öffne diesen Link innerhalb von ${hours(lifetimeHours)}.`,
    confirm: 'E-Mail-Adresse bestätigen',
    ifNot: 'Wenn du es nicht warst, beachte diese E-Mail nicht weiter. Es ändert sich nichts.',
    takenSubject: 'Du hast schon ein Cairn-Konto',
    taken:
      'Jemand, vielleicht du, möchte diese E-Mail-Adresse für ein anderes Cairn-Konto benutzen. Sie gehört schon zu deinem, darum wurde nichts geändert.',
    requestedSubject: 'Dein Cairn-Konto bekommt eine andere E-Mail-Adresse',
    requestedPreview: 'Warst du es nicht? Wähle ein neues Passwort.',
    requested:
      'Jemand, vielleicht du, möchte die E-Mail-Adresse deines Cairn-Kontos ändern. Sie ändert sich, wenn die neue Adresse bestätigt wird.',
    newAddress: 'Neue Adresse',
    asked: 'Angefordert',
    stopIt:
      'Wenn du es nicht warst, wähle jetzt ein neues Passwort. Dann kann die neue Adresse nicht mehr bestätigt werden.',
    changedSubject: 'Die E-Mail-Adresse deines Cairn-Kontos wurde geändert',
    changedText: 'Melde dich ab jetzt mit der neuen Adresse an.',
    changed: 'Geändert',
    tellAdministrator:
      'Wenn du es nicht warst, sag es jetzt einem Admin deiner Organisation: Admins können das Konto aus ihr entfernen.',
    openAccount: 'Konto öffnen',
  },
  accountDeleted: {
    subject: 'Dein Cairn-Konto wurde gelöscht',
    preview: 'Du bekommst keine E-Mails mehr dazu.',
    text: 'Dein Cairn-Konto wurde gelöscht.',
    deleted: 'Gelöscht',
    whatEnded:
      'Du wurdest überall abgemeldet, und deine API-Tokens gelten nicht mehr. Organisationen, in denen du allein warst, werden mit gelöscht. Was du in anderen geschrieben hast, bleibt dort, ohne deinen Namen.',
    final:
      'Das lässt sich nicht rückgängig machen. Wenn du es nicht warst, kennt jemand dein Passwort: ändere es überall, wo du es sonst benutzt. Du kannst mit dieser Adresse ein neues Konto anlegen.',
  },
  invitation: {
    anOrganization: 'eine Organisation',
    subject: (organization) => `Einladung auf Cairn: ${organization}`,
    preview: (days) => `Nimm sie innerhalb ${daysOf(days)} an.`,
    invited: (name, organization) => `${name} lädt dich auf Cairn ein: ${organization}.`,
    open: (days) =>
      `Öffne diesen Link und melde dich mit dieser E-Mail-Adresse an, innerhalb ${daysOf(days)}.`,
    accept: 'Einladung annehmen',
  },
  settings: 'Benachrichtigungen einstellen',
  reminders: {
    oneNeedsYou: 'Ein Ziel, für das du verantwortlich bist, braucht dich.',
    manyNeedYou: 'Diese Ziele, für die du verantwortlich bist, brauchen dich.',
    openGoal: 'Ziel öffnen',
    why: 'Du bekommst Erinnerungen an Ziele, für die du verantwortlich bist, höchstens eine E-Mail am Tag.',
    unsubscribe: 'Erinnerungen abbestellen',
    reportWasDue: (day) => `Ein Bericht war fällig: ${day}.`,
    deadlineIs: (when, day) => `Der Termin ist ${near(when)}: ${day}.`,
    reportIsLate: (title) => `Bericht überfällig: ${title}`,
    deadline: (when, title) => `Termin ${near(when)}: ${title}`,
    several: (late, soon) =>
      [...(late > 0 ? [reportsAreLate(late)] : []), ...(soon > 0 ? [deadlinesAreNear(soon)] : [])].join(', '),
  },
  questions: {
    subjectOne: (text) => `Frage: ${text}`,
    subjectMany: (count) => `${count} Fragen an dich`,
    somebody: 'Jemand',
    asksOne: 'Die Arbeit an einem Ziel wartet auf deine Antwort.',
    asksMany: 'Die Arbeit an Zielen wartet auf deine Antworten.',
    asks: (name, goal) => `${name} fragt zu ${goal}`,
    choose: (options) => `Zur Wahl: ${options}`,
    until: (day) => `Antworten bis: ${day}.`,
    more: (count) => (count === 1 ? 'Eine weitere Frage wartet.' : `${count} weitere Fragen warten.`),
    answer: 'Antworten',
    why: 'Du bekommst diese E-Mail, weil du gefragt wurdest, höchstens 12 E-Mails mit Fragen am Tag.',
    unsubscribe: 'Fragen abbestellen',
  },
  inbox: {
    happened: germanInboxWords.happened,
    subjectMany: (count) => `${count} neue Einträge in deinem Posteingang`,
    heading: 'Neu in deinem Posteingang',
    intro: 'Das ist neu in deinem Posteingang.',
    more: (count) => (count === 1 ? 'Und 1 weiterer.' : `Und ${count} weitere.`),
    open: 'Posteingang öffnen',
    noReplies: 'Antworten auf diese E-Mail liest niemand. Antworte in Cairn.',
    why: 'Du bekommst, was in deinem Posteingang neu und ungelesen ist, höchstens eine E-Mail am Tag.',
    unsubscribe: 'Posteingang abbestellen',
    unsubscribeDaily: 'Erinnerungen und Posteingang abbestellen',
  },
  digest: {
    subjectNeeding: (count) =>
      `Deine Woche auf Cairn: ${count === 1 ? '1 Ziel braucht dich' : `${count} Ziele brauchen dich`}`,
    subjectChanged: 'Deine Woche auf Cairn: was sich geändert hat',
    why: 'Du bekommst diese Übersicht montags, wenn es etwas zu sagen gibt.',
    unsubscribe: 'Übersicht abbestellen',
    needsYou: (organization) => `Was dich braucht${inOrganization(organization)}`,
    changed: (organization) => `Was sich geändert hat${inOrganization(organization)}`,
    more: 'Und mehr.',
    attention: {
      question_open: () => 'Eine Frage ist offen.',
      overdue: ({ deadline }) => `Überfällig seit ${deadline}.`,
      report_late: ({ due }) => `Ein Bericht war fällig: ${due}.`,
      off_track: () => `${germanHealthNames.off_track}.`,
      claim_expired: () => 'Die Arbeit daran hörte ohne Nachricht auf.',
      budget_used: () => 'Das Budget ist aufgebraucht.',
      review_requested: () => 'Kriterien warten auf die Bestätigung einer zweiten Person.',
      at_risk: () => `${germanHealthNames.at_risk}.`,
      due_soon: ({ deadline }) => `Der Termin ist ${deadline}.`,
      criteria_not_met: () => 'Ein Kriterium wurde als nicht erfüllt beurteilt.',
    },
  },
  organizationDeleted: {
    theOwner: 'Der Inhaber',
    youDeleted: (organization) => `Du hast die Organisation ${organization} gelöscht`,
    deletedBy: (name, organization) => `${name} hat die Organisation ${organization} gelöscht`,
    preview: 'Ihre Ziele und alles andere in ihr sind weg.',
    organization: 'Organisation',
    by: 'Gelöscht von',
    at: 'Gelöscht',
    whatIsGone:
      'Ihre Ziele mit Berichten und Verlauf sind weg, ebenso ihre Labels, Einladungen, API-Tokens, Webhooks und ihr Audit-Protokoll. Niemand kann sie öffnen, und das lässt sich nicht rückgängig machen.',
    ifNot:
      'Wenn du es nicht warst, benutzt jemand anderes dein Konto: beende deine anderen Sitzungen und ändere dein Passwort.',
    accountStays:
      'Dein Konto bleibt, ebenso deine anderen Organisationen. Wenn du Fragen hast, frag die Person, die sie gelöscht hat.',
    openSecurity: 'Sicherheitseinstellungen öffnen',
    why: (organization) => `Du bekommst diese E-Mail, weil du Mitglied von ${organization} warst.`,
  },
  webhookPaused: {
    yourOrganization: 'deiner Organisation',
    gone: 'Der Empfänger sagt, dass es ihn nicht mehr gibt (410).',
    errors: 'Der Empfänger hat seit 3 Tagen keine Zustellung angenommen.',
    slow: 'Der Empfänger hat seit 3 Tagen für jede Zustellung mehr als 5 Sekunden gebraucht.',
    subject: (organization) => `Ein Webhook von ${organization} pausiert`,
    text: (organization) => `Cairn hat einen Webhook von ${organization} angehalten.`,
    receiver: 'Empfänger',
    description: 'Beschreibung',
    whatToDo:
      'Prüfe den Empfänger und aktiviere dann den Webhook. Er bekommt dann die Ereignisse, die er verpasst hat.',
    open: 'Webhooks öffnen',
    why: (organization) => `Du bekommst diese E-Mail, weil du Inhaber oder Admin von ${organization} bist.`,
  },
}
