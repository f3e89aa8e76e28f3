import type { GoalComment } from '@cairn/contract/schemas/goals/goal-comments'
import { useQueryClient } from '@tanstack/react-query'
import { Link as LinkIcon, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { hasDraft } from '../../app/hooks/use-draft.ts'
import { api } from '../../data/api/client.ts'
import { fill } from '../../language/fill.tsx'
import { Markdown } from '../../presentation/markdown/markdown.tsx'
import { formatNumber } from '../../presentation/time/format.ts'
import { Ago } from '../../presentation/time/moment.tsx'
import { IconButton } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { Worker } from '../work/worker.tsx'
import { CommentForm, commentDraftKey } from './comment-form.tsx'
import { reloadComments } from './comment-queries.ts'
import { texts } from './texts.ts'

type CommentEntryProps = {
  comment: GoalComment
  /** Whether the address names it: it takes the focus. */
  isLinked?: boolean
  /** Shows the report that it is about. Absent below the report itself. */
  onRevealReport?: (revision: number) => void
}

/** A comment, and what its author and administrators can do with it. One that was deleted says only that. */
export function CommentEntry({ comment, isLinked = false, onRevealReport }: CommentEntryProps) {
  const { id, goalId, text, reportRevision, actor, authorityUserId } = comment
  const { user } = useSession()
  const organization = useActiveOrganization()
  const entry = useRef<HTMLElement>(null)
  const isOwn = authorityUserId === user.id
  const [isEditing, setIsEditing] = useState(
    () => isOwn && hasDraft(commentDraftKey(organization.id, goalId, id)),
  )
  useEffect(() => {
    if (!isLinked) return
    entry.current?.scrollIntoView({ block: 'center' })
    entry.current?.focus({ preventScroll: true })
  }, [isLinked])

  return (
    <article
      ref={entry}
      id={onRevealReport ? `comment-${id}` : undefined}
      tabIndex={-1}
      className={cn('rounded-lg', isLinked && 'bg-accent-soft px-3 py-2 sm:-mx-3')}
    >
      {text === null ? (
        <p className="py-1 text-sm text-ink-faint italic">
          {fill(texts.removed, { who: <bdi>{actor.displayName}</bdi> })}
        </p>
      ) : (
        <Head comment={comment} onRevealReport={onRevealReport}>
          {!isEditing && (
            <Actions
              comment={comment}
              mayEdit={isOwn}
              mayDelete={isOwn || organization.canAdminister}
              onEdit={() => setIsEditing(true)}
            />
          )}
        </Head>
      )}
      {text !== null && isEditing && (
        <CommentForm
          goalId={goalId}
          revision={reportRevision ?? undefined}
          comment={comment}
          isFocused
          onDone={() => {
            flushSync(() => setIsEditing(false))
            entry.current?.focus()
          }}
        />
      )}
      {text !== null && !isEditing && (
        <div className="max-w-3xl text-[0.9375rem]">
          <Markdown text={text} />
        </div>
      )}
    </article>
  )
}

type HeadProps = {
  comment: GoalComment
  onRevealReport: ((revision: number) => void) | undefined
  children: ReactNode
}

/** The author of a comment, its time, and the report that it is about. */
function Head({ comment, onRevealReport, children }: HeadProps) {
  const { actor, createdAt, editedAt, reportRevision } = comment
  return (
    <div className="flex items-start justify-between gap-x-3">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5 py-1 text-sm text-ink-faint">
        <span className="min-w-0 text-ink-soft">
          {fill(texts.wrote, { who: <Worker actor={actor} />, ago: <Ago time={createdAt} /> })}
        </span>
        {editedAt !== null && <span>{texts.edited}</span>}
        {reportRevision !== null && onRevealReport && (
          <button
            type="button"
            className="min-h-6 rounded text-accent underline underline-offset-2"
            onClick={() => onRevealReport(reportRevision)}
          >
            {texts.onReport(formatNumber(reportRevision))}
          </button>
        )}
      </p>
      {children}
    </div>
  )
}

type ActionsProps = { comment: GoalComment; mayEdit: boolean; mayDelete: boolean; onEdit: () => void }

function Actions({ comment: { id, goalId }, mayEdit, mayDelete, onEdit }: ActionsProps) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)

  async function copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(new URL(`/goals/${goalId}?comment=${id}`, location.origin).href)
      toast.success(texts.linkCopied)
    } catch {
      toast.error(texts.copyFailed)
    }
  }

  async function remove(): Promise<void> {
    await api.deleteGoalComment({ params: { goalId, commentId: id } })
    toast.success(texts.confirm.done)
    await reloadComments(queryClient, organization.id, goalId)
  }

  return (
    <div className="-my-0.5 flex shrink-0 print:hidden">
      <IconButton label={texts.copyLink} className="size-8" onClick={() => void copyLink()}>
        <LinkIcon className="size-4" aria-hidden="true" />
      </IconButton>
      {mayEdit && (
        <IconButton label={texts.edit} className="size-8" onClick={onEdit}>
          <Pencil className="size-4" aria-hidden="true" />
        </IconButton>
      )}
      {mayDelete && (
        <IconButton label={texts.delete} className="size-8" onClick={() => setIsConfirming(true)}>
          <Trash2 className="size-4" aria-hidden="true" />
        </IconButton>
      )}
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={texts.confirm.title}
        action={texts.confirm.action}
        onConfirm={remove}
      >
        <p>{texts.confirm.text}</p>
      </ConfirmDialog>
    </div>
  )
}
