/** How long the second key of a sequence may take. */
const sequenceMilliseconds = 1_500

export type Pressed = { key: string; at: number }

/**
 * Which of the known keys a press completes: `g` and then `h` is `g h`.
 *
 * @param before  The previous press, if it may begin a sequence.
 * @returns `matched`, or `pending` if the press may begin one.
 */
export function readKeys(
  known: readonly string[],
  before: Pressed | undefined,
  now: Pressed,
): { matched?: string; pending?: Pressed } {
  const isRecent = before !== undefined && now.at - before.at <= sequenceMilliseconds
  const sequence = isRecent ? `${before.key} ${now.key}` : undefined
  if (sequence !== undefined && known.includes(sequence)) return { matched: sequence }
  if (known.includes(now.key)) return { matched: now.key }
  return known.some((keys) => keys.startsWith(`${now.key} `)) ? { pending: now } : {}
}
