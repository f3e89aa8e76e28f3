import type { GoalQuestion } from '@cairn/contract/schemas/goals/goal-questions'
import { Link } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { fill } from '../../../language/fill.tsx'
import { Markdown } from '../../../presentation/markdown/markdown.tsx'
import { Ago } from '../../../presentation/time/moment.tsx'
import { TimeLeft } from '../../../presentation/time/time-left.tsx'
import { cn } from '../../../ui/cn.ts'
import { textLinkClass } from '../../../ui/front-page.tsx'
import { Worker } from '../worker.tsx'
import { AnswerForm } from './answer-form.tsx'
import { texts } from './texts.ts'
import { WithdrawQuestion } from './withdraw-question.tsx'

type QuestionCardProps = {
  question: GoalQuestion
  mayAnswer: boolean
  mayWithdraw: boolean
  /** Whether the address names it: it takes the focus. */
  isLinked?: boolean
  /** The title of the goal, away from its page. */
  goalTitle?: string
}

/** A question, and the form that answers it, or its answer. */
export function QuestionCard({
  question,
  mayAnswer,
  mayWithdraw,
  isLinked = false,
  goalTitle,
}: QuestionCardProps) {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isLinked) return
    card.current?.scrollIntoView({ block: 'center' })
    card.current?.focus({ preventScroll: true })
  }, [isLinked])
  const { id, goalId, text, state, askedBy, createdAt, expiresAt, options, answer } = question
  const isOpen = state === 'open'
  return (
    <article
      ref={card}
      id={`question-${id}`}
      tabIndex={-1}
      aria-labelledby={`question-${id}-by`}
      className={cn(
        'relative space-y-3 overflow-clip rounded-xl border border-line bg-surface px-4 py-4 sm:px-5',
        isOpen &&
          'shadow-raised before:absolute before:inset-y-0 before:left-0 before:w-1 before:bg-bad-fill',
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60 space-y-0.5">
          <p id={`question-${id}-by`} className="text-sm text-ink-soft">
            {isOpen && (
              <MessageCircleQuestion
                className="mr-1.5 inline size-4 align-[-0.1875rem] text-bad"
                aria-hidden="true"
              />
            )}
            {fill(isOpen ? texts.asks : texts.asked, {
              who: <Worker actor={askedBy} />,
              ago: <Ago time={createdAt} />,
            })}
          </p>
          {goalTitle !== undefined && (
            <p className="text-sm wrap-anywhere">
              {fill(texts.about, {
                goal: (
                  <Link to="/goals/$goalId" params={{ goalId }} className={textLinkClass}>
                    <bdi>{goalTitle}</bdi>
                  </Link>
                ),
              })}
            </p>
          )}
        </div>
        <p className="text-sm text-ink-faint">
          {isOpen ? fill(texts.expires, { until: <TimeLeft time={expiresAt} /> }) : texts.states[state]}
        </p>
      </div>
      <div className="max-w-3xl">
        <Markdown text={text} />
      </div>
      {isOpen && mayAnswer && (
        <AnswerForm question={question}>{mayWithdraw && <WithdrawQuestion question={question} />}</AnswerForm>
      )}
      {options.length > 0 && !(isOpen && mayAnswer) && !answer?.option && (
        <OfferedOptions options={options} />
      )}
      {isOpen && !mayAnswer && <p className="text-sm text-ink-faint">{texts.answer.others}</p>}
      {answer && <Answer answer={answer} />}
      {isOpen && mayWithdraw && !mayAnswer && <WithdrawQuestion question={question} />}
    </article>
  )
}

function OfferedOptions({ options }: { options: readonly string[] }) {
  return (
    <ul aria-label={texts.options} className="flex flex-wrap gap-2 text-sm text-ink-soft">
      {options.map((option) => (
        <li key={option} className="rounded-lg border border-line px-3 py-1 wrap-anywhere">
          <bdi>{option}</bdi>
        </li>
      ))}
    </ul>
  )
}

function Answer({
  answer: { option, text, answeredBy, answeredAt },
}: {
  answer: NonNullable<GoalQuestion['answer']>
}) {
  return (
    <div className="space-y-1.5 border-l-2 border-line-strong pl-4">
      <p className="text-sm text-ink-soft">
        {fill(texts.answered, { who: <Worker actor={answeredBy} />, ago: <Ago time={answeredAt} /> })}
      </p>
      {option !== null && (
        <p className="font-medium wrap-anywhere">
          <bdi>{option}</bdi>
        </p>
      )}
      {text !== null && (
        <p className="max-w-3xl whitespace-pre-wrap wrap-anywhere">
          <bdi>{text}</bdi>
        </p>
      )}
    </div>
  )
}
