import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { Button } from '../../ui/button.tsx'
import { Card, PageTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { toast } from '../../ui/toast.ts'
import { usePeople } from '../data/people.ts'
import { RestoredNotice, useDiscard } from '../editing/drafts/drafts.tsx'
import { GoalFields } from '../editing/form/goal-fields.tsx'
import { EditConflictPanel } from '../editing/merge/edit-conflict-panel.tsx'
import { useEdit } from '../editing/merge/use-edit.ts'
import { texts } from './texts.ts'

/** Replaces the goal on its page while it is edited. */
export function EditGoalForm({ goal, onDone }: { goal: Goal; onDone: () => void }) {
  const { authorOf } = usePeople()
  const edit = useEdit(goal, ({ authors }) => {
    onDone()
    const names = [...new Set(authors.map((author) => authorOf(author)))]
    toast.success(names.length === 0 ? texts.editing.saved : texts.editing.savedBeside(names))
  })
  const { draft, conflict } = edit
  const { form, problems, failure, busy, submit, reset } = edit.submission
  const { discard, question } = useDiscard('changes', draft)

  return (
    <Card className="max-w-3xl">
      <form
        ref={form}
        noValidate
        className="space-y-7"
        onSubmit={(event) => {
          event.preventDefault()
          if (edit.isUnchanged) discard(onDone)
          else void submit()
        }}
      >
        <PageTitle title={texts.editing.page(goal.title)}>{texts.editing.title}</PageTitle>
        {draft.isRestored && <RestoredNotice onStartOver={() => discard(reset)} />}
        <GoalFields
          goal={goal}
          values={edit.values}
          onChange={edit.change}
          problems={problems}
          mayBeUnspecified={edit.before.timeframe === 'unspecified'}
          haveVerdicts={goal.criteria.some(({ verdict }) => verdict !== null)}
        />
        {conflict && <EditConflictPanel conflict={conflict} onChoose={edit.choose} />}
        <FailureNotice failure={failure} />
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button type="submit" variant="primary" busy={busy} busyText={texts.editing.saving}>
            {texts.editing.save}
          </Button>
          <Button onClick={() => discard(onDone)}>{texts.editing.cancel}</Button>
        </div>
      </form>
      {question}
    </Card>
  )
}
