import type { Event } from '@cairn/contract/schemas/feed/events'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { usePrefetchInfiniteQuery, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { useNews } from '../../data/live/news.ts'
import { type Names, useNames } from '../../feed/use-names.ts'
import { markdownRendererQuery } from '../../presentation/markdown/markdown.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { PageSkeleton } from '../../ui/states/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { conversationQuery } from '../conversation/comment-queries.ts'
import { usePeople } from '../data/people.ts'
import { goalHistoryQuery, goalQuery } from '../data/queries.ts'
import { History } from '../history/history.tsx'
import { goalQuestionsQuery } from '../work/work-queries.ts'
import { GoalCard } from './goal-card.tsx'
import { ShareMenu } from './share/share-menu.tsx'
import { texts } from './texts.ts'
import { waitingGoalsQuery } from './together/together-queries.ts'
import { WatchButton } from './watch-button.tsx'

/** Long enough to read a sentence and a summary. */
const shownMilliseconds = 10_000

/** Says what others have just done to the goal. It covers nothing that somebody works on, and screen readers announce it. */
function useGoalNews(goalId: string): void {
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

const route = getRouteApi('/protected/goals/$goalId')

export function GoalPage() {
  const { goalId } = route.useParams()
  const { question, comment } = route.useSearch()
  const organization = useActiveOrganization()
  const { data, error, refetch } = useQuery(goalQuery(organization.id, goalId))
  // At the same time as the goal, not after it.
  usePrefetchQuery(goalHistoryQuery(organization.id, goalId))
  usePrefetchQuery(waitingGoalsQuery(organization.id, goalId))
  usePrefetchQuery(goalQuestionsQuery(organization.id, goalId))
  usePrefetchInfiniteQuery(conversationQuery(organization.id, goalId))
  usePrefetchQuery(markdownRendererQuery)
  const [revealed, setRevealed] = useState<{ revision: number }>()
  useGoalNews(goalId)
  const isGone = isApiError(error, 'goal_not_found')
  return (
    <div className="space-y-4" data-wide>
      <div className="flex items-center justify-between gap-3 print:hidden">
        <Link to="/goals" className={buttonClass({ variant: 'quiet', size: 'small' }, '-ml-3')}>
          <ArrowLeft className="size-4" aria-hidden="true" />
          {texts.allGoals}
        </Link>
        {data && (
          <div className="flex">
            <WatchButton goal={data.goal} />
            <ShareGoal goal={data.goal} />
          </div>
        )}
      </div>
      {data && isGone && <Notice tone="warn">{texts.deletedMeanwhile}</Notice>}
      {data && (
        <GoalCard
          key={goalId}
          goal={data.goal}
          linkedQuestion={question}
          linkedComment={comment}
          onRevealReport={(revision) => setRevealed({ revision })}
        >
          <History goal={data.goal} revealed={revealed} />
        </GoalCard>
      )}
      {!data && isGone && <GoalNotFound />}
      {error && !isGone && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
    </div>
  )
}

function ShareGoal({ goal }: { goal: Goal }) {
  const organization = useActiveOrganization()
  const { nameOf } = usePeople()
  const { data: history } = useQuery(goalHistoryQuery(organization.id, goal.id))
  const markdown = async () => {
    const { goalAsMarkdown } = await import('./share/markdown.ts')
    const link = new URL(`/goals/${goal.id}`, location.origin).href
    return goalAsMarkdown(goal, history?.updates.at(-1), link, nameOf)
  }
  return <ShareMenu markdown={markdown} />
}

function GoalNotFound() {
  return (
    <>
      <PageTitle title={texts.notFound.title}>{texts.notFound.title}</PageTitle>
      <Empty title={texts.notFound.heading}>{texts.notFound.text}</Empty>
    </>
  )
}
