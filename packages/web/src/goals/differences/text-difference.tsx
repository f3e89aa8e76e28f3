import { useMemo } from 'react'
import { textDifferences, withoutLongUnchanged } from './text-differences.ts'

type TextDifferenceProps = { from: string; to: string }

/** What was inserted into and deleted from a text. The text is data: Markdown stays as it was typed. */
export function TextDifference({ from, to }: TextDifferenceProps) {
  const parts = useMemo(() => {
    const differences = textDifferences(from, to)
    if (differences) return withoutLongUnchanged(differences)
    return [
      { kind: 'removed' as const, text: from },
      { kind: 'added' as const, text: to },
    ]
  }, [from, to])
  return (
    <p className="max-h-96 overflow-y-auto whitespace-pre-wrap">
      {[...parts.entries()].map(([index, { kind, text }]) => {
        if (kind === 'same') return <span key={index}>{text}</span>
        const Tag = kind === 'added' ? 'ins' : 'del'
        return (
          <Tag
            key={index}
            className={
              kind === 'added'
                ? 'rounded-xs bg-good-soft text-good no-underline'
                : 'rounded-xs bg-bad-soft text-bad line-through'
            }
          >
            <span className="sr-only">{kind === 'added' ? ' added: ' : ' removed: '}</span>
            {text}
          </Tag>
        )
      })}
    </p>
  )
}
