import type { GoalQuestion } from '@cairn/contract/schemas/goals/goal-questions'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useActiveOrganization, useSession } from '../../../accounts/session/session.ts'
import { whenOnline } from '../../../app/hooks/when-online.ts'
import { FailureBoundary } from '../../../app/page-states.tsx'
import { SectionTitle } from '../../../ui/page.tsx'
import { FailureNotice } from '../../../ui/states/failure-notice.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import { TextSkeleton } from '../../../ui/states/skeleton.tsx'
import { useMayWrite } from '../../data/authority.ts'
import { goalQuestionsQuery } from '../work-queries.ts'
import { texts } from './texts.ts'

/** Most goals have no questions. */
const QuestionCard = lazy(
  whenOnline(async () => ({ default: (await import('./question-card.tsx')).QuestionCard })),
)

type GoalQuestionsProps = {
  goal: Pick<Goal, 'id' | 'ownerUserId' | 'attention'>
  /** The id of the question that the address names. */
  linked: string | undefined
}

/** The open questions about a goal, oldest first: above what the goal says, because somebody waits. */
export function OpenQuestions({ goal, linked }: GoalQuestionsProps) {
  const { open, closed, isPending, isComplete, error, refetch } = useQuestions(goal)
  const isKnown = [...open, ...closed].some(({ id }) => id === linked)
  const isMissing = linked !== undefined && !isPending && !error && isComplete && !isKnown
  const isExpected = goal.attention.includes('question_open')
  if (error && (isExpected || linked !== undefined)) {
    return <FailureNotice failure={error} onRetry={refetch} />
  }
  // So that nothing below moves.
  if (isPending && isExpected) return <TextSkeleton />
  if (isMissing) return <Notice tone="info">{texts.notFound}</Notice>
  if (open.length === 0) return null
  return (
    <section aria-labelledby="open-questions" className="space-y-3">
      <h2 id="open-questions" className="sr-only">
        {texts.open}
      </h2>
      {open.map((question) => (
        <Card key={question.id} goal={goal} question={question} isLinked={question.id === linked} />
      ))}
    </section>
  )
}

/** Questions that are answered, withdrawn, or expired, newest first. */
export function ClosedQuestions({ goal, linked }: GoalQuestionsProps) {
  const { closed } = useQuestions(goal)
  const isLinked = closed.some(({ id }) => id === linked)
  const [isOpen, setIsOpen] = useState(false)
  const [opened, setOpened] = useState<string>()
  if (isLinked && opened !== linked) {
    setOpened(linked)
    setIsOpen(true)
  }
  if (closed.length === 0) return null
  return (
    <section aria-labelledby="questions" className="space-y-3">
      <SectionTitle id="questions">{texts.title}</SectionTitle>
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="w-fit min-h-6 rounded text-sm font-medium text-accent">
          {texts.closed(closed.length)}
        </summary>
        <div className="mt-3 space-y-3">
          {closed.map((question) => (
            <Card key={question.id} goal={goal} question={question} isLinked={question.id === linked} />
          ))}
        </div>
      </details>
    </section>
  )
}

type CardProps = { goal: GoalQuestionsProps['goal']; question: GoalQuestion; isLinked: boolean }

function Card({ goal, question, isLinked }: CardProps) {
  const { user } = useSession()
  const mayWrite = useMayWrite(goal)
  const isAsker = question.askedBy.kind === 'user' && question.askedBy.id === user.id
  return (
    <FailureBoundary fallback={<Notice tone="warn">{texts.notLoaded}</Notice>}>
      <Suspense fallback={<TextSkeleton />}>
        <QuestionCard
          question={question}
          isLinked={isLinked}
          mayAnswer={mayWrite || question.askedUserIds.includes(user.id)}
          mayWithdraw={mayWrite || isAsker}
        />
      </Suspense>
    </FailureBoundary>
  )
}

function useQuestions({ id }: { id: string }) {
  const organization = useActiveOrganization()
  const { data, error, isPending, refetch } = useQuery(goalQuestionsQuery(organization.id, id))
  const questions = data?.questions ?? []
  return {
    open: questions.filter(({ state }) => state === 'open').toReversed(),
    closed: questions.filter(({ state }) => state !== 'open'),
    isComplete: data?.isComplete ?? false,
    isPending,
    error: data ? null : error,
    refetch: () => void refetch(),
  }
}
