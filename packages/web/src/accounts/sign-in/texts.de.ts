import type { texts } from './texts.ts'

export const german = {
  introduction: {
    name: 'Was Cairn ist',
    claim: 'Ziele, die sagen, was aus ihnen wurde.',
    points: [
      {
        title: 'Ein Ziel sagt, wann es erreicht ist',
        text: 'Kriterien und Messwerte, wer verantwortlich ist und bis wann. Alle lesen dasselbe.',
      },
      {
        title: 'Jeder Bericht legt einen Stein dazu',
        text: 'Status, Zustand und Belege ändern sich zusammen, und niemand ändert sie unbemerkt.',
      },
      {
        title: 'Menschen, Programme und Agenten',
        text: 'Eine Quelle für alle: hier, über die API, die Kommandozeile und für Agenten über MCP.',
      },
    ],
    docs: 'API-Referenz und Anleitungen',
  },
  title: 'Anmelden',
  newHere: 'Neu hier? {link}',
  createAccount: 'Konto anlegen',
  forgotten: 'Passwort vergessen?',
  verified: 'Deine E-Mail-Adresse ist bestätigt. Melde dich an, um weiterzumachen.',
  reset: 'Dein Passwort ist geändert, und alle Sitzungen sind beendet. Melde dich an, um weiterzumachen.',
  toDecide: 'Ein Programm bittet um Zugriff auf Cairn. Melde dich an, um zu entscheiden.',
  invited: (inviter, organization) => `${inviter} hat dich eingeladen, ${organization} beizutreten.`,
  register: {
    title: 'Konto anlegen',
    replaces: 'Es ersetzt das Konto, das jemand anderes mit deiner E-Mail-Adresse angelegt hat.',
    ownOrganization: 'Du bekommst auch eine eigene Organisation.',
    haveAccount: 'Hast du schon ein Konto? {link}',
    signIn: 'Anmelden',
    name: 'Dein Name',
    email: 'E-Mail-Adresse',
    action: 'Konto anlegen',
    busy: 'Konto wird angelegt',
  },
  checkEmail: {
    title: 'Schau in dein Postfach',
    sent: 'Wir haben eine E-Mail an {email} gesendet. Öffne ihren Link in diesem Browser, um deine Adresse zu bestätigen, und melde dich dann an. Der Link ist 24 Stunden gültig.',
    none: 'Keine E-Mail? Schau im Spam-Ordner nach oder lass sie erneut senden.',
    sentAgain: 'E-Mail erneut gesendet. Nur der Link in der neuesten funktioniert.',
    sendAgain: 'Erneut senden',
    otherAddress: 'Andere Adresse verwenden',
  },
} satisfies typeof texts
