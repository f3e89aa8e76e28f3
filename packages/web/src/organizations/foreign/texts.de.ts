import type { texts } from './texts.ts'

export const german = {
  foreign: {
    title: 'Du bist kein Mitglied dieser Organisation',
    intro: 'Bitte einen ihrer Admins, dich einzuladen, oder öffne eine deiner eigenen Organisationen.',
  },
  signedInAs: (name, email) => `Du bist als ${name} (${email}) angemeldet.`,
  otherAccount: 'Anderes Konto verwenden',
  ended: {
    title: (name) => `Du bist kein Mitglied von ${name} mehr`,
    text: 'Du kannst hier nichts mehr ändern. Was du geschrieben hast, steht noch auf der Seite: Kopiere, was du brauchst, oder öffne eine andere Organisation.',
    stay: 'Auf dieser Seite bleiben',
  },
  yours: 'Deine Organisationen',
} satisfies typeof texts
