import type { texts } from './texts.ts'

export const german = {
  ended: {
    title: 'Deine Sitzung ist beendet',
    text: 'Melde dich wieder an, um weiterzumachen. Was du geschrieben hast, ist noch da.',
  },
  notYet: 'Du bist noch nicht angemeldet.',
  haveSignedIn: 'Ich habe mich angemeldet',
  openSignIn: 'Anmeldung in neuem Tab öffnen',
  allowCookies: 'Du bist noch nicht angemeldet. Erlaube Cookies für diese Seite und versuche es erneut.',
} satisfies typeof texts
