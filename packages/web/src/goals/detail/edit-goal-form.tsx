import { type Goal, updateGoalRequest } from '@cairn/contract/schemas/goals'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import * as z from 'zod'
import { api } from '../../api/client.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { useDraft } from '../../app/use-draft.ts'
import { draftKey, useActiveOrganization, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Card, PageTitle } from '../../ui/page.tsx'
import { GoalFields } from '../form/goal-fields.tsx'
import { goalFieldsByErrorCode, goalFormTexts } from '../form/goal-form-texts.ts'
import { changesOf, goalValues, isSameGoal, valuesOf } from '../form/goal-values.ts'
import { RestoredNotice } from '../form/restored-notice.tsx'
import { useDiscard } from '../form/use-discard.tsx'
import { goalQuery, goalsKey } from '../queries.ts'

/** `before` is the goal when the person started editing. Only differences from it are sent. */
const editDraft = z.object({ before: goalValues, after: goalValues })

/** Replaces the goal on its page while it is edited. */
export function EditGoalForm({ goal, onDone }: { goal: Goal; onDone: () => void }) {
  const session = useSession()
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const stored = valuesOf(goal)
  const draft = useDraft(
    draftKey(session, `edit.${goal.id}`),
    editDraft,
    () => ({ before: stored, after: stored }),
    ({ before, after }) => isSameGoal(before, after) || isSameGoal(stored, after),
  )
  const { before, after } = draft.value

  const { form, problems, failure, busy, submit, reset } = useSubmit({
    schema: updateGoalRequest,
    body: changesOf(before, after),
    texts: goalFormTexts,
    fieldsByErrorCode: goalFieldsByErrorCode,
    send: async (body) => {
      const response = await api.updateGoal({ params: { goalId: goal.id }, body })
      queryClient.setQueryData(goalQuery(organization.id, goal.id).queryKey, response)
      void queryClient.invalidateQueries({ queryKey: goalsKey(organization.id) })
      draft.discard()
      onDone()
      toast.success('Changes saved.')
    },
  })

  const { discard, question } = useDiscard('changes', draft)

  return (
    <Card className="max-w-3xl">
      <form
        ref={form}
        noValidate
        className="space-y-7"
        onSubmit={(event) => {
          event.preventDefault()
          if (isSameGoal(before, after)) discard(onDone)
          else void submit()
        }}
      >
        <PageTitle title={`Edit: ${goal.title}`}>Edit goal</PageTitle>
        {draft.isRestored && <RestoredNotice onStartOver={() => discard(reset)} />}
        <GoalFields
          values={after}
          onChange={(values) => draft.set({ before, after: values })}
          problems={problems}
          mayBeUnspecified={before.timeframe === 'unspecified'}
        />
        <FailureNotice failure={failure} />
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button type="submit" variant="primary" busy={busy} busyText="Saving">
            Save changes
          </Button>
          <Button onClick={() => discard(onDone)}>Cancel</Button>
        </div>
      </form>
      {question}
    </Card>
  )
}
