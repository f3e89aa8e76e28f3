import { healthNames } from '../../goals/data/display-names.ts'
import { texts } from './texts.ts'
import type { Counts, Part } from './walk-back.ts'

/** How each part looks in the chart and in bars. */
export const looks: Record<Part, { name: string; fill: string; bar: string; word: string }> = {
  on_track: { name: healthNames.on_track, fill: 'fill-good-fill', bar: 'bg-good-fill', word: 'fill-good' },
  none: { name: texts.none, fill: 'fill-none-fill', bar: 'bg-none-fill', word: 'fill-ink-faint' },
  at_risk: { name: healthNames.at_risk, fill: 'fill-warn-fill', bar: 'bg-warn-fill', word: 'fill-warn' },
  off_track: { name: healthNames.off_track, fill: 'fill-bad-fill', bar: 'bg-bad-fill', word: 'fill-bad' },
}

const inWords: readonly Part[] = ['on_track', 'at_risk', 'off_track', 'none']

/** `8 on track, 3 at risk`. */
export function describeCounts(counts: Counts): string {
  const named = inWords.flatMap((part) =>
    counts[part] > 0 ? [{ name: looks[part].name, count: counts[part] }] : [],
  )
  return named.length === 0 ? texts.noGoals : texts.counts(named)
}
