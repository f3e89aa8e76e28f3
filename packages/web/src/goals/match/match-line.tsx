import type { GoalMatch } from '@cairn/contract/schemas/goals/goals'
import { cn } from '../../ui/cn.ts'
import { partsOf } from './match-parts.ts'
import { texts } from './texts.ts'

type MatchLineProps = { match: GoalMatch | undefined; q: string; className?: string }

/** Shows the place of a search's words, with the words around them. Nothing for the title, which is there anyway. */
export function MatchLine({ match, q, className }: MatchLineProps) {
  if (!match || match.where === 'title') return null
  return (
    <p className={cn('text-sm text-ink-faint', className)}>
      <span className="font-medium">{texts.places[match.where]}:</span>{' '}
      <bdi className="wrap-anywhere">
        {partsOf(match.text, q).map(({ text, isFound, at }) =>
          isFound ? (
            <mark key={at} className="rounded-xs bg-accent-soft font-medium text-ink">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </bdi>
    </p>
  )
}
