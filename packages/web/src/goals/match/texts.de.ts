import type { texts } from './texts.ts'

export const german = {
  places: {
    title: 'Titel',
    label: 'Label',
    criterion: 'Kriterium',
    description: 'Beschreibung',
    report: 'Bericht',
    comment: 'Kommentar',
  },
} satisfies typeof texts
