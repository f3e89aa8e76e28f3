import type { texts } from './texts.ts'

export const german = {
  due: (date) => `Fällig ${date}`,
  dueLater: 'Heute, später fällig',
  today: 'Heute',
  points: (title) => `Berichte im Diagramm: ${title}`,
  times: (title) => `Zeitpunkte im Diagramm: ${title}`,
  timeKeys: 'Pfeiltasten gehen von Zeitpunkt zu Zeitpunkt.',
  keys: 'Pfeiltasten gehen von Bericht zu Bericht, Enter zeigt ihn im Verlauf.',
} satisfies typeof texts
