import { formatPercent } from '../../presentation/time/format.ts'
import { texts } from '../texts.ts'

type ProgressBarProps = { share: number }

/** A small bar and the percentage next to it. `share` is from 0 to 1. */
export function ProgressBar({ share }: ProgressBarProps) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <svg viewBox="0 0 64 6" className="h-1.5 w-16 shrink-0" aria-hidden="true">
        <rect width="64" height="6" rx="3" className="fill-line" />
        {share > 0 && <rect width={Math.max(6, share * 64)} height="6" rx="3" className="fill-accent" />}
      </svg>
      <span className="sr-only">{texts.progress}</span>
      <span className="tabular-nums">{formatPercent(share)}</span>
    </span>
  )
}
