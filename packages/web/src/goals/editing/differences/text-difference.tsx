import { useMemo, useState } from 'react'
import { textDifferences, withoutLongUnchanged } from './text-differences.ts'
import { texts } from './texts.ts'

/** Longer texts are compared when the person asks for it. In characters. */
const longTexts = 20_000

type TextDifferenceProps = { from: string; to: string }

/** The insertions into and deletions from a text. The text is data: Markdown stays as it was typed. */
export function TextDifference({ from, to }: TextDifferenceProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (from.length + to.length <= longTexts) return <Differences from={from} to={to} />
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded font-medium text-accent">{texts.compare}</summary>
      {isOpen && <Differences from={from} to={to} />}
    </details>
  )
}

function Differences({ from, to }: TextDifferenceProps) {
  const parts = useMemo(() => {
    const differences = textDifferences(from, to)
    if (differences) return withoutLongUnchanged(differences)
    return [
      { kind: 'removed' as const, text: from },
      { kind: 'added' as const, text: to },
    ]
  }, [from, to])
  return (
    <p
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, also with the keyboard.
      tabIndex={0}
      className="max-h-96 overflow-y-auto whitespace-pre-wrap"
    >
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
            <span className="sr-only">{kind === 'added' ? texts.addedPart : texts.removedPart}</span>
            {text}
          </Tag>
        )
      })}
    </p>
  )
}
