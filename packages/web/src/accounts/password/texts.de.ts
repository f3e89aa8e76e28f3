import type { texts } from './texts.ts'

export const german = {
  forgotten: {
    title: 'Passwort vergessen?',
    elsewhere: 'Das Passwort gehört zum Konto deiner Organisation. Ändere es dort, wo du dich anmeldest.',
    toSignIn: 'Zur Anmeldung',
    intro: 'Gib deine E-Mail-Adresse ein. Wir senden dir einen Link, mit dem du ein neues Passwort wählst.',
    back: 'Zurück zur Anmeldung',
    email: 'E-Mail-Adresse',
    action: 'Link senden',
    busy: 'Wird gesendet',
  },
  sent: {
    title: 'Schau in dein Postfach',
    text: 'Wir haben eine E-Mail an {email} gesendet. Gibt es ein Konto mit dieser Adresse, enthält sie einen Link, mit dem du ein neues Passwort wählst. Der Link ist eine Stunde gültig.',
    none: 'Keine E-Mail? Schau im Spam-Ordner nach.',
    again: 'Erneut versuchen',
  },
  reset: {
    title: 'Neues Passwort wählen',
    intro: 'Danach bist du überall abgemeldet. API-Token und verbundene Programme behalten ihren Zugriff.',
    password: 'Neues Passwort',
    action: 'Passwort ändern',
    busy: 'Wird geändert',
  },
  invalid: {
    title: 'Dieser Link funktioniert nicht',
    incomplete: 'Der Link scheint unvollständig zu sein. Öffne ihn noch einmal aus der E-Mail.',
    expired: 'Er wurde schon verwendet, ist älter als eine Stunde oder wurde durch einen neueren ersetzt.',
    newLink: 'Neuen Link senden',
    signIn: 'Anmelden',
  },
} satisfies typeof texts
