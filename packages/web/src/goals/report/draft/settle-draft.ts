/** What is to happen with a draft of which the tab and the service have one each, or none. */
export type Settlement = 'keep' | 'take' | 'drop' | 'ask'

type Draft = {
  /** What is typed in this tab, as JSON; null without it. */
  typed: string | null
  /** What the service has. */
  found: string | null
  /** What was in this tab when it was the same as what the service had. */
  known: string | null
  /** What the service has if nobody else changed it: what the tab has read or sent last. Nobody may have heard whether it arrived. */
  sent: string | null
}

/**
 * Decides between what is typed in a tab and what the service has, which another tab or device may have changed. Nothing typed is lost without
 * a question: what the service has is `taken` only by a tab that has changed nothing since it last looked, and what is in the tab is
 * `dropped` only if the same draft was sent or discarded elsewhere.
 */
export function settleDraft({ typed, found, known, sent }: Draft): Settlement {
  if (typed === null) return found === null ? 'keep' : 'take'
  const isChanged = typed !== known
  if (found === null) return isChanged ? 'keep' : 'drop'
  if (found === typed || found === known || found === sent) return 'keep'
  return isChanged ? 'ask' : 'take'
}
