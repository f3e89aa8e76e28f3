import type { Event } from '@cairn/contract/schemas/feed/events'
import { useNews } from '../../data/live/news.ts'
import { type Names, useNames } from '../../feed/use-names.ts'
import { toast } from '../../ui/toast.ts'
import { texts } from './texts.ts'

/** Long enough to read a sentence and a summary. */
const shownMilliseconds = 10_000

/** Says what others have just done to the goal. It covers nothing that somebody works on, and screen readers announce it. */
export function useGoalNews(goalId: string): void {
  const names = useNames()
  useNews((events) => {
    const news = events.filter(
      ({ goal, actor, authorityUserId }) =>
        goal?.id === goalId && (actor.kind !== 'user' || authorityUserId !== names.userId),
    )
    // Without the words, the page is up to date all the same.
    if (news.length > 0) tell(goalId, news, names).catch(() => undefined)
  })
}

async function tell(goalId: string, news: Event[], names: Names): Promise<void> {
  const { eventSentence, sentenceText } = await import('../../feed/event-sentence.ts')
  const sentences = news.map((event) => sentenceText(eventSentence(event, names)))
  const more = sentences.length - 1
  const rest = more === 0 ? '' : texts.moreNews(more)
  toast(`${sentences.at(-1)}.${rest}`, { id: `goal ${goalId}`, duration: shownMilliseconds })
}
