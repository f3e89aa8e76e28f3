import type { texts } from './texts.ts'

export const german = {
  heading: 'Im nächsten Zeitraum fortsetzen',
  intro:
    'Damit veröffentlichst du ein neues Ziel mit derselben Beschreibung, denselben Kriterien und Labels und derselben verantwortlichen Person. Messwerte, die ihr Ziel nicht erreicht haben, gehen von ihrem letzten Wert aus weiter. Dieses Ziel bleibt, wie es ist.',
  title: 'Titel',
  date: 'Zieldatum',
  continuous: 'Kein Zieldatum',
  publish: 'Ziel veröffentlichen',
  publishing: 'Wird veröffentlicht',
  published: 'Ziel veröffentlicht. Es setzt das vorige fort.',
} satisfies typeof texts
