import type { GoalComment } from '@cairn/contract/schemas/goals/goal-comments'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { useDraft } from '../../app/hooks/use-draft.ts'
import { api } from '../../data/api/client.ts'
import { formatNumber } from '../../presentation/time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { toast } from '../../ui/toast.ts'
import { usePeople } from '../data/people.ts'
import { reloadComments } from './comment-queries.ts'
import { MentionField } from './mention-field.tsx'
import { type Mentionable, mentionsIn } from './mentions.ts'
import { texts } from './texts.ts'

const maximumLength = 10_000
const maximumMentions = 20

type Written = { text: string; chosen: Mentionable[] }

/** Without Zod, which this page does not load otherwise. */
const written = {
  safeParse(stored: unknown): { success: boolean; data?: Written } {
    const { text, chosen } = (stored ?? {}) as Partial<Record<keyof Written, unknown>>
    if (typeof text !== 'string' || !Array.isArray(chosen) || !chosen.every(isMentionable)) {
      return { success: false }
    }
    return { success: true, data: { text, chosen } }
  },
}

function isMentionable(value: unknown): value is Mentionable {
  const { userId, displayName } = (value ?? {}) as Partial<Record<keyof Mentionable, unknown>>
  return typeof userId === 'string' && typeof displayName === 'string'
}

/** The key of what somebody has typed and not sent. */
export const commentDraftKey = (organizationId: string, goalId: string, place: string) =>
  `comment ${organizationId} ${goalId} ${place}`

type CommentFormProps = {
  goalId: string
  /** The report that a new comment is about. */
  revision?: number | undefined
  /** The comment that is edited. */
  comment?: GoalComment
  isFocused?: boolean
  /** After it was sent or canceled. Without it, the form stays. */
  onDone?: () => void
}

/** Writes a comment, or edits one. What was typed stays if sending fails, and after the page was left. */
export function CommentForm({ goalId, revision, comment, isFocused, onDone }: CommentFormProps) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const { nameOf } = usePeople()
  const before = comment?.text ?? ''
  const draft = useDraft<Written>(
    commentDraftKey(organization.id, goalId, comment?.id ?? String(revision ?? 'goal')),
    written,
    () => ({ text: before, chosen: mentionedIn(comment, nameOf) }),
    ({ text }) => text.trim() === '' || text === before,
  )
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLTextAreaElement>(null)
  const { text, chosen } = draft.value
  useEffect(() => {
    if (!isFocused) return
    const end = input.current?.value.length ?? 0
    input.current?.focus()
    input.current?.setSelectionRange(end, end)
  }, [isFocused])

  async function send(): Promise<void> {
    if (busy) return
    const wrong = problemOf(text)
    setProblem(wrong)
    if (wrong !== undefined) {
      input.current?.focus()
      return
    }
    setBusy(true)
    setFailure(undefined)
    const body = { text, mentionedUserIds: mentionsIn(text, chosen, maximumMentions) }
    try {
      if (comment) {
        await api.updateGoalComment({ params: { goalId, commentId: comment.id }, body })
        toast.success(texts.form.saved)
      } else {
        const { notifiedUserIds } = await api.createGoalComment({
          params: { goalId },
          body: { ...body, ...(revision !== undefined && { reportRevision: revision }) },
        })
        toast.success(toldWords(notifiedUserIds.map(nameOf)))
      }
      draft.discard()
      await reloadComments(queryClient, organization.id, goalId)
      onDone?.()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    void send()
  }

  function cancel(): void {
    draft.discard()
    onDone?.()
  }

  const { form } = texts
  const label = revision === undefined ? form.label : form.reportLabel(formatNumber(revision))
  return (
    <form noValidate onSubmit={submit} className="space-y-3 print:hidden">
      <Field label={label} hint={form.hint} problem={problem}>
        {(control) => (
          <MentionField
            control={control}
            input={input}
            text={text}
            onChange={(changed) => {
              draft.set({ ...draft.value, text: changed })
              setProblem(undefined)
            }}
            onMention={(member: Mentionable) => {
              const { userId, displayName } = member
              draft.value.chosen.push({ userId, displayName })
            }}
            onSend={() => void send()}
            onCancel={onDone && !draft.isDirty ? cancel : undefined}
          />
        )}
      </Field>
      <FailureNotice failure={failure} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          size="small"
          busy={busy}
          busyText={comment ? form.saving : form.sending}
        >
          {comment ? form.save : form.send}
        </Button>
        {(onDone || draft.isDirty) && (
          <Button variant="quiet" size="small" onClick={cancel}>
            {form.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}

function mentionedIn(comment: GoalComment | undefined, nameOf: (userId: string) => string): Mentionable[] {
  return (comment?.mentionedUserIds ?? []).map((userId) => ({ userId, displayName: nameOf(userId) }))
}

function problemOf(text: string): string | undefined {
  if (text.trim() === '') return texts.form.missing
  return [...text].length > maximumLength ? texts.form.tooLong(formatNumber(maximumLength)) : undefined
}

/** Says who is told. */
function toldWords([first, ...others]: readonly string[]): string {
  if (first === undefined) return texts.posted.nobody
  return others.length === 0 ? texts.posted.one(first) : texts.posted.more(first, others.length)
}
