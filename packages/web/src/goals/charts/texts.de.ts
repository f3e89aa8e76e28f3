import type { texts } from './texts.ts'

export const german = {
  due: (date) => `Fällig ${date}`,
  dueLater: 'Heute, später fällig',
  today: 'Heute',
  points: (title) => `Berichte im Diagramm: ${title}`,
  keys: 'Pfeiltasten gehen von Bericht zu Bericht, Enter zeigt ihn im Verlauf.',
} satisfies typeof texts
