import type { GoalTemplate } from '@cairn/contract/schemas/goal-templates'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useActiveOrganization } from '../../../../accounts/session/session.ts'
import { api } from '../../../../data/api/client.ts'
import { isApiError } from '../../../../data/api/failures/failures.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../../ui/fields/field.tsx'
import { FailureNotice } from '../../../../ui/states/failure-notice.tsx'
import { toast } from '../../../../ui/toast.ts'
import { ownTemplatesQuery } from '../../../data/queries.ts'
import { texts } from './texts.ts'

type ManageTemplatesProps = { templates: readonly GoalTemplate[]; onClose: () => void }

/** Renames and deletes the templates of the organization. For administrators. */
export function ManageTemplates({ templates, onClose }: ManageTemplatesProps) {
  const organization = useActiveOrganization()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.manageTitle(organization.name)}
      description={texts.intro}
    >
      {templates.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <ul className="space-y-4">
          {templates.map((template) => (
            <TemplateRow key={template.id} template={template} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function TemplateRow({ template }: { template: GoalTemplate }) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [name, setName] = useState(template.name)
  const [failure, setFailure] = useState<unknown>()
  const params = { templateId: template.id }

  async function change(request: () => Promise<unknown>, done: string): Promise<void> {
    setFailure(undefined)
    try {
      await request()
      toast.success(done)
    } catch (error) {
      // Somebody else has deleted it.
      if (!isApiError(error, 'goal_template_not_found')) setFailure(error)
    }
    await queryClient.invalidateQueries({ queryKey: ownTemplatesQuery(organization.id).queryKey })
  }

  function rename(event: FormEvent): void {
    event.preventDefault()
    void change(() => api.updateGoalTemplate({ params, body: { name } }), texts.renamed)
  }

  return (
    <li className="space-y-2">
      <form className="flex items-end gap-2" onSubmit={rename}>
        <div className="min-w-0 flex-1">
          <TextField
            label={texts.name}
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <Button type="submit" blocked={name.trim() === template.name}>
          {texts.rename}
        </Button>
        <IconButton
          label={texts.delete(template.name)}
          onClick={() => void change(() => api.deleteGoalTemplate({ params }), texts.deleted)}
        >
          <Trash2 className="size-4" aria-hidden="true" />
        </IconButton>
      </form>
      <FailureNotice failure={failure} />
    </li>
  )
}
