import { plural } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  none: 'Noch keine Berichte',
  reports: (count) => `${formatNumber(count)} ${plural(count, { one: 'Bericht', other: 'Berichte' })}`,
  one: (reports, health) => `${reports}: ${health}`,
  times: (count, health) => `${formatNumber(count)}-mal ${health}`,
  all: (reports, counted, latest) => `${reports}: ${counted.join(', ')}. Zuletzt: ${latest}`,
  below: (count, counted, own) =>
    `${formatNumber(count)} ${plural(count, { one: 'Ziel', other: 'Ziele' })} darunter${counted.length > 0 ? `: ${counted.join(', ')}` : ''}. Das Ziel selbst: ${own}`,
  recent: (reports, recent, counted, latest) =>
    `${reports}, davon unter den letzten ${formatNumber(recent)}: ${counted.join(', ')}. Zuletzt: ${latest}`,
} satisfies typeof texts
