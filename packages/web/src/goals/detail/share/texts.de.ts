import type { texts } from './texts.ts'

export const german = {
  share: 'Teilen',
  copyLink: 'Link kopieren',
  copyMarkdown: 'Als Markdown kopieren',
  print: 'Drucken',
  linkCopied: 'Link kopiert.',
  markdownCopied: 'Als Markdown kopiert.',
  failed: 'Der Browser hat das Kopieren nicht erlaubt.',
  status: 'Status',
  health: 'Zustand',
  owner: 'Verantwortlich',
  timeframe: 'Zeitraum',
  labels: 'Labels',
  progress: 'Fortschritt',
  latestReport: 'Letzter Bericht',
  criteria: 'Erfolgskriterien',
  measures: 'Messwerte',
  description: 'Beschreibung',
  title: 'Ziel',
  due: 'Fällig',
  lastReport: 'Letzter Bericht',
} satisfies typeof texts
