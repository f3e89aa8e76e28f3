import { createGoalLabelRequest, type GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import type { FormTexts } from '../../data/api/failures/problems.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogFormActions } from '../../ui/dialogs/dialog-form-actions.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { toast } from '../../ui/toast.ts'
import { labelsKey, reloadGoals } from '../data/queries.ts'
import { LabelDot, labelColors } from './label-chip.tsx'
import { texts } from './texts.ts'

type ColorChoiceProps = {
  color: string | null
  onChange: (color: string | null) => void
  problem: string | undefined
}

function ColorChoice({ color, onChange, problem }: ColorChoiceProps) {
  const name = useId()
  const isKnown = color === null || labelColors.some((known) => known.color === color)
  const options: { name: string; color: string | null }[] = [
    { name: texts.color.none, color: null },
    ...labelColors.map(({ name: known, color: shown }) => ({ name: texts.colors[known], color: shown })),
    ...(isKnown ? [] : [{ name: texts.color.current, color }]),
  ]
  return (
    <FieldGroup legend={texts.color.title} problem={problem}>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <label
            key={option.name}
            title={option.name}
            className="inline-flex size-10 cursor-pointer items-center justify-center rounded-full border-2 border-transparent hover:bg-sunken has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              aria-label={option.name}
              checked={option.color === color}
              onChange={() => onChange(option.color)}
            />
            <LabelDot color={option.color} className="size-6!" />
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

export const labelFormTexts: FormTexts = texts.form

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
