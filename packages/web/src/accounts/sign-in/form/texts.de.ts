import type { texts } from './texts.ts'

const guessable =
  'Wähle ein Passwort, das schwerer zu erraten ist. Vermeide gängige Passwörter, deinen Namen und deine E-Mail-Adresse.'

export const german = {
  email: 'E-Mail-Adresse',
  action: 'Anmelden',
  busy: 'Anmeldung läuft',
  passwordHint: 'Mindestens 12 Zeichen. Ein paar zufällige Wörter merkst du dir leichter als Sonderzeichen.',
  fields: {
    displayName: { name: 'Name', missing: 'Gib deinen Namen ein.' },
    email: {
      name: 'E-Mail-Adresse',
      missing: 'Gib deine E-Mail-Adresse ein.',
      invalid: 'Gib eine vollständige E-Mail-Adresse ein, etwa name@example.com.',
    },
    password: { name: 'Passwort', missing: 'Gib ein Passwort ein.', invalid: guessable },
    currentPassword: { name: 'Aktuelles Passwort', missing: 'Gib dein aktuelles Passwort ein.' },
    newPassword: { name: 'Neues Passwort', missing: 'Gib ein neues Passwort ein.', invalid: guessable },
  },
} satisfies typeof texts
