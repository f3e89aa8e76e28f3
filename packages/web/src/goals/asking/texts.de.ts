import { plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'
import type { texts } from './texts.ts'

const goals = (count: number) => `${formatNumber(count)} ${plural(count, { one: 'Ziel', other: 'Zielen' })}`

export const german = {
  ask: 'Um Bericht bitten',
  asking: 'Bitte wird gesendet',
  asked: (name) => `Um einen Bericht gebeten. ${name} sieht es im Posteingang.`,
  askMany: 'Um Berichte bitten',
  askManyShortcut: 'Um Berichte zu den ausgewählten Zielen bitten',
  askedMany: (count) =>
    `Um Berichte zu ${goals(count)} gebeten. Die Verantwortlichen sehen es im Posteingang.`,
  askingMany: (done, count) => `Bitte wird gesendet: ${formatNumber(done)} von ${goals(count)}`,
  failed: (count) => `Zu ${goals(count)} wurde um keinen Bericht gebeten:`,
} satisfies typeof texts
