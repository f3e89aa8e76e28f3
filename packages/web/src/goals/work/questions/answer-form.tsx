import type { GoalQuestion } from '@cairn/contract/schemas/goals/goal-questions'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { api } from '../../../data/api/client.ts'
import { isApiError } from '../../../data/api/failures/failures.ts'
import { fill } from '../../../language/fill.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, inputClass } from '../../../ui/fields/field.tsx'
import { FailureNotice } from '../../../ui/states/failure-notice.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { reloadWork } from '../work-queries.ts'
import { Worker } from '../worker.tsx'
import { texts } from './texts.ts'

const maximumText = 4_000

/** Sends an answer. What was typed stays if that fails, and somebody else's answer is shown if it was first. */
function useAnswer({ id: questionId, goalId }: GoalQuestion) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [closed, setClosed] = useState<GoalQuestion>()

  async function send(answer: { option?: string; text?: string }): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      await api.answerQuestion({ params: { goalId, questionId }, body: answer })
      toast.success(texts.answer.sent)
      await reloadWork(queryClient, organization.id)
    } catch (error) {
      const winner = isApiError(error, 'question_closed') ? error.addition.question : undefined
      if (winner) setClosed(winner)
      else setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return { busy, failure, closed, send }
}

type AnswerFormProps = {
  question: GoalQuestion
  /** Other actions on the question. */
  children?: ReactNode
}

/** Answers a question in two actions: choose an option or type, and send. */
export function AnswerForm({ question, children }: AnswerFormProps) {
  const { options } = question
  const { busy, failure, closed, send } = useAnswer(question)
  const [option, setOption] = useState<string>()
  const [text, setText] = useState('')
  const [hasNote, setHasNote] = useState(options.length === 0)
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLTextAreaElement>(null)
  if (closed) return <Closed question={closed} />

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (busy) return
    const isMissing = option === undefined && text.trim() === ''
    setProblem(isMissing ? texts.answer.missing : undefined)
    if (isMissing) input.current?.focus()
    else void send({ ...(option !== undefined && { option }), ...(text.trim() !== '' && { text }) })
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-3">
      {options.length > 0 && (
        <Options options={options} chosen={option} onChoose={(chosen) => setOption(chosen)} />
      )}
      {hasNote && (
        <Field
          label={options.length > 0 ? texts.answer.note : texts.answer.text}
          problem={problem}
          className="max-w-2xl"
        >
          {(control) => (
            <textarea
              {...control}
              ref={input}
              rows={2}
              maxLength={maximumText}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setProblem(undefined)
              }}
              className={`${inputClass} field-sizing-content max-h-[50dvh] min-h-18 leading-relaxed`}
            />
          )}
        </Field>
      )}
      <FailureNotice failure={failure} />
      <div className="flex flex-wrap gap-2 print:hidden">
        {(option !== undefined || hasNote) && (
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            busyText={texts.answer.sending}
            className="max-w-full min-w-0 max-sm:w-full"
          >
            <span className="min-w-0 wrap-anywhere">
              {option === undefined ? texts.answer.send : texts.answer.with(option)}
            </span>
          </Button>
        )}
        {!hasNote && (
          <Button
            variant="quiet"
            className={option === undefined ? '-ml-4' : ''}
            onClick={() => {
              flushSync(() => setHasNote(true))
              input.current?.focus()
            }}
          >
            {option === undefined ? texts.answer.ownWords : texts.answer.addNote}
          </Button>
        )}
        {children}
      </div>
    </form>
  )
}

type OptionsProps = {
  options: readonly string[]
  chosen: string | undefined
  onChoose: (option: string) => void
}

/** Radio buttons as wide as a thumb needs them. */
function Options({ options, chosen, onChoose }: OptionsProps) {
  const group = useId()
  return (
    <fieldset>
      <legend className="sr-only">{texts.answer.choose}</legend>
      <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
        {options.map((option) => (
          <label
            key={option}
            className="relative inline-flex min-h-11 min-w-0 cursor-pointer items-center rounded-lg border border-line-strong bg-surface px-4 py-2 text-[0.9375rem] transition-colors hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent sm:min-h-10"
          >
            <input
              type="radio"
              name={group}
              value={option}
              checked={option === chosen}
              onChange={() => onChoose(option)}
              className="sr-only"
            />
            <bdi className="min-w-0 wrap-anywhere">{option}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Says why the answer came too late, and shows the one that won. */
function Closed({ question: { state, answer } }: { question: GoalQuestion }) {
  const { closedMeanwhile } = texts
  if (state === 'answered' && answer) {
    return (
      <Notice tone="warn">
        <p>{fill(closedMeanwhile.answered, { who: <Worker actor={answer.answeredBy} /> })}</p>
        <p className="mt-1 font-medium whitespace-pre-wrap wrap-anywhere">
          <bdi>{[answer.option, answer.text].filter(Boolean).join('\n')}</bdi>
        </p>
      </Notice>
    )
  }
  return (
    <Notice tone="warn">{state === 'withdrawn' ? closedMeanwhile.withdrawn : closedMeanwhile.expired}</Notice>
  )
}
