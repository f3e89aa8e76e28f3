import type { texts } from './texts.ts'

export const german = {
  title: 'Diese E-Mails abbestellen?',
  intro: 'Du bekommst dann keine E-Mails dieser Art mehr. Dein Konto und deine Ziele bleiben, wie sie sind.',
  action: 'Abbestellen',
  orChoose: 'Oder wähle, welche E-Mails du bekommst:',
  outcomes: {
    reminders: {
      title: 'Keine Erinnerungen mehr',
      sentence: 'Cairn schreibt dir nicht mehr, wenn Berichte überfällig sind oder Ziele fällig werden.',
    },
    weekly_digest: {
      title: 'Kein Wochenüberblick mehr',
      sentence: 'Cairn schickt dir montags keine Zusammenfassung mehr.',
    },
    questions: {
      title: 'Keine E-Mails mit Fragen mehr',
      sentence:
        'Cairn schreibt dir nicht mehr, wenn dich jemand zu einem Ziel fragt. Fragen warten weiter auf der Startseite.',
    },
    inbox: {
      title: 'Keine E-Mails zum Posteingang mehr',
      sentence:
        'Cairn schreibt dir nicht mehr, was in deinem Posteingang neu ist. Der Posteingang zeigt es weiter.',
    },
    daily: {
      title: 'Keine Erinnerungen und keine E-Mails zum Posteingang mehr',
      sentence:
        'Cairn schreibt dir nicht mehr, wenn Berichte überfällig sind, Ziele fällig werden oder in deinem Posteingang etwas neu ist. Der Posteingang zeigt es weiter.',
    },
  },
  change: 'Ändere das, oder sieh dir deine anderen E-Mails an:',
  settings: 'Einstellungen für Benachrichtigungen',
  invalid: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Er scheint unvollständig zu sein. Öffne ihn noch einmal aus der E-Mail.',
    orSignIn: 'Oder melde dich an und wähle, welche E-Mails du bekommst:',
  },
} satisfies typeof texts
