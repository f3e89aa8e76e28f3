import {
  createGoalViewRequest,
  type GoalView,
  updateGoalViewRequest,
} from '@cairn/contract/schemas/goal-views'
import { useRef, useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { type Attempt, nextAttempt } from '../../data/api/attempt.ts'
import { api, apiWithKey } from '../../data/api/client.ts'
import type { FormTexts } from '../../data/api/failures/problems.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { fill } from '../../language/fill.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogFormActions } from '../../ui/dialogs/dialog-form-actions.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { toast } from '../../ui/toast.ts'
import { texts } from './texts.ts'
import { useViewChanges } from './use-view-changes.ts'

export const viewFormTexts: FormTexts = {
  name: { name: texts.form.nameInSentence, missing: texts.form.missing },
}

type SaveViewDialogProps = {
  /** The current search of the list. */
  query: string
  onClose: () => void
  onSaved: (view: GoalView) => void
}

/** Saves what the list shows as a new view. */
export function SaveViewDialog({ onClose, ...form }: SaveViewDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={texts.form.saveTitle}>
      <SaveViewForm {...form} onClose={onClose} />
    </Dialog>
  )
}

function SaveViewForm({ query, onClose, onSaved }: SaveViewDialogProps) {
  const organization = useActiveOrganization()
  const { put } = useViewChanges()
  const [name, setName] = useState('')
  const [isShared, setIsShared] = useState(false)
  const attempt = useRef<Attempt>(null)
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: createGoalViewRequest,
    body: { name, query, isShared },
    texts: viewFormTexts,
    send: async (body) => {
      attempt.current = nextAttempt(attempt.current, body)
      const { goalView } = await apiWithKey(attempt.current.idempotencyKey).createGoalView({ body })
      put(goalView.id, goalView)
      onClose()
      onSaved(goalView)
      toast.success(texts.done.saved)
    },
  })
  return (
    <form ref={form} noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
      <NameField name={name} onChange={setName} problem={problems.name} />
      <Checkbox
        label={texts.form.share(organization.name)}
        hint={texts.form.shareHint}
        checked={isShared}
        onChange={setIsShared}
      />
      <DialogFormActions onCancel={onClose} failure={failure} busy={busy}>
        {texts.form.save}
      </DialogFormActions>
    </form>
  )
}

type RenameViewDialogProps = { view: GoalView; onClose: () => void }

export function RenameViewDialog({ view, onClose }: RenameViewDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={texts.form.renameTitle}>
      <RenameViewForm view={view} onClose={onClose} />
    </Dialog>
  )
}

function RenameViewForm({ view, onClose }: RenameViewDialogProps) {
  const { put } = useViewChanges()
  const [name, setName] = useState(view.name)
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: updateGoalViewRequest,
    body: { name },
    texts: viewFormTexts,
    send: async (body) => {
      const { goalView } = await api.updateGoalView({ params: { goalViewId: view.id }, body })
      put(view.id, goalView)
      onClose()
      toast.success(texts.done.renamed)
    },
  })
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <NameField name={name} onChange={setName} problem={problems.name} />
      <DialogFormActions onCancel={onClose} failure={failure} busy={busy}>
        {texts.form.rename}
      </DialogFormActions>
    </form>
  )
}

type NameFieldProps = { name: string; onChange: (name: string) => void; problem: string | undefined }

function NameField({ name, onChange, problem }: NameFieldProps) {
  return (
    <TextField
      label={texts.form.name}
      value={name}
      onChange={(event) => onChange(event.target.value)}
      onFocus={(event) => event.target.select()}
      problem={problem}
      autoComplete="off"
    />
  )
}

type DeleteViewDialogProps = { view: GoalView; onClose: () => void; onDeleted: () => void }

/** Asks before a view is deleted, which may be everyone's. */
export function DeleteViewDialog({ view, onClose, onDeleted }: DeleteViewDialogProps) {
  const { remove } = useViewChanges()
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.remove.title}
      action={texts.remove.action}
      onConfirm={async () => {
        await remove(view)
        onDeleted()
      }}
    >
      <p>
        {fill(view.isShared ? texts.remove.shared : texts.remove.own, {
          view: (
            <strong className="font-semibold text-ink">
              <bdi>{view.name}</bdi>
            </strong>
          ),
        })}
      </p>
    </ConfirmDialog>
  )
}
