import type { texts } from './texts.ts'

export const german = {
  today: 'Heute',
  due: (date) => `, fällig am ${date}`,
  overdue: (date) => `, war fällig am ${date}`,
  noDate: 'Ohne Zieldatum',
  none: 'Keines dieser Ziele hat ein Zieldatum.',
} satisfies typeof texts
