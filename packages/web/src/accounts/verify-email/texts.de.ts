import type { texts } from './texts.ts'

export const german = {
  title: 'E-Mail-Adresse bestätigen',
  ownAccount: 'Du hast dieses Konto in diesem Browser angelegt.',
  verify: 'E-Mail-Adresse bestätigen',
  verifying: 'Wird bestätigt',
  newAddress: {
    title: 'Neue E-Mail-Adresse bestätigen',
    intro: 'Danach meldest du dich mit ihr an. Bestätige sie nur, wenn das dein Konto ist.',
    action: 'E-Mail-Adresse bestätigen',
    busy: 'Wird bestätigt',
  },
  otherBrowser: {
    title: 'Hast du dieses Konto angelegt?',
    warning:
      'Es wurde in einem anderen Browser angelegt. Bestätige es nur, wenn du das warst. Wer es angelegt hat, kennt sein Passwort.',
    own: 'Mein eigenes Konto anlegen',
    consequence:
      'Nicht deins? Dein eigenes Konto ersetzt dieses: Passwort und Link funktionieren dann nicht mehr. Wenn du kein Konto möchtest, schließe diese Seite. Niemand kann sich anmelden, bevor du bestätigst.',
    confirm: 'Ich habe dieses Konto angelegt',
  },
  account: {
    name: 'Name',
    email: 'E-Mail-Adresse',
    created: 'Angelegt',
    asked: 'Beantragt',
    moment: (date, ago) => `${date} (${ago})`,
  },
  invalid: {
    title: 'Dieser Link funktioniert nicht',
    incomplete: 'Der Link scheint unvollständig zu sein. Öffne ihn noch einmal aus der E-Mail.',
    expired: 'Er wurde schon verwendet, ist älter als 24 Stunden oder wurde durch einen neueren ersetzt.',
    signIn: 'Anmelden',
    register: 'Für einen neuen Link registrieren',
  },
} satisfies typeof texts
