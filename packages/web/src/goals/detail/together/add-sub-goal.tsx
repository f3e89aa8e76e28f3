import { createGoalRequest, type Goal } from '@cairn/contract/schemas/goals/goals'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as z from 'zod'
import { draftKey, useActiveOrganization, useSession } from '../../../accounts/session/session.ts'
import { useDraft } from '../../../app/hooks/use-draft.ts'
import { attempt, nextAttempt } from '../../../data/api/attempt.ts'
import { apiWithKey } from '../../../data/api/client.ts'
import type { FormTexts } from '../../../data/api/failures/problems.ts'
import { useSubmit } from '../../../data/api/use-submit.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { FailureNotice } from '../../../ui/states/failure-notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { goalQuery, reloadGoals } from '../../data/queries.ts'
import { texts } from './texts.ts'
import { subGoalsQuery } from './together-queries.ts'

const subGoal = z.object({ title: z.string(), attempt: attempt.nullable() })
const nothing: z.output<typeof subGoal> = { title: '', attempt: null }

const formTexts: FormTexts = {
  title: { name: texts.newTitle.toLowerCase(), missing: texts.enterTitle },
}

/** Publishes goals below another one, each with a title, one after the other. The title is the description until somebody writes more. */
export function AddSubGoal({ parent, onClose }: { parent: Goal; onClose: () => void }) {
  const session = useSession()
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const draft = useDraft(
    draftKey(session, `sub-goal.${parent.id}`),
    subGoal,
    () => nothing,
    ({ title }) => title === '',
  )
  const { title, attempt: lastAttempt } = draft.value
  const { timeframe } = parent
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: createGoalRequest,
    body: {
      title,
      detailedDescription: title,
      timeframe: timeframe.kind === 'unspecified' ? { kind: 'continuous' as const } : timeframe,
      ownerUserId: session.user.id,
      parentGoalId: parent.id,
    },
    texts: formTexts,
    fieldsByErrorCode: { invalid_goal_parent: 'title', goal_parent_conflict: 'title' },
    send: async (body) => {
      const next = nextAttempt(lastAttempt, body)
      // Store the key before sending: after a reload, a retry must not publish a second goal.
      draft.set({ title, attempt: next })
      const response = await apiWithKey(next.idempotencyKey).createGoal({ body })
      draft.discard()
      queryClient.setQueryData(goalQuery(organization.id, response.goal.id).queryKey, response)
      toast.success(texts.added(response.goal.title))
      await Promise.all([
        reloadGoals(queryClient, organization.id),
        // Also if the roll-up of the parent lags behind.
        queryClient.fetchQuery({ ...subGoalsQuery(organization.id, parent.id), staleTime: 0 }),
        queryClient.invalidateQueries({ queryKey: goalQuery(organization.id, parent.id).queryKey }),
      ])
    },
  })
  useEffect(() => form.current?.querySelector('input')?.focus(), [form])
  return (
    <form
      ref={form}
      noValidate
      aria-label={texts.add}
      className="space-y-3 rounded-xl border border-line bg-surface p-4"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        draft.discard()
        onClose()
      }}
    >
      <TextField
        label={texts.newTitle}
        value={title}
        onChange={(event) => draft.set({ title: event.target.value, attempt: lastAttempt })}
        problem={problems.title}
        autoComplete="off"
      />
      <FailureNotice failure={failure} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" variant="primary" busy={busy} busyText={texts.adding}>
          {texts.save}
        </Button>
        <Button size="small" onClick={onClose}>
          {texts.done}
        </Button>
        <Link
          to="/goals/new"
          search={{ parent: parent.id }}
          className={buttonClass({ variant: 'quiet', size: 'small' })}
        >
          {texts.moreFields}
        </Link>
      </div>
    </form>
  )
}
