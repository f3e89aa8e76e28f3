import { createGoalTemplateRequest, type GoalTemplate } from '@cairn/contract/schemas/goal-templates'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { draftKey, useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { useDraft } from '../../app/hooks/use-draft.ts'
import { api } from '../../data/api/client.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { ownTemplatesQuery } from '../../goals/data/queries.ts'
import { RestoredNotice, useDiscard } from '../../goals/editing/drafts/drafts.tsx'
import { CriteriaFields } from '../../goals/editing/form/criteria-fields.tsx'
import { goalFieldsByErrorCode } from '../../goals/editing/form/goal-form-texts.ts'
import type { GoalValues } from '../../goals/editing/form/goal-values.ts'
import { LabelPicker } from '../../goals/editing/form/label-picker.tsx'
import { MeasureFields } from '../../goals/editing/form/measure-fields.tsx'
import { texts as goalTexts } from '../../goals/editing/form/texts.ts'
import { CadenceField } from '../../goals/editing/form/timeframe-fields.tsx'
import { MarkdownField } from '../../presentation/markdown/markdown-field.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogFormActions } from '../../ui/dialogs/dialog-form-actions.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { toast } from '../../ui/toast.ts'
import { templateFormTexts } from './template-form-texts.ts'
import {
  changedTemplateFields,
  templateRequestOf,
  templateValues,
  valuesOfTemplate,
} from './template-values.ts'
import { texts } from './texts.ts'

type TemplateDialogProps = {
  /** The template to edit. Without it, the dialog creates one. */
  template: GoalTemplate | undefined
  onClose: () => void
}

/** Creates or edits a template. Open as long as it is rendered. */
export function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const session = useSession()
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [before] = useState(() => valuesOfTemplate(template))
  const draft = useDraft(
    draftKey(session, `template.${template?.id ?? 'new'}`),
    templateValues,
    () => before,
    (values) => Object.keys(changedTemplateFields(before, values)).length === 0,
  )
  const { discard, question } = useDiscard('template', draft)
  const { name, goal } = draft.value
  const set = (changed: Partial<GoalValues>) => draft.set({ name, goal: { ...goal, ...changed } })

  const { form, problems, failure, busy, submit, reset } = useSubmit({
    schema: createGoalTemplateRequest,
    body: templateRequestOf(draft.value),
    texts: templateFormTexts,
    fieldsByErrorCode: goalFieldsByErrorCode,
    send: async (body) => {
      const changed = changedTemplateFields(before, draft.value)
      if (!template) await api.createGoalTemplate({ body })
      else if (Object.keys(changed).length > 0)
        await api.updateGoalTemplate({ params: { templateId: template.id }, body: changed })
      draft.discard()
      await queryClient.invalidateQueries({ queryKey: ownTemplatesQuery(organization.id).queryKey })
      onClose()
      toast.success(template ? texts.saved : texts.created)
    },
  })

  return (
    <Dialog open onOpenChange={() => discard(onClose)} title={template ? texts.edit : texts.create} wide>
      <form ref={form} noValidate className="space-y-7" onSubmit={(event) => void submit(event)}>
        {draft.isRestored && <RestoredNotice onStartOver={() => discard(reset)} />}
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          value={name}
          onChange={(event) => draft.set({ name: event.target.value, goal })}
          problem={problems.name}
          autoComplete="off"
        />
        <TextField
          label={goalTexts.title.label}
          optional
          value={goal.title}
          onChange={(event) => set({ title: event.target.value, hasOwnTitle: event.target.value !== '' })}
          problem={problems.title}
          autoComplete="off"
        />
        <MarkdownField
          label={goalTexts.description.label}
          optional
          value={goal.detailedDescription}
          onChange={(detailedDescription) => set({ detailedDescription })}
          problem={problems.detailedDescription}
        />
        <LabelPicker
          labelIds={goal.labelIds}
          onChange={(labelIds) => set({ labelIds })}
          problem={problems.labelIds}
        />
        <CriteriaFields
          goal={undefined}
          criteria={goal.criteria}
          onChange={(criteria) => set({ criteria })}
          problems={problems}
          haveVerdicts={false}
        />
        <MeasureFields
          measures={goal.measures}
          onChange={(measures) => set({ measures })}
          problems={problems}
        />
        <CadenceField
          everyDays={goal.everyDays}
          onChange={(everyDays) => set({ everyDays })}
          problem={problems['cadence.everyDays'] ?? problems.cadence}
        />
        <DialogFormActions
          onCancel={() => discard(onClose)}
          failure={failure}
          busy={busy}
          busyText={texts.saving}
        >
          {template ? texts.save : texts.add}
        </DialogFormActions>
      </form>
      {question}
    </Dialog>
  )
}
