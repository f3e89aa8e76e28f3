import type { texts } from './texts.ts'

export const german = {
  title: 'Dein Konto ist gelöscht',
  text: 'Du bist überall abgemeldet. Wir haben dir darüber eine E-Mail geschickt. Es ist die letzte.',
  action: 'Neues Konto anlegen',
} satisfies typeof texts
