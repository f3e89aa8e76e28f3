import type { texts } from './texts.ts'

export const german = {
  form: {
    name: {
      name: 'Name',
      missing: 'Gib den Namen der Organisation ein.',
      invalid: 'Gib den Namen genau so ein, wie er oben steht.',
    },
  },
  title: 'Organisation löschen',
  text: (name) => `Löscht ${name} mit allen Zielen für alle Mitglieder. Es gibt keinen Weg zurück.`,
  action: 'Organisation löschen',
  question: (name) => `${name} löschen?`,
  done: (name) => `${name} ist gelöscht.`,
  consequences:
    'Alle verlieren die Organisation sofort: Ziele mit ihrem Verlauf, Labels, Einladungen, API-Token und Webhooks. Alle bekommen dazu eine E-Mail. Die Daten werden innerhalb eines Tages entfernt. Niemand kann sie zurückholen, auch du nicht.',
  download: 'Du kannst vorher alles herunterladen.',
  confirm: (name) => `Gib zum Bestätigen ${name} ein`,
  cancel: 'Abbrechen',
} satisfies typeof texts
