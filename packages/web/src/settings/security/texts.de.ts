import type { texts } from './texts.ts'

export const german = {
  unknownBrowser: 'Unbekannter Browser',
  browserOn: (browser, system) => `${browser} auf ${system}`,
  password: {
    changed: 'Passwort geändert. Andere Browser sind abgemeldet.',
    title: 'Passwort',
    text: 'Ein neues Passwort meldet dich in allen anderen Browsern ab. API-Token und verbundene Programme behalten ihren Zugriff.',
    current: 'Aktuelles Passwort',
    new: 'Neues Passwort',
    hint: 'Mindestens 12 Zeichen. Ein paar zufällige Wörter merkt man sich leichter als Sonderzeichen.',
    wrong: 'Das aktuelle Passwort ist nicht richtig. Es wurde nichts geändert.',
    busy: 'Wird geändert',
    action: 'Passwort ändern',
  },
  title: 'Sicherheit',
  provider: {
    ownSessions:
      'Du meldest dich mit dem Konto deiner Organisation an. Ändere sein Passwort dort, nicht in Cairn.',
    theirSessions:
      'Du meldest dich mit dem Konto deiner Organisation an. Sein Passwort und seine Sitzungen änderst du dort, nicht in Cairn.',
  },
  sessions: {
    title: 'Wo du angemeldet bist',
    text: 'Du bleibst 30 Tage angemeldet, oder bis du Cairn 14 Tage nicht verwendet hast.',
    loading: 'Sitzungen werden geladen',
    list: 'Sitzungen',
    endOthers: 'Alle anderen Browser abmelden',
    others: {
      title: 'Alle anderen Browser abmelden?',
      action: 'Andere abmelden',
      done: 'Alle anderen Browser sind abgemeldet.',
      textWithPassword:
        'Hier bleibst du angemeldet. Links zum Zurücksetzen deines Passworts funktionieren nicht mehr. API-Token und verbundene Programme behalten ihren Zugriff.',
      text: 'Hier bleibst du angemeldet. API-Token und verbundene Programme behalten ihren Zugriff.',
    },
    one: {
      done: 'Abgemeldet.',
      current: 'Dieser Browser',
      since: 'Angemeldet {since}',
      used: 'Zuletzt verwendet {used} · angemeldet {since}',
      endOf: (name) => `${name} abmelden`,
      title: (name) => `${name} abmelden?`,
      end: 'Abmelden',
      text: 'Wer ihn verwendet, muss sich neu anmelden.',
    },
  },
} satisfies typeof texts
