import type { texts } from './texts.ts'

export const german = {
  title: (organization) => `Vorlagen von ${organization}`,
  manage: 'Vorlagen verwalten',
} satisfies typeof texts
