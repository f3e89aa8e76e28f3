import type { texts } from './texts.ts'

export const german = {
  loading: 'Deine Einladung',
  title: 'Du bist eingeladen',
  invited: {
    admin:
      '{inviter} hat dich eingeladen, {organization} in Cairn als Admin beizutreten. Die Einladung gilt für {email}.',
    member:
      '{inviter} hat dich eingeladen, {organization} in Cairn als Mitglied beizutreten. Die Einladung gilt für {email}.',
  },
  createAccount: 'Konto anlegen',
  signIn: 'Anmelden',
  signedInAs: 'Du bist als {name} angemeldet.',
  accept: 'Einladung annehmen',
  joining: 'Du trittst bei',
  notNow: 'Jetzt nicht',
  toHome: 'Zur Startseite',
  welcome: (organization) => `Willkommen bei ${organization}.`,
  already: { title: 'Du bist schon Mitglied', text: 'Du gehörst schon zu dieser Organisation.' },
  mismatch: {
    title: 'Diese Einladung gilt für eine andere E-Mail-Adresse',
    text: (invited) =>
      `Die Einladung ging an ${invited}. Sie gilt weiterhin: Melde dich mit dieser Adresse an oder bitte um eine Einladung an deine.`,
    signedIn: (own, invited) =>
      `Du bist mit ${own} angemeldet, aber die Einladung ging an ${invited}. Sie gilt weiterhin: Melde dich mit dieser Adresse an oder bitte um eine Einladung an deine.`,
    action: 'Anderes Konto verwenden',
  },
  dead: {
    title: 'Diese Einladung gilt nicht mehr',
    text: 'Sie ist abgelaufen, wurde zurückgezogen oder ersetzt, wurde schon angenommen, oder wer sie gesendet hat, ist kein Admin mehr. Bitte einen Admin der Organisation um eine neue.',
  },
  broken: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Der Link scheint unvollständig zu sein. Öffne ihn noch einmal aus der E-Mail oder bitte um einen neuen.',
  },
} satisfies typeof texts
