import { texts } from './texts.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** `mod+k` is ⌘ K on a Mac and Ctrl K elsewhere; `g h` is one key after the other. */
export function Keys({ keys }: { keys: string }) {
  const parts = keys.split(' ')
  return (
    <span className="inline-flex shrink-0 items-center gap-1">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The parts never move.
        <span key={index} className="inline-flex items-center gap-1">
          {index > 0 && <span className="text-xs text-ink-faint">{texts.followedBy}</span>}
          {part.split('+').map((key) => (
            <kbd
              key={key}
              className="inline-flex min-w-6 justify-center rounded-md border border-line bg-sunken px-1.5 py-0.5 font-sans text-xs text-ink-soft"
            >
              {nameOf(key)}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  )
}

function nameOf(key: string): string {
  if (key === 'mod') return isApple ? '⌘' : texts.control
  if (key === 'enter') return texts.enter
  return key.length === 1 ? key.toUpperCase() : key
}
