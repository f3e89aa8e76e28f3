import { createGoalLabelRequest, type GoalLabel } from '@cairn/contract/schemas/goal-labels'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { api } from '../api/client.ts'
import type { FormWords } from '../api/problems.ts'
import { useSubmit } from '../api/use-submit.ts'
import { goalsKey, labelsKey } from '../goals/queries.ts'
import { useActiveOrganization } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialogs/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { TextField } from '../ui/fields/field.tsx'
import { ColorChoice } from './color-choice.tsx'
import { labelColors } from './label-colors.ts'

type LabelDialogProps = {
  /** The label to change; without it a new one is made. */
  label?: GoalLabel | undefined
  open: boolean
  onClose: () => void
}

export function LabelDialog({ label, open, onClose }: LabelDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={label ? 'Edit label' : 'New label'}>
      <LabelForm label={label} onClose={onClose} />
    </Dialog>
  )
}

const words: FormWords = {
  name: { name: 'name' },
  color: { name: 'color', invalid: 'Choose another color.' },
  description: { name: 'description' },
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
    words,
    refusals: { goal_label_exists: 'name' },
    send: async (body) => {
      if (label) await api.updateGoalLabel({ params: { labelId: label.id }, body })
      else await api.createGoalLabel({ body })
      await queryClient.invalidateQueries({ queryKey: labelsKey(organization.id) })
      // A rename shows in every goal at once.
      void queryClient.invalidateQueries({ queryKey: goalsKey(organization.id) })
      onClose()
      toast.success(label ? 'Label saved.' : 'Label created.')
    },
  })

  return (
    <form ref={form} noValidate className="space-y-6" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        problem={problems.name}
        autoComplete="off"
      />
      <ColorChoice color={color} onChange={setColor} problem={problems.color} />
      <TextField
        label="Description"
        optional
        value={description}
        onChange={(event) => setDescription(event.target.value)}
        problem={problems.description}
        autoComplete="off"
      />
      <FailureNotice failure={failure} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy}>
          {label ? 'Save label' : 'Create label'}
        </Button>
      </DialogActions>
    </form>
  )
}
