import { createGoalLabelRequest, type GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogFormActions } from '../../ui/dialogs/dialog-form-actions.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { toast } from '../../ui/toast.ts'
import { labelsKey, reloadGoals } from '../data/queries.ts'
import { ColorChoice } from './color-choice.tsx'
import { labelColors } from './label-colors.ts'
import { labelFormTexts } from './label-form-texts.ts'
import { texts } from './texts.ts'

type LabelDialogProps = {
  /** The label to edit. Without it, the dialog creates one. */
  label?: GoalLabel | undefined
  open: boolean
  onClose: () => void
}

export function LabelDialog({ label, open, onClose }: LabelDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={label ? texts.edit : texts.newLabel}>
      <LabelForm label={label} onClose={onClose} />
    </Dialog>
  )
}

function LabelForm({ label, onClose }: Omit<LabelDialogProps, 'open'>) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [name, setName] = useState(label?.name ?? '')
  const [color, setColor] = useState<string | null>(label ? label.color : labelColors[0].color)
  const [description, setDescription] = useState(label?.description ?? '')

  const { form, problems, failure, busy, submit } = useSubmit({
    schema: createGoalLabelRequest,
    body: { name, color, description: description.trim() || null },
    texts: labelFormTexts,
    fieldsByErrorCode: { goal_label_exists: 'name' },
    send: async (body) => {
      if (label) await api.updateGoalLabel({ params: { labelId: label.id }, body })
      else await api.createGoalLabel({ body })
      await queryClient.invalidateQueries({ queryKey: labelsKey(organization.id) })
      // Goals contain their labels.
      void reloadGoals(queryClient, organization.id)
      onClose()
      toast.success(label ? texts.saved : texts.created)
    },
  })

  return (
    <form ref={form} noValidate className="space-y-6" onSubmit={(event) => void submit(event)}>
      <TextField
        label={texts.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
        problem={problems.name}
        autoComplete="off"
      />
      <ColorChoice color={color} onChange={setColor} problem={problems.color} />
      <TextField
        label={texts.description}
        optional
        value={description}
        onChange={(event) => setDescription(event.target.value)}
        problem={problems.description}
        autoComplete="off"
      />
      <DialogFormActions onCancel={onClose} failure={failure} busy={busy}>
        {label ? texts.save : texts.create}
      </DialogFormActions>
    </form>
  )
}
